package import KairanModel
package import KairanReaders

extension ValueSchema {
    /// The schema as JSON Schema (2020-12), without `$schema`.
    package var json: JSONValue { .object(words) }

    package var words: [(key: String, value: JSONValue)] {
        var words: [(key: String, value: JSONValue)] = []
        if case .union(let types) = form, types.contains(where: \.isEnumeration) {
            let alternatives = isNullable ? types + [ValueSchema(.null)] : types
            return [(Self.alternativesWord, .array(alternatives.map(\.json)))]
        }
        // Generators of code take a type of its own for null for the name of a class.
        if form == .null { words.append(("const", .null)) }
        var types = form == .null ? [] : alternatives.compactMap(\.typeName).map(JSONValue.string)
        if isNullable, !isAnything { types.append(.string("null")) }
        if !types.isEmpty { words.append(("type", types.count == 1 ? types[0] : .array(types))) }
        switch form {
        case .any, .null, .boolean: break
        // Each word concerns one type alone (Validation, 6).
        case .union(let types): words += types.flatMap { $0.words.dropFirst() }
        case .integer(let range), .number(let range):
            words.add(Self.numbersWord, numbers(of: namesOfNumbers.keys.sorted().map { .integer($0) }))
            words.add("format", range.size.map { .string($0.rawValue) })
            words.add("minimum", range.minimum.map(JSONValue.init))
            words.add("maximum", range.maximum.map(JSONValue.init))
        case .string(let form):
            words.add("format", form.format.map(JSONValue.string))
            words.add("pattern", form.pattern.map(JSONValue.string))
            words.add("minLength", form.length.minimum.map(JSONValue.integer))
            words.add("maxLength", form.length.maximum.map(JSONValue.integer))
            words.add("contentMediaType", form.mediaType.map(JSONValue.string))
            words.add(Self.knownValuesWord, knownValues.isEmpty ? nil : .array(knownValues.map(JSONValue.string)))
        case .oneOf(let values):
            words.append(("enum", .array(values.map(JSONValue.init) + (isNullable ? [.null] : []))))
            words.add(Self.numbersWord, numbers(of: values))
        case .array(let element, let count):
            words.append(("items", element.json))
            words.add("minItems", count.minimum.map(JSONValue.integer))
            words.add("maxItems", count.maximum.map(JSONValue.integer))
        case .tuple(let elements):
            words.append(("prefixItems", .array(elements.map(\.json))))
            words.append(("items", .boolean(false)))
            words.append(("minItems", .integer(elements.count)))
        case .object(let properties):
            words.append(("properties", .object(properties.map { ($0.name, $0.schema.json) })))
            words.append(("required", .array(properties.filter(\.isRequired).map { .string($0.name) })))
        case .dictionary(let element, let keys):
            words.append(("additionalProperties", element.json))
            words.add(Self.keysWord, keys.map(JSONValue.string))
            words.add("minProperties", keyCount.minimum.map(JSONValue.integer))
            words.add("maxProperties", keyCount.maximum.map(JSONValue.integer))
        }
        words.add(Self.formatWord, textFormat?.json)
        return words
    }

    /// The key for types of which one has an `enum`, which would exclude the values of the others beside it.
    static let alternativesWord = "anyOf"
    /// The key for how the data in a text are written. If each locale has its own files, the value is an object by
    /// locale.
    package static let formatWord = "x-format"
    /// The key for the keys of a dictionary, such as `ads.number`. JSON Schema allows unknown words (Core, 6.5).
    package static let keysWord = "x-keys"
    /// The key for an `enum` of numbers, such as `{ "open": 0, "closed": 5 }`.
    package static let numbersWord = "x-numbers"

    /// The key for the values of a text that clients can expect; to JSON Schema they are examples (Validation, 9.5).
    static let knownValuesWord = "examples"

    private func numbers(of values: [JSONScalar]) -> JSONValue? {
        let members = values.compactMap { value -> (key: String, value: JSONValue)? in
            guard case .integer(let number) = value, let name = namesOfNumbers[number] else { return nil }
            return (name, .integer(number))
        }
        return members.isEmpty ? nil : .object(members)
    }

    private var isEnumeration: Bool { if case .oneOf = form { true } else { false } }

    /// The name of the type; nil if the value may be anything or have several types.
    package var typeName: String? {
        switch form {
        case .any, .union: nil
        case .null: "null"
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .oneOf(let values): values.allSatisfy(\.isInteger) ? "integer" : "string"
        case .array, .tuple: "array"
        case .object, .dictionary: "object"
        }
    }
}

extension JSONScalar {
    package var isInteger: Bool { if case .integer = self { true } else { false } }
}

extension JSONValue {
    package init(_ scalar: JSONScalar) {
        switch scalar {
        case .integer(let number): self = .integer(number)
        case .string(let text): self = .string(text)
        }
    }

    package init(_ number: DecimalNumber) {
        self = number.scale == 0 ? .integer(number.significand) : .number(number.description)
    }
}

extension [(key: String, value: JSONValue)] {
    fileprivate mutating func add(_ key: String, _ value: JSONValue?) { if let value { append((key, value)) } }
}
