internal import KairanFormats
internal import KairanTemplates

/// Writes a client as a package of Swift.
struct SwiftClient {
    let api: ClientAPI
    let hasBundle: Bool

    /// The files of the package, without the bundled ones.
    var files: [(path: String, text: String)] {
        let folder = "Sources/\(api.name)/"
        var files = [
            ("Package.swift", package), (folder + "\(api.name).swift", main), (folder + "Types.swift", typeFile),
            (folder + "Store.swift", swiftStore(api.name, hasBundle: hasBundle)),
            (folder + "Reading.swift", swiftReading(api.name)),
        ]
        if api.endpoints.contains(where: { $0.nearestIndex != nil }) {
            files.append((folder + "Nearest.swift", swiftNearest(api.name)))
        }
        if !api.searches.isEmpty { files.append((folder + "Search.swift", swiftSearch(api.name))) }
        return files
    }

    private var package: String {
        let resources = hasBundle ? ", resources: [.copy(\"Published\")]" : ""
        return """
            // swift-tools-version: 5.9
            import PackageDescription

            let package = Package(
                name: "\(api.name)",
                platforms: [.iOS(.v15), .macOS(.v12)],
                products: [.library(name: "\(api.name)", targets: ["\(api.name)"])],
                targets: [.target(name: "\(api.name)"\(resources))]
            )

            """
    }

    private var main: String {
        let paths = api.files.map { quoted($0.path) }.joined(separator: ", ")
        let lines =
            [
                "// Made by Kairan from version \(api.version) of the API. To change it, make it again.", "",
                "import Foundation", "",
            ]
            + comment(
                "\(api.title), version \(api.version) of its API: `\(api.name).Store` brings what is published.", [])
            + [
                "public enum \(api.name) {", "    /// Where the version is published.",
                "    public static let address = URL(string: \(quoted(api.address)))!",
                "    /// The time zone of the site, in which its days begin.",
                "    public static let timeZone = TimeZone(identifier: \(quoted(api.timeZone))) ?? .current",
                "    static let version = \(quoted(api.version))", "    /// The files that every publication has.",
                "    static let files: [String] = [\(paths)]", "}", "", "extension \(api.name) {",
                "    /// What was published together. No two of its values contradict each other.",
                "    public struct Publication: Sendable {", "        public let manifest: Manifest",
                "        let store: Store",
            ] + indented(api.files.flatMap(property), 2) + [
                "",
                "        init(_ manifest: Manifest, _ store: Store, _ read: (_ path: String) throws -> Data) throws {",
                "            self.manifest = manifest", "            self.store = store",
            ] + indented(api.files.map(reading), 3) + ["        }"]
            + indented(api.families.flatMap(family) + api.searches.flatMap(search), 2)
            + ["    }", "}", ""] + checks
        return lines.joined(separator: "\n") + "\n"
    }

    private func property(_ endpoint: ClientEndpoint) -> [String] {
        if endpoint.isSearch { return [] }
        return comment(about(endpoint), []) + ["public let \(escaped(endpoint.member)): \(root(of: endpoint))"]
    }

    private func reading(_ endpoint: ClientEndpoint) -> String {
        let read =
            "try \(api.name).read(\(checked(endpoint)).self, \(quoted(endpoint.path)), read)"
        if endpoint.isSearch { return "_ = \(read)" }
        return "\(escaped(endpoint.member)) = "
            + converted(read, endpoint.types.root, isOptional: endpoint.types.isOptional)
    }

    func about(_ endpoint: ClientEndpoint) -> String {
        let description = endpoint.description.isEmpty ? "" : endpoint.description + " "
        return description + "(`\(endpoint.path)`)"
    }

