internal import KairanContent
internal import KairanReaders

/// An element of a list and the text that identifies it.
struct Element {
    var identity: String
    var node: SourceNode
}

/// The way in which the elements of two lists are matched.
enum ElementIdentity {
    /// Elements are matched by the value of this key, which no two elements of either list share.
    case key(String)
    /// Plain values are matched by themselves.
    case itself
    case position

    /// Returns nil if the lists are to be compared as one value.
    ///
    /// - Parameter isValue: If this is true, lists of plain values are compared as one value.
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

    /// This is false if elements are matched by position, because an element at another position is then another
    /// element.
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

    /// Returns the best key for matching: `id`, `uid`, keys that end in them, and then the key by which most elements
    /// match.
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
