import Foundation
import SiteTesting
import Testing

@testable import KairanOutput

/// Code as the API page prints it, and documents that it has to decode.
struct PrintedClient {
    var schema: ValueSchema
    var name: String
    var documents: [[UInt8]]
    var url = "https://example.org/board/api/v1/ads.json"

    var typeName: String { ClientTypes(of: schema, name: name).name }
    var swift: String { swiftSnippet(schema, name: name, url: url) }
    var kotlin: String { kotlinSnippet(schema, name: name, url: url) }
}

/// Compiles all of them together, and loads every document with the code of its client: what the compiler or the
/// program says. The printed code asks for an address, which the judge answers with a file.
enum ClientJudge: String, CaseIterable {
    case swift, kotlin

    func messages(of clients: [PrintedClient]) throws -> String {
        let folder = try TemporaryFolder()
        for (index, client) in clients.enumerated() {
            try folder.write(self == .swift ? client.swift : client.kotlin, to: "Client\(index).\(fileExtension)")
            for (number, document) in client.documents.enumerated() {
                try folder.write(Data(document), to: "documents/\(index)/\(number).json")
            }
            try folder.write("", to: "documents/\(index)/end")
        }
        let names = clients.map(\.typeName)
        let sources = clients.indices.map { "Client\($0).\(fileExtension)" }
        switch self {
        case .swift:
            try folder.write(Self.swiftFiles, to: "Files.swift")
            let calls = names.enumerated().map { "await check(\($0)) { _ = try await \($1).load() }" }
            try folder.write(calls.joined(separator: "\n"), to: "main.swift")
            let compiled = try run(
                ["swiftc", "-swift-version", "6", "-Onone", "-o", "judge", "main.swift", "Files.swift"] + sources,
                in: folder.url)
            return try compiled.isEmpty ? run(["./judge"], in: folder.url) : compiled
        case .kotlin:
            let calls = names.enumerated().map { "    check(\($0)) { \($1).load() }" }.joined(separator: "\n")
            try folder.write(Self.kotlinFiles + "\nfun main() {\n\(calls)\n}\n", to: "Judge.kt")
            let json = "/usr/share/java/json-android.jar"
            let compiled = try run(["kotlinc", "-cp", json, "-d", "out", "Judge.kt"] + sources, in: folder.url)
                .split(separator: "\n").filter { !$0.contains("VM warning: Options -Xverify") }.joined(separator: "\n")
            let path = "out:\(json):/usr/share/java/kotlin-stdlib.jar"
            return try compiled.isEmpty ? run(["java", "-cp", path, "JudgeKt"], in: folder.url) : compiled
        }
    }

    private var fileExtension: String { self == .swift ? "swift" : "kt" }

    private static let swiftFiles = """
        import Foundation

        nonisolated(unsafe) var current = URL(filePath: "/")

        struct URLSession {
            static var shared: URLSession { URLSession() }
            func data(from url: URL) async throws -> (Data, String) { (try Data(contentsOf: current), url.path) }
        }

        func check(_ client: Int, _ load: () async throws -> Void) async {
            var number = 0
            while true {
                current = URL(filePath: "documents/\\(client)/\\(number).json")
                guard FileManager.default.fileExists(atPath: current.path) else { return }
                do { try await load() } catch { print("client \\(client), document \\(number): \\(error)") }
                number += 1
            }
        }
        """

    private static let kotlinFiles = """
        import java.io.File
        import java.io.InputStream
        import java.net.URL
        import java.net.URLConnection
        import java.net.URLStreamHandler

        var current = File("")

        class FileConnection(url: URL) : URLConnection(url) {
            override fun connect() {}
            override fun getInputStream(): InputStream = current.inputStream()
        }

        class FileHandler : URLStreamHandler() {
            override fun openConnection(url: URL): URLConnection = FileConnection(url)
        }

        val isReady = URL.setURLStreamHandlerFactory { protocol -> if (protocol == "https") FileHandler() else null }

        fun check(client: Int, load: () -> Unit) {
            isReady
            var number = 0
            while (true) {
                current = File("documents/$client/$number.json")
                if (!current.exists()) return
                try { load() } catch (error: Exception) { println("client $client, document $number: $error") }
                number += 1
            }
        }
        """

    /// What a program says on either stream, and how it ended if not well.
    private func run(_ command: [String], in folder: URL) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = folder
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let status = process.terminationStatus
        return String(decoding: output, as: UTF8.self) + (status == 0 ? "" : "\n\(command[0]) ended with \(status)")
    }
}
