internal import KairanFormats

/// Returns Swift code that loads a file and decodes it strictly.
func swiftSnippet(_ schema: ValueSchema, name: String, url: String) -> String {
    let types = ClientTypes(of: schema, name: name)
    let nested =
        types.records.filter { $0.name != types.name }.map { swift($0) } + types.enumerations.map(swift)
        + types.unions.map(swift)
    let root = "\(swift(types.root))\(types.isOptional ? "?" : "")"
    let load = [
        "static func load() async throws -> \(root) {", "    let url = URL(string: \(quoted(url)))!",
        "    let (data, _) = try await URLSession.shared.data(from: url)",
        "    return try JSONDecoder().decode(\(root).self, from: data)", "}",
    ]
    let own = types.outermost.map { [members($0)] } ?? []
    let inner = (own + nested + [load]).joined(separator: [""]).map { $0.isEmpty ? "" : "    " + $0 }
    let head = types.outermost == nil ? "enum \(types.name) {" : "struct \(types.name): Decodable {"
    return (["import Foundation", "", head] + inner + ["}"]).joined(separator: "\n")
}

private func swift(_ record: ClientTypes.Record) -> [String] {
    ["struct \(record.name): Decodable {"] + members(record).map { $0.isEmpty ? "" : "    " + $0 } + ["}"]
}

private func members(_ record: ClientTypes.Record) -> [String] {
    var lines = record.members.map { "let \(escaped($0.name)): \(swift($0.type))\($0.isOptional ? "?" : "")" }
    if record.isArray {
        lines += ["", "init(from decoder: any Decoder) throws {", "    var elements = try decoder.unkeyedContainer()"]
        lines += record.members.map { member in
            "    \(member.name) = try elements.decode(\(swift(member.type))\(member.isOptional ? "?" : "").self)"
        }
        lines.append("}")
    } else if record.members.contains(where: { $0.name != $0.key }) {
        lines += ["", "enum CodingKeys: String, CodingKey {"]
        lines += record.members.map { member in
            "    case \(escaped(member.name))" + (member.name == member.key ? "" : " = \(quoted(member.key))")
        }
        lines.append("}")
    }
    return lines
}

private func swift(_ enumeration: ClientTypes.Enumeration) -> [String] {
    let cases = enumeration.cases.map { known in
        switch known.value {
        case .integer(let number): "    case \(escaped(known.name)) = \(number)"
        case .string(let text):
            "    case \(escaped(known.name))" + (known.name == text ? "" : " = \(quoted(text))")
        }
    }
    return ["enum \(enumeration.name): \(enumeration.isInteger ? "Int" : "String"), Decodable {"] + cases + ["}"]
}

private func swift(_ union: ClientTypes.Union) -> [String] {
    var lines = ["enum \(union.name): Decodable {"]
    lines += union.cases.map { "    case \($0.name)(\(swift($0.type)))" }
    lines += [
        "", "    init(from decoder: any Decoder) throws {",
        "        let container = try decoder.singleValueContainer()",
    ]
    lines += union.cases.dropLast().map {
        "        do { self = .\($0.name)(try container.decode(\(swift($0.type)).self)); return } catch {}"
    }
    // The last case is tried without `catch`, so that its error explains the failure.
    lines += union.cases.suffix(1).map { "        self = .\($0.name)(try container.decode(\(swift($0.type)).self))" }
    return lines + ["    }", "}"]
}

private func swift(_ type: ClientType) -> String {
    switch type {
    case .boolean: "Bool"
    case .integer: "Int"
    case .decimal: "Double"
    case .text: "String"
    case .record(let name, _), .enumeration(let name, _), .union(let name): name
    case .list(let element, let isOptional): "[\(swift(element))\(isOptional ? "?" : "")]"
    case .dictionary(let element, let isOptional): "[String: \(swift(element))\(isOptional ? "?" : "")]"
    }
}

private func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

private func quoted(_ text: String) -> String {
    literal(text, special: ["\\", "\""]) { "\\u{\(String($0.value, radix: 16))}" }
}

/// Reserved words of Swift that are valid as names if they are escaped (The Swift Programming Language, Lexical
/// Structure).
private let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "inout",
    "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
]
