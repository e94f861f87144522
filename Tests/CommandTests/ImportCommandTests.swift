import Foundation
import SiteTesting
import Testing

@Suite struct ImportCommandTests {
    private static let right = #"{"items":[{"id":2,"name":"B"},{"id":1,"name":"A: \"x\" #1"}]}"#

    @Test func entriesAreWrittenAndBuiltAgain() throws {
        let box = try Self.site()
        try box.write(Self.right, to: "old.json")
        let run = try kairan(["import", "old.json", "--endpoint", "ads"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output == "new: content/ads/b.md\nnew: content/ads/a-x-1.md\n2 files written\n")
        let file = try filesIn(box.url)["content/ads/a-x-1.md"]
        #expect(
            file.map { String(decoding: $0, as: UTF8.self) }
                == "---\nnumber: 1\nname: \"A: \\\"x\\\" #1\"\nshown: always\norder: 2\n---\n")
        #expect(try kairan(["build", "--compact"], in: box.url).exitCode == 0)
        let made = try filesIn(box.url)["public/ads.json"] ?? []
        #expect(String(decoding: made, as: UTF8.self) == Self.right + "\n")
        let again = try kairan(["import", "old.json", "--endpoint", "ads"], in: box.url)
        #expect(again.output == "nothing to write; 2 entries are there already\n")
    }

    @Test func nothingIsOverwrittenWithoutUpdate() throws {
        let box = try Self.site()
        let old = "---\nnumber: 1\n# kept\nname: Old\nshown: { from: 2026-01-01 }\n---\nText.\n"
        try box.write(old, to: "content/ads/one.md")
        try box.write(#"{"items": [{"id": 1, "name": "New"}]}"#, to: "old.json")
        let before = try filesIn(box.url)
        let run = try kairan(["import", "old.json", "--endpoint", "ads"], in: box.url)
        #expect(
            run.exitCode == 1 && run.errors.contains("content/ads/one.md:1 has other values for 'name' [import.exists]")
        )
        #expect(try filesIn(box.url) == before)
        let dry = try kairan(["import", "old.json", "--endpoint", "ads", "--update", "--dry-run"], in: box.url)
        #expect(dry.output == "changed: content/ads/one.md\n1 file would be written\n", "\(dry.errors)")
        #expect(try filesIn(box.url) == before)
        #expect(try kairan(["import", "old.json", "--endpoint", "ads", "--update"], in: box.url).exitCode == 0)
        let new = try filesIn(box.url)["content/ads/one.md"] ?? []
        #expect(String(decoding: new, as: UTF8.self) == old.replacing("Old", with: "New"))
    }

    @Test func mistakesAreSaidAtTheirPlacesAndRepaired() throws {
        let box = try Self.site()
        try box.write(
            "\u{FEFF}{\n  // ads\n  'items': [\n    {\"id\": \"x\", \"name\": \"B\"},\n  ]\n}\n", to: "old.json")
        let run = try kairan(["import", "old.json", "--endpoint", "ads"], in: box.url)
        #expect(run.exitCode == 1)
        for mistake in [
            "old.json:1:1: error: the file starts with an invisible byte order mark [json.byteOrderMark]",
            "old.json:2:3: error: JSON has no comments [json.comment]",
            "old.json:3:3: error: text needs double quotes, not single ones [json.quote]",
            "old.json:4:29: error: a comma before the closing ']' [json.trailingComma]",
        ] { #expect(run.errors.contains(mistake), "\(run.errors)") }
        let repaired = try kairan(["import", "old.json", "--endpoint", "ads", "--repair"], in: box.url)
        #expect(repaired.exitCode == 1, "\(repaired.errors)")
        #expect(
            repaired.errors.contains("old.json:4:12: error: 'x' is not an integer [field.type]"),
            "\(repaired.errors)")
        try box.write("{'items': [{\"id\": 3, \"name\": \"B\"},]}", to: "old.json")
        let done = try kairan(["import", "old.json", "--endpoint", "ads", "--repair"], in: box.url)
        #expect(done.exitCode == 0 && done.errors.contains("warning: a comma before the closing ']'"), "\(done.errors)")
    }

    @Test func whatHasNoWayBackIsSaidBefore() throws {
        let box = try Self.site()
        try box.write(
            "data: { each: ads, value: { both: { text: \"{name}{number}\" } } }\n", to: "templates/both.json.yml")
        try box.write("data: { each: ads, value: { id: number } }\n", to: "templates/ids.json.yml")
        try box.write("[{\"id\": 1}]", to: "ids.json")
        let before = try filesIn(box.url)
        let both = try kairan(["import", "ids.json", "--endpoint", "both"], in: box.url)
        #expect(both.exitCode == 1 && both.errors.contains("templates/both.json.yml:1:"), "\(both.errors)")
        #expect(both.errors.contains("[import.shape]"))
        let ids = try kairan(["import", "ids.json", "--endpoint", "ids"], in: box.url)
        #expect(
            ids.errors.contains("nothing here tells 'name', which new entries need [import.field]"), "\(ids.errors)")
        let none = try kairan(["import", "ids.json", "--endpoint", "idz"], in: box.url)
        #expect(none.exitCode == 2 && none.errors.contains("there is no endpoint 'idz'"), "\(none.errors)")
        #expect(try filesIn(box.url) == before)
        let set = try kairan(
            ["import", "ids.json", "--endpoint", "ids", "--set", "name=N", "--set", "shown=always"], in: box.url)
        #expect(set.exitCode == 0, "\(set.errors)")
    }

    private static func site() throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.write("title: T\nurl: https://t.example/\nmoment: 2026-04-15\n", to: "content/site.yml")
        try box.write(
            """
            entry: ad
            fields:
              number: { integer: { unique: true } }
              name: text
              shown: window
              order: { integer: { default: 0 } }
            body: markdown

            """, to: "content/ads/_collection.yml")
        try box.write(
            "data: { items: { each: ads, where: { shown: now }, sort: [order, number], value: { id: number, name: name } } }\n",
            to: "templates/ads.json.yml")
        return box
    }
}
