import Foundation
import KairanReaders
import KairanSystem
import SiteTesting
import Testing

@testable import KairanClients
@testable import KairanContracts
@testable import KairanFormats
@testable import KairanTemplates

/// A program that decodes every file of a version with its client and prints what it got. It starts from a bundle of all
/// files, and so needs no server.
struct DecodingProgram {
    let language: ClientLanguage
    let api: ClientAPI
    /// The files of the version, by path, besides its manifest.
    let files: [String: [UInt8]]
    /// Code to be shown as well, in this program's language, by a name for each.
    var probes: [String: String] = [:]

    private struct Call {
        var path: String
        var endpoint: ClientEndpoint
        var values: [String: String]
    }

    /// Compiles and runs the program, and returns the lines that it printed, by path.
    ///
    /// - Parameter manifest: The published manifest, or nil to make one of the files.
    func output(manifest: [UInt8]? = nil) throws -> [String: String] {
        let folder = try TemporaryFolder()
        try write(manifest: manifest, to: folder)
        let printed =
            switch language {
            case .swift: try runSwift(in: folder.url)
            case .kotlin: try runKotlin(in: folder.url)
            case .typescript: try runScript(in: folder.url)
            }
        let lines = printed.split(separator: "\n").map { $0.split(separator: "\t", maxSplits: 1).map(String.init) }
        #expect(!lines.contains { $0.count < 2 }, "\(language): \(printed.prefix(4000))")
        return Dictionary(lines.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { first, _ in first }
    }

    private var code: [(path: String, text: String)] {
        switch language {
        case .swift: SwiftClient(api: api, hasBundle: true).files
        case .kotlin: KotlinClient(api: api).files
        case .typescript: TypeScriptClient(api: api, hasBundle: true).files
        }
    }

    private func write(manifest: [UInt8]?, to folder: borrowing TemporaryFolder) throws {
        for (path, text) in code { try folder.write(text, to: "client/\(path)") }
        let bundle = "client/" + language.bundleFolder(api.name)
        for (path, bytes) in files { try folder.write(Data(bytes), to: bundle + path) }
        let listed = files.map { path, bytes in
            JSONValue.object([
                ("path", .string(path)), ("size", .integer(bytes.count)), ("sha256", .string(sha256(bytes))),
                ("revision", .integer(1)),
            ])
        }
        let made = writeJSON(
            .object([
                ("version", .string(api.version)), ("revision", .integer(1)), ("nextChange", .null),
                ("files", .array(listed)),
            ]))
        try folder.write(Data(manifest ?? made), to: bundle + "manifest.json")
        let name = api.name
        switch language {
        case .swift:
            let package = """
                // swift-tools-version: 5.9
                import PackageDescription

                let package = Package(
                    name: "Program", dependencies: [.package(path: "client")],
                    targets: [
                        .executableTarget(name: "Program", dependencies: [.product(name: "\(name)", package: "client")])
                    ])
                """
            try folder.write(package, to: "Package.swift")
            try folder.write(try shared("Show.swift"), to: "Sources/Program/Show.swift")
            let client = SwiftClient(api: api, hasBundle: true)
            let lines =
                calls.map { "await show(\(text($0.path))) { \(client.call($0.endpoint, $0.values)) as Any }" }
                + families.map { family in
                    let path = "\(text(family.ends.start)) + \"\\(value)\" + \(text(family.ends.end))"
                    let call = "try await board.\(client.escaped(family.member))(\(family.parameters[0].name): value)"
                    return "for value in board.\(family.valuesMember) { await show(\(path)) { \(call) as Any } }"
                }
                + shownProbes.map { "await show(\(text($0.key))) { \($0.value) as Any }" }
            let uses = snippets.map { $0.0 }
            let start = """
                import Foundation
                import \(name)

                let store = \(name).Store(folder: FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString))
                guard let board = await store.publication else { fatalError("there is no publication") }

                """
            try folder.write(start + lines.joined(separator: "\n"), to: "Sources/Program/main.swift")
            let functions = uses.enumerated().map {
                "func use\($0)(_ board: \(name).Publication) async throws {\n\($1)\n}"
            }
            let first = hoisted(client.start)
            try folder.write(
                first.imports + "func start() async throws {\n\(first.code)\n}\n" + functions.joined(separator: "\n"),
                to: "Sources/Program/Uses.swift")
        case .kotlin:
            let package = name.lowercased()
            try folder.write(try shared("Show.kt"), to: "Show.kt")
            let client = KotlinClient(api: api)
            let lines =
                calls.map { "show(\(text($0.path))) { \(client.call($0.endpoint, $0.values)) }" }
                + families.map { family in
                    let path = "\(text(family.ends.start)) + value + \(text(family.ends.end))"
                    let call = "board.\(client.escaped(family.member))(value)"
                    return "for (value in board.\(family.valuesMember)) show(\(path)) { \(call) }"
                } + shownProbes.map { "show(\(text($0.key))) { \($0.value) }" }
            // A method of the Java machine has a limited size.
            let parts = stride(from: 0, to: lines.count, by: 100).map { lines[$0..<min($0 + 100, lines.count)] }
            let functions = parts.enumerated().map {
                "fun part\($0)(board: Publication) {\n\($1.joined(separator: "\n"))\n}"
            }
            let uses = snippets.enumerated().map { "fun use\($0)(board: Publication) {\n\($1.1)\n}" }
            let main = """
                import \(package).*
                import java.time.LocalDate

                fun main() {
                    val board = Store(createTempDir()).publication ?: throw Exception("there is no publication")
                \(parts.indices.map { "    part\($0)(board)" }.joined(separator: "\n"))
                }

                """
            try folder.write(main + (functions + uses).joined(separator: "\n"), to: "Main.kt")
            let first = hoisted(client.start)
            try folder.write(first.imports + "fun start() {\n\(first.code)\n}\n", to: "Start.kt")
        case .typescript:
            try folder.write(try shared("show.js"), to: "show.js")
            let client = TypeScriptClient(api: api, hasBundle: true)
            let lines =
                calls.map { "await show(\(text($0.path)), async () => \(client.call($0.endpoint, $0.values)));" }
                + families.map { family in
                    let path = "\(text(family.ends.start)) + value + \(text(family.ends.end))"
                    let call = "await board.\(family.member)(value)"
                    return "for (const value of board.\(family.valuesMember)) await show(\(path), async () => \(call));"
                } + shownProbes.map { "await show(\(text($0.key)), async () => \($0.value));" }
            let uses = snippets.enumerated().map {
                "export async function use\($0)(board: Publication) {\n\($1.2)\n}"
            }
            let main = """
                import { \(api.hasAudience ? "isFor, " : "")needsAgreement, Store, type Publication } from "./client/\(name).js";
                // @ts-types="./show.d.ts"
                import { show } from "./show.js";

                // Files of endpoints with parameters are not looked for in a bundle, so they are here as if they had been loaded.
                const folder = new URL("./client/published/", import.meta.url);
                const { files } = JSON.parse(await Deno.readTextFile(new URL("manifest.json", folder)));
                const paths = new Map<string, string>(files.map((file: { sha256: string; path: string }) => [file.sha256, file.path]));
                const storage = {
                  async get(name: string) {
                    const path = paths.get(name)?.split("/").map(encodeURIComponent).join("/");
                    try {
                      return path === undefined ? undefined : await Deno.readFile(new URL(path, folder));
                    } catch {
                      return undefined;
                    }
                  },
                  put: async () => {},
                  delete: async () => {},
                  names: async () => [],
                };
                const board = await new Store({ storage }).open();
                if (!board) throw new Error("there is no publication");

                """
            try folder.write(
                "export function show(path: string, value: () => unknown): Promise<void>;\n", to: "show.d.ts")
            try folder.write(main + (lines + uses).joined(separator: "\n"), to: "main.ts")
            // The page speaks of a client in a folder of its name.
            try folder.write(client.start.replacing("./\(name)/", with: "./client/"), to: "start.ts")
        }
    }

    /// The files to decode one by one: a few of each endpoint with several parameters, and all that have none.
    private var calls: [Call] {
        let makers = makers
        var counts: [String: Int] = [:]
        return files.keys.sorted().compactMap { path in
            guard let endpoint = makers[path], let values = endpoint.pattern.values(in: path) else { return nil }
            counts[endpoint.path, default: 0] += 1
            guard endpoint.parameters.count != 1, !endpoint.isOfSearch, counts[endpoint.path] ?? 0 <= 3 else {
                return nil
            }
            return Call(path: path, endpoint: endpoint, values: values)
        }
    }

    /// The endpoints that files are of, by the paths of the files.
    var makers: [String: ClientEndpoint] {
        Dictionary(uniqueKeysWithValues: files.keys.compactMap { path in api.maker(of: path).map { (path, $0) } })
    }

    private var shownProbes: [(key: String, value: String)] { probes.sorted { $0.key < $1.key } }

    /// The endpoints of which the program decodes every file that the client knows of.
    private var families: [ClientEndpoint] { api.shown.filter { $0.parameters.count == 1 } }

    /// The lines that the API page shows, in the three languages.
    private var snippets: [(String, String, String)] {
        let makers = makers
        let paths = Dictionary(grouping: makers.keys) { makers[$0]?.path ?? "" }.mapValues { $0.min() }
        return api.endpoints.filter { !$0.isSearchPart }.map { endpoint in
            let values = paths[endpoint.path]?.flatMap(endpoint.pattern.values) ?? [:]
            return (
                SwiftClient(api: api, hasBundle: true).use(endpoint, values),
                KotlinClient(api: api).use(endpoint, values),
                TypeScriptClient(api: api, hasBundle: true).use(endpoint, values)
            )
        }
    }

    /// Takes the imports out of code, so that the rest can be the body of a function.
    private func hoisted(_ code: String) -> (imports: String, code: String) {
        let lines = code.split(separator: "\n")
        let imports = lines.filter { $0.hasPrefix("import ") }
        return (imports.map { $0 + "\n" }.joined(), lines.dropFirst(imports.count).joined(separator: "\n"))
    }

    private func text(_ path: String) -> String {
        let dollar = language == .kotlin ? "\\$" : "$"
        return "\"" + path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("$", with: dollar)
            + "\""
    }

    private func shared(_ name: String) throws -> String {
        try String(contentsOf: packageFolder.appending(path: "Tests/Clients/decoding/\(name)"), encoding: .utf8)
    }

    private func runSwift(in folder: URL) throws -> String {
        let strict = ["-Xswiftc", "-strict-concurrency=complete"]
        let built = try run(["swift", "build", "--quiet", "--disable-index-store", "--jobs", "2"] + strict, in: folder)
        if !built.contains("error: ") {
            let warnings = built.split(separator: "\n").filter {
                $0.contains("warning: ") && !$0.contains("never used")
            }
            #expect(warnings.prefix(5) == [], "the client warns")
        }
        return built.contains("error: ") ? built : try run([".build/debug/Program"], in: folder)
    }

    private func runKotlin(in folder: URL) throws -> String {
        let json = "/usr/share/java/json-android.jar"
        // A compiler that runs for seconds need not be compiled well itself: this takes 8 s of a processor, not 30 s.
        let quick = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
        let compiled = try run(
            ["kotlinc"] + quick.map { "-J" + $0 } + [
                "-cp", json, "-d", "out", "Main.kt", "Start.kt", "Show.kt", "client/kotlin",
            ],
            in: folder
        ).split(separator: "\n").filter { !$0.contains("VM warning: Options -Xverify") }
        guard !compiled.contains(where: { $0.contains("error: ") }) else { return compiled.joined(separator: "\n") }
        let warnings = compiled.filter { $0.contains("warning: ") && $0.hasPrefix("client/") }
        #expect(warnings == [], "the client warns")
        return try run(
            ["java"] + quick + [
                "-Dfile.encoding=UTF-8", "-cp",
                "out:\(json):/usr/share/java/kotlin-stdlib.jar:client/resources", "MainKt",
            ], in: folder)
    }

    private func runScript(in folder: URL) throws -> String {
        let checked = try run(["deno", "check", "--quiet", "main.ts", "start.ts"], in: folder)
        return checked.isEmpty ? try run(deno("main.ts", allowing: ["--allow-read"]), in: folder) : checked
    }

    private func run(_ arguments: [String], in folder: URL) throws -> String {
        let run = try SiteTesting.run(
            URL(filePath: "/usr/bin/env"), arguments, in: folder,
            environment: ["DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"])
        return run.output + run.errors
    }
}

extension ClientEndpoint {
    /// The files of a search are only read by its method.
    var isOfSearch: Bool { isSearch || isSearchPart }

