internal import KairanFormats
internal import KairanReaders

/// Returns Kotlin code that loads a file and decodes it with Android's own `org.json`, which needs no compiler plugin.
func kotlinSnippet(_ schema: ValueSchema, name: String, url: String) -> String {
    let types = ClientTypes(of: schema, name: name)
    let nested =
        types.records.filter { $0.name != types.name }.map { record in
            [parameter(record) + "class \(record.name)(json: JSON\(record.isArray ? "Array" : "Object")) {"]
                + members(record).map { "    " + $0 } + ["}"]
        } + types.enumerations.map(kotlin)
    let own = types.outermost.map(members) ?? []
    let load = [
        "fun load(): \(kotlin(types.root))\(types.isOptional ? "?" : "") {",
        "    val text = URI(\(quoted(url))).toURL().readText()",
        // Not every parser accepts a document that is neither an array nor an object, so the code wraps it in an array.
        "    val json = JSONArray(\"[$text]\")", "    return \(value(types.root, types.isOptional, "json", "0", 0))",
        "}",
    ]
    let loading = types.outermost == nil ? load : ["companion object {"] + load.map { "    " + $0 } + ["}"]
    let head =
        types.outermost.map { parameter($0) + "class \(types.name)(json: JSONObject) {" } ?? "object \(types.name) {"
    let inner = ([own].filter { !$0.isEmpty } + nested + [loading]).joined(separator: [""])
    let lines = ["", head] + inner.map { $0.isEmpty ? "" : "    " + $0 } + ["}"]
    let imports =
        ["java.net.URI", "org.json.JSONArray"]
        + (lines.contains { $0.contains("JSONObject") } ? ["org.json.JSONObject"] : [])
    return (imports.map { "import \($0)" } + lines).joined(separator: "\n")
}

/// Returns the annotation for an object without known keys. Its reader takes the JSON like all others, but does not use
/// it.
private func parameter(_ record: ClientTypes.Record) -> String {
    record.members.isEmpty ? "@Suppress(\"UNUSED_PARAMETER\") " : ""
}

private func members(_ record: ClientTypes.Record) -> [String] {
    record.members.map { member in
        let key = record.isArray ? member.key : quoted(member.key)
        let type = "\(kotlin(member.type))\(member.isOptional ? "?" : "")"
        return "val \(escaped(member.name)): \(type) = \(value(member.type, member.isOptional, "json", key, 0))"
    }
}

private func kotlin(_ enumeration: ClientTypes.Enumeration) -> [String] {
    let cases = enumeration.cases.map { known in
        switch known.value {
        case .integer(let number): "    \(escaped(known.name))(\(number)L),"
        case .string(let text): "    \(escaped(known.name))(\(quoted(text))),"
        }
    }
    let type = enumeration.isInteger ? "Long" : "String"
    return ["enum class \(enumeration.name)(val json: \(type)) {"] + cases
        + [
            "    ;", "", "    companion object {", "        fun of(json: \(type)) = values().first { it.json == json }",
            "    }", "}",
        ]
}

/// Returns the code that reads an element of an array or object.
///
/// - Parameters:
///   - place: The array or object.
///   - key: The key of the element, as it is written in the code.
///   - depth: The number of lists and maps around the element.
private func value(_ type: ClientType, _ isOptional: Bool, _ place: String, _ key: String, _ depth: Int) -> String {
    let known = value(type, place, key, depth)
    return isOptional ? "if (\(place).isNull(\(key))) null else \(known)" : known
}

private func value(_ type: ClientType, _ place: String, _ key: String, _ depth: Int) -> String {
    let suffix = depth == 0 ? "" : "\(depth + 1)"
    switch type {
    case .boolean: return "\(place).getBoolean(\(key))"
    case .integer: return "\(place).getLong(\(key))"
    case .decimal: return "\(place).getDouble(\(key))"
    case .text: return "\(place).getString(\(key))"
    case .record(let name, let isArray): return "\(name)(\(place).getJSON\(isArray ? "Array" : "Object")(\(key)))"
    case .enumeration(let name, let isInteger):
        return "\(name).of(\(place).get\(isInteger ? "Long" : "String")(\(key)))"
    case .union: return "\(place).get(\(key))"
    case .list(let element, let isOptional):
        let (list, index) = ("list\(suffix)", "i\(suffix)")
        return "\(place).getJSONArray(\(key)).let { \(list) -> List(\(list).length()) { \(index) -> "
            + value(element, isOptional, list, index, depth + 1) + " } }"
    case .dictionary(let element, let isOptional):
        let (map, name) = ("map\(suffix)", "key\(suffix)")
        return "\(place).getJSONObject(\(key)).let { \(map) -> \(map).keys().asSequence().map { it.toString() }"
            + ".associateWith { \(name) -> " + value(element, isOptional, map, name, depth + 1) + " } }"
    }
}

private func kotlin(_ type: ClientType) -> String {
    switch type {
    case .boolean: "Boolean"
    case .integer: "Long"
    case .decimal: "Double"
    case .text: "String"
    case .record(let name, _), .enumeration(let name, _): name
    // Kotlin has no type for a union, so the client checks the type of the value.
    case .union: "Any"
    case .list(let element, let isOptional): "List<\(kotlin(element))\(isOptional ? "?" : "")>"
    case .dictionary(let element, let isOptional): "Map<String, \(kotlin(element))\(isOptional ? "?" : "")>"
    }
}

private func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

private func quoted(_ text: String) -> String {
    literal(text, special: ["\\", "\"", "$"]) { scalar in
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}

/// Hard keywords of Kotlin (Kotlin documentation, Keywords and operators), and keywords that could start a member of an
/// enum.
private let keywords: Set<String> = [
    "abstract", "actual", "annotation", "as", "break", "class", "companion", "const", "constructor", "continue",
    "crossinline", "data", "do", "else", "enum", "expect", "external", "false", "final", "for", "fun", "if", "in",
    "infix",
    "inline", "inner", "interface", "internal", "is", "lateinit", "noinline", "null", "object", "open", "operator",
    "out",
    "override", "package", "private", "protected", "public", "reified", "return", "sealed", "super", "suspend",
    "tailrec",
    "this", "throw", "true", "try", "typealias", "typeof", "val", "var", "vararg", "when", "while",
]
