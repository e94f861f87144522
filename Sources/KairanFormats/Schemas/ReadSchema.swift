internal import KairanModel
package import KairanReaders

/// The reason why a JSON Schema cannot be used.
package struct SchemaMistake: Error, Sendable {
    package var message: String
    /// The node that the message is about.
    package var node: SourceNode
}

extension ValueSchema {
    /// Reads the words of JSON Schema (2020-12) that Kairan writes. Annotations have no meaning for it.
    package init(reading node: SourceNode) throws(SchemaMistake) {
        guard let members = node.members else {
            guard node.scalar == "true" else { throw SchemaMistake(message: "a schema must be an object", node: node) }
            self.init(.any)
            return
        }
        if let unknown = members.first(where: { !Self.words.contains($0.key) }) {
            throw SchemaMistake(message: "Kairan does not know the word '\(unknown.key)' here", node: unknown.value)
        }
        if let alternatives = node[Self.alternativesWord]?.elements {
            let schemas = try alternatives.map { node throws(SchemaMistake) in try ValueSchema(reading: node) }
            self = .either(schemas)
            return
        }
        let types = node["type"].map { $0.elements ?? [$0] }?.compactMap(\.scalar) ?? []
        let isNullable =
            types.contains("null") && types.count > 1 || node["enum"]?.elements?.contains(where: \.isNull) == true
        // An integer is also a number.
        let named = types.filter {
            $0 == "null" ? !isNullable : $0 != "integer" || !types.contains("number")
        }
        if named.count < 2 || node["enum"] != nil || node["const"] != nil {
            self = try Self.typed(named.first, node)
            self.isNullable = isNullable
        } else {
            let types = try named.map { type throws(SchemaMistake) in try Self.typed(type, node) }
            self.init(form: Self.union(of: types), isNullable: isNullable)
        }
        textFormat = node[Self.formatWord].flatMap(TextFormat.init)
        if case .string = form { knownValues = node[Self.knownValuesWord]?.elements?.compactMap(\.scalar) ?? [] }
        for member in node[Self.numbersWord]?.members ?? [] {
            guard let number = member.value.scalar.flatMap(Int.init) else {
                throw SchemaMistake(message: "'\(Self.numbersWord)' must hold whole numbers", node: member.value)
            }
            namesOfNumbers[number] = member.key
        }
    }

    private static let annotations = [
        "$schema", "$id", "$comment", "title", "description", "default", "examples", "example", "deprecated",
        "readOnly",
        "writeOnly",
    ]
    private static let words = Set(
        annotations + [
            "type", "minimum", "maximum", "format", "pattern", "minLength", "maxLength", "contentMediaType", "enum",
            alternativesWord, "const", "items", "minItems", "maxItems", "prefixItems", "properties", "required",
            "additionalProperties", "minProperties", "maxProperties",
            keysWord, numbersWord, formatWord,
        ])

    private static func typed(_ type: String?, _ node: SourceNode) throws(SchemaMistake) -> ValueSchema {
        var schema = ValueSchema(try form(type, node))
        if schema.jsonType == .object { schema.keyCount = try count(node, "minProperties", "maxProperties") }
        return schema
    }

    private static func form(_ type: String?, _ node: SourceNode) throws(SchemaMistake) -> Form {
        if node["const"]?.isNull == true { return .null }
        if let values = node["enum"]?.elements ?? node["const"].map({ [$0] }) {
            var known: [JSONScalar] = []
            for value in values { if let value = try scalar(value) { known.append(value) } }
            return .oneOf(known)
        }
        switch type {
        case "null": return .null
        case "boolean": return .boolean
        case "integer":
            var range = try range(node)
            range.size = node["format"]?.scalar.flatMap(IntegerSize.init)
            return .integer(range)
        case "number": return .number(try range(node))
        case "string":
            return .string(
                StringForm(
                    format: node["format"]?.scalar, pattern: node["pattern"]?.scalar,
                    length: try count(node, "minLength", "maxLength"), mediaType: node["contentMediaType"]?.scalar))
        case "array":
            if let elements = node["prefixItems"]?.elements {
                return .tuple(
                    try elements.map { element throws(SchemaMistake) in try ValueSchema(reading: element) })
            }
            let element = try node["items"].map { items throws(SchemaMistake) in try ValueSchema(reading: items) }
            return .array(element ?? ValueSchema(.any), count: try count(node, "minItems", "maxItems"))
        case "object":
            if node["properties"] == nil, let element = node["additionalProperties"], element.members != nil {
                return .dictionary(try ValueSchema(reading: element), keys: node[keysWord]?.scalar)
            }
            let required = Set(node["required"]?.elements?.compactMap(\.scalar) ?? [])
            return .object(
                try (node["properties"]?.members ?? []).map { member throws(SchemaMistake) in
                    Property(
                        name: member.key, schema: try ValueSchema(reading: member.value),
                        isRequired: required.contains(member.key))
                })
        case nil: return .any
        case let type?: throw SchemaMistake(message: "there is no type '\(type)'", node: node["type"] ?? node)
        }
    }

    /// Returns nil for null, which the type already describes.
    private static func scalar(_ node: SourceNode) throws(SchemaMistake) -> JSONScalar? {
        switch node.content {
        case .scalar(_, .null): return nil
        case .scalar(let text, .string): return .string(text)
        case .scalar(let text, .number):
            if let number = Int(text) { return .integer(number) }
        default: break
        }
        throw SchemaMistake(message: "an enum may hold only strings and whole numbers", node: node)
    }

    private static func range(_ node: SourceNode) throws(SchemaMistake) -> NumberRange {
        func number(_ word: String) throws(SchemaMistake) -> DecimalNumber? {
            guard let bound = node[word] else { return nil }
            if let number = bound.scalar.flatMap({ DecimalNumber($0) }) { return number }
            throw SchemaMistake(message: "'\(word)' must be a number", node: bound)
        }
        return NumberRange(minimum: try number("minimum"), maximum: try number("maximum"))
    }

    private static func count(
        _ node: SourceNode, _ minimum: String, _ maximum: String
    ) throws(SchemaMistake) -> CountRange {
        func number(_ word: String) throws(SchemaMistake) -> Int? {
            guard let bound = node[word] else { return nil }
            if let number = bound.scalar.flatMap(Int.init), number >= 0 { return number }
            throw SchemaMistake(message: "'\(word)' must be a whole number", node: bound)
        }
        return CountRange(minimum: try number(minimum), maximum: try number(maximum))
    }
}
