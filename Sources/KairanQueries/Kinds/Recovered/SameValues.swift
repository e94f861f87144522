internal import KairanContent
package import KairanModel
package import KairanReaders

// Comparisons of existing entries with the information in JSON.
extension Evaluator {
    /// - Parameter isWhole: If this is true, views from which nothing can be written, such as the width of a picture,
    ///   count too.
    package func isSame(_ told: Recovered, _ value: Value, isWhole: Bool = false) -> Bool {
        if let node = told.value, !isSame(node, value) { return false }
        if let listed = told.listed {
            let whole: Value = if case .schedule(let schedule) = value { .schedule(whole(schedule)) } else { value }
            if !listed.isSame(whole) { return false }
        }
        if let elements = told.elements {
            var values = value.elementsOfEach ?? []
            guard elements.count == values.count || !told.isComplete else { return false }
            for element in elements {
                let places = told.isInOrder ? values.indices.prefix(1) : values.indices
                guard let same = places.first(where: { isSame(element, values[$0], isWhole: isWhole) }) else {
                    return false
                }
                values.remove(at: same)
            }
        }
        let isEntry = if case .entry = value { true } else { false }
        return told.parts.allSatisfy { step, part in
            if !isWhole, !isEntry, step.isOnlyShown { return true }
            return isSame(part, apply(step, to: value), isWhole: isWhole || isEntry)
        }
    }

    package func isSame(_ node: SourceNode, _ value: Value) -> Bool {
        switch (node.content, value) {
        case (_, .member(_, let value)): return isSame(node, value)
        case (.scalar(_, .null), .null): return node.isWrittenNull
        case (.scalar(_, .null), _): return value.isMissing
        case (_, .missing): return false
        case (.sequence(let nodes), .list(let values)):
            return nodes.count == values.count && zip(nodes, values).allSatisfy { isSame($0, $1) }
        case (.mapping, .record(let values, let type)):
            return zip(type.fields, values).allSatisfy { field, value in
                node[field.name].map { isSame($0, value) } ?? (value.isMissing && field.omitsMissing)
            }
        case (.mapping(let members), .dictionary(let pairs)):
            return members.elementsEqual(pairs) { $0.key == $1.key && isSame($0.value, $1.value) }
        case (.scalar(let text, _), .integer), (.scalar(let text, _), .decimal):
            return DecimalNumber(text).map { $0 == DecimalNumber(plainText(value)) } ?? false
        case (.scalar(let text, _), _): return plainText(value).utf8.elementsEqual(text.utf8)
        default: return false
        }
    }

    /// Returns the entries of a collection that match all the information, at most two.
    package func entries(of collection: String, with told: Recovered) -> [EntryReference] {
        guard let position = site.content.position(of: collection) else { return [] }
        var found: [EntryReference] = []
        for index in site.content.collections[position].entries.indices where found.count < 2 {
            let reference = EntryReference(collection: position, index: index)
            if isSame(told, .entry(reference), isWhole: true) { found.append(reference) }
        }
        return found
    }
}