    /// The methods that load one of an endpoint's files.
    private func family(_ endpoint: ClientEndpoint) -> [String] {
        if endpoint.isSearch || endpoint.isSearchPart { return [] }
        let list = endpoint.parameters.map { "\($0.name): \(swift($0.type))" }.joined(separator: ", ")
        let root = root(of: endpoint)
        let read =
            "try \(api.name).read(\(readable(rootType(of: endpoint), endpoint.types.isOptional)).self, path) { _ in data }"
        var lines =
            [""] + comment(about(endpoint), ["- Returns: nil if there is no such file."])
            + [
                "public func \(escaped(endpoint.member))(\(list)) async throws -> \(endpoint.types.isOptional ? "\(root)" : "\(root)?") {",
                "    let path = \(pathText(endpoint, endpoint.parameters.map { "\\(\(escaped($0.name)))" }))",
                "    guard let data = try await store.data(path, of: manifest) else { return nil }",
                "    return \(converted(read, endpoint.types.root, isOptional: endpoint.types.isOptional))", "}",
            ]
        if let only = endpoint.parameters.first, endpoint.parameters.count == 1 {
            let (start, end) = endpoint.ends
            let made =
                switch only.kind {
                case .day: ".compactMap(Day.init)"
                case .number: ".compactMap(Int.init).sorted()"
                case .text: ""
                }
            lines +=
                ["", "/// The values of `\(only.key)` for which there is a file."]
                + [
                    "public var \(escaped(endpoint.valuesMember)): [\(swift(only.type))] {",
                    "    manifest.values(between: \(quoted(start)), and: \(quoted(end)))\(made)", "}",
                ]
        }
        if endpoint.arePages, let page = endpoint.parameters.first,
            case .list(let element, let mayBeNull) = endpoint.types.root
        {
            let name = qualified(element, in: endpoint) + (mayBeNull ? "?" : "")
            lines += [
                "", "/// All pages together.",
                "public func \(escaped(endpoint.allMember))() async throws -> [\(name)] {",
                "    var all: [\(name)] = []", "    for page in \(escaped(endpoint.valuesMember)) {",
                "        all += try await \(escaped(endpoint.member))(\(page.name): page) ?? []", "    }",
                "    return all", "}",
            ]
        }
        return lines + nearest(endpoint)
    }

    private func nearest(_ endpoint: ClientEndpoint) -> [String] {
        guard let index = endpoint.nearestIndex, case .list(let element, _) = endpoint.types.root else { return [] }
        let others = endpoint.parameters.filter { $0.key != "cell" }
        let parameters = others.map { "\($0.name): \(swift($0.type)), " }.joined()
        let arguments = endpoint.parameters.map {
            $0.key == "cell" ? "\($0.name): cell" : "\($0.name): \(escaped($0.name))"
        }
        let family = api.endpoints.first { $0.path == index }
        let loaded =
            family.map { family in
                family.parameters.isEmpty
                    ? "let index: \(root(of: family))? = \(escaped(family.member))"
                    : "let index = try await \(escaped(family.member))(\(others.map { "\($0.name): \(escaped($0.name))" }.joined(separator: ", ")))"
            } ?? ""
        return [
            "",
            "/// Returns the nearest of all entries to a position, each with its distance, from one or two small files.",
            "public func \(endpoint.nearestMember)(\(parameters)latitude: Double, longitude: Double) async throws -> [Near<\(qualified(element, in: endpoint))>] {",
            "    \(loaded)", "    guard let index else { return [] }",
            "    let cell = cellName(index.tree, latitude, longitude)",
            "    let entries = try await \(escaped(endpoint.member))(\(arguments.joined(separator: ", "))) ?? []",
            "    return Array(\(api.name).nearest(entries, latitude, longitude).prefix(Int(index.count)))", "}",
        ]
    }

    private func search(_ endpoint: ClientEndpoint) -> [String] {
        let parameters = endpoint.parameters.map { "\($0.name): \(swift($0.type)), " }.joined()
        let path = pathText(endpoint, endpoint.parameters.map { "\\(\(escaped($0.name)))" })
        return [
            "",
            "/// Returns the entries that have everything a query asks for, the best first, from a few small files.",
            "public func \(endpoint.searchMember)(_ query: String, \(parameters)limit: Int = 20) async throws -> [SearchResult] {",
            "    try await \(api.name).find(query, limit, \(path)) { try await store.data($0, of: manifest) }", "}",
        ]
    }

    /// The type that reads an endpoint's files.
    private func checked(_ endpoint: ClientEndpoint) -> String {
        if endpoint.isSearch { return "SearchHead" }
        return endpoint.isSearchPart
            ? "SearchPart" : readable(rootType(of: endpoint), endpoint.types.isOptional)
    }

    /// The code that finds out whether a later file can still be read.
    private var checks: [String] {
        var lines = [
            "extension \(api.name) {", "    /// Throws if no endpoint that the path fits can read the file.",
            "    static func check(_ path: String, _ data: Data) throws {", "        var failure: (any Error)?",
        ]
        for endpoint in api.families {
            lines += [
                "        if fits(path, \(quoted(endpoint.regularExpression))) {",
                "            do { _ = try read(\(checked(endpoint)).self, path) { _ in data }; return } catch { failure = error }",
                "        }",
            ]
        }
        return lines + ["        if let failure { throw failure }", "    }", "}"]
    }

    private func pathText(_ endpoint: ClientEndpoint, _ values: [String]) -> String {
        var values = values[...]
        let parts = endpoint.pattern.parts.map { part in
            if case .literal(let text) = part {
                String(quoted(text).dropFirst().dropLast())
            } else {
                values.removeFirst()
            }
        }
        return "\"\(parts.joined())\""
    }
}

