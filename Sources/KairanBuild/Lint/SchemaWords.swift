internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders
internal import KairanTemplates

extension SchemaReader {
    /// Keywords that do not restrict what a value may be.
    static let silentWords: Set<String> = [
        "$schema", "$id", "$comment", "$defs", "definitions", "title", "description", "default", "examples", "example",
        "deprecated", "readOnly", "writeOnly", "contentMediaType",
    ]

    /// Keywords that apply only to certain types, with these types; without one of them the keyword would be skipped.
    private static let typesOfWords: [String: Set<String>] = [
        "properties": ["object"], "required": ["object"], "additionalProperties": ["object"],
        "minProperties": ["object"], "maxProperties": ["object"],
        "items": ["array"], "prefixItems": ["array"], "minItems": ["array"], "maxItems": ["array"],
        "minimum": ["number", "integer"], "maximum": ["number", "integer"],
        "minLength": ["string"], "maxLength": ["string"], "pattern": ["string"], "format": ["string"],
    ]

    mutating func check(_ members: [SourceNode.Member], _ schema: SourceNode) {
        let types = schema["type"].map { $0.elements ?? [$0] }?.compactMap(\.scalar) ?? []
        let isListed = schema["enum"] != nil || schema["const"] != nil
        for member in members where !Self.silentWords.contains(member.key) {
            if ["type", "enum", "const"].contains(member.key) { continue }
            guard let needed = Self.typesOfWords[member.key] else {
                mistake("lint does not check the word '\(member.key)'", at: member.keySpan, help: "remove it")
                continue
            }
            if isListed {
                mistake("lint does not check '\(member.key)' beside a list of values", at: member.keySpan)
            } else if types.isEmpty {
                let type = needed.sorted()[0]
                mistake(
                    "lint checks '\(member.key)' only beside a type", at: member.keySpan,
                    help: "write \"type\": \"\(type)\" beside it")
            } else if member.key == "additionalProperties" {
                checkOtherKeys(member, schema)
            } else if member.key == "pattern" {
                checkPattern(member.value)
            }
        }
    }

    private mutating func checkOtherKeys(_ member: SourceNode.Member, _ schema: SourceNode) {
        if member.value.scalar == "false" {
            mistake(
                "lint does not check for keys that a schema does not name", at: member.value.span,
                help: "remove 'additionalProperties'")
        } else if member.value.members != nil, schema["properties"] != nil || schema["required"] != nil {
            mistake("lint does not check 'additionalProperties' beside keys with names", at: member.keySpan)
        }
    }

    private mutating func checkPattern(_ node: SourceNode) {
        guard let pattern = node.scalar else { return }
        do throws(PatternMistake) {
            _ = try LinearPattern(pattern)
        } catch {
            mistake("lint cannot read the regular expression '\(pattern)': \(error.reason)", at: node.span)
        }
    }
}
