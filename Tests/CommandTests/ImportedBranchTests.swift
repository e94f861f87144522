import SiteTesting
import Testing

/// Shapes that choose a value are read backwards where the JSON shows what was chosen.
@Suite struct ImportedBranchTests {
    /// A shape, JSON of one element, and the lines of the entry that makes it.
    @Test(
        arguments: [
            (
                "{ id: id, a: { if: { kind: pr }, then: { literal: 1 }, else: name } }", "{\"id\": \"x\", \"a\": 1}",
                "kind: pr"
            ),
            (
                "{ id: id, a: { if: { kind: pr }, then: { literal: 1 }, else: name } }",
                "{\"id\": \"x\", \"a\": \"N\"}", "name: N"
            ),
            ("{ id: id, isOpen: { if: { open: true } } }", "{\"id\": \"x\", \"isOpen\": false}", "open: false"),
            ("{ id: id, isOpen: { if: { open: true } } }", "{\"id\": \"x\", \"isOpen\": true}", "open: true"),
            ("{ id: id, isPr: { if: { kind: pr } } }", "{\"id\": \"x\", \"isPr\": true}", "kind: pr"),
            (
                "{ id: id, \"name?\": { if: { kind: pr }, then: name } }", "{\"id\": \"x\", \"name\": \"N\"}",
                "kind: pr\nname: N"
            ),
            ("{ id: id, \"name?\": { if: { kind: pr }, then: name } }", "{\"id\": \"x\"}", "{}"),
            (
                "{ id: id, of: { if: { open: false }, then: { name: name }, else: { rank: rank, kind: kind } } }",
                "{\"id\": \"x\", \"of\": {\"rank\": 3, \"kind\": \"univ\"}}", "kind: univ\nopen: true\nrank: 3"
            ),
            (
                "{ id: id, of: { if: { kind: pr }, then: { text: \"no. {rank}\" }, else: tags } }",
                "{\"id\": \"x\", \"of\": \"no. 7\"}", "kind: pr\nrank: 7"
            ),
            (
                "{ id: id, name: { firstOf: [name, { literal: \"\" }] } }", "{\"id\": \"x\", \"name\": \"\"}", "{}"
            ),
            (
                "{ id: id, name: { firstOf: [name, { literal: \"\" }] } }", "{\"id\": \"x\", \"name\": \"N\"}",
                "name: N"
            ),
            (
                "{ id: id, a: { firstOf: [rank, tags, { text: \"of {name}\" }, { literal: none }] } }",
                "{\"id\": \"x\", \"a\": \"of N\"}", "name: N"
            ),
            (
                "{ id: id, a: { firstOf: [rank, { text: \"of {name}\" }, { literal: none }] } }",
                "{\"id\": \"x\", \"a\": 4}", "rank: 4"
            ),
        ]) func comesBack(_ shape: String, _ json: String, _ lines: String) throws
    {
        let box = try Self.site(shape)
        try box.write("[\(json)]", to: "old.json")
        let run = try kairan(["import", "old.json", "--endpoint", "x"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        let entry = try #require(try filesIn(box.url)["content/ads/x.yml"])
        let written = String(decoding: entry, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("id:") }
        #expect(written.sorted() == lines.split(separator: "\n").sorted())
    }

    @Test func whatCouldBeBothIsSaid() throws {
        let box = try Self.site("{ id: id, a: { if: { kind: pr }, then: name, else: { text: \"no. {rank}\" } } }")
        try box.write("[{ \"id\": \"x\", \"a\": \"no. 7\" }, { \"id\": \"y\", \"a\": [] }]", to: "old.json")
        let run = try kairan(["import", "old.json", "--endpoint", "x"], in: box.url)
        #expect(run.exitCode == 1)
        #expect(
            run.errors.contains(
                "old.json:1:20: error: both 'then' and 'else' could have made this, so it does not say which of them did"
            ), "\(run.errors)")
        #expect(
            run.errors.contains("old.json:1:49: error: neither 'then' nor 'else' could have made this [import.type]"),
            "\(run.errors)")
    }

    @Test func whatCouldBeAnyOfSeveralIsSaid() throws {
        let box = try Self.site("{ id: id, a: { firstOf: [name, kind, { literal: \"\" }] } }")
        try box.write("[{ \"id\": \"x\", \"a\": \"pr\" }, { \"id\": \"y\", \"a\": [] }]", to: "old.json")
        let run = try kairan(["import", "old.json", "--endpoint", "x"], in: box.url)
        #expect(run.exitCode == 1)
        #expect(
            run.errors.contains(
                "old.json:1:20: error: several of the shapes under 'first' could have made this, so it does not say which"
            ), "\(run.errors)")
        #expect(
            run.errors.contains("old.json:1:46: error: none of the shapes under 'first' could have made this"),
            "\(run.errors)")
    }

    private static func site(_ shape: String) throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.write("title: T\nurl: https://t.example/\nmoment: 2026-04-15\n", to: "content/site.yml")
        try box.write(
            """
            entry: ad
            fields:
              kind: { choice?: [pr, univ] }
              name: text?
              open: boolean?
              rank: integer?
              tags: { list?: text }

            """, to: "content/ads/_collection.yml")
        try box.write("data: { each: ads, value: \(shape) }\n", to: "templates/x.json.yml")
        return box
    }
}
