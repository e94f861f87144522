internal import KairanModel

extension ValueSchema {
    /// For messages: `an array`, `an integer or null`, `one of 'pr', 'univ'`.
    package var inWords: String { formInWords + (isNullable && !isAnything ? " or null" : "") }

    private static let formats = ["iri": "URL", "iri-reference": "URL or path", "date-time": "date and time"]

    /// Nil for what needs more words.
    var plural: String? {
        switch form {
        case .boolean where !isNullable: "booleans"
        case .integer where !isNullable: "integers"
        case .number where !isNullable: "numbers"
        case .string where !isNullable: "strings"
        case .object where !isNullable: "objects"
        default: nil
        }
    }

    private var formInWords: String {
        switch form {
        case .any: "anything"
        case .null: "null"
        case .boolean: "true or false"
        case .integer: "an integer"
        case .number: "a number"
        case .string(let form): form.format.map { "a string (\(Self.formats[$0] ?? $0))" } ?? "a string"
        case .oneOf(let values): "one of " + values.map(\.inWords).joined(separator: ", ")
        case .array(let element, _): element.plural.map { "an array of \($0)" } ?? "an array"
        case .tuple(let elements): "an array of \(elements.count) elements"
        case .object: "an object"
        case .dictionary(_, let keys):
            keys.map { "an object with a key for each \($0)" } ?? "an object whose keys are data"
        case .union(let types): types.map(\.inWords).joined(separator: " or ")
        }
    }
}

extension JSONScalar {
    package var inWords: String {
        switch self {
        case .integer(let number): String(number)
        case .string(let text): "'\(text)'"
        }
    }
}
