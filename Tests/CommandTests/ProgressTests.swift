import Foundation
import SiteTesting
import Testing

@Suite struct ProgressTests {
    @Test func aLongBuildSaysWhatItDoes() throws {
        let box = try publishedSite()
        try box.write("{ \"name\": \"Go and shogi\" }\n", to: "content/clubs/go.json")
        let (run, piped) = try buildSlowly(box.url)
        #expect(run.exitCode == 0)
        let (lines, report) = parts(run.shown)
        let stages = lines.map { $0.prefix(while: \.isLetter) }
        let changes = stages.indices.filter { $0 == 0 || stages[$0] != stages[$0 - 1] }.map { stages[$0] }
        #expect(changes == ["reading", "planning", "making", "checking", "publishing"], "\(run.shown)")
        #expect(lines.allSatisfy { $0.wholeMatch(of: /[a-z]+( outputs: [0-9]+% of [0-9]+)?, [0-9]+\.[0-9] s/) != nil })
        #expect(report.hasPrefix("\u{1B}[1m6 entries, "), "\(run.shown)")
        #expect(piped.hasPrefix("6 entries, ") && !piped.contains("\r"), "\(piped)")
    }

    @Test func theLineIsGoneBeforeMistakesAreShown() throws {
        let box = try publishedSite()
        try box.write("{ \"name\": \"Go\", }", to: "content/clubs/go.json")
        let (run, _) = try buildSlowly(box.url)
        #expect(run.exitCode == 1)
        let (lines, report) = parts(run.shown)
        #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("reading, ") }, "\(run.shown)")
        #expect(report.hasPrefix("\u{1B}[1mcontent/clubs/go.json:1:"), "\(run.shown)")
    }

    @Test func aShortBuildShowsNothing() throws {
        let box = try publishedSite()
        let run = try kairanOnATerminal(["build"], in: box.url, environment: ["TERM": "xterm"])
        // A loaded machine may take longer than a second, and then the build is no short one.
        let isShort = run.shown.contains(/; [0-9]+ ms/)
        #expect(!isShort || parts(run.shown).lines.isEmpty, "\(run.shown)")
    }

    /// Builds a site on a terminal, and checks it into a pipe meanwhile. Both take long, because git answers only once
    /// the terminal has shown that time passes.
    private func buildSlowly(_ site: URL) throws -> (run: (exitCode: Int32, shown: String), piped: String) {
        let (gate, git, pipe, check) = (site.appending(path: "gate"), site.appending(path: "git"), Pipe(), Process())
        unsafe #expect(mkfifo(gate.path, 0o600) == 0)
        try SiteTesting.git(["init", "--quiet"], in: site.path)
        try Data("#!/bin/sh\ncat \(gate.path)\nexec /usr/bin/git \"$@\"\n".utf8).write(to: git)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: git.path)
        let environment = ["TERM": "xterm", "PATH": "\(site.path):/usr/bin:/bin"]
        (check.executableURL, check.arguments, check.currentDirectoryURL) = (kairanExecutable, ["check"], site)
        (check.environment, check.standardOutput, check.standardError) = (environment, pipe, pipe)
        try check.start()
        // Whoever waits at the gate reads to its end, and nobody waits who comes later.
        func openGate() throws {
            guard FileManager.default.fileExists(atPath: gate.path) else { return }
            let opened = try FileHandle(forUpdating: gate)
            try FileManager.default.removeItem(at: gate)
            try opened.close()
        }
        let run = try kairanOnATerminal(["build"], in: site, environment: environment) { shown in
            if Set(parts(shown).lines).count > 2 { try openGate() }
        }
        try openGate()
        let piped = try pipe.fileHandleForReading.readToEnd() ?? Data()
        check.waitUntilExit()
        return (run, String(decoding: piped, as: UTF8.self))
    }

    /// Returns the lines that were shown in turn, and all that stays.
    private func parts(_ shown: String) -> (lines: [String], report: String) {
        let parts = shown.components(separatedBy: "\r\u{1B}[K")
        return (parts.dropLast().filter { !$0.isEmpty }, parts.last ?? "")
    }
}
