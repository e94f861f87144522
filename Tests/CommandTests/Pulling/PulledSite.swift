import Foundation
import SiteTesting
import Testing

/// A site whose collections are pulled from a real server on this machine.
struct PulledSite: ~Copyable {
    let box: TemporaryFolder
    private let server: Process
    let port: Int

    init() throws {
        let box = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(box.path)/served", withIntermediateDirectories: true)
        let said = try box.emptyFile("said")
        let server = Process()
        server.executableURL = URL(filePath: "/usr/bin/env")
        server.arguments = [
            "python3", packageFolder.appending(path: "Tests/Pull/server.py").path, "\(box.path)/served",
        ]
        (server.standardOutput, server.standardError) = (try FileHandle(forWritingTo: said), FileHandle.nullDevice)
        try server.start()
        var found: Int?
        try wait {
            let text = try String(contentsOf: said, encoding: .utf8)
            found = text.hasSuffix("\n") ? Int(text.dropLast()) : nil
            return found != nil
        }
        let port = try #require(found)
        try box.write(
            "title: Harbour Board\nurl: https://harbour.example/board/\ntimeZone: Europe/Berlin\n",
            to: "site/content/site.yml")
        try box.write("{{site.title}}", to: "site/templates/index.txt.mustache")
        (self.server, self.port) = (server, port)
        self.box = box
    }

    deinit { server.terminate() }

    func address(_ name: String) -> String { "http://127.0.0.1:\(port)/\(name)" }

    /// Serves a file, or something else in its place.
    func serve(_ text: String, at name: String, rule: String? = nil) throws {
        try box.write(text, to: "served/\(name)")
        if let rule { try box.write(rule, to: "served/\(name).rule") }
    }

    /// Declares a collection that is pulled.
    ///
    /// - Parameter source: The words of the source after its address, such as `format: rss`.
    func declare(_ collection: String, from name: String, _ source: String, _ rest: String) throws {
        try box.write(
            "source: { url: \"\(address(name))\", \(source) }\n\(rest)\n",
            to: "site/content/\(collection)/_collection.yml")
    }

    func pull(_ arguments: String..., environment: [String: String] = [:]) throws -> Run {
        try kairan(["pull", "--local"] + arguments, in: box.url.appending(path: "site"), environment: environment)
    }

    func read(_ path: String) throws -> String {
        try String(contentsOf: box.url.appending(path: "site/\(path)"), encoding: .utf8)
    }

    /// The entries that were pulled, without the lines before the first one.
    func entries(_ collection: String) throws -> String {
        let text = try read("content/\(collection)/pulled.yml")
        return String(text.split(separator: "\n\n", maxSplits: 1).last ?? "")
    }

    func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: "\(box.path)/site/\(path)") }

    /// The requests that the server got, one a line.
    func log() throws -> String { try String(contentsOf: box.url.appending(path: "served/log"), encoding: .utf8) }
}
