import Foundation
import SiteTesting
import Testing

/// Sources say how often they are asked.
@Suite struct PullDueTests {
    private static let start = 1_775_000_000

    private static func site() throws -> PulledSite {
        let site = try PulledSite()
        for (name, every) in [("hourly", ", every: 60m"), ("daily", "")] {
            try site.serve("[{\"id\": \"a\", \"n\": 1}]", at: name)
            try site.declare(
                name, from: name, "format: json\(every)", "fields: { n: integer }\nfrom: { id: id, n: n }")
        }
        return site
    }

    private static func pull(_ site: borrowing PulledSite, minutes: Int, _ more: [String] = []) throws -> Run {
        try kairan(
            ["pull", "--local", "--due"] + more, in: site.box.url.appending(path: "site"),
            environment: ["SOURCE_DATE_EPOCH": String(start + minutes * 60)])
    }

    /// A source that stays the same writes nothing that is committed, and yet is not asked too early.
    @Test func asksOnlyWhatIsDue() throws {
        let site = try Self.site()
        let first = try Self.pull(site, minutes: 0)
        #expect(first.output == "daily: 1 entry taken (1 new)\nhourly: 1 entry taken (1 new)\n", "\(first.errors)")
        let lock = try site.read("content/hourly/_pulled.yml")
        func requests() throws -> Int { try site.log().split(separator: "\n").count }
        for (minutes, asked) in [(59, 0), (60, 1), (119, 0), (121, 1), (1439, 1), (1441, 1), (1500, 1)] {
            let before = try requests()
            let run = try Self.pull(site, minutes: minutes)
            let count = try requests() - before
            #expect(run.exitCode == 0 && count == asked, "\(minutes): \(run.output)\(run.errors)")
        }
        #expect(try site.read("content/hourly/_pulled.yml") == lock)
        #expect(try site.read(".kairan/asked").split(separator: "\n").count == 2)
        // Whoever asks without --due gets everything, and what failed counts as asked.
        try site.serve("", at: "hourly", rule: #"{"status": 500}"#)
        let all = try site.pull(environment: ["SOURCE_DATE_EPOCH": String(Self.start + 1501 * 60)])
        #expect(all.output == "daily: unchanged, 1 entry\nhourly: kept the last good, 1 entry\n", "\(all.output)")
        let waiting = try Self.pull(site, minutes: 1560)
        #expect(
            waiting.output == "daily: not due before 2026-04-03T02:34:20+02:00\n"
                + "hourly: not due before 2026-04-02T03:34:20+02:00\n", "\(waiting.output)")
    }

    @Test func timeOfTheLockCountsInAnotherCopy() throws {
        let site = try Self.site()
        _ = try Self.pull(site, minutes: 0)
        try FileManager.default.removeItem(atPath: "\(site.box.path)/site/.kairan")
        #expect(try Self.pull(site, minutes: 30).output.contains("hourly: not due before"))
        let next = try kairan(["next", "\(site.box.path)/site", "--at", "2026-04-01T02:00"])
        #expect(next.output.contains("kairan pull hourly: due at 2026-04-01T02:33:20"), "\(next.output)")
        #expect(try Self.pull(site, minutes: 61).output.contains("hourly: unchanged"))
        #expect(site.has(".kairan/asked.new") == false)
    }

    /// Nothing is noted by a trial, and a link in the folder leads nowhere.
    @Test func writesOnlyItsOwnFile() throws {
        let site = try Self.site()
        #expect(try Self.pull(site, minutes: 0, ["--dry-run"]).exitCode == 0)
        #expect(site.has(".kairan") == false)
        try site.box.write("mine\n", to: "elsewhere/asked")
        try FileManager.default.createSymbolicLink(
            atPath: "\(site.box.path)/site/.kairan", withDestinationPath: "../elsewhere")
        #expect(try Self.pull(site, minutes: 0).exitCode == 0)
        #expect(try site.read("../elsewhere/asked") == "mine\n")
    }

    @Test func boardWithoutSourcesIsQuiet() throws {
        let site = try PulledSite()
        let run = try kairan(["pull", "--due", "--format", "github"], in: site.box.url.appending(path: "site"))
        #expect(run.exitCode == 0 && run.output == "" && run.errors == "", "\(run.output)\(run.errors)")
        #expect(site.has(".kairan") == false)
    }
}
