import KairanContent
import KairanReaders
import SiteTesting
import Testing

@testable import KairanBuild

/// A value that is computed for an entry changes with all that it is computed from, in every build.
@Suite struct ComputedDefaultTests {
    @Test func aNameOfAnotherEntry() throws {
        var site = try board()
        try site.build()
        site["content/clubs/all.csv"].replace("Choir", with: "Chorus")
        let made = try site.made()
        #expect(made["api/labels.json"] == "clubs/choir: name changed")
        #expect(made["api/order.json"] == nil)
        let labels = String(decoding: try readBytes(site.sandbox.target + "/api/labels.json"), as: UTF8.self)
        #expect(labels.contains("\"Ann of Chorus\"") && labels.contains("\"Robert\""))
    }

    /// Queries choose and sort by what is computed.
    @Test func theChoiceOfEntries() throws {
        var site = try board()
        site["templates/api/chosen.json.yml"] =
            "data: { each: ads, where: { caption: { not: Ann of Choir } }, sort: -caption, value: caption }\n"
        site["templates/labels/{caption}.txt.mustache"] =
            "---\nfor: { each: ads, where: { rank: { atLeast: 2 } } }\n---\n{{caption}} {{rank}}\n"
        try site.build()
        func text(_ path: String) throws -> String {
            String(decoding: try readBytes(site.sandbox.target + "/" + path), as: UTF8.self)
        }
        #expect(try text("api/chosen.json") == "[\n  \"Robert\",\n  \"Cat of Choir\"\n]\n")
        #expect(try text("labels/Robert.txt") == "Robert 2\n" && text("labels/Cat of Choir.txt") == "Cat of Choir 3\n")
        site["content/ads/c.md"].replace("order: 3", with: "order: 1")
        let made = try site.made()
        #expect(made["labels/Cat of Choir.txt"] == nil && made["api/order.json"] != nil)
        site["content/clubs/all.csv"].replace("Choir", with: "Chorus")
        #expect(try site.made()["api/chosen.json"] != nil)
        #expect(try text("api/chosen.json") == "[\n  \"Robert\",\n  \"Cat of Chorus\",\n  \"Ann of Chorus\"\n]\n")
    }

    /// The first of several values that there is, also after the one before it has gone.
    @Test func theFirstOfSeveral() throws {
        var site = try board()
        site["content/ads/_collection.yml"].replace(
            "rank: { integer: { default: \"{order}\" } }",
            with: "place: integer?\n  rank: { integer: { default: \"{place or order}\" } }")
        site["content/ads/a.md"].replace("shown:", with: "place: 20\nshown:")
        site["templates/api/ranks.json.yml"] = "data: { each: ads, sort: rank, value: rank }\n"
        try site.build()
        func ranks() throws -> String {
            String(decoding: try readBytes(site.sandbox.target + "/api/ranks.json"), as: UTF8.self)
                .filter { !$0.isWhitespace }
        }
        #expect(try ranks() == "[2,3,20]")
        site["content/ads/a.md"].replace("place: 20\n", with: "")
        try site.build()
        #expect(try ranks() == "[1,2,3]")
    }

    private func board() throws -> BuiltSite {
        var site = try BuiltSite()
        site["content/ads/_collection.yml"] =
            """
            entry: ad
            fields:
              name: text
              order: integer
              club: { reference: clubs }
              caption: { text: { default: "{name} of {club.name}" } }
              rank: { integer: { default: "{order}" } }
              image: image?
              shown: window
            body: markdown

            """
        for name in ["a", "b", "c"] { site["content/ads/\(name).md"].replace("shown:", with: "club: choir\nshown:") }
        site["content/ads/b.md"].replace("shown:", with: "caption: Robert\nshown:")
        site["templates/api/labels.json.yml"] = "data: { each: ads, value: caption }\n"
        return site
    }
}
