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
            let serial = member.name == member.key ? "" : "@SerialName(\(quoted(member.key))) "
            return
                "    \(serial)val \(escaped(member.name)): \(kotlin(member.type))\(member.isOptional ? "? = null" : ""),"
        }
        lines += [")", ""]
    }
    for enumeration in types.enumerations where !enumeration.isInteger {
        lines += ["@Serializable", "enum class \(enumeration.name) {"]
        for known in enumeration.cases {
            guard case .string(let text) = known.value else { continue }
            let serial = known.name == text ? "" : "@SerialName(\(quoted(text))) "
            lines.append("    \(serial)\(escaped(known.name)),")
        }
        lines += ["}", ""]
    }
    // Enums are written as strings there, so a number stays one.
    for enumeration in types.enumerations where enumeration.isInteger {
        lines += ["typealias \(enumeration.name) = Int", ""]
    }
    if lines.contains(where: { $0.contains("JsonElement") }) || "\(kotlin(types.root))".contains("JsonElement") {
        lines.insert("import kotlinx.serialization.json.JsonElement", at: 4)
    }
    let variable = memberName(name.prefix(1).lowercased() + name.dropFirst())
    lines += [
        "val json = Json { ignoreUnknownKeys = true }",
        "val text = URI(\(quoted(url))).toURL().readText()",
        "val \(variable) = json.decodeFromString<\(kotlin(types.root))\(types.isOptional ? "?" : "")>(text)",
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
    // It has no type of several: the reader asks what it is.
    case .union: "JsonElement"
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
