internal import KairanContent
package import KairanModel
internal import KairanReaders

/// A checked default that is computed for each entry that leaves its field out.
package enum ComputedDefault: Sendable {
    case text(TextPattern)
    case value(Path)

    var paths: [Path] {
        switch self {
        case .text(let pattern): pattern.paths
        case .value(let path): [path]
        }
    }
}

/// A field by the positions of its collection and of itself.
package struct FieldPosition: Hashable, Sendable {
    package var collection: Int
    package var field: Int
}

extension Evaluator {
    /// Computes what a field of an entry is where it is left out; nil for a field whose default is not computed.
    package func computedDefault(ofField index: Int, of entry: EntryReference) -> Value? {
        site.schema.computedDefault(of: index, in: entry.collection).map { value($0, of: entry) }
    }

    /// Computes the default of an entry's field. It is computed anew each time, so that a trace has all that it reads.
    func value(_ computed: ComputedDefault, of entry: EntryReference) -> Value {
        let frames = Frames(frames: [.element(.entry(entry))])
        return switch computed {
        case .text(let pattern): text(pattern, frames).map(Value.text) ?? .missing
        case .value(let path): value(path, frames)
        }
    }
}

extension Schema {
    func computedDefault(of field: Int, in collection: Int) -> ComputedDefault? {
        computedDefaults.isEmpty ? nil : computedDefaults[FieldPosition(collection: collection, field: field)]
    }

    /// Returns the fields of entries through which a path leads, each with the number of steps to it.
    ///
    /// - Parameter start: The type of the value at which it starts.
    func fields(along path: Path, from start: FieldType) -> [(steps: Int, field: FieldPosition)] {
        var (found, type) = ([(steps: Int, field: FieldPosition)](), start)
        for (number, step) in path.steps.enumerated() {
            switch (step, type) {
            case (.field(let index), .record(let record)): type = record.fields[index].type
            case (.member(let index), .oneOf(let types)): type = types.members[index]
            case (.field(let index), .reference(let name)):
                guard let collection = declarations.collections.firstIndex(where: { $0.name == name }) else {
                    return found
                }
                found.append((number + 1, FieldPosition(collection: collection, field: index)))
                type = declarations.collections[collection].fields[index].type
            default: return found
            }
        }
        return found
    }
}
