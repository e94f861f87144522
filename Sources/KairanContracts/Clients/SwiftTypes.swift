internal import KairanFormats

// The types that a Swift client declares for the values of its endpoints.
extension SwiftClient {
    var typeFile: String {
        let endpoints = api.shown.map { types(of: $0) }
        let head = [
            "// Made by Kairan from version \(api.version) of the API. To change it, make it again.", "",
            "import Foundation", "",
            "extension \(api.name) {",
        ]
        return (head + indented(endpoints.joined(separator: [""]).map(\.self), 1) + ["}"]).joined(separator: "\n")
            + "\n"
    }

    /// Returns the declarations of an endpoint's types.
    func types(of endpoint: ClientEndpoint) -> [String] {
        let types = endpoint.types
        let nested =
            types.records.filter { $0.name != types.name }.map(declaration) + types.enumerations.map(declaration)
            + types.unions.map(declaration)
        let about = comment(
            about(endpoint)
                + (endpoint.isInferred ? " No shape declares it: this is what its files have in common." : ""), [])
        if let own = types.outermost {
            let inner = ([members(own)] + nested).joined(separator: [""]).map(\.self)
            return about + ["public struct \(types.name): \(conformances(own)) {"] + indented(inner, 1) + ["}"]
        }
        guard !nested.isEmpty else { return [] }
        return about + ["public enum \(types.name) {"] + indented(nested.joined(separator: [""]).map(\.self), 1) + ["}"]
    }

    private func declaration(_ record: ClientTypes.Record) -> [String] {
        ["public struct \(record.name): \(conformances(record)) {"] + indented(members(record), 1) + ["}"]
    }

    private func conformances(_ record: ClientTypes.Record) -> String {
        (record.isLocated ? "Located, " : "") + "Decodable, Hashable, Sendable"
    }

    private func members(_ record: ClientTypes.Record) -> [String] {
        let properties = record.members.map { member in
            "public let \(escaped(member.name)): \(swift(member.type))\(member.isOptional ? "?" : "")"
        }
        let source = record.isArray ? "var json = try JSONElements(decoder)" : "let json = try JSONMembers(decoder)"
        let lines = record.members.map { member in
            let type = "\(readable(member.type, false)).self"
            let key = record.isArray ? type : "\(quoted(member.key)), \(type)"
            let read = "try json.\(member.isOptional ? "optional" : "required")(\(key))"
            // These names also have other meanings in the initializer.
            let place = ["decoder", "json"].contains(member.name) ? "self.\(member.name)" : escaped(member.name)
            return "\(place) = \(converted(read, member.type, isOptional: member.isOptional))"
        }
        guard !record.members.isEmpty else { return ["public init(from decoder: any Decoder) throws {}"] }
        return properties + ["", "public init(from decoder: any Decoder) throws {", "    \(source)"]
            + indented(lines, 1) + ["}"]
    }

    private func declaration(_ choice: ClientTypes.Enumeration) -> [String] {
        let raw = choice.isInteger ? "Int64" : "String"
        func value(_ known: ClientTypes.Enumeration.Case) -> String {
            switch known.value {
            case .integer(let number): String(number)
            case .string(let text): quoted(text)
            }
        }
        return ["public enum \(choice.name): RawRepresentable, Decodable, Hashable, Sendable {"]
            + indented(
                choice.cases.map { "case \(escaped($0.name))" }
                    + ["/// A value that was added after this client was made.", "case other(\(raw))", ""]
                    + ["public init(rawValue: \(raw)) {", "    switch rawValue {"]
                    + choice.cases.map { "    case \(value($0)): self = .\(escaped($0.name))" }
                    + [
                        "    default: self = .other(rawValue)", "    }", "}", "", "public var rawValue: \(raw) {",
                        "    switch self {",
                    ]
                    + choice.cases.map { "    case .\(escaped($0.name)): \(value($0))" }
                    + ["    case .other(let value): value", "    }", "}"], 1) + ["}"]
    }

    private func declaration(_ union: ClientTypes.Union) -> [String] {
        let tries = union.cases.map { known in
            let read = converted("try value.decode(\(readable(known.type, false)).self)", known.type, isOptional: false)
            return (known.name, read)
        }
        return ["public enum \(union.name): Decodable, Hashable, Sendable {"]
            + indented(
                union.cases.map { "case \(escaped($0.name))(\(swift($0.type)))" }
                    + [
                        "", "public init(from decoder: any Decoder) throws {",
                        "    let value = try decoder.singleValueContainer()",
                    ] + tries.dropLast().map { "    do { self = .\(escaped($0.0))(\($0.1)); return } catch {}" }
                    // The last type is tried without `catch`, so that its error explains the failure.
                    + tries.suffix(1).map { "    self = .\(escaped($0.0))(\($0.1))" } + ["}"], 1) + ["}"]
    }
}
