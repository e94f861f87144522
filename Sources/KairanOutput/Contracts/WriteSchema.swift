internal import KairanModel

extension ValueSchema {
    /// As JSON Schema (2020-12), without `$schema`.
    package var json: JSONValue { .object(words) }

    var words: [(key: String, value: JSONValue)] {
        var words: [(key: String, value: JSONValue)] = []
        if let type = typeName {
            words.append(
                ("type", isNullable && form != .null ? .array([.string(type), .string("null")]) : .string(type)))
        }
        switch form {
        case .any, .null, .boolean: break
        case .integer(let range), .number(let range):
            words.add("minimum", range.minimum.map(JSONValue.init))
            words.add("maximum", range.maximum.map(JSONValue.init))
        case .string(let form):
            words.add("format", form.format.map(JSONValue.string))
            words.add("pattern", form.pattern.map(JSONValue.string))
            words.add("minLength", form.length.minimum.map(JSONValue.integer))
            words.add("maxLength", form.length.maximum.map(JSONValue.integer))
            words.add("contentMediaType", form.mediaType.map(JSONValue.string))
        case .oneOf(let values):
            words.append(("enum", .array(values.map(JSONValue.init) + (isNullable ? [.null] : []))))
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
        case .dictionary(let element): words.append(("additionalProperties", element.json))
        }
        return words
    }

    /// Nil for what may be anything.
    package var typeName: String? {
        switch form {
        case .any: nil
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
    var isInteger: Bool { if case .integer = self { true } else { false } }
}

extension JSONValue {
    init(_ scalar: JSONScalar) {
        switch scalar {
        case .integer(let number): self = .integer(number)
        case .string(let text): self = .string(text)
        }
    }

    init(_ number: DecimalNumber) {
        self = number.scale == 0 ? .integer(number.significand) : .number(number.description)
    }
}

extension [(key: String, value: JSONValue)] {
    fileprivate mutating func add(_ key: String, _ value: JSONValue?) { if let value { append((key, value)) } }
}
