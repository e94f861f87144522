import Foundation
import SiteTesting
import Testing

/// A small board, and `kairan serve` or `kairan edit` running over it until the value is gone.
final class ServedSite {
    let box: TemporaryFolder
    private var process = Process()
    /// Ends the server however the tests end, because only the tests hold its input, a pipe, open.
    private var guardian = Process()
    private let streams: TemporaryFolder
    private let arguments: [String]
    private let environment: [String: String]
    /// The address of the site, with its base path, or that of the desk.
    let address: URL

    var port: UInt16 { UInt16(address.port ?? 0) }

    init(
        command: String = "serve", _ options: [String] = [], port: Int = .random(in: 20_000..<60_000),
        writing files: [String: String] = [:],
        environment: [String: String] = [:], prepare: (_ folder: URL) throws -> Void = { _ in }
    ) throws {
        box = try Self.board()
        for (path, text) in files { try box.write(text, to: path) }
        try prepare(box.url)
        streams = try TemporaryFolder()
        arguments = [command, "--port", "\(port)"] + options
        self.environment = environment
        address = try Self.start(process, guardian, arguments, environment, in: box.url, streams)
    }

    deinit { _ = interrupt() }

    /// - Returns: The address of the site.
    private static func start(
        _ process: Process, _ guardian: Process, _ arguments: [String], _ environment: [String: String],
        in folder: URL, _ streams: borrowing TemporaryFolder
    ) throws -> URL {
        process.executableURL = kairanExecutable
        process.arguments = arguments
        // The tests may run on such a host themselves.
        let noHost = Dictionary(
            uniqueKeysWithValues: [
                "CODESPACES", "GITPOD_WORKSPACE_URL", "VSCODE_PROXY_URI", "JUPYTERHUB_SERVICE_PREFIX", "BROWSER",
            ].map {
                ($0, "")
            })
        process.environment = ProcessInfo.processInfo.environment.merging(noHost) { $1 }.merging(environment) { $1 }
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: try streams.emptyFile("output"))
        process.standardError = try FileHandle(forWritingTo: try streams.emptyFile("errors"))
        try process.start()
        guardian.executableURL = URL(filePath: "/bin/sh")
        guardian.arguments = ["-c", "read -r line || kill -9 \(process.processIdentifier)"]
        guardian.standardInput = Pipe()
        try guardian.start()
        let output = streams.url.appending(path: "output")
        var found: URL?
        try wait {
            let text = try String(contentsOf: output, encoding: .utf8)
            found = text.firstMatch(of: /(http:\S+)\s/).flatMap { URL(string: String($0.1)) }
            return found != nil
        }
        return try #require(found)
    }

    /// Ends the server as control-C does.
    func interrupt() -> Int32 {
        if process.isRunning { process.interrupt() }
        process.waitUntilExit()
        if guardian.isRunning, let leash = guardian.standardInput as? Pipe {
            leash.fileHandleForWriting.write(Data("\n".utf8))
            guardian.waitUntilExit()
        }
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    /// Ends the server in the middle of whatever it does.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Ends the server and starts it again at the same address.
    func restart() throws {
        _ = interrupt()
        (process, guardian) = (Process(), Process())
        let again = try Self.start(process, guardian, arguments, environment, in: box.url, streams)
        try #require(again == address)
    }

    /// Waits until the server ends by itself, and returns its exit code.
    func exitCode() -> Int32 {
        process.waitUntilExit()
        return interrupt()
    }

    /// The memory that the server has, in bytes; 0 where the system does not tell.
    func residentMemory() throws -> Int {
        let path = "/proc/\(process.processIdentifier)/statm"
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        let pages = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
        return (pages.count > 1 ? Int(pages[1]) ?? 0 : 0) * Int(getpagesize())
    }

    func isRunning() -> Bool { process.isRunning }

    func output() throws -> String { try String(contentsOf: streams.url.appending(path: "output"), encoding: .utf8) }

    func errors() throws -> String { try String(contentsOf: streams.url.appending(path: "errors"), encoding: .utf8) }

    /// Asks for a target, which is sent as it is given, and returns the answer.
    func get(_ target: String, _ headers: [String] = [], method: String = "GET") throws -> Answer {
        let lines = ["\(method) \(target) HTTP/1.1", "Host: localhost", "Connection: close"] + headers
        return try Answer(try connection().exchange(lines.joined(separator: "\r\n") + "\r\n\r\n"))
    }

    func connection() throws -> Connection { try Connection(port: port) }

    func noticeTitled(_ title: String, until: String = "2026-04-30") throws {
        try box.write(Self.notice(title, until: until), to: "content/notices/umbrella.md")
    }

    static func notice(_ title: String, until: String = "2026-04-30") -> String {
        "---\ntitle: \(title)\nshown: { from: 2026-04-01, until: \(until) }\n---\nIt waits *here*.\n"
    }

    static func board() throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        let head = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Board</title>\n"
        let sheet = "<link rel=\"stylesheet\" href=\"{{site.path}}style.css\">\n</head>\n"
        let files = [
            "content/site.yml":
                "title: Board\nurl: https://t.example/board/\ntimeZone: Asia/Tokyo\nmoment: 2026-04-15\n",
            "content/notices/_collection.yml":
                "entry: notice\nfields:\n  title: text\n  shown: window\nbody: markdown\n",
            "content/notices/umbrella.md": notice("Lost umbrella"),
            "templates/index.html.mustache":
                "---\ndata:\n  open: { each: notices, where: { shown: now } }\n---\n\(head)\(sheet)"
                + "<h1>Notices</h1>\n{{#open}}\n<h2>{{title}}</h2>\n{{{body.html}}}\n{{/open}}\n</html>\n",
            "templates/about.html.mustache": "\(head)\(sheet)<h1>About</h1>\n</html>\n",
            "templates/404.html.mustache": "\(head)</head>\n<h1>Not here</h1>\n</html>\n",
            "templates/notices/{id}/index.html.mustache":
                "---\nfor: notices\n---\n\(head)\(sheet)<h1>{{title}}</h1>\n</html>\n",
            "templates/api/v1/notices.json.yml": "data: { each: notices, value: { id: id, title: title } }\n",
            "templates/style.css": "h1 { color: rgb(0, 0, 255) }\n",
            "templates/notes": "plain\n", "templates/ä b.txt": "letters\n",
        ]
        for (path, text) in files { try box.write(text, to: path) }
        return box
    }
}
