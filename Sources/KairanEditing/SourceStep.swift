package import KairanReaders

/// A step from a value to one of its parts.
package enum SourceStep: Hashable, Sendable {
    case key(String)
    case element(Int)
}

extension SourceNode {
    /// Returns the part that a path leads to, or nil if there is none.
    package subscript(path: some Sequence<SourceStep>) -> SourceNode? {
        var node = self
        for step in path {
            guard let part = node.part(step) else { return nil }
            node = part
        }
        return node
    }

    private func part(_ step: SourceStep) -> SourceNode? {
        switch step {
        case .key(let key): members?.first { hasSameBytes($0.key, key) }?.value
        case .element(let index): elements.flatMap { $0.indices.contains(index) ? $0[index] : nil }
        }
    }

    /// Returns the tree with another value where the path leads.
    func replacing(_ path: ArraySlice<SourceStep>, by change: (SourceNode) -> SourceNode) -> SourceNode {
        guard let step = path.first else { return change(self) }
        var result = self
        switch (step, content) {
        case (.key(let key), .mapping(var members)):
            for index in members.indices where hasSameBytes(members[index].key, key) {
                members[index].value = members[index].value.replacing(path.dropFirst(), by: change)
            }
            result.content = .mapping(members)
        case (.element(let index), .sequence(var elements)):
            elements[index] = elements[index].replacing(path.dropFirst(), by: change)
            result.content = .sequence(elements)
        case (.key, .scalar), (.key, .sequence), (.element, .scalar), (.element, .mapping): break
        }
        return result
    }
}

/// Returns whether two texts have the same bytes. To `==`, `が` in one scalar and in two scalars are the same.
func hasSameBytes(_ first: String, _ second: String) -> Bool { first.utf8.elementsEqual(second.utf8) }
