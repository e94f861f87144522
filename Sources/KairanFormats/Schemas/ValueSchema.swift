package import KairanModel

/// The promises about a JSON value that a client can rely on. It is a JSON Schema (2020-12), limited to the words that
/// shapes need.
///
/// Objects may have more keys than the schema names, because clients ignore unknown keys.
package struct ValueSchema: Sendable, Hashable {
    package indirect enum Form: Sendable, Hashable {
        /// Anything is possible, as in a file that no shape makes.
        case any
        case null
        case boolean
        case integer(NumberRange)
        case number(NumberRange)
        case string(StringForm)
        /// The value is one of these strings or integers.
        case oneOf([JSONScalar])
        case array(ValueSchema, count: CountRange)
        /// The value is an array with a schema for each of its elements.
        case tuple([ValueSchema])
        case object([Property])
        /// The value is an object whose keys are data, such as `ads.number`, the number of an ad; nil if the field is
        /// unknown.
        case dictionary(ValueSchema, keys: String?)
        /// The value has one of several types, as in files that no shape makes. There is a schema for each: see
        /// `alternatives`.
        case union([ValueSchema])
    }

    package struct Property: Sendable, Hashable {
        package var name: String
        package var schema: ValueSchema
        /// This is false if the key may be left out.
        package var isRequired: Bool

        package init(name: String, schema: ValueSchema, isRequired: Bool) {
            (self.name, self.schema, self.isRequired) = (name, schema, isRequired)
        }
    }

    package var form: Form
    package var isNullable = false
    /// This is true if null may be a value that somebody wrote, and does not only stand for a missing one. No published
    /// schema says so.
    package var nullIsValue = false
    /// For a choice that is written as numbers, the value that each number stands for.
    package var namesOfNumbers: [Int: String] = [:]
    /// For a text, values that clients can expect. Others may come, so they promise nothing.
    package var knownValues: [String] = []
    /// The format of a text, of a dictionary's keys, or of the several texts in an array.
    package var textFormat: TextFormat?
    /// The number of a dictionary's keys.
    package var keyCount = CountRange.any
    /// For a `oneOf` that the conditions of a query narrow, all values of its choice. They are not published.
    package var declaredValues: [JSONScalar] = []
    /// For a number, the range that the conditions of a query leave. It is not published.
    package var chosenRange: NumberRange?
    /// This is true for a number whose limits a declaration sets, so that somebody might widen them. It is not published.
    package var hasOwnLimits = false

    /// Schemas are equal if they promise the same. What is not published, or not promised, makes no difference.
    package static func == (one: ValueSchema, other: ValueSchema) -> Bool {
        one.form == other.form && one.isNullable == other.isNullable && one.namesOfNumbers == other.namesOfNumbers
            && one.textFormat == other.textFormat && one.keyCount == other.keyCount
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(form)
        hasher.combine(isNullable)
        hasher.combine(namesOfNumbers)
        hasher.combine(textFormat)
        hasher.combine(keyCount)
    }

    /// This is true if nothing is promised.
    package var isAnything: Bool { form == .any }
}

/// A range of numbers, with both ends included. An end is nil if there is no limit.
package struct NumberRange: Sendable, Hashable {
    package var minimum: DecimalNumber?
    package var maximum: DecimalNumber?
    /// For integers, the size that a client needs; nil if it is not stated, and then 64 bits are enough.
    package var size: IntegerSize?

    package init(minimum: DecimalNumber? = nil, maximum: DecimalNumber? = nil, size: IntegerSize? = nil) {
        self.minimum = minimum
        self.maximum = maximum
        self.size = size
    }

    package static let any = NumberRange()

    /// The range with the size that its ends require.
    package var sized: NumberRange {
        guard let minimum, let maximum else { return NumberRange(minimum: minimum, maximum: maximum, size: .int64) }
        let fits = minimum >= DecimalNumber(Int(Int32.min)) && maximum <= DecimalNumber(Int(Int32.max))
        return NumberRange(minimum: minimum, maximum: maximum, size: fits ? .int32 : .int64)
    }

    /// Returns the numbers that are in both ranges.
    package func intersection(_ other: NumberRange) -> NumberRange {
        NumberRange(
            minimum: [minimum, other.minimum].compactMap(\.self).max(),
            maximum: [maximum, other.maximum].compactMap(\.self).min())
    }

    /// Returns the smallest range that contains both.
    package func union(_ other: NumberRange) -> NumberRange {
        var all = NumberRange.any
        if let minimum, let least = other.minimum { all.minimum = min(minimum, least) }
        if let maximum, let most = other.maximum { all.maximum = max(maximum, most) }
        return all
    }
}