extension SwiftClient {
    /// The type of an endpoint's document, as code outside of the endpoint's own type names it.
    private func root(of endpoint: ClientEndpoint) -> String {
        swift(rootType(of: endpoint)) + (endpoint.types.isOptional ? "?" : "")
    }

    private func rootType(of endpoint: ClientEndpoint) -> ClientType {
        endpoint.types.root.renamed { name in name == endpoint.types.name ? name : "\(endpoint.types.name).\(name)" }
    }

    private func qualified(_ type: ClientType, in endpoint: ClientEndpoint) -> String {
        swift(type.renamed { name in name == endpoint.types.name ? name : "\(endpoint.types.name).\(name)" })
    }

    func swift(_ type: ClientType) -> String {
        switch type {
        case .boolean: "Bool"
        case .integer(.int32): "Int"
        case .integer(.int64): "Int64"
        case .decimal: "Double"
        case .text: "String"
        case .day: "Day"
        case .time: "Time"
        case .moment: "Date"
        case .address: "URL"
        case .version: "Version"
        case .anything: "JSONValue"
        case .record(let name, _), .enumeration(let name, _), .union(let name): name
        case .list(let element, let mayBeNull): "[\(swift(element))\(mayBeNull ? "?" : "")]"
        case .dictionary(let element, let mayBeNull): "[String: \(swift(element))\(mayBeNull ? "?" : "")]"
        }
    }

    /// The type that reads a value. Foundation's own reading of dates and addresses is not the one of JSON Schema.
    func readable(_ type: ClientType, _ isOptional: Bool) -> String {
        let name =
            switch type {
            case .moment: "ISOMoment"
            case .address: "WebAddress"
            case .list(let element, let mayBeNull): "[\(readable(element, mayBeNull))]"
            case .dictionary(let element, let mayBeNull): "[String: \(readable(element, mayBeNull))]"
            case .boolean, .decimal, .text, .integer, .day, .time, .version, .anything, .record, .enumeration, .union:
                swift(type)
            }
        return name + (isOptional ? "?" : "")
    }

    /// Returns the code that turns what was read into the value that the client has.
    func converted(_ read: String, _ type: ClientType, isOptional: Bool) -> String {
        guard type.isWrapped else { return read }
        let mark = isOptional ? "?" : ""
        if case .list(let element, let mayBeNull) = type {
            return "\(read)\(mark).map { \(converted("$0", element, isOptional: mayBeNull)) }"
        }
        if case .dictionary(let element, let mayBeNull) = type {
            return "\(read)\(mark).mapValues { \(converted("$0", element, isOptional: mayBeNull)) }"
        }
        return "\(read)\(mark).value"
    }

    func escaped(_ name: String) -> String { swiftKeywords.contains(name) ? "`\(name)`" : name }

    func quoted(_ text: String) -> String {
        literal(text, special: ["\\", "\""]) { "\\u{\(String($0.value, radix: 16))}" }
    }

    func comment(_ text: String, _ more: [String]) -> [String] {
        let lines = text.split(whereSeparator: \.isNewline).map(String.init) + more
        return lines.map { "/// " + $0 }
    }

    func indented(_ lines: [String], _ depth: Int) -> [String] {
        lines.map { $0.isEmpty ? "" : String(repeating: "    ", count: depth) + $0 }
    }
}

extension ClientType {
    /// Tells whether Swift reads it by another type than the one that the client has.
    fileprivate var isWrapped: Bool {
        switch self {
        case .moment, .address: true
        case .list(let element, _), .dictionary(let element, _): element.isWrapped
        case .boolean, .decimal, .text, .integer, .day, .time, .version, .anything, .record, .enumeration, .union: false
        }
    }

    /// Returns the type with other names for what is declared.
    func renamed(_ name: (String) -> String) -> ClientType {
        switch self {
        case .record(let old, let isArray): .record(name(old), isArray: isArray)
        case .enumeration(let old, let isInteger): .enumeration(name(old), isInteger: isInteger)
        case .union(let old): .union(name(old))
        case .list(let element, let mayBeNull): .list(element.renamed(name), mayBeNull)
        case .dictionary(let element, let mayBeNull): .dictionary(element.renamed(name), mayBeNull)
        case .boolean, .decimal, .text, .integer, .day, .time, .moment, .address, .version, .anything: self
        }
    }
}

extension ClientTypes.Record {
    /// Tells whether it always has a latitude and a longitude.
    var isLocated: Bool {
        ["latitude", "longitude"].allSatisfy { key in
            members.contains { $0.key == key && $0.name == key && $0.type == .decimal && !$0.isOptional }
        }
    }
}

/// Reserved words of Swift that are valid as names if they are escaped (The Swift Programming Language, Lexical
/// Structure).
private let swiftKeywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "inout",
    "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
]
