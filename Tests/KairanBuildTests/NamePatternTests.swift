import KairanContent
import KairanReaders
import SiteTesting
import Testing

@testable import KairanBuild

/// A text with names in it changes with the text and with the entry that has the names.
@Suite struct NamePatternTests {
    @Test func anAddressOfEachAd() throws {
        var site = try board()
        try site.build()
        func links() throws -> String {
            try site.published("api/links.json")
        }
        #expect(
            try links()
                == "[\n  \"https://c.example/1/Ann\",\n  \"https://r.example/Bob?n=2\",\n  \"https://c.example/3/Cat\"\n]\n"
        )
        site["content/ads/a.md"].replace("name: Ann", with: "name: Ann & Co/100%")
        #expect(try site.made()["api/links.json"] == "ads/a: name changed")
        #expect(try links().contains("\"https://c.example/1/Ann%20&%20Co/100%25\""))
        site["content/clubs/all.csv"].replace("c.example", with: "choir.example")
        #expect(try site.made()["api/links.json"] == "clubs/choir: link changed")
        #expect(try links().contains("\"https://choir.example/3/Cat\""))
    }

    /// A name that is wrong is found in every build, whatever it takes over.
    @Test func aNameThatIsGone() throws {
        var site = try board()
        try site.build()
        site["content/clubs/all.csv"].replace("c.example/{order}", with: "c.example/{oder}")
        let mistakes = try site.build().diagnostics.filter { $0.severity == .error }
        #expect(mistakes.map(\.rule.rawValue) == ["path.unknown"])
        #expect(mistakes.map { "\($0.span.path):\($0.span.line):\($0.span.column)" } == ["content/clubs/all.csv:2:32"])
        site["content/clubs/all.csv"].replace("{oder}", with: "{order}")
        #expect(try !site.build().diagnostics.hasErrors)
        site["content/ads/_collection.yml"].replace("order: integer", with: "order: integer?")
        #expect(
            try site.build().diagnostics.filter { $0.severity == .error }.map(\.rule.rawValue) == [
                "pattern.missing", "pattern.missing",
            ])
        // Where the pattern may be missing, it is for the entry that lacks the name.
        site["content/clubs/_collection.yml"].replace("{ pattern: {", with: "{ pattern?: {")
        site["content/ads/c.md"].replace("order: 3\n", with: "")
        #expect(try !site.build().diagnostics.hasErrors)
        let links = try site.published("api/links.json")
        #expect(links == "[\n  \"https://c.example/1/Ann\",\n  \"https://r.example/Bob?n=2\",\n  null\n]\n")
    }

    private func board() throws -> BuiltSite {
        var site = try BuiltSite()
        site["content/ads/_collection.yml"].replace(
            "order: integer", with: "order: integer\n  club: { reference: clubs }")
        for (name, club) in [("a", "choir"), ("b", "rowing"), ("c", "choir")] {
            site["content/ads/\(name).md"].replace("shown:", with: "club: \(club)\nshown:")
        }
        site["content/clubs/_collection.yml"] =
            "entry: club\nfields: { name: text, link: { pattern: { of: ads, as: url } } }\n"
        site["content/clubs/all.csv"] =
            "id,name,link\nchoir,Choir,https://c.example/{order}/{name}\nrowing,Rowing,https://r.example/__NAME__?n={order}\n"
        site["templates/api/links.json.yml"] = "data: { each: ads, value: club.link }\n"
        return site
    }
}