    /// The text before the first parameter of the path, and the text after the last.
    fileprivate var ends: (start: String, end: String) {
        func text(_ part: OutputPattern.Part?) -> String { if case .literal(let text) = part { text } else { "" } }
        return (text(pattern.parts.first), text(pattern.parts.last))
    }
}

extension ClientAPI {
    /// The endpoint that a file is of.
    func maker(of path: String) -> ClientEndpoint? {
        endpoints.filter { $0.pattern.values(in: path) != nil }.min { $0.parameters.count < $1.parameters.count }
    }
}

/// Returns what a program shows of a document if its client reads it as the contract says.
///
/// - Parameter isKeyed: If this is true, objects are shown with their keys; otherwise as arrays of values in the order
///   of the contract.
func expected(_ json: JSONValue, _ schema: ValueSchema, isKeyed: Bool) -> JSONValue {
    if json == .null { return .null }
    switch (json, schema.form) {
    case (.object(let members), .object(let properties)):
        let values = properties.map { property in
            let value = members.first { $0.key == property.name }?.value ?? .null
            return (property.name, expected(value, property.schema, isKeyed: isKeyed))
        }
        return isKeyed ? .object(values) : .array(values.map(\.1))
    case (.object(let members), .dictionary(let element, _)):
        return .object(members.map { ($0.key, expected($0.value, element, isKeyed: isKeyed)) })
    case (.array(let elements), .array(let element, _)):
        return .array(elements.map { expected($0, element, isKeyed: isKeyed) })
    case (.array(let elements), .tuple(let schemas)):
        return .array(zip(elements, schemas).map { expected($0, $1, isKeyed: isKeyed) })
    case (_, .union):
        let type = JSONType(startingWith: writeJSON(json)[0])
        let known = schema.alternatives.first { $0.jsonType == type }
        return known.map { expected(json, $0, isKeyed: isKeyed) } ?? json
    case (.string(let text), .string(let form)) where form.format == "date-time":
        do {
            let date = try Date(text, strategy: .iso8601)
            return .integer(Int(date.timeIntervalSince1970 * 1000))
        } catch {
            return json
        }
    default: return json
    }
}

/// Returns JSON in one form for all languages: numbers that are equal, objects in the order of their keys, and addresses
/// without escapes.
func canonical(_ json: JSONValue) -> String {
    switch json {
    case .null, .boolean: return String(decoding: writeJSON(json), as: UTF8.self)
    case .integer(let number): return "\(Double(number))"
    case .number(let text): return Double(text).map { "\($0)" } ?? text
    case .string(let text):
        guard text.contains("://") else { return text.debugDescription }
        let plain = text.removingPercentEncoding ?? text
        return (plain.hasSuffix("/") ? String(plain.dropLast()) : plain).debugDescription
    case .array(let elements): return "[\(elements.map(canonical).joined(separator: ","))]"
    case .object(let members):
        return
            "{\(members.map { $0.key.debugDescription + ":" + canonical($0.value) }.sorted().joined(separator: ","))}"
    }
}

extension ClientLanguage {
    /// The languages that the tests can compile. Only Debian has Android's org.json for clients in Kotlin.
    static let compiled = allCases.filter { $0 != .kotlin || isOnLinux }
}