/// The value of `format` (OpenAPI 3.1, 4.4). Integers never exceed what JavaScript can hold: see `wholeNumbersOfJSON`.
package enum IntegerSize: String, Sendable, Hashable { case int32, int64 }

/// A number of characters or elements. An end is nil if there is no limit.
package struct CountRange: Sendable, Hashable {
    package var minimum: Int?
    package var maximum: Int?

    package init(minimum: Int? = nil, maximum: Int? = nil) {
        self.minimum = minimum
        self.maximum = maximum
    }

    package static let any = CountRange()
}

package struct StringForm: Sendable, Hashable {
    /// A format of JSON Schema 2020-12 (Validation, 7.3), such as `date-time`.
    package var format: String?
    /// A regular expression in the syntax that ECMA-262 shares with all other dialects.
    package var pattern: String?
    /// The length in Unicode scalars.
    package var length = CountRange.any
    /// A media type such as `text/html`.
    package var mediaType: String?

    package init(
        format: String? = nil, pattern: String? = nil, length: CountRange = .any, mediaType: String? = nil
    ) {
        (self.format, self.pattern, self.length, self.mediaType) = (format, pattern, length, mediaType)
    }
}

package enum JSONScalar: Sendable, Hashable {
    case integer(Int)
    case string(String)
}

extension ValueSchema.Property {
    package init(_ name: String, _ schema: ValueSchema, isRequired: Bool = true) {
        self.init(name: name, schema: schema, isRequired: isRequired)
    }
}

extension ValueSchema {
    package init(_ form: Form, isNullable: Bool = false) { (self.form, self.isNullable) = (form, isNullable) }

    package static let text = ValueSchema(.string(StringForm()))
    package static let integer = ValueSchema(.integer(NumberRange.any.sized))

    package static func string(format: String) -> ValueSchema { ValueSchema(.string(StringForm(format: format))) }

    package static func string(pattern: String) -> ValueSchema { ValueSchema(.string(StringForm(pattern: pattern))) }

    package static func integer(_ range: ClosedRange<Int>) -> ValueSchema {
        let limits = NumberRange(minimum: DecimalNumber(range.lowerBound), maximum: DecimalNumber(range.upperBound))
        return ValueSchema(.integer(limits.sized))
    }

    package static func integer(from minimum: Int, _ size: IntegerSize) -> ValueSchema {
        ValueSchema(.integer(NumberRange(minimum: DecimalNumber(minimum), size: size)))
    }

    package static func number(_ range: ClosedRange<Int>) -> ValueSchema {
        ValueSchema(
            .number(NumberRange(minimum: DecimalNumber(range.lowerBound), maximum: DecimalNumber(range.upperBound))))
    }

    package static func array(_ element: ValueSchema) -> ValueSchema { ValueSchema(.array(element, count: .any)) }

    package func written(_ format: TextFormat?) -> ValueSchema {
        var schema = self
        schema.textFormat = format
        return schema
    }

    /// The schema without details that clients do not see in the type.
    package var loosened: ValueSchema {
        var schema = written(nil)
        switch form {
        case .integer(var range) where range.size != nil:
            range.size = .int64
            schema.form = .integer(range)
        case .oneOf(let values):
            schema.form = .oneOf(declaredValues + values.filter { !declaredValues.contains($0) })
            schema.declaredValues = []
        case .string(var form) where form.pattern.flatMap(KnownPattern.init) == nil:
            form.pattern = nil
            schema.form = .string(form)
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

    package func orNull(_ isNullable: Bool) -> ValueSchema {
        guard isNullable, form != .null, !isAnything else { return self }
        var schema = self
        schema.isNullable = true
        return schema
    }

    /// The schema of the values that are there.
    package var ofValues: ValueSchema {
        var schema = self
        schema.isNullable = isNullable && nullIsValue
        return schema
    }
}
