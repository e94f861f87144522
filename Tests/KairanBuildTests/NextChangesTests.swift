import Foundation
import KairanContent
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanPublish

/// `nextChanges` tells when outputs will differ though no source does.
@Suite struct NextChangesTests {
    @Test func windowsAndDays() throws {
        let changes = try Self.changes(of: Self.board, at: "2026-03-28T10:00", count: 9)
        #expect(
            changes.map(\.summary) == [
                // This midnight is before clocks go forward.
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

    /// Full builds differ before and after each moment that is named, and at no other moment: what changes then still
    /// differs some hours later.
    @Test(arguments: [Self.board, Self.diary]) func theyAreThoseOfWholeBuilds(_ site: [String: String]) throws {
        var board = site
        board["templates/days.json.yml"] = nil
        let changes = try Self.changes(of: board, at: "2026-03-01T00:00", count: 20)
        #expect(changes.count > 3)
        let zone = try #require(SiteTimeZone(identifier: "Europe/Berlin"))
        let start = zone.dateTime(date: try #require(LocalDate("2026-03-01"))).epochSeconds
        let end = start + 60 * 86_400
        let near = changes.filter { $0.moment.epochSeconds <= end }
        let named = near.map(\.moment.epochSeconds)
        let moments = Set(named + named.map { $0 - 1 } + stride(from: start + 21_600, through: end, by: 21_600))
        var expected: [Int] = []
        var outputs: [[String]] = []
        var last = try Self.files(of: board, at: start)
        for moment in moments.sorted() where moment > start {
            let files = try Self.files(of: board, at: moment)
            if files != last {
                expected.append(moment)
                outputs.append(Set(files.keys).union(last.keys).filter { files[$0] != last[$0] }.sorted())
            }
            last = files
        }
        #expect(named == expected)
        // Without a publication a revision never grows.
        #expect(near.map { $0.outputs.map(\.path).filter { $0 != "version.json" } } == outputs)
    }

    /// Days on which nothing changes are passed over, however many.
    @Test func aChangeFarAhead() throws {
        let files = [
            "content/site.yml": "title: T\nurl: https://t.example/\ntimeZone: Europe/Berlin\n",
            "content/notes/_collection.yml": "fields: { date: date }\n",
            "content/notes/n.yml": "- { id: a, date: 2027-11-05 }\n- { id: b, date: 2029-01-01 }\n",
            "templates/notes/{id}.json.yml":
                "for: { each: notes, where: { date: { atMost: today } } }\ndata: { date: date }\n",
            "templates/year.json.yml": "data: { built: { text: 'In {site.moment, yyyy}' } }\n",
            "templates/now.html.mustache": "<p id=\"now\">{{site.moment}}</p>\n",
        ]
        #expect(
            try Self.changes(of: files, at: "2026-03-28T10:00", count: 9).map(\.summary) == [
                "2027-01-01T00:00:00+01:00: changed year.json",
                "2027-11-05T00:00:00+01:00: added notes/a.json",
                "2028-01-01T00:00:00+01:00: changed year.json",
            ])
    }

    /// A page that shows the build's day will change, but nothing is said of one that shows its time.
    @Test(arguments: [
        ("{site.moment, yyyy-MM-dd}", true), ("{site.moment, d. 'h'}", true), ("{site.moment.text}", false),
        ("{site.moment.date}", true), ("{site.moment.date.text}", true), ("{site.moment, d. HH:mm}", false),
        ("{site.moment.epoch.text}", false),
    ])
    func theDayOrTheMoment(_ text: String, _ isOfDay: Bool) throws {
        let files = [
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "templates/a.json.yml": "data: { built: { text: \"\(text)\" } }\n",
        ]
        let changes = try Self.changes(of: files, at: "2026-03-28T10:00", count: 1)
        #expect(changes.map(\.summary) == (isOfDay ? ["2026-03-29T00:00:00Z: changed a.json"] : []))
    }

    /// Outputs that start at a week, month or year are the same until the next one begins, so no day in between is
    /// looked at.
    @Test(arguments: [
        ("today", "2026-03-29T00:00"), ("this week", "2026-03-30T00:00"), ("this month", "2026-04-01T00:00"),
        ("this year", "2027-01-01T00:00"), ("this month - 3 days", "2026-04-01T00:00"),
    ])
    func nothingChangesWithin(_ start: String, _ next: String) throws {
        let files = [
            "content/site.yml": "title: T\nurl: https://t.example/\ntimeZone: Europe/Berlin\nfirstWeekday: mon\n",
            "templates/days.json.yml": "data: { each: days, from: \(start), until: \(start) + 9 days, value: day }\n",
        ]
        var options = BuildOptions(clock: 0)
        options.moment = "2026-03-28T10:00"
        let result = try build(Self.tree(files), options)
        let store = try #require(result.store.flatMap { BuildStore($0()) }, "\(result.diagnostics)")
        let zone = try #require(SiteTimeZone(identifier: "Europe/Berlin"))
        #expect(zone.dateTime(epochSeconds: store.head.nextChange).description.hasPrefix(next))
    }

    /// The one event is at noon of 1 April; each condition changes whether it is chosen at the given moments.
    @Test(arguments: [
        ("at: { atMost: now }", ["2026-04-01T12:00:00"]), ("at: { moreThan: now }", ["2026-04-01T12:00:00"]),
        ("at: { lessThan: now }", ["2026-04-01T12:00:01"]), ("at: { atLeast: now }", ["2026-04-01T12:00:01"]),
        ("at: now", ["2026-04-01T12:00:00", "2026-04-01T12:00:01"]),
        ("at: { in: [now, 2025-01-01T00:00] }", ["2026-04-01T12:00:00", "2026-04-01T12:00:01"]),
        ("at: { moreThan: $site.moment }", ["2026-04-01T12:00:00"]),
        ("list: { contains: now }", ["2026-04-01T12:00:00", "2026-04-01T12:00:01"]),
        ("other.at: { atMost: now }", ["2026-04-01T12:00:00"]), ("parts.at: { atMost: now }", ["2026-04-01T12:00:00"]),
        ("shown.from: { lessThan: now }", ["2026-04-01T12:00:01"]),
        ("site.moment: { atLeast: 2026-04-01T12:00 }", ["2026-04-01T12:00:00"]),
        ("site.moment: { moreThan: $site.moment }", []), ("at.date: { atMost: today }", ["2026-04-01T00:00:00"]),
        ("date: { moreThan: today + 2 days }", ["2026-03-30T00:00:00"]),
        ("date: { lessThan: this month + 1 month }", ["2026-04-01T00:00:00"]),
        ("date: { not: today }", ["2026-04-01T00:00:00", "2026-04-02T00:00:00"]),
        ("date: { atMost: $site.moment.date }", ["2026-04-01T00:00:00"]),
    ])
    func comparisonsWithTheMoment(_ condition: String, _ moments: [String]) throws {
        let files = [
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/events/_collection.yml": """
            fields:
              at: dateTime
              date: date
              list: { list: dateTime }
              other: { reference: events }
              parts: { record: { at: dateTime } }
              shown: window

            """,
            "content/events/e.yml": """
            - id: a
              at: 2026-04-01T12:00
              date: 2026-04-01
              list: [2026-04-01T12:00]
              other: a
              parts: { at: 2026-04-01T12:00 }
              shown: { from: 2026-04-01T12:00 }

            """,
            "templates/a.json.yml": "data: { each: events, where: { \(condition) }, value: id }\n",
            "templates/b/{id}.txt.mustache": "---\nfor: { each: events, where: { \(condition) } }\n---\n{{id}}\n",
        ]
        let changes = try Self.changes(of: files, at: "2026-03-28T10:00", count: 9)
        #expect(changes.map { "\($0.moment.date)T\($0.moment.description.dropFirst(11).prefix(8))" } == moments)
        #expect(changes.allSatisfy { $0.outputs.map(\.path) == ["a.json", "b/a.txt"] })
    }

    /// All files that differ are listed, including those that only describe others.
    @Test func theFilesOfAVersion() throws {
        let files = [
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/events/_collection.yml": "fields: { at: dateTime }\n",
            "content/events/e.yml": "- { id: a, at: 2026-04-01T12:00 }\n- { id: b, at: 2026-04-02T12:00 }\n",
            "templates/api/v1/_version.yml": "status: draft\n",
            "templates/api/v1/a.json.yml": "data: { each: events, where: { at: { atMost: now } }, value: id }\n",
            "templates/api/v1/b.json.yml":
                "data: { each: events, where: { at: { lessThan: now } }, limit: 1, value: id }\n",
        ]
        let ofVersion = "changed api/v1/index.html, changed api/v1/manifest.json, changed api/v1/openapi.json"
        #expect(
            try Self.changes(of: files, at: "2026-03-28T10:00", count: 9).map(\.summary) == [
                "2026-04-01T12:00:00Z: changed api/v1/a.json, \(ofVersion)",
                "2026-04-01T12:00:01Z: changed api/v1/b.json, \(ofVersion)",
                // A second later, the manifest alone says that no change is to come.
                "2026-04-02T12:00:00Z: changed api/v1/a.json, \(ofVersion)",
            ])
    }

    /// A manifest tells each midnight when the next one comes, which is no change. Neither is a window of an entry that
    /// no file shows.
    @Test(arguments: [Int.max, 200]) func theManifestAlone(after effort: Int) throws {
        let files = [
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/events/_collection.yml": "fields: { days: schedule, shown: window }\n",
            "content/events/e.yml": """
            - { id: a, days: { dates: [2026-04-20] }, shown: always }
            - { id: b, days: { dates: [2026-03-30] }, shown: { from: 2026-03-30, until: 2026-03-31 } }

            """,
            "templates/api/v1/_version.yml": "status: draft\n",
            "templates/api/v1/next.json.yml": """
            data:
              each: events
              where: { shown: now, id: a }
              value: { occurrences: days, from: today, until: today + 365 days }

            """,
        ]
        let changes = try Self.changes(of: files, at: "2026-03-28T10:00", count: 2, effort: effort)
        #expect(changes.filter { !$0.isEarliest }.map(\.moment.description) == ["2026-04-21T00:00:00Z"])
        #expect(changes.first?.outputs.map(\.path).contains("api/v1/next.json") == true)
    }

    @Test func nothingChanges() throws {
        var board = Self.board
        for name in ["days", "next", "open", "version"] { board["templates/\(name).json.yml"] = nil }
        board["templates/a.json.yml"] = "data: { each: events, value: title }\n"
        #expect(try Self.changes(of: board, at: "2026-03-28T10:00", count: 5).isEmpty)
        // A file that shows the moment itself differs in each build, which says nothing about the site.
        board["templates/moment.json.yml"] = "data: { built: site.moment }\n"
        #expect(try Self.changes(of: board, at: "2026-03-28T10:00", count: 5).isEmpty)
    }

    /// A site may have outputs that take long to make and stay the same at each moment.
    @Test(arguments: [(1, 29), (2, 30), (4, 30)]) func theSearchCanBeGivenUp(after effort: Int, on day: Int) throws {
        var options = BuildOptions(clock: 0)
        options.output = "nowhere"
        options.moment = "2026-03-28T10:00"
        let tree = Self.tree([
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/notes/_collection.yml": "fields: { date: date }\n",
            "content/notes/a.yml": "date: 2026-03-31\n",
            "templates/a.json.yml":
                "data: { each: notes, where: { date: { between: [today, today + 1 day] } }, value: id }\n",
        ])
        let build = SiteBuild(tree: tree, result: try build(tree, options), earlier: nil)
        let changes = try nextChanges(after: build, options, count: 1, effort: effort)
        #expect(changes.map(\.summary) == ["2026-03-\(day)T00:00:00Z: \(effort < 4 ? "" : "changed a.json")"])
        #expect(changes.map(\.isEarliest) == [effort < 4])
    }

    /// A file of a month is made again for each later month. It takes long if it is large, even if it is the only one.
    @Test(arguments: [(1, "2026-09-01"), (300, "2026-06-01")])
    func aLargeOutputCostsMore(entries: Int, isGivenUpOn day: String) throws {
        #expect(try Self.dayOfGivingUp(10, entries, "each: notes") == [day])
    }

    /// A file may go through all entries to show one of them, and so may a build.
    @Test(arguments: [
        (1, 10, "2026-09-01"), (1_900, 30, "2026-10-01"), (2_000, 30, "2026-08-01"), (2_000, 20, "2026-04-01"),
    ]) func manyEntriesCostMore(entries: Int, effort: Int, isGivenUpOn day: String) throws {
        #expect(try Self.dayOfGivingUp(effort, entries, "each: notes, limit: 1") == [day])
    }

    /// Returns when the search gives up in a site of notes whose days are far away.
    private static func dayOfGivingUp(_ effort: Int, _ entries: Int, _ query: String) throws -> [String] {
        var options = BuildOptions(clock: 0)
        options.output = "nowhere"
        options.moment = "2026-03-28T10:00"
        let notes = (0..<entries).map { "- { id: n\($0), title: A note, date: 2026-12-31 }\n" }
        let tree = tree([
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/notes/_collection.yml": "fields: { title: text, date: date }\n",
            "content/notes/a.yml": notes.joined(),
            "templates/a.json.yml": """
            data: { \(query), value: { title: title, days: { occurrences: date, from: this month, until: this month } } }

            """,
        ])
        let build = SiteBuild(tree: tree, result: try build(tree, options), earlier: nil)
        let changes = try nextChanges(after: build, options, count: 1, effort: effort)
        #expect(changes.map(\.isEarliest) == [true])
        return changes.map(\.moment.date.description)
    }

    /// Whatever number is published, a revision changes only with what it counts.
    @Test func aRevisionThatHasGrown() throws {
        var options = BuildOptions(clock: 0)
        options.output = "nowhere"
        options.moment = "2026-03-29T20:00"
        let tree = Self.tree(Self.board)
        let result = try build(
            tree, options,
            published: LookBack { path in path == "version.json" ? .bytes(Array("9\n".utf8)) : .nothing })
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
        // This place has a warning, which is no mistake.
        board["content/places/_collection.yml"] = "fields: { at: point }\n"
        board["content/places/sea.yml"] = "at: 0, 0\n"
        let changes = try Self.changes(of: board, at: "2026-03-30T10:00", count: 5)
        #expect(changes.last?.mistakes.map(\.rule.rawValue) == ["first.missing"])
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

    /// Here the outputs themselves, their links and a search depend on days and windows too.
    private static let diary = [
        "content/site.yml": "title: T\nurl: https://t.example/\ntimeZone: Europe/Berlin\n",
        "content/notes/_collection.yml": "fields: { title: text, date: date, shown: window? }\nbody: markdown\n",
        "content/notes/a.md": "---\ntitle: A\ndate: 2026-03-10\n---\nText\n",
        "content/notes/b.md": "---\ntitle: B\ndate: 2026-04-02\nshown: { from: 2026-03-12T06:30 }\n---\nText\n",
        "content/notes/c.md":
            "---\ntitle: C\ndate: 2026-04-20\nshown: { from: 2026-03-12, until: 2026-03-29T18:30 }\n---\n## Part\n",
        "templates/notes/{id}/index.html.mustache":
            "---\nfor: { each: notes, where: { date: { atLeast: today } }, sort: date }\n---\n"
            + "<h1>{{title}}</h1>{{#next}}<a href=\"{{page.path}}\">next</a>{{/next}}\n",
        "templates/list/{page}.json.yml":
            "for: { each: notes, where: { shown: now }, sort: title, paginate: 1 }\ndata: { each: entries, value: title }\n",
        "templates/find/{part}.json.yml":
            "search:\n  - { each: notes, where: { shown: now }, title: title, url: { text: '{site.path}robots.txt#{id}' }, text: title }\n",
        "templates/month.json.yml":
            "data: { each: notes, where: { date: { between: [this month, this month + 1 month] } }, value: title }\n",
    ]

    private static func tree(_ files: [String: String]) -> SourceTree {
        SourceTree(files: files.map { SourceFile(path: $0.key, text: $0.value) })
    }

    private static func changes(
        of files: [String: String], at moment: String, count: Int, effort: Int = .max
    ) throws -> [NextChange] {
        var options = BuildOptions(clock: 0)
        options.output = "nowhere"
        options.moment = moment
        let result = try build(tree(files), options)
        try #require(!result.diagnostics.hasErrors, "\(result.diagnostics)")
        return try nextChanges(
            after: SiteBuild(tree: tree(files), result: result, earlier: nil), options, count: count, effort: effort)
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
