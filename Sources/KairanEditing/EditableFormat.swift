internal import KairanModel
internal import KairanReaders

/// A format whose files can be edited.
enum EditableFormat {
    case yaml, toml, json, csv

    /// Returns whether a value that was read, or is wished for, says the same as another.
    func isSame(_ first: SourceNode, _ second: SourceNode) -> Bool {
        switch (first.content, second.content) {
        case (.scalar(let text, let kind), .scalar(let other, let otherKind)):
            let (isNothing, isOtherNothing) = (isNothing(first), isNothing(second))
            if isNothing || isOtherNothing { return isNothing == isOtherNothing }
            return hasSameBytes(text, other) && isSame(kind, otherKind)
        case (.sequence(let elements), .sequence(let others)):
            return elements.count == others.count && zip(elements, others).allSatisfy(isSame)
        case (.mapping(let members), .mapping(let others)): return isSame(members, others)
        case (.scalar, _), (.sequence, _), (.mapping, _): return false
        }
    }

    /// Returns whether a value is no value: null, and in CSV an empty cell.
    func isNothing(_ node: SourceNode) -> Bool {
        switch (self, node.content) {
        case (_, .scalar(_, .null)), (.csv, .scalar("", _)): true
        case (.csv, .mapping(let members)): members.allSatisfy { isNothing($0.value) }
        case (_, .scalar), (_, .sequence), (_, .mapping): false
        }
    }

    /// Returns whether a member without a value is the same as no member, since the format cannot write null.
    var hasNoNull: Bool {
        switch self {
        case .toml, .csv: true
        case .yaml, .json: false
        }
    }

    private func isSame(_ members: [SourceNode.Member], _ others: [SourceNode.Member]) -> Bool {
        let members = hasNoNull ? members.filter { !isNothing($0.value) } : members
        let others = hasNoNull ? others.filter { !isNothing($0.value) } : others
        guard members.count == others.count else { return false }
        var rest: [[UInt8]: SourceNode]?
        for (member, other) in zip(members, others) {
            if rest == nil, hasSameBytes(member.key, other.key) {
                guard isSame(member.value, other.value) else { return false }
                continue
            }
            // A key that overrides a merged one comes at another place.
            let known = rest ?? Dictionary(others.map { (Array($0.key.utf8), $0.value) }) { first, _ in first }
            rest = known
            guard let value = known[Array(member.key.utf8)], isSame(member.value, value) else { return false }
        }
        return true
    }

    /// In formats in which the field's type alone decides what an unquoted text is, only the text is compared.
    private func isSame(_ first: SourceNode.ScalarKind, _ second: SourceNode.ScalarKind) -> Bool {
        switch self {
        case .yaml where first == .quoted || second == .quoted: first != .plain && second != .plain
        case .yaml, .csv: true
        case .json, .toml: isText(first) && isText(second) || first == second
        }
    }

    private func isText(_ kind: SourceNode.ScalarKind) -> Bool {
        switch kind {
        case .plain, .string, .dateTime, .quoted: true
        case .number, .boolean, .null: false
        }
    }
}
