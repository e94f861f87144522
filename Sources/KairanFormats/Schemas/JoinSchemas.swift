import KairanModel

extension ValueSchema {
    /// Returns what is true of a value that fits one of several schemas. JSON tells apart only its own types, so the
    /// schemas of one type become one.
    package static func either(_ schemas: [ValueSchema]) -> ValueSchema {
        var alternatives: [ValueSchema] = []
        for schema in schemas.flatMap(\.alternatives) where schema.form != .null {
            if schema.isAnything { return ValueSchema(.any) }
            if let index = alternatives.firstIndex(where: { $0.jsonType == schema.jsonType }) {
                alternatives[index] = alternatives[index].joined(with: schema)
            } else {
                alternatives.append(schema)
            }
        }
        let isNullable = schemas.contains { $0.isNullable || $0.form == .null }
        let form = alternatives.count == 1 ? nil : alternatives.isEmpty ? Form.null : union(of: alternatives)
        var all = (form.map { ValueSchema($0) } ?? alternatives[0]).orNull(isNullable)
        all.nullIsValue = schemas.contains(where: \.nullIsValue)
        return all.written(format(ofOne: schemas))
    }

    /// Returns the format of a text that one of the schemas has. Where another allows a value of the same type, that may
    /// be other words.
    private static func format(ofOne schemas: [ValueSchema]) -> TextFormat? {
        let formatted = schemas.filter { $0.textFormat != nil }
        let formats = formatted.compactMap(\.textFormat)
        guard let format = formats.dropFirst().reduce(formats.first, { $0?.or($1) }) else { return nil }
        let hasOthers = schemas.contains { schema in
            schema.textFormat == nil && formatted.contains { $0.isAlike(schema) }
        }
        return hasOthers ? format.orOtherWords : format
    }

    private func isAlike(_ other: ValueSchema) -> Bool {
        alternatives.contains {
            [.string, .array, .object].contains($0.jsonType) && other.alternative(like: $0) != nil
        }
    }

    /// Joins two schemas of the same type of JSON.
    private func joined(with other: ValueSchema) -> ValueSchema {
        var schema = self
        schema.isNullable = isNullable || other.isNullable
        schema.namesOfNumbers = namesOfNumbers == other.namesOfNumbers ? namesOfNumbers : [:]
        if !declaredValues.isEmpty || !other.declaredValues.isEmpty {
            let (values, others) = (valuesOfChoice, other.valuesOfChoice)
            schema.declaredValues = values + others.filter { !values.contains($0) }
        }
        schema.chosenRange = chosenRange.flatMap { other.chosenRange.map($0.union) }
        schema.keyCount = keyCount == other.keyCount ? keyCount : .any
        schema.form = form.joined(with: other.form)
        return schema
    }

    /// The values of a choice, with those that conditions leave out.
    private var valuesOfChoice: [JSONScalar] {
        guard declaredValues.isEmpty, case .oneOf(let values) = form else { return declaredValues }
        return values
    }
}

extension ValueSchema.Form {
    fileprivate func joined(with other: Self) -> Self {
        switch (self, other) {
        case (.integer(let one), .integer(let other)): .integer(one.union(other).sized)
        case (.integer(let one), .number(let other)), (.number(let one), .integer(let other)),
            (.number(let one), .number(let other)):
            .number(one.union(other))
        case (.oneOf(let one), .oneOf(let other)): .oneOf(one + other.filter { !one.contains($0) })
        case (.oneOf(let values), _) where values.allSatisfy(\.isInteger): other.joinedWithNumbers
        case (_, .oneOf(let values)) where values.allSatisfy(\.isInteger): joinedWithNumbers
        case (.string(let one), .string(let other)): .string(one.joined(with: other))
        case (.oneOf, .string), (.string, .oneOf): .string(StringForm())
        case (.array(let one, let count), .array(let other, let otherCount)):
            .array(.either([one, other]), count: count == otherCount ? count : .any)
        case (.object(let one), .object(let other)): .object(joinedProperties(one, other))
        case (.dictionary(let one, let keys), .dictionary(let other, let otherKeys)):
            .dictionary(.either([one, other]), keys: keys == otherKeys ? keys : nil)
        case (.tuple(let one), .tuple(let other)) where one.count == other.count:
            .tuple(zip(one, other).map { .either([$0, $1]) })
        case (.array, _), (.tuple, _): self == other ? self : .array(ValueSchema(.any), count: .any)
        case (.object, _), (.dictionary, _): .dictionary(ValueSchema(.any), keys: nil)
        case (.boolean, .boolean): .boolean
        // The types are different, and are never joined.
        default: .any
        }
    }

    /// The promise about a number that may also be one of a few given numbers.
    private var joinedWithNumbers: Self {
        if case .integer = self { .integer(NumberRange.any.sized) } else { .number(.any) }
    }
}

extension StringForm {
    fileprivate func joined(with other: StringForm) -> StringForm { self == other ? self : StringForm() }
}

/// Returns the properties of both, where a key of only one of the two objects may be missing.
private func joinedProperties(
    _ one: [ValueSchema.Property], _ other: [ValueSchema.Property]
) -> [ValueSchema.Property] {
    let common = one.map { property in
        guard let same = other.first(where: { $0.name == property.name }) else {
            return ValueSchema.Property(property.name, property.schema, isRequired: false)
        }
        return ValueSchema.Property(
            property.name, .either([property.schema, same.schema]), isRequired: property.isRequired && same.isRequired)
    }
    let added = other.filter { property in !one.contains { $0.name == property.name } }
    return common + added.map { ValueSchema.Property($0.name, $0.schema, isRequired: false) }
}
