import Foundation
import SiteTesting
import Testing

/// A small site that is changed, built and deployed again and again.
struct DeployedSite: ~Copyable {
    let box: TemporaryFolder
    private(set) var items = ["a", "b", "c"]

    init() throws {
        let box = try TemporaryFolder()
        for (path, text) in [
            "content/site.yml": "title: Harbour Board\nurl: https://harbour.example/\nmoment: 2026-04-15\n",
            "content/items/_collection.yml": "entry: item\nfields: { title: text }\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/items.json.yml": "data: { each: items, value: { id: id, title: title } }\n",
            "templates/api/v1/items/{id}.json.yml": "for: items\ndata: { title: title }\n",
            "templates/index.html.mustache":
                "---\ndata: { all: { each: items } }\n---\n{{#all}}<p>{{title}}</p>\n{{/all}}\n",
            "templates/assets/site.css": "p { color: green }\n",
        ] { try box.write(text, to: path) }
        for item in ["a", "b", "c"] { try box.write("title: First\n", to: "content/items/\(item).yml") }
        let run = try kairan(["build", "--first-publication"], in: box.url)
        try #require(run.exitCode == 0, "\(run.errors)")
        self.box = box
    }

    var publication: URL { box.url.appending(path: "public") }

    func write(_ item: String, _ title: String) throws {
        try box.write("title: \(title)\n", to: "content/items/\(item).yml")
    }

    func remove(_ item: String) throws {
        // A published file may go once its entry is in the trash.
        try box.write("title: Gone\ndeleted: 2026-04-01\n", to: "content/items/\(item).yml")
    }

    func build() throws {
        let run = try waiting { try kairan(["build"], in: box.url) }
        #expect(run.exitCode == 0, "\(run.errors)")
    }

    /// Changes an item, and adds or removes another one.
    mutating func change(_ numbers: inout SeededNumbers) throws {
        try write(
            items[Int.random(in: 0..<items.count, using: &numbers)],
            "Number \(UInt16.random(in: 0...999, using: &numbers))")
        if items.count > 3, Bool.random(using: &numbers) {
            try remove(items.remove(at: Int.random(in: 0..<items.count, using: &numbers)))
        } else {
            items.append("item-\(UInt32.random(in: 0 ... .max, using: &numbers))")
            try write(items[items.count - 1], "New")
        }
        try build()
    }

    func deploy(_ target: String, _ options: [String] = [], _ environment: [String: String] = [:]) throws -> Run {
        try kairan(["deploy", target] + options, in: box.url, environment: environment)
    }

    func deployAfterKill(_ target: String, _ options: [String] = [], _ environment: [String: String] = [:]) throws
        -> Run
    {
        try waiting { try deploy(target, options, environment) }
    }

    /// Runs something once the programs that a killed deploy has left running let go of the lock.
    private func waiting(_ start: () throws -> Run) throws -> Run {
        var run: Run?
        try wait {
            run = try start()
            return run?.errors.contains("another build or deploy") != true
        }
        return try #require(run)
    }

    /// Returns the paths in a list of the report.
    func paths(_ run: Run, _ key: String) throws -> [String] {
        let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        return try #require(report?[key] as? [String], "\(run.output) \(run.errors)")
    }
}

/// The files at a host that say what was deployed.
let deployRecords = [".kairan-deploy.json", ".kairan-deploy-2.json"]

/// Makes it seem as if time had passed at a host: what left it did so earlier.
func passTime(minutes: Int, at host: URL) throws {
    for path in deployRecords.map({ host.appending(path: $0) }) {
        let record = try String(contentsOf: path, encoding: .utf8)
        let earlier = record.replacing(/"(: ?)([0-9]{10})/) { "\"\($0.1)\((Int($0.2) ?? 0) - minutes * 60)" }
        // Servers remember the size.
        #expect(earlier.utf8.count == record.utf8.count)
        try earlier.write(to: path, atomically: false, encoding: .utf8)
    }
}

/// The results of a reader.
struct Reading: Decodable {
    var read: Int
    var without: Int
    var copies: Int
    var wrong: [String]

    static let script = packageFolder.appending(path: "Tests/Clients/read_deployed.py").path

    /// Reads a version of an API once.
    init(_ address: String, in folder: URL) throws {
        let run = try SiteTesting.run(URL(filePath: "/usr/bin/env"), ["python3", Self.script, address], in: folder)
        try #require(run.exitCode == 0, "\(run.errors)")
        self = try JSONDecoder().decode(Reading.self, from: Data(run.output.utf8))
    }
}

/// A reader that reads a version of an API again and again, in a process of its own.
struct Reader: ~Copyable {
    private let process = Process()
    private let box: TemporaryFolder

    init(_ address: String) throws {
        let box = try TemporaryFolder()
        let seen = try box.emptyFile("seen")
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", Reading.script, address, "\(box.path)/stop"]
        process.standardOutput = try FileHandle(forWritingTo: seen)
        try process.start()
        self.box = box
    }

    /// Lets the reader read once more, and returns what it found.
    func end() throws -> Reading {
        try box.write("", to: "stop")
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return try JSONDecoder().decode(Reading.self, from: Data(contentsOf: box.url.appending(path: "seen")))
    }
}
