package import KairanReaders

/// A JSON Schema of draft 7, because the language servers of YAML and TOML know no later one. It means the same in
/// 2020-12.
package typealias SchemaNode = JSONValue

/// The dialect, which stands at the top of each file.
package let schemaDialect = "http://json-schema.org/draft-07/schema#"

extension SchemaNode {
    /// Returns the schema of a text with a certain form, and the message for any other form. Editors show the message,
    /// and validators ignore it.
    package static func text(_ pattern: String, write: String) -> SchemaNode {
        ["type": "string", "pattern": .string(pattern), "patternErrorMessage": .string("write it as \(write)")]
    }

    /// Returns the schema of a text that YAML may read as a number if it has no quotes.
    static func textOrNumber(_ pattern: String, write: String) -> SchemaNode {
        [
            "type": ["string", "number"], "pattern": .string(pattern),
            "patternErrorMessage": .string("write \(write)"),
        ]
    }

    package static func mapping(
        _ properties: [(key: String, value: SchemaNode)], required: [String] = [], allowsOthers: Bool = false
    ) -> SchemaNode {
        var members: [(key: String, value: SchemaNode)] = [("type", "object"), ("properties", .object(properties))]
        if !required.isEmpty { members.append(("required", .array(required.map(JSONValue.string)))) }
        if !allowsOthers { members.append(("additionalProperties", false)) }
        return .object(members)
    }

    package static func list(of element: SchemaNode, minimum: Int? = nil) -> SchemaNode {
        SchemaNode.object([("type", "array"), ("items", element)]).adding("minItems", minimum.map(JSONValue.integer))
    }

    /// Returns the schema of one value, or of a list of them.
    package static func oneOrMore(_ element: SchemaNode) -> SchemaNode {
        ["anyOf": [element, list(of: element, minimum: 1)]]
    }

    package static func either(_ values: [String]) -> SchemaNode { ["enum": .array(values.map(JSONValue.string))] }

    /// Returns a reference to a schema in `definitions` of the same file.
    package static func reference(_ definition: String) -> SchemaNode {
        ["$ref": .string("#/definitions/\(definition)")]
    }

    /// Returns the schema with `key` at its end, or unchanged if there is no value.
    package func adding(_ key: String, _ value: JSONValue?) -> SchemaNode {
        guard case .object(let members) = self, let value else { return self }
        return .object(members + [(key, value)])
    }

    /// Returns the schema with a description. In draft 7, nothing beside a `$ref` is read.
    package func described(_ words: String) -> SchemaNode {
        let text = JSONValue.string(words)
        return self["$ref"] == nil ? adding("description", text) : ["allOf": [self], "description": text]
    }

    /// Returns the schema that also allows an empty value after the colon. Alternatives are used only if there is no
    /// other way, because if no alternative fits, editors cannot say what is wrong.
    package var orNull: SchemaNode {
        guard case .object(var members) = self else { return self }
        if let index = members.firstIndex(where: { $0.key == "type" || $0.key == "enum" }) {
            let words = members[index].value
            let isType = members[index].key == "type"
            let list = if case .array(let words) = words { words } else { [words] }
            members[index].value = .array(list + [isType ? "null" : .null])
            return .object(members)
        }
        let description = members.filter { $0.key == "description" }
        var given = SchemaNode.object(members.filter { $0.key != "description" })
        // A reference that is wrapped in `allOf` only for its description no longer needs that.
        if case .array(let only)? = given["allOf"], let first = only.first { given = first }
        return .object([("anyOf", [given, ["type": "null"]])] + description)
    }
}
