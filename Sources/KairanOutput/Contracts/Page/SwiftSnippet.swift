/// Swift that loads a file and decodes it strictly.
func swiftSnippet(_ schema: ValueSchema, name: String, url: String) -> String {
    let types = ClientTypes(of: schema, name: name)
    var lines = ["import Foundation", ""]
    for record in types.records {
        lines.append("struct \(record.name): Decodable {")
        lines += record.members.map {
            "    let \(escaped($0.name)): \(swift($0.type))\($0.isOptional ? "?" : "")"
        }
        if record.members.contains(where: { $0.name != $0.key }) {
            lines += ["", "    enum CodingKeys: String, CodingKey {"]
            lines += record.members.map { member in
                "        case \(escaped(member.name))" + (member.name == member.key ? "" : " = \(quoted(member.key))")
            }
            lines.append("    }")
        }
        lines += ["}", ""]
    }
    for enumeration in types.enumerations {
        lines.append("enum \(enumeration.name): \(enumeration.isInteger ? "Int" : "String"), Decodable {")
        for known in enumeration.cases {
            switch known.value {
            case .integer(let number): lines.append("    case \(escaped(known.name)) = \(number)")
            case .string(let text):
                lines.append("    case \(escaped(known.name))" + (known.name == text ? "" : " = \(quoted(text))"))
            }
        }
        lines += ["}", ""]
    }
    for union in types.unions {
        lines.append("enum \(union.name): Decodable {")
        lines += union.cases.map { "    case \($0.name)(\(swift($0.type)))" }
        lines += [
            "", "    init(from decoder: any Decoder) throws {",
            "        let container = try decoder.singleValueContainer()",
        ]
        lines += union.cases.dropLast().map {
            "        do { self = .\($0.name)(try container.decode(\(swift($0.type)).self)); return } catch {}"
        }
        // What fails here says why.
        lines += union.cases.suffix(1).map {
            "        self = .\($0.name)(try container.decode(\(swift($0.type)).self))"
        }
        lines += ["    }", "}", ""]
    }
    lines += [
        "let url = URL(string: \(quoted(url)))!",
        "let (data, _) = try await URLSession.shared.data(from: url)",
        "let \(memberName(name.prefix(1).lowercased() + name.dropFirst())) = try JSONDecoder().decode(\(swift(types.root))\(types.isOptional ? "?" : "").self, from: data)",
    ]
    return lines.joined(separator: "\n")
}

private func swift(_ type: ClientType) -> String {
    switch type {
    case .boolean: "Bool"
    case .integer: "Int"
    case .decimal: "Double"
    case .text: "String"
    case .any: "String"
    case .named(let name), .union(let name): name
    case .list(let element, let isOptional): "[\(swift(element))\(isOptional ? "?" : "")]"
    case .dictionary(let element, let isOptional): "[String: \(swift(element))\(isOptional ? "?" : "")]"
    }
}

private func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

/// Reserved words of Swift that a name may be (The Swift Programming Language, Lexical Structure).
private let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "for", "func", "guard", "if", "import", "in", "init", "inout",
    "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows",
    "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias",
    "var", "where", "while",
]
