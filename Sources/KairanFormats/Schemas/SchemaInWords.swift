internal import KairanModel

extension ValueSchema {
    /// A description for messages, such as `an array`, `an integer or null`, or `one of 'pr', 'univ'`.
    package var inWords: String { formInWords + (isNullable && !isAnything ? " or null" : "") }

    /// The plural of the type; nil if it needs more words.
    package var plural: String? {
        switch form {
        case .boolean where !isNullable: "booleans"
        case .integer where !isNullable: "integers"
        case .number where !isNullable: "numbers"
        case .string where !isNullable: "strings"
        case .object where !isNullable: "objects"
        case .any, .null, .boolean, .integer, .number, .string, .oneOf, .object, .dictionary, .array, .tuple, .union:
            nil
        }
    }

    private var formInWords: String {
        switch form {
        case .any: "anything"
        case .null: "null"
        case .boolean: "true or false"
        case .integer: "an integer"
        case .number: "a number"
        case .string(let form): (form.format ?? form.pattern).map(StringForm.inWords) ?? "a string"
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

extension StringForm {
    /// Describes the texts of a format or pattern for people.
    package static func inWords(_ form: String) -> String {
        if let format = KnownFormat.all[form] { return format.inWords }
        return switch KnownPattern(rawValue: form) {
        case .time?: "a time such as 09:30"
        case .color?: "a colour such as #1d6f5c"
        case .version?: "a version such as 3.1.0"
        case .yearMonth?: "a month such as 2026-04"
        case nil: "a text of the form \(form)"
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
