import KairanContent
import KairanModel
import KairanReaders
import SiteTesting
import Testing

@testable import KairanBuild

/// Rules of a collection are checked in every build that could find them broken, whatever it takes over.
@Suite struct CheckTests {
    @Test func anEntryThatChanged() throws {
        var site = try board("{ order: { atMost: $limit } }", at: "order")
        #expect(try !site.build().diagnostics.hasErrors)
        site["content/ads/b.md"].replace("order: 2", with: "order: 7")
        #expect(try site.mistakes() == ["content/ads/b.md:3:8"])
        site["content/ads/b.md"].replace("order: 7", with: "order: 4")
        #expect(try site.mistakes() == [])
        site["content/ads/_collection.yml"].replace("default: 5", with: "default: 3")
        #expect(try site.mistakes() == ["content/ads/b.md:3:8"])
    }

    @Test func anEntryThatItRefersTo() throws {
        var site = try board("{ club.name: { not: Choir } }", at: "club")
        #expect(try site.mistakes() == [])
        site["content/ads/a.md"].replace("order: 1", with: "order: 1\nclub: rowing")
        #expect(try site.mistakes() == [])
        site["content/clubs/all.csv"].replace("Rowing", with: "Choir")
        #expect(try site.mistakes() == ["content/ads/a.md:4:7"])
    }

    @Test func aMomentThatComes() throws {
        var site = try board("{ shown: { not: past } }", at: "shown")
        site.options.moment = "2026-04-20T12:00"
        #expect(try site.mistakes() == [])
        #expect(try site.mistakes() == [])
        let (zone, day) = (SiteTimeZone(identifier: "Asia/Tokyo"), LocalDate("2026-04-21"))
        let end = try #require(zone).dateTime(date: try #require(day))
        #expect(try site.nextMoments() == [end, end])
        site.options.moment = "2026-04-21T09:00"
        #expect(try site.mistakes() == ["content/ads/a.md:5:8"])
    }

    @Test func aDayThatComes() throws {
        var site = try board("{ shown.until.date: { atLeast: today - 3 days } }", at: "shown")
        site["content/ads/_collection.yml"] += "    where: { shown.until: { exists: true } }\n"
        #expect(try site.mistakes() == [])
        site.options.moment = "2026-04-24T00:00"
        #expect(try site.mistakes() == [])
        site.options.moment = "2026-04-25T00:00"
        #expect(try site.mistakes() == ["content/ads/a.md:5:8"])
    }

    /// A page is known only once it is planned which files there are.
    @Test func aPageThatIsGone() throws {
        var site = try board("{ page: { exists: true } }", at: "name")
        #expect(try site.mistakes() == [])
        site["templates/ads/{id}.html.mustache"].replace(
            "for: ads", with: "for: { each: ads, where: { order: { atMost: 2 } } }")
        #expect(try site.mistakes() == ["content/ads/c.md:2:7"])
    }

    /// A mistake in a value is not also told of the entry as a whole, but other entries are told at once.
    @Test func besideOtherMistakes() throws {
        var site = try board("{ order: { exists: true, atMost: 2 } }", at: "order")
        site["content/ads/a.md"].replace("order: 1", with: "order: first")
        #expect(try site.mistakes() == ["content/ads/a.md:3:8", "content/ads/c.md:3:8"])
    }

    /// A mistake in one language only is told once, and so is one in all.
    @Test(arguments: [
        ("{ name: { not: Chor } }", "name", "4:9"),
        ("{ notes.outline.count: { atMost: 1 } }", "notes", "5:10"),
        ("{ order: { atMost: 1 } }", "order", "3:10"),
    ]) func aSiteOfTwoLanguages(holds: String, field: String, place: String) throws {
        var site = try BuiltSite()
        let files = [
            "content/site.yml":
                "title: Board\nurl: https://board.example/\nlocales: { en: English, de: Deutsch }\n",
            "content/ads/_collection.yml": """
            entry: ad
            fields:
              name: { text: { localized: true } }
              notes: { markdown: { localized: true } }
              order: integer
            checks:
              - { holds: \(holds), text: Wrong, at: \(field) }
            """,
            "content/ads/all.yml": """
            - { id: a, order: 1, name: { en: Choir, de: Singkreis }, notes: { en: "# A", de: "# B" } }
            - id: b
              order: 2
              name: { en: Choir, de: Chor }
              notes: { en: "# A", de: "# A\\n\\n# B" }
            """,
            "templates/{locale}.json.yml": "data: { each: ads, value: name }\n",
        ]
        site.files = files.mapValues { Array($0.utf8) }
        #expect(try site.mistakes() == ["content/ads/all.yml:\(place)"])
    }

    /// - Parameter holds: The condition of a check of the ads.
    private func board(_ holds: String, at field: String) throws -> BuiltSite {
        var site = try BuiltSite()
        site["content/ads/_collection.yml"].replace(
            "order: integer",
            with: "order: integer\n  limit: { integer: { default: 5 } }\n  club: { reference?: clubs }")
        site["content/ads/_collection.yml"] += "checks:\n  - holds: \(holds)\n    text: Wrong\n    at: \(field)\n"
        return site
    }
}

extension BuiltSite {
    /// Builds, and returns the places of all mistakes.
    fileprivate func mistakes() throws -> [String] {
        try build().diagnostics.filter { $0.severity == .error }.map {
            "\($0.span.path):\($0.span.line):\($0.span.column)"
        }
    }
}
