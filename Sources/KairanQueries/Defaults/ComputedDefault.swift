internal import KairanContent
package import KairanModel
internal import KairanReaders

/// A checked default that is computed for each entry that leaves its field out.
package enum ComputedDefault: Sendable {
    case text(TextPattern)
    /// The first of these that has a value.
    case value([Path])

    var paths: [Path] {
        switch self {
        case .text(let pattern): pattern.paths.flatMap(\.summands)
        case .value(let paths): paths.flatMap(\.summands)
        }
    }
}

extension ComputedDefault {
    /// A path because of which there may be no value; nil if there always is one.
    var optionalPath: Path? {
        switch self {
        case .text(let pattern): pattern.parts.lazy.compactMap(\.optionalPath).first
        case .value(let paths): paths.allSatisfy(\.isOptional) ? paths.last : nil
        }
    }
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
        case .value(let paths): paths.lazy.map { value($0, frames) }.first { !$0.isMissing } ?? .missing
        }
    }
}

extension Schema {
    func computedDefault(of field: Int, in collection: Int) -> ComputedDefault? {
        computedDefaults.isEmpty ? nil : computedDefaults[FieldPosition(collection: collection, field: field)]
    }
}
