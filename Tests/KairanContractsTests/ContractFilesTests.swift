import KairanTemplates
import SiteTesting
import Testing

@testable import KairanContracts
@testable import KairanPublish

/// A published file may go by time or by the trash, but not by another template or another value.
extension ContractTests {
    struct Leaving: CustomTestStringConvertible, Sendable {
        var template: String
        var head: String
        var file: String
        var from: String
        var to: String
        var testDescription: String { "\(template), \(head): '\(from)' becomes '\(to)'" }

        /// Changes the head of the template.
        init(_ template: String, _ head: String, to: String) {
            self.init(template, head, "templates/api/v1/\(template).json.yml", head, to)
        }

        /// Replaces a part of a source.
        init(_ template: String, _ head: String, _ file: String, _ from: String, _ to: String) {
            (self.template, self.head, self.file, self.from, self.to) = (template, head, file, from, to)
        }

        init(_ template: String, _ head: String, news from: String, _ to: String) {
            self.init(template, head, "content/news/n.yml", from, to)
        }
    }

    private static let (shown, shownOfClub) = (
        "each: news, where: { shown: now }", "each: news, where: { shown: now, club: { exists: true } }"
    )
    private static let byClub = "each: news, by: club, where: { shown: now, club: { exists: true } }"
    private static let byDay = "each: clubs, by: days"
    private static let nextDays = "each: days, from: today - 3 days, until: today + 3 days"
    /// Some of the news are over already at the first publication.
    private static let allShown = "each: news, where: { shown: now, date: { atMost: today } }"
    private static let byDayOfNews = "each: news, by: [kind, date], where: { shown: now }"

    static let staying: [Leaving] =
        [
            "shown: now, title: Concert", "shown: now, club: choir", "shown: now, date: 2026-04-03", "shown: past",
            "shown: future", "title: Concert",
        ].map { Leaving("x/{id}", shown, to: "each: news, where: { \($0) }") } + [
            Leaving("x/{id}", shown, to: "each: news, where: [{ shown: now, title: Concert }, { shown: past }]"),
            Leaving("x/{id}", shown, to: shown + ", sort: date, limit: 1"),
            Leaving("x/{id}", shown, to: shown + ", sort: date, skip: 1"),
            Leaving("x/{id}", "each: news", to: "each: news, where: { shown: now, title: Concert }"),
            // News that are over were published all the same, so they go because of the title.
            Leaving("x/{id}", "each: news", to: "each: news, where: { title: Concert }"),
            Leaving("x/{id}", shownOfClub, news: "club: choir, ", ""),
            Leaving("x/{id}", shown, news: "shown: always", "shown: { from: 2026-06-01 }"),
            Leaving("x/{id}", shown, news: "id: concert", "id: koncert"),
            Leaving("x/{id}", "each: news, where: { date: { atLeast: today - 30 days } }", to: "each: news, limit: 1"),
            Leaving("x/{days}", byDay, to: byDay + ", where: { members: { atLeast: 30 } }"),
            Leaving("x/{days}", byDay, to: byDay + ", limit: 1"),
            Leaving("x/{days}", byDay, "content/clubs/c.csv", "Mon", "Monday"),
            Leaving("x/{club}", byClub, to: "each: news, by: club, where: { shown: now, club: jazz }"),
            Leaving("x/{club}", byClub, news: "club: choir, ", ""),
            Leaving("x/{kind}/{date}", byDayOfNews, news: "date: 2026-04-03", "date: 2026-04-04"),
            Leaving("x/{kind}/{date}", byDayOfNews, to: byDayOfNews.replacing("now", with: "now, title: Welcome")),
            Leaving("x/{page}", "each: news, paginate: 2", to: "each: news, paginate: 3"),
            Leaving("x/{page}", "each: news, paginate: 2", to: "each: news, paginate: 2, limit: 2"),
            Leaving(
                "x/{page}", "each: news, paginate: 2", to: "each: news, where: { shown: now }, paginate: 2, limit: 1"),
            Leaving("x/{page}", "each: clubs, paginate: 1", "content/clubs/c.csv", "rowing,24,Thu,\n", ""),
            // A new condition on time explains nothing either.
            Leaving("x/{id}", "each: news", to: "each: news, where: { shown: now }"),
            Leaving("x/{id}", "each: news", to: "each: news, where: { date: { atLeast: today } }"),
            Leaving(
                "x/{id}", "each: news, where: { date: { atLeast: today - 400 days } }",
                to: "each: news, where: { date: { atLeast: today - 5 days } }"),
            Leaving("x/{page}", allShown + ", paginate: 1", to: allShown + ", paginate: 2"),
            Leaving("x/{page}", allShown + ", paginate: 1", to: allShown + ", paginate: 1, limit: 1"),
            Leaving("x/{day}", nextDays, to: nextDays.replacing("+ 3", with: "+ 1")),
            Leaving("x/{day}", nextDays, "content/site.yml", "2026-04-15", "2026-04-10"),
            Leaving(
                "x/{day}", "each: days, from: 2026-04-01, until: 2026-04-03",
                to: "each: days, from: 2026-04-01, until: 2026-04-02"),
        ]

