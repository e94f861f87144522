import Foundation
import SiteTesting
import Testing

@testable import KairanClients

/// The parts of clients that are the same for every API, and the scripts that the program has inside, are right as they
/// stand among the sources.
@Suite struct SharedTextTests {
    private let sources = packageFolder.appending(path: "Sources")
    /// It has no endpoints, and the name by which the parts call the client.
    private let api = ClientAPI(
        [], name: "Client", version: "v1", address: "https://example.org/api/v1/", timeZone: "Asia/Tokyo", title: "T")

    @Test func swift() throws {
        let made = SwiftClient(api: api, hasBundle: false).files.filter { $0.path != "Package.swift" }
        let folder = try client("Swift", made.map { (path: $0.path.split(separator: "/").last ?? "", text: $0.text) })
        let files = try filesIn(folder.url).keys.sorted()
        #expect(try check(["swiftc", "-typecheck", "-swift-version", "6"] + files, in: folder.url) == "")
    }

    /// Where there is CryptoKit, its hash is used. Elsewhere its place is taken by as much of it as the clients call.
    @Test(.enabled(if: isOnLinux)) func cryptoKit() throws {
        let made = SwiftClient(api: api, hasBundle: false).files.filter { $0.path != "Package.swift" }
        let folder = try client("Swift", made.map { (path: $0.path.split(separator: "/").last ?? "", text: $0.text) })
        let files = try filesIn(folder.url).keys.sorted()
        try folder.write(
            """
            import Foundation

            public enum SHA256 { public static func hash(data: Data) -> [UInt8] { [] } }
            """, to: "modules/CryptoKit.swift")
        let module = ["swiftc", "-emit-module", "-parse-as-library", "-o", "modules/CryptoKit.swiftmodule"]
        #expect(try check(module + ["modules/CryptoKit.swift"], in: folder.url) == "")
        let typecheck = ["swiftc", "-typecheck", "-swift-version", "6", "-I", "modules"]
        #expect(try check(typecheck + files, in: folder.url) == "")
    }

    @Test func kotlin() throws {
        let made = KotlinClient(api: api).files.filter { $0.path.hasSuffix(".kt") }
        let folder = try client("Kotlin", made.map { (path: $0.path.split(separator: "/").last ?? "", text: $0.text) })
        try folder.lay(packageFolder.appending(path: "Tests/Clients/kotlin/flow"), over: ".")
        let libraries = "/usr/share/java/json-android.jar:/usr/share/java/kotlinx-coroutines-core.jar"
        let quick = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-nowarn"]
        let printed = try check(
            ["kotlinc"] + quick + ["-cp", libraries, "-d", "out", "."], in: folder.url)
        #expect(!printed.contains("error: "), "\(printed)")
    }

    @Test func script() throws {
        let folder = try client("JavaScript", [(path: "publication.d.ts", text: "export interface Publication {}\n")])
        let types = try String(contentsOf: folder.url.appending(path: "client.d.ts"), encoding: .utf8)
        try folder.write("import type { Publication } from \"./publication.d.ts\";\n" + types, to: "client.d.ts")
        let files = try filesIn(folder.url).keys.sorted()
        #expect(try check(["deno", "check", "--quiet"] + files, in: folder.url) == "")
        let all = try filesIn(sources).keys.filter { $0.hasSuffix(".js") }.sorted()
        #expect(all.contains("KairanPreview/preview.js") && all.contains("KairanDesk/Page/main.js"))
        #expect(try check(["deno", "check", "--quiet"] + all, in: sources) == "")
    }

    /// Lays the parts in one language over files of a client of the same names.
    private func client(_ language: String, _ made: [(path: Substring, text: String)]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (path, text) in made { try folder.write(text, to: String(path)) }
        try folder.lay(sources.appending(path: "KairanClients/\(language)"), over: ".")
        return folder
    }

    private func check(_ command: [String], in folder: URL) throws -> String {
        let run = try run(
            URL(filePath: "/usr/bin/env"), command, in: folder,
            environment: ["DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"])
        return run.output + run.errors
    }
}
