/// The types of JSON without null, in the order in which a union lists them.
package enum JSONType: Int, Comparable {
    case boolean, number, string, array, object

    /// - Parameter byte: The first byte of a value.
    package init(startingWith byte: UInt8) {
        switch byte {
        case UInt8(ascii: "{"): self = .object
        case UInt8(ascii: "["): self = .array
        case UInt8(ascii: "\""): self = .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean
        default: self = .number
        }
    }

    package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

extension ValueSchema {
    /// The type; nil for a schema of anything, of several types, or of null.
    package var jsonType: JSONType? {
        switch form {
        case .any, .null, .union: nil
        case .boolean: .boolean
        case .integer, .number: .number
        case .string: .string
        case .oneOf(let values): values.allSatisfy(\.isInteger) ? .number : .string
        case .array, .tuple: .array
        case .object, .dictionary: .object
        }
    }

    /// One schema for each type that a value may have, without null.
    package var alternatives: [ValueSchema] {
        if case .union(let types) = form { return types }
        var alone = written(nil)
        alone.isNullable = false
        return [alone]
    }

    /// Returns the alternative that has the same type as another schema.
    package func alternative(like other: ValueSchema) -> ValueSchema? {
        alternatives.first { $0.jsonType == other.jsonType && $0.isAnything == other.isAnything }
    }

    /// - Parameter alternatives: At most one schema of each type. The size of a number is left out, because it would
    /// take the place of a string's format.
    package static func union(of alternatives: [ValueSchema]) -> Form {
        switch alternatives.count {
        case 0: .any
        case 1: alternatives[0].form
        default:
            .union(
                alternatives.map { alternative in
                    ValueSchema(
                        form: alternative.form.withoutSize, keyCount: alternative.keyCount,
                        declaredValues: alternative.declaredValues, chosenRange: alternative.chosenRange)
                }
                .sorted { ($0.jsonType ?? .boolean) < ($1.jsonType ?? .boolean) })
        }
    }
}

extension ValueSchema.Form {
    package var withoutSize: Self {
        guard case .integer(var range) = self else { return self }
        range.size = nil
        return .integer(range)
    }
}