    static let leaving: [Leaving] = [
        Leaving("x/{id}", shown, news: "until: 2026-04-30", "until: 2026-04-10"),
        Leaving("x/{id}", shown, news: "shown: always", "shown: always, deleted: 2026-04-14"),
        Leaving("x/{id}", shown, "content/site.yml", "2026-04-15", "2026-05-05"),
        Leaving("x/{id}", "each: news, where: { shown.phase: now }", "content/site.yml", "2026-04-15", "2026-05-05"),
        Leaving(
            "x/{id}", "each: news, where: { date: { atLeast: today - 30 days } }", "content/site.yml", "2026-04-15",
            "2026-06-05"),
        Leaving(
            "x/{id}", "each: news, where: [{ kind: pr, shown: now }, { kind: univ }]", "content/site.yml",
            "2026-04-15", "2026-05-05"),
        Leaving("x/{id}", "each: news, where: { shown: future }", "content/site.yml", "2026-04-15", "2026-05-05"),
        Leaving("x/{days}", byDay, "content/clubs/c.csv", "Thu,", "Thu,2026-04-14"),
        Leaving("x/{day}", nextDays, "content/site.yml", "2026-04-15", "2026-04-17"),
        Leaving("x/{club}", byClub, to: "where: { shown: now, club: { exists: true } }, by: club, each: news"),
        Leaving("x/{club}", byClub, news: "shown: always", "shown: { until: 2026-04-14 }"),
        Leaving("x/{club}", byClub, news: "shown: always", "shown: always, deleted: 2026-04-14"),
        Leaving("x/{kind}/{date}", byDayOfNews, "content/site.yml", "2026-04-15", "2026-05-05"),
        Leaving("x/{page}", "each: news, paginate: 2", news: "shown: always", "shown: always, deleted: 2026-04-14"),
        Leaving(
            "x/{page}", "each: news, where: { shown: now }, paginate: 1", news: "until: 2026-04-30",
            "until: 2026-04-10"),
    ]

    private func built(_ leaving: Leaving) throws -> ContractBoard {
        let site = ContractBoard()
        var files = [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/clubs/_collection.yml": "fields: { members: integer, days: { list?: text } }\n",
            "content/clubs/c.csv": "id,members,days,deleted\nchoir,24,Mon|Wed,\njazz,40,Wed,\nrowing,24,Thu,\n",
            "content/news/_collection.yml":
                "fields: { title: text, kind: { choice: [pr, univ] }, date: date, club: { reference?: clubs }, shown: window }\n",
            "content/news/n.yml": """
            - { id: concert, title: Concert, kind: univ, date: 2026-04-03, club: choir, shown: always }
            - { id: regatta, title: Regatta, kind: pr, date: 2026-06-05, shown: { from: 2026-05-01 } }
            - { id: welcome, title: Welcome, kind: pr, date: 2026-04-07, shown: { until: 2026-04-30 } }
            - { id: rehearsal, title: Rehearsal, kind: pr, date: 2026-03-07, shown: { until: 2026-03-30 } }
            - { id: auditions, title: Auditions, kind: pr, date: 2026-03-02, shown: { until: 2026-03-30 } }

            """,
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/\(leaving.template).json.yml": "for: { \(leaving.head) }\ndata: { literal: 1 }\n",
        ]
        for (path, text) in files { try site.write(text, to: path) }
        #expect(try site.build() == [])
        let text = try #require(files[leaving.file])
        files[leaving.file] = text.replacing(leaving.from, with: leaving.to, maxReplacements: 1)
        #expect(files[leaving.file] != text)
        try site.write(files[leaving.file], to: leaving.file)
        return site
    }

    @Test(arguments: staying) func staysWithoutAReason(_ leaving: Leaving) throws {
        let site = try built(leaving)
        #expect(try site.build() == ["contract.pathValueRemoved"], "\(leaving.testDescription)")
        let accepted = AcceptedChange(
            rule: .pathValueRemoved, endpoint: "v1/\(leaving.template)", why: "Nobody has it.")
        #expect(try site.build(accepting: [accepted]) == [])
    }

