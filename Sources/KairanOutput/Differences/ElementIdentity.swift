internal import KairanContent
internal import KairanReaders

/// An element of a list and what it is known by.
struct Element {
    var identity: String
    var node: SourceNode
}

/// By what the elements of two lists are known again.
enum ElementIdentity {
    /// By the value of this key, which no two elements of either list share.
    case key(String)
    /// By themselves: plain values.
    case itself
    case position

    /// Nil where the lists are to be compared as one value.
    ///
    /// - Parameter isValue: Whether lists of plain values are.
    init?(_ old: [SourceNode], _ new: [SourceNode], isValue: Bool) {
        let all = old + new
        if all.allSatisfy({ $0.members != nil }) {
            self = Self.bestKey(old, new).map(ElementIdentity.key) ?? .position
        } else if all.allSatisfy({ $0.scalar != nil }), !isValue {
            self = Self.areUnique(old.map(\.scalar)) && Self.areUnique(new.map(\.scalar)) ? .itself : .position
        } else {
            return nil
        }
    }

    /// What is elsewhere in a list that is matched by positions is another element.
    var tellsOrder: Bool { if case .position = self { false } else { true } }

    func elements(_ nodes: [SourceNode]) -> [Element] {
        nodes.enumerated().map { index, node in
            switch self {
            case .key(let key): Element(identity: node[key]?.scalar ?? "", node: node)
            case .itself: Element(identity: node.scalar ?? "", node: node)
            case .position: Element(identity: "#\(index + 1)", node: node)
            }
        }
    }

    /// `id`, `uid`, what ends like them, and then the key that most elements are known again by.
    private static func bestKey(_ old: [SourceNode], _ new: [SourceNode]) -> String? {
        let keys = ((old.first ?? new.first)?.members ?? []).map(\.key)
        let usable = keys.filter { isIdentity($0, of: old) && isIdentity($0, of: new) }
        let ids = ["id", "uid"].filter(usable.contains) + usable.filter { $0.hasSuffix("_id") || $0.hasSuffix("Id") }
        if let id = ids.first { return id }
        let shared = usable.map { key in
            Set(old.map { $0[key]?.scalar }).intersection(new.map { $0[key]?.scalar }).count
        }
        guard let most = shared.max(), most > 0 || old.isEmpty || new.isEmpty else { return nil }
        return shared.firstIndex(of: most).map { usable[$0] }
    }

    private static func isIdentity(_ key: String, of nodes: [SourceNode]) -> Bool {
        let values = nodes.map { node in node[key].flatMap { $0.isNull ? nil : $0.scalar } }
        return values.allSatisfy { $0 != nil } && areUnique(values)
    }

    private static func areUnique(_ values: [String?]) -> Bool { Set(values).count == values.count }
}
