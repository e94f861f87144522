/// A JSON Schema as editors understand it: draft 7, as the language servers of YAML and TOML know no later one. What it
/// says means the same in 2020-12.
typealias SchemaNode = JSONValue

/// The dialect, which stands at the top of each file.
let schemaDialect = "http://json-schema.org/draft-07/schema#"

extension SchemaNode {
    /// A text of a form, with what to write where it has another. Editors show that; validators pass over it.
    static func text(_ pattern: String, write: String) -> SchemaNode {
        ["type": "string", "pattern": .string(pattern), "patternErrorMessage": .string("write it as \(write)")]
    }

    /// What YAML takes for a number without quotes.
    static func textOrNumber(_ pattern: String, write: String) -> SchemaNode {
        [
            "type": ["string", "number"], "pattern": .string(pattern),
            "patternErrorMessage": .string("write \(write)"),
        ]
    }

    static func mapping(
        _ properties: [(key: String, value: SchemaNode)], required: [String] = [], allowsOthers: Bool = false
    ) -> SchemaNode {
        var members: [(key: String, value: SchemaNode)] = [("type", "object"), ("properties", .object(properties))]
        if !required.isEmpty { members.append(("required", .array(required.map(JSONValue.string)))) }
        if !allowsOthers { members.append(("additionalProperties", false)) }
        return .object(members)
    }

    static func list(of element: SchemaNode, minimum: Int? = nil) -> SchemaNode {
        SchemaNode.object([("type", "array"), ("items", element)]).adding("minItems", minimum.map(JSONValue.integer))
    }

    /// One, or several in a list.
    static func oneOrMore(_ element: SchemaNode) -> SchemaNode { ["anyOf": [element, list(of: element, minimum: 1)]] }

    static func either(_ values: [String]) -> SchemaNode { ["enum": .array(values.map(JSONValue.string))] }

    /// Something of the part `definitions` of the same file.
    static func reference(_ definition: String) -> SchemaNode {
        ["$ref": .string("#/definitions/\(definition)")]
    }

    /// With `key` at its end, unless there is no value.
    func adding(_ key: String, _ value: JSONValue?) -> SchemaNode {
        guard case .object(let members) = self, let value else { return self }
        return .object(members + [(key, value)])
    }

    /// Beside a `$ref` draft 7 reads nothing else.
    func described(_ words: String) -> SchemaNode {
        let text = JSONValue.string(words)
        return self["$ref"] == nil ? adding("description", text) : ["allOf": [self], "description": text]
    }

    /// Also nothing after the colon. Alternatives only where there is no other way: of those that fit none, editors
    /// cannot say what is wrong.
    var orNull: SchemaNode {
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
        // A reference that stands in `allOf` for its description's sake needs that no more.
        if case .array(let only)? = given["allOf"], let first = only.first { given = first }
        return .object([("anyOf", [given, ["type": "null"]])] + description)
    }
}