    @Test(arguments: leaving) func leavesByTimeAndTrash(_ leaving: Leaving) throws {
        let site = try built(leaving)
        let before = try site.published("api/v1/manifest.json").split(separator: "\"path\":").count
        #expect(try site.build() == [], "\(leaving.testDescription)")
        #expect(try site.published("api/v1/manifest.json").split(separator: "\"path\":").count <= before)
    }

    /// The conditions that published the file are no longer known, but the removal of its entry is.
    @Test func theTrashExplainsAlsoBesideAnother() throws {
        let site = try built(Leaving("x/{id}", Self.shown, news: "shown: always", "shown: always, deleted: 2026-04-14"))
        try site.write(
            "for: { \(Self.shown), sort: -date }\ndata: { literal: 1 }\n", to: "templates/api/v1/x/{id}.json.yml")
        #expect(try site.build() == [])
    }

    /// The news that referred to the removed club had to drop the reference.
    @Test func aReferenceLeavesWithItsEntry() throws {
        let site = try built(Leaving("x/{club}", Self.byClub, news: "club: choir, ", ""))
        try site.write(
            "id,members,days,deleted\nchoir,24,Mon|Wed,2026-04-14\njazz,40,Wed,\nrowing,24,Thu,\n",
            to: "content/clubs/c.csv")
        #expect(try site.build() == [])
    }

    /// A change of the events' source, and whether losing files by it is refused.
    struct Events: CustomTestStringConvertible, Sendable {
        var template: String
        var head: String
        var from: String
        var to: String
        var moments = ["2026-04-15", "2026-04-15"]
        var isRefused = true
        var testDescription: String { "\(template), \(head): '\(from)' becomes '\(to)'" }
    }

    private static let old = """
        - { id: f24, slug: fest, kind: fair, on: 2024-07-01T10:00, shown: { until: 2024-08-01 } }
        - { id: f25, slug: fest, kind: fair, on: 2025-07-01T10:00, shown: always, deleted: 2026-01-01 }

        """
    private static let first = "- { id: f26, slug: fest, kind: fair, on: 2026-07-01T10:00, shown: always }\n"
    private static let second = "- { id: talk, slug: talk, kind: talk, on: 2026-04-20T10:00, shown: always }\n"
    private static let now = "each: events, where: { shown: now }"

    static let events: [Events] = [
        // An entry that left long ago does not explain a file that goes now.
        Events(template: "{slug}", head: now, from: "id: f26, slug: fest", to: "id: f26, slug: fest-26"),
        Events(template: "{slug}", head: now, from: first, to: ""),
        Events(template: "{kind}", head: now + ", by: kind", from: "fest, kind: fair", to: "fest, kind: talk"),
        Events(template: "{page}", head: now + ", paginate: 1", from: first, to: ""),
        Events(
            template: "{slug}", head: now, from: "01T10:00, shown: always }",
            to: "01T10:00, shown: { until: 2026-04-01 } }",
            isRefused: false),
        Events(
            template: "{kind}", head: now + ", by: kind", from: "01T10:00, shown: always }",
            to: "01T10:00, shown: always, deleted: 2026-04-14 }", isRefused: false),
        // Without the skipped entry, the others fit on fewer pages.
        Events(
            template: "{page}", head: "each: events, sort: on, skip: 1, paginate: 1", from: "20T10:00, shown: always }",
            to: "20T10:00, shown: always, deleted: 2026-04-14 }", isRefused: false),
        // Time explains it however long nobody built, and also within a day.
        Events(
            template: "{id}", head: "each: events, where: { on.date: { atLeast: today - 1 month } }", from: second,
            to: second,
            moments: ["2026-04-15", "2029-04-15"], isRefused: false),
        Events(
            template: "{day}", head: "each: days, from: today, until: today + 2 days", from: second, to: second,
            moments: ["2026-04-15", "2029-04-15"], isRefused: false),
        Events(
            template: "{id}", head: "each: events, where: { on: { atLeast: now } }", from: second, to: second,
            moments: ["2026-04-20T09:00", "2026-04-20T11:00"], isRefused: false),
    ]

