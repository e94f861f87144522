/// A JSON document in memory. Its objects keep the order in which they are written.
package indirect enum JSONValue: Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    /// A number that is not an `Int`, as canonical JSON text such as `12.5`.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([(key: String, value: JSONValue)])
}

extension JSONValue: Equatable {
    /// The order of an object's keys counts, because it is part of what is published.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let a), .boolean(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.number(let a), .number(let b)), (.string(let a), .string(let b)): a == b
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a.elementsEqual(b) { $0.key == $1.key && $0.value == $1.value }
        default: false
        }
    }
}

extension JSONValue {
    /// The value of an object's key; nil if there is none or this is not an object.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }
}

// Literals allow documents with a fixed form to be written as they look.

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    package init(stringLiteral text: String) { self = .string(text) }
    package init(integerLiteral number: Int) { self = .integer(number) }
    package init(booleanLiteral flag: Bool) { self = .boolean(flag) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members.map { (key: $0.0, value: $0.1) })
    }
}

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
