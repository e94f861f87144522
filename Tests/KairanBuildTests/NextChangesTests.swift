import Foundation
import KairanContent
import KairanModel
import KairanOutput
import SiteTesting
import Testing

@testable import KairanBuild

/// When outputs differ though no source does.
@Suite struct NextChangesTests {
    @Test func windowsAndDays() throws {
        let changes = try Self.changes(of: Self.board, at: "2026-03-28T10:00", count: 9)
        #expect(
            changes.map(\.summary) == [
                // Midnight, before clocks go forward.
                "2026-03-29T00:00:00+01:00: changed days.json, changed next.json",
                "2026-03-29T18:30:00+02:00: changed open.json, changed version.json",
                "2026-03-30T00:00:00+02:00: changed days.json, changed next.json",
                "2026-03-31T00:00:00+02:00: changed days.json, changed next.json, changed open.json, changed version.json",
                "2026-04-01T00:00:00+02:00: changed days.json",
                "2026-04-02T00:00:00+02:00: changed days.json",
                "2026-04-03T00:00:00+02:00: changed days.json",
                "2026-04-04T00:00:00+02:00: changed days.json",
                "2026-04-05T00:00:00+02:00: changed days.json",
            ])
    }

    /// At each moment, and only then, whole builds before and after it differ.
    @Test func theyAreThoseOfWholeBuilds() throws {
        var board = Self.board
        board["templates/days.json.yml"] = nil
        let changes = try Self.changes(of: board, at: "2026-03-01T00:00", count: 20)
        #expect(changes.count > 3)
        var expected: [Int] = []
        let zone = try #require(SiteTimeZone(identifier: "Europe/Berlin"))
        let start = zone.dateTime(date: try #require(LocalDate("2026-03-01"))).epochSeconds
        var last = try Self.files(of: board, at: start)
        for hour in 1...(24 * 60) {
            let files = try Self.files(of: board, at: start + hour * 1800)
            if files != last { expected.append(start + hour * 1800) }
            last = files
        }
        #expect(changes.map(\.moment.epochSeconds).filter { $0 <= start + 24 * 60 * 1800 } == expected)
    }

    @Test func nothingChanges() throws {
        var board = Self.board
        for name in ["days", "next", "open", "version"] { board["templates/\(name).json.yml"] = nil }
        board["templates/a.json.yml"] = "data: { each: events, value: title }\n"
        #expect(try Self.changes(of: board, at: "2026-03-28T10:00", count: 5).isEmpty)
        // What shows the moment itself differs in each build, which says nothing of the site.
        board["templates/moment.json.yml"] = "data: { built: site.moment }\n"
        #expect(try Self.changes(of: board, at: "2026-03-28T10:00", count: 5).isEmpty)
    }

    /// Whatever number is published, a revision changes only with what it counts.
    @Test func aRevisionThatHasGrown() throws {
        var options = BuildOptions(clock: 0)
        options.moment = "2026-03-29T20:00"
        let tree = Self.tree(Self.board)
        let result = try build(
            tree, options, published: { path in path == "version.json" ? .bytes(Array("9\n".utf8)) : .nothing })
        let changes = try nextChanges(
            after: SiteBuild(tree: tree, result: result, earlier: nil), options, count: 2)
        #expect(
            changes.map(\.summary) == [
                "2026-03-30T00:00:00+02:00: changed days.json, changed next.json",
                "2026-03-31T00:00:00+02:00: changed days.json, changed next.json, changed open.json, changed version.json",
            ])
    }

    @Test func filesComeAndGo() throws {
        var board = Self.board
        for name in ["days", "next", "open", "version"] { board["templates/\(name).json.yml"] = nil }
        board["templates/{id}.json.yml"] = "for: { each: events, where: { open: now } }\ndata: { title: title }\n"
        #expect(
            try Self.changes(of: board, at: "2026-03-28T10:00", count: 5).map(\.summary) == [
                "2026-03-29T18:30:00+02:00: added b.json", "2026-03-31T00:00:00+02:00: removed a.json",
            ])
    }

    @Test func aMistakeToCome() throws {
        var board = Self.board
        board["templates/days.json.yml"] = nil
        board["templates/first.json.yml"] =
            "data: { first: events, where: { open: now, id: a }, required: true, value: title }\n"
        let changes = try Self.changes(of: board, at: "2026-03-30T10:00", count: 5)
        #expect(changes.last?.mistakes.map(\.rule) == ["first.missing"])
        #expect(changes.last?.moment.description == "2026-03-31T00:00:00+02:00")
    }

    private static let board = [
        "content/site.yml": "title: T\nurl: https://t.example/\ntimeZone: Europe/Berlin\n",
        "content/events/_collection.yml": "fields: { title: text, days: schedule, open: window }\n",
        "content/events/e.yml": """
        - { id: a, title: A, days: { weekly: sun }, open: { until: 2026-03-30 } }
        - { id: b, title: B, days: { dates: [2026-03-30] }, open: { from: 2026-03-29T18:30 } }

        """,
        "templates/days.json.yml": "data: { each: days, from: today, until: today + 1 day, value: day }\n",
        "templates/next.json.yml": "data: { each: events, where: { days: { on: today }, open: now }, value: title }\n",
        "templates/open.json.yml": "data: { each: events, where: { open: now }, value: title }\n",
        "templates/version.json.yml": "revision: { of: [open.json] }\n",
    ]

    private static func tree(_ files: [String: String]) -> SourceTree {
        SourceTree(files: files.map { SourceFile(path: $0.key, text: $0.value) })
    }

    private static func changes(of files: [String: String], at moment: String, count: Int) throws -> [NextChange] {
        var options = BuildOptions(clock: 0)
        options.moment = moment
        let result = try build(tree(files), options)
        try #require(!result.diagnostics.hasErrors, "\(result.diagnostics)")
        return try nextChanges(after: SiteBuild(tree: tree(files), result: result, earlier: nil), options, count: count)
    }

    private static func files(of files: [String: String], at clock: Int) throws -> [String: [UInt8]] {
        let result = try build(tree(files), BuildOptions(clock: clock))
        return Dictionary(uniqueKeysWithValues: result.files.map { ($0.path, $0.bytes) })
    }
}

extension NextChange {
    fileprivate var summary: String {
        "\(moment): " + outputs.map { "\($0.kind.rawValue) \($0.path)" }.joined(separator: ", ")
    }
}
