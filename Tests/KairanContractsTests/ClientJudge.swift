import Foundation
import KairanReaders
import SiteTesting
import Testing

@testable import KairanContracts
@testable import KairanTemplates

/// Compiles all clients together, loads every document with the code of its client, and returns what the compiler or
/// the program says. The printed code asks for an address, which the judge answers with a file.
enum ClientJudge: String, CaseIterable {
    case swift, kotlin

    func messages(of clients: [PrintedClient]) throws -> String {
        // A module of Swift has no packages, so each group is a program.
        let groups = Dictionary(grouping: clients, by: \.group).sorted { $0.key < $1.key }.map(\.value)
        switch self {
        case .swift: return try groups.map(swiftMessages).joined()
        case .kotlin: return try kotlinMessages(of: groups.joined().map(\.self))
        }
    }

    private func swiftMessages(of clients: [PrintedClient]) throws -> String {
        let folder = try TemporaryFolder()
        let sources = try write(clients.map(\.swift), of: clients, to: folder)
        try folder.write(Self.swiftFiles, to: "Files.swift")
        let calls = clients.enumerated().map { "await check(\($0)) { _ = try await \($1.swiftName).load() }" }
        try folder.write(calls.joined(separator: "\n"), to: "main.swift")
        let compiled = try run(
            ["swiftc", "-swift-version", "6", "-Onone", "-wmo", "-o", "judge", "main.swift", "Files.swift"] + sources,
            in: folder.url)
        return try compiled.isEmpty ? run(["./judge"], in: folder.url) : compiled
    }

    private func kotlinMessages(of clients: [PrintedClient]) throws -> String {
        let folder = try TemporaryFolder()
        let codes = clients.map { ($0.group.isEmpty ? "" : "package \($0.group)\n") + $0.kotlin }
        let sources = try write(codes, of: clients, to: folder)
        let calls = clients.enumerated().map { index, client in
            "    check(\(index)) { \(client.group.isEmpty ? "" : client.group + ".")\(client.kotlinName).load() }\n"
        }
        try folder.write(Self.kotlinFiles + "\nfun main() {\n\(calls.joined())}\n", to: "Judge.kt")
        let json = "/usr/share/java/json-android.jar"
        // A compiler that runs for seconds need not be compiled well itself: this takes 8 s of a processor, not 30 s.
        let quick = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]
        let compiled = try run(["kotlinc"] + quick + ["-cp", json, "-d", "out", "Judge.kt"] + sources, in: folder.url)
            .split(separator: "\n").filter { !$0.contains("VM warning: Options -Xverify") }.joined(separator: "\n")
        let path = "out:\(json):/usr/share/java/kotlin-stdlib.jar"
        return try compiled.isEmpty ? run(["java", "-cp", path, "JudgeKt"], in: folder.url) : compiled
    }

    /// Writes the code and the documents of clients, and returns the names of the code's files.
    private func write(
        _ codes: [String], of clients: [PrintedClient], to folder: borrowing TemporaryFolder
    ) throws -> [String] {
        var sources: [String] = []
        for (index, client) in clients.enumerated() {
            sources.append("Client\(index).\(fileExtension)")
            try folder.write(codes[index], to: sources[index])
            for (number, document) in client.documents.enumerated() {
                try folder.write(Data(document), to: "documents/\(index)/\(number).json")
            }
        }
        return sources
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

    /// Returns what a program says on either stream, and how it ended if it failed.
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
