import Foundation
import SiteTesting
import Testing

/// A command that hits a limit of the process says so, and never ends with 0 without having done what was asked.
@Suite(.onLinux) struct ProcessLimitTests {
    static let commands = [
        ["build"], ["build", "--no-cache"], ["check"], ["list", "clubs"], ["next"], ["schema"], ["init", "new"],
        ["new", "clubs", "Tea", "--set", "tags=hot"], ["lint", "public", "--write-baseline", "known.json"],
        ["import", "old.json", "--endpoint", "v1/clubs"], ["explain"], ["--help"],
    ]

    @Test(arguments: commands) func fewOpenFiles(_ command: [String]) throws {
        let limits = [5, 6, 7, 8, 10, 12, 24].map { "ulimit -n \($0)" }
        let runs = try trials(command, limits, mayFailWith: ["too many files are open"])
        #expect(runs.last?.exitCode == 0)
    }

    @Test(arguments: commands) func filesThatMayNotGrow(_ command: [String]) throws {
        let limits = [20, 500, 2000, 10000].map { "prlimit --pid $BASHPID --fsize=\($0)" }
        try trials(command, limits, mayFailWith: ["the file is larger than a file may be here"])
    }

    @Test(arguments: commands) func littleMemory(_ command: [String]) throws {
        let limits = stride(from: 60, through: 220, by: 20).map { "ulimit -v \($0 << 10)" }
        let words = [
            "Cannot allocate memory", "failed to map segment", "there was too little memory",
            "the memory's limit: less than 64 MB",
        ]
        let runs = try trials(command, limits, mayFailWith: words, mayDie: true)
        // No signal ends it.
        #expect(runs.allSatisfy { $0.exitCode < 128 }, "\(runs)")
    }

    @Test(arguments: commands) func aSmallStack(_ command: [String]) throws {
        let words = "error: the stack's limit: less than 8 MB\nhelp: "
        let runs = try trials(command, ["ulimit -Ss 128", "ulimit -s 128"], mayFailWith: [words])
        #expect(runs.map(\.exitCode) == [0, 3])
    }

    /// The next file that is opened would take the place of a closed stream.
    @Test(arguments: ["0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-", "1>/dev/full"], commands)
    func closedStreams(_ streams: String, _ command: [String]) throws {
        let box = try Self.site()
        let run = try shell(command, in: box, after: "exec \(streams)")
        let isHeard = !streams.contains("1")
        #expect(run.exitCode == (isHeard ? 0 : 3), "\(run)")
        if streams.hasPrefix("1") { #expect(run.errors.contains("error: standard output: "), "\(run)") }
        for (path, bytes) in try filesIn(box.url) where !path.hasPrefix(".kairan/") {
            #expect(!String(decoding: bytes, as: UTF8.self).contains("error: standard output"), "\(path)")
        }
        let again = try kairan(["check"], in: box.url)
        #expect(again.exitCode == 0, "\(again)")
    }

    /// The static program loads no libraries, so nothing but the program itself can say that it cannot start.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: staticProgram)))
    func noFileCanBeOpened() throws {
        for limit in 0...3 {
            let run = try SiteTesting.run(
                URL(filePath: "/bin/bash"), ["-c", "ulimit -n \(limit); exec '\(Self.staticProgram)' --version"])
            #expect(run.exitCode == 3)
            #expect(
                run.errors
                    == "error: /proc/self/cmdline: too many files are open\nhelp: allow more open files: ulimit -n 256\n"
            )
        }
    }

    static let staticProgram = packageFolder.appending(path: ".build/release/kairan").path

    /// Runs the command once for each limit. Either all was done, or nothing was: no file is changed, added or lost.
    ///
    /// - Parameter mayDie: If this is true, the command may die anywhere. The publication and each file must still be
    ///   whole.
    @discardableResult
    private func trials(
        _ command: [String], _ limits: [String], mayFailWith words: [String], mayDie: Bool = false
    ) throws -> [Run] {
        let site = try Self.site()
        let whole = try Self.site()
        let (before, asked) = (try files(in: site.url), try kairan(command, in: whole.url))
        #expect(asked.exitCode == 0, "\(asked)")
        let done = try files(in: whole.url)
        return try limits.map { limit in
            let box = try TemporaryFolder()
            try box.lay(site.url, over: ".")
            let run = try shell(command, in: box, after: limit)
            var after = try files(in: box.url)
            if mayDie, run.exitCode != 0 {
                after = after.filter { !$0.key.hasSuffix("~") && !$0.key.hasPrefix(".public.kairan-") }
                let published = after.filter { $0.key.hasPrefix("public/") }
                #expect([before, done].contains { $0.filter { $0.key.hasPrefix("public/") } == published }, "\(limit)")
                #expect(after.allSatisfy { before[$0.key] == $0.value || done[$0.key] == $0.value }, "\(limit)")
            } else {
                #expect(after == (run.exitCode == 0 ? done : before), "\(limit): \(run)")
            }
            let said = run.output + run.errors
            #expect(run.exitCode == 0 || words.contains { said.contains($0) }, "\(limit): \(run)")
            return run
        }
    }

    /// Reads what people keep and publish; the cache may hold anything.
    private func files(in folder: URL) throws -> [String: [UInt8]] {
        try filesIn(folder).filter { !$0.key.hasPrefix(".kairan/") }
    }

    private func shell(_ command: [String], in box: borrowing TemporaryFolder, after limit: String) throws -> Run {
        let words = ([kairanExecutable.path] + command).map { "'\($0)'" }.joined(separator: " ")
        // The report goes through pipes, because a file could not grow either.
        let script = "set -o pipefail; { (\(limit) && exec \(words)) 2>&1 >&3 | cat >&2; } 3>&1 | cat"
        return try SiteTesting.run(URL(filePath: "/bin/bash"), ["-c", script], in: box.url)
    }

    private static func site() throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.lay(published.get(), over: ".")
        return box
    }

    private static let published = Result {
        let box = try newSite()
        return try filesIn(box.url)
    }

    /// A published site in which every command has something to do.
    private static func newSite() throws -> TemporaryFolder {
        let box = try publishedSite()
        try box.write("{ \"name\": \"Chess\", \"tags\": [\"board\"] }", to: "content/clubs/chess.json")
        try box.write(
            "data: { each: clubs, where: { name: Tea }, value: { name: name } }\n",
            to: "templates/api/v1/clubs.json.yml")
        try box.write("[{ \"name\": \"Tea\" }]\n", to: "old.json")
        return box
    }
}