    @Test(arguments: events) func onlyWhatWasPublishedLeaves(_ events: Events) throws {
        let site = ContractBoard()
        func settings(_ moment: String) -> String { "title: T\nurl: https://t.example/\nmoment: \(moment)\n" }
        try site.write(settings(events.moments[0]), to: "content/site.yml")
        try site.write(
            "fields: { slug: text, kind: { choice: [fair, talk] }, on: dateTime, shown: window }\n",
            to: "content/events/_collection.yml")
        let source = Self.old + Self.first + Self.second
        try site.write(source, to: "content/events/e.yml")
        try site.write("status: frozen\n", to: "templates/api/v1/_version.yml")
        try site.write(
            "for: { \(events.head) }\ndata: { literal: 1 }\n", to: "templates/api/v1/x/\(events.template).json.yml")
        #expect(try site.build() == [])
        try site.write(settings(events.moments[1]), to: "content/site.yml")
        // The old entries stay as they are.
        let parts = (Self.first + Self.second).replacing(events.from, with: events.to, maxReplacements: 1)
        try site.write(Self.old + parts, to: "content/events/e.yml")
        #expect(try site.build().contains("contract.pathValueRemoved") == events.isRefused, "\(events.testDescription)")
    }

    /// Files that no contract describes stay too.
    @Test(arguments: [
        ("cal/{id}.ics.yml", "content/news/n.yml", "- { id: b, title: B, date: 2026-06-02, shown: always }\n", ""),
        ("cal/{id}.ics.yml", "content/news/n.yml", "id: b", "id: c"),
        ("cal/{id}.ics.yml", "templates/api/v1/cal/{id}.ics.yml", "shown: now }", "shown: now }, limit: 1"),
        ("t/{title}.txt.mustache", "content/news/n.yml", "title: B", "title: C"),
        ("{locale}/{id}.txt.mustache", "content/news/n.yml", "id: b", "id: c"),
        ("t/b.txt", "t/b.txt", "", ""),
    ]) func whatIsNotJSONStaysToo(_ template: String, _ file: String, _ from: String, _ to: String) throws {
        let site = ContractBoard()
        var files = [
            "content/site.yml":
                "title: T\nurl: https://t.example/\nmoment: 2026-04-15\nlocales: { en: English, fi: Suomi }\n",
            "content/news/_collection.yml": "fields: { title: text, date: date, shown: window }\n",
            "content/news/n.yml":
                "- { id: a, title: A, date: 2026-06-01, shown: always }\n- { id: b, title: B, date: 2026-06-02, shown: always }\n",
            "templates/api/v1/_version.yml": "status: frozen\n",
        ]
        let head = "for: { each: news, where: { shown: now } }\n"
        switch template {
        case "t/b.txt": files["templates/api/v1/t/b.txt"] = "B\n"
        case "cal/{id}.ics.yml":
            files["templates/api/v1/" + template] =
                head + "calendar: \"{title}\"\neach: news\nevent: { title: title, on: date }\n"
        default: files["templates/api/v1/" + template] = "---\n\(head)---\n{{title}}\n"
        }
        for (path, text) in files { try site.write(text, to: path) }
        #expect(try site.build() == [])
        if template == file {
            try site.write(nil, to: "templates/api/v1/t/b.txt")
            try site.write("---\nfor: { each: news, limit: 1 }\n---\nA\n", to: "templates/api/v1/t/{id}.txt.mustache")
        } else {
            let text = try #require(files[file])
            #expect(text.contains(from))
            try site.write(text.replacing(from, with: to), to: file)
        }
        #expect(try site.build() == ["contract.pathValueRemoved"])
        let mistakes = try site.errors()
        let maker = template == file ? "t/{id}.txt.mustache" : template
        let name = String(maker.prefix(upTo: try #require(maker.lastIndex(of: "."))))
        #expect(mistakes.allSatisfy { $0.message.hasPrefix("api/v1/\(name): '") }, "\(mistakes.map(\.message))")
        #expect(mistakes.allSatisfy { $0.span.path == "templates/api/v1/" + maker })
        let accepted = AcceptedChange(rule: .pathValueRemoved, endpoint: "v1/" + name, why: "Nobody has it.")
        #expect(try site.build(accepting: [accepted]) == [])
    }

    @Test(arguments: ["shown: always, deleted: 2026-04-14", "shown: { until: 2026-04-10 }"])
    func whatIsNotJSONLeavesToo(_ end: String) throws {
        let site = ContractBoard()
        func news(_ end: String) -> String { "- { id: a, title: A, shown: always }\n- { id: b, title: B, \(end) }\n" }
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/news/_collection.yml": "fields: { title: text, shown: window }\n",
            "content/news/n.yml": news("shown: always"), "templates/api/v1/_version.yml": "status: frozen\n",
            "templates/api/v1/t/{id}.txt.mustache":
                "---\nfor: { each: news, where: { shown: now } }\n---\n{{title}}\n",
        ] { try site.write(text, to: path) }
        #expect(try site.build() == [])
        try site.write(news(end), to: "content/news/n.yml")
        #expect(try site.build() == [])
        #expect(throws: (any Error).self) { try site.published("api/v1/t/b.txt") }
    }
}
