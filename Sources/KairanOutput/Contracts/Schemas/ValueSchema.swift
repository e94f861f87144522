package import KairanModel

/// What a client can rely on in a JSON value: a JSON Schema (2020-12) of those words that shapes have a use for.
///
/// Objects may have more keys than it names, as clients leave out what they do not know.
package struct ValueSchema: Sendable, Hashable {
    package indirect enum Form: Sendable, Hashable {
        /// Of a file that no shape makes.
        case any
        case null
        case boolean
        case integer(NumberRange)
        case number(NumberRange)
        case string(StringForm)
        /// One of these strings or integers.
        case oneOf([JSONScalar])
        case array(ValueSchema, count: CountRange)
        /// An array with a schema for each of its elements.
        case tuple([ValueSchema])
        case object([Property])
        /// An object whose keys are data: such as `ads.number`, the number of an ad; nil where that is not known.
        case dictionary(ValueSchema, keys: String?)
        /// One of several types, as files have it that no shape makes: a schema for each, see `alternatives`.
        case union([ValueSchema])
    }

    package struct Property: Sendable, Hashable {
        package var name: String
        package var schema: ValueSchema
        /// False when the key may be left out.
        package var isRequired: Bool
    }

    package var form: Form
    package var isNullable = false
    /// Of a choice that is written as numbers: which value each of them stands for.
    package var namesOfNumbers: [Int: String] = [:]
    /// Of a text, of the keys of a dictionary, or of the elements of an array of several texts.
    var textFormat: TextFormat?
    /// Of a `oneOf` that conditions of a query narrow: all that its choice has. It is not published.
    var declaredValues: [JSONScalar] = []
    /// Of a number: between which ends conditions of a query leave it. It is not published.
    var chosenRange: NumberRange?

    /// Whether nothing is promised.
    var isAnything: Bool { form == .any }
}

/// Both ends are included; nil where there is none.
package struct NumberRange: Sendable, Hashable {
    package var minimum: DecimalNumber?
    package var maximum: DecimalNumber?
    /// Of whole numbers how much room a reader needs; nil where that is not said, and then 64 bits are enough.
    package var size: IntegerSize?

    static let any = NumberRange()

    /// With the room that its ends ask for.
    var sized: NumberRange {
        guard let minimum, let maximum else { return NumberRange(minimum: minimum, maximum: maximum, size: .int64) }
        let fits = minimum >= DecimalNumber(Int(Int32.min)) && maximum <= DecimalNumber(Int(Int32.max))
        return NumberRange(minimum: minimum, maximum: maximum, size: fits ? .int32 : .int64)
    }
}

/// As `format` has it (OpenAPI 3.1, 4.4). Never more than JavaScript holds: see `wholeNumbersOfJSON`.
package enum IntegerSize: String, Sendable, Hashable { case int32, int64 }

/// How many characters or elements; nil where there is no limit.
package struct CountRange: Sendable, Hashable {
    package var minimum: Int?
    package var maximum: Int?

    static let any = CountRange()
}

package struct StringForm: Sendable, Hashable {
    /// A format of JSON Schema 2020-12 (Validation, 7.3), such as `date-time`.
    package var format: String?
    /// A regular expression of the part that ECMA-262 and all others share.
    package var pattern: String?
    /// In Unicode scalars.
    package var length = CountRange.any
    /// Such as `text/html`.
    package var mediaType: String?
}

package enum JSONScalar: Sendable, Hashable {
    case integer(Int)
    case string(String)
}

extension ValueSchema.Property {
    init(_ name: String, _ schema: ValueSchema, isRequired: Bool = true) {
        self.init(name: name, schema: schema, isRequired: isRequired)
    }
}

extension ValueSchema {
    init(_ form: Form) { self.form = form }

    static let text = ValueSchema(.string(StringForm()))
    static let integer = ValueSchema(.integer(NumberRange.any.sized))

    static func string(format: String) -> ValueSchema { ValueSchema(.string(StringForm(format: format))) }

    static func string(pattern: String) -> ValueSchema { ValueSchema(.string(StringForm(pattern: pattern))) }

    static func integer(_ range: ClosedRange<Int>) -> ValueSchema {
        let limits = NumberRange(minimum: DecimalNumber(range.lowerBound), maximum: DecimalNumber(range.upperBound))
        return ValueSchema(.integer(limits.sized))
    }

    static func integer(from minimum: Int, _ size: IntegerSize) -> ValueSchema {
        ValueSchema(.integer(NumberRange(minimum: DecimalNumber(minimum), size: size)))
    }

    static func number(_ range: ClosedRange<Int>) -> ValueSchema {
        ValueSchema(
            .number(NumberRange(minimum: DecimalNumber(range.lowerBound), maximum: DecimalNumber(range.upperBound))))
    }

    static func array(_ element: ValueSchema) -> ValueSchema { ValueSchema(.array(element, count: .any)) }

    func written(_ format: TextFormat?) -> ValueSchema {
        var schema = self
        schema.textFormat = format
        return schema
    }

    /// Without what tells values apart that readers take for one type.
    var loosened: ValueSchema {
        var schema = written(nil)
        schema.chosenRange = nil
        switch form {
        case .integer(var range) where range.size != nil:
            range.size = .int64
            schema.form = .integer(range)
        case .oneOf(let values):
            schema.form = .oneOf(declaredValues + values.filter { !declaredValues.contains($0) })
            schema.declaredValues = []
        case .array(let element, let count): schema.form = .array(element.loosened, count: count)
        case .tuple(let elements): schema.form = .tuple(elements.map(\.loosened))
        case .dictionary(let element, let keys): schema.form = .dictionary(element.loosened, keys: keys)
        case .object(let properties):
            schema.form = .object(
                properties.map { Property(name: $0.name, schema: $0.schema.loosened, isRequired: $0.isRequired) })
        case .any, .null, .boolean, .integer, .number, .string, .union: break
        }
        return schema
    }

    func orNull(_ isNullable: Bool) -> ValueSchema {
        guard isNullable, form != .null, !isAnything else { return self }
        var schema = self
        schema.isNullable = true
        return schema
    }
}
