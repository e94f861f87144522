import Foundation
import SiteTesting
import Testing

/// Two people in the pages of their forms, each in a headless Chromium, who do what they are told.
final class TwoBrowsers {
    struct Answer: Decodable {
        /// What the line of the status says, and whether that is `good` or `bad`.
        var said, kind: String?
        /// The values of both that somebody has to choose from.
        var conflicts: [[String]]?
        var error: String?
    }

    private struct Person: Encodable {
        var address, folder: String
    }

    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())
    private var rest: [UInt8] = []

    init(_ sites: [EditedSite], in folder: URL) throws {
        let people = sites.map { Person(address: $0.site.address.absoluteString, folder: $0.box.path) }
        let script = folder.appending(path: "people.mjs")
        let module = packageFolder.appending(path: "Tests/Browser/people.mjs").path
        let words = String(decoding: try JSONEncoder().encode(people), as: UTF8.self)
        try Data("import { twoPeople } from \"\(module)\";\nawait twoPeople(\(words));\n".utf8).write(to: script)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["node", script.path]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.start()
        #expect(try answer().said == "ready")
    }

    /// The browsers end with the last line.
    deinit {
        do { try input.fileHandleForWriting.close() } catch {}
        process.waitUntilExit()
    }

    /// Lets somebody do something, and returns what came of it.
    func ask(_ person: Int, _ act: String, _ rest: [String: Any] = [:]) throws -> Answer {
        let line = rest.merging(["person": person, "act": act]) { $1 }
        input.fileHandleForWriting.write(try JSONSerialization.data(withJSONObject: line) + Data("\n".utf8))
        return try answer()
    }

    private func answer() throws -> Answer {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Data(rest[..<end])
                rest.removeSubrange(...end)
                return try JSONDecoder().decode(Answer.self, from: line)
            }
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty, "the browsers have ended")
            rest += more
        }
    }
}
