package import KairanReaders

extension JSONValue {
    /// Makes the value of a node that was read from a JSON file.
    package init(_ node: SourceNode) {
        switch node.content {
        case .mapping(let members): self = .object(members.map { ($0.key, JSONValue($0.value)) })
        case .sequence(let elements): self = .array(elements.map(JSONValue.init))
        case .scalar(let text, .number): self = Int(text).map(JSONValue.integer) ?? .number(text)
        case .scalar(let text, .boolean): self = .boolean(text == "true")
        case .scalar(_, .null): self = .null
        case .scalar(let text, _): self = .string(text)
        }
    }

    /// The value with sorted keys. It is equal for values that differ only in the order of keys.
    package var sortedByKey: JSONValue {
        switch self {
        case .object(let members): .object(members.map { ($0.key, $0.value.sortedByKey) }.sorted { $0.0 < $1.0 })
        case .array(let elements): .array(elements.map(\.sortedByKey))
        case .null, .boolean, .integer, .number, .string: self
        }
    }
}
