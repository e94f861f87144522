/// Kotlin that loads a file and decodes it with kotlinx.serialization.
func kotlinSnippet(_ schema: ValueSchema, name: String, url: String) -> String {
    let types = ClientTypes(of: schema, name: name)
    var lines = [
        "import java.net.URI", "import kotlinx.serialization.SerialName", "import kotlinx.serialization.Serializable",
        "import kotlinx.serialization.json.Json", "",
    ]
    for record in types.records {
        lines += ["@Serializable", "data class \(record.name)("]
        lines += record.members.map { member in
            let name = memberName(member.key)
            let serial = name == member.key ? "" : "@SerialName(\(quoted(member.key))) "
            return "    \(serial)val \(escaped(name)): \(kotlin(member.type))\(member.isOptional ? "? = null" : ""),"
        }
        lines += [")", ""]
    }
    for enumeration in types.enumerations where !enumeration.values.allSatisfy(\.isInteger) {
        lines += ["@Serializable", "enum class \(enumeration.name) {"]
        for case .string(let text) in enumeration.values {
            let name = memberName(text)
            let serial = name == text ? "" : "@SerialName(\(quoted(text))) "
            lines.append("    \(serial)\(escaped(name)),")
        }
        lines += ["}", ""]
    }
    // Enums are written as strings there, so a number stays one.
    for enumeration in types.enumerations where enumeration.values.allSatisfy(\.isInteger) {
        lines += ["typealias \(enumeration.name) = Int", ""]
    }
    let variable = memberName(name.prefix(1).lowercased() + name.dropFirst())
    lines += [
        "val json = Json { ignoreUnknownKeys = true }",
        "val text = URI(\(quoted(url))).toURL().readText()",
        "val \(variable) = json.decodeFromString<\(kotlin(types.root))>(text)",
    ]
    return lines.joined(separator: "\n")
}

private func kotlin(_ type: ClientType) -> String {
    switch type {
    case .boolean: "Boolean"
    case .integer: "Long"
    case .decimal: "Double"
    case .text, .any: "String"
    case .named(let name): name
    case .list(let element, let isOptional): "List<\(kotlin(element))\(isOptional ? "?" : "")>"
    case .dictionary(let element, let isOptional): "Map<String, \(kotlin(element))\(isOptional ? "?" : "")>"
    }
}

private func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("$", with: "\\$") + "\""
}

/// Hard keywords of Kotlin (Kotlin documentation, Keywords and operators).
private let keywords: Set<String> = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in", "interface", "is", "null",
    "object", "package", "return", "super", "this", "throw", "true", "try", "typealias", "typeof", "val", "var", "when",
    "while",
]
