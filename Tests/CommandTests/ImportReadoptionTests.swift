import Foundation
import SiteTesting
import Testing

/// JSON of another form, for which a part of an adopted board is made anew.
@Suite struct ImportReadoptionTests {
    static let first = """
        { "products": [
          { "id": "a", "name": "First", "price": 3 }, { "id": "b", "name": "Second", "price": 4 },
          { "id": "c", "name": "Third", "price": 5 } ] }
        """
    static let next = first.replacing(#""price": 3"#, with: #""price": 3, "sale": true"#)

    static func update(_ json: String, in box: borrowing TemporaryFolder, _ more: [String] = []) throws -> Run {
        try box.write(json, to: "next.json")
        return try kairan(["import", "../next.json", "--endpoint", "v1/news", "--update"] + more, in: box.board)
    }

    /// What stands beside the adopted entries and is published nowhere stays.
    @Test func strangersStay() throws {
        let box = try ImportUpdateTests.board(Self.first)
        let own = [
            "README": "Read me.\n", "notes.txt": "Notes.\n", "_scratch.yml": "a: 1\n",
            "old.yml": "deleted: 2026-01-01\nname: Old\nprice: 1\n",
            "soon.yml": "channel: preview\nname: S\nprice: 1\n",
        ]
        for (name, text) in own { try box.write(text, to: "board/content/news/\(name)") }
        let run = try Self.update(Self.next, in: box)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        let files = try filesIn(box.board)
        for (name, text) in own { #expect(files["content/news/\(name)"] == Array(text.utf8), "\(name)") }
        try ImportUpdateTests.expectPublished(Self.next, in: box)
    }

    /// Nothing that somebody wrote is made anew: the message names the file.
    @Test(arguments: [
        ("content/news/new.yml", "name: New\nprice: 9\n"),
        ("content/news/news.csv", "id,name,price\n\na,First,3\nb,Second,4\nc,Third,5\n"),
        (
            "content/news/news.csv",
            "id,name,price,deleted\na,First,3,\nb,Second,4,\nc,Third,5,\nd,D,5,2026-01-01\n"
        ),
    ]) func ownWorkIsRefused(_ path: String, _ text: String) throws {
        let box = try ImportUpdateTests.board(Self.first)
        try box.write(text, to: "board/\(path)")
        let before = try filesIn(box.board)
        let run = try Self.update(Self.next, in: box)
        #expect(run.exitCode == 1 && run.errors.contains(path), "\(run.output)\(run.errors)")
        #expect(try filesIn(box.board) == before)
    }

    /// An import of values notes what it writes, so that the next one can still make the part anew.
    @Test func valuesThatAnImportWroteAreMadeAnew() throws {
        let box = try ImportUpdateTests.board(Self.first)
        let values = Self.first.replacing("Second", with: "Zwei")
        #expect(try Self.update(values, in: box).exitCode == 0)
        let next = Self.next.replacing("Second", with: "Zwei")
        let run = try Self.update(next, in: box)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        try ImportUpdateTests.expectPublished(next, in: box)
    }

    @Test func whatTheNextBuildRefusesIsTold() throws {
        let box = try ImportUpdateTests.board(Self.first)
        let run = try Self.update(Self.first.replacing(#""price": 4"#, with: #""price": "free""#), in: box)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(run.output.contains("the next build refuses this: "), "\(run.output)")
        #expect(run.output.contains("--accept-breaking "), "\(run.output)")
    }

    /// One of many files that a template makes is taken too.
    @Test func oneOfManyFilesIsTaken() throws {
        let box = try TemporaryFolder()
        for name in ["a", "b", "c"] {
            try box.write("{ \"id\": \"\(name)\", \"n\": 1 }", to: "api/v1/docs/\(name).json")
        }
        #expect(try kairan(["adopt", "api", "--into", "board"], in: box.url).exitCode == 0)
        try box.write(#"{ "id": "b", "n": 2 }"#, to: "next.json")
        let run = try kairan(["import", "../next.json", "--endpoint", "v1/docs/b", "--update"], in: box.board)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(run.output.contains("changed: content/docs/docs.csv"), "\(run.output)")
        let table = try filesIn(box.board)["content/docs/docs.csv"] ?? []
        #expect(ImportUpdateTests.lines(table) == ["id,n", "a,1", "b,2", "c,1", ""])
    }

    @Test func aNumberThatCannotBeKeptIsToldAtItsPlace() throws {
        let box = try ImportUpdateTests.board(Self.first)
        let run = try Self.update(
            Self.first.replacing(#""price": 4"#, with: #""price": 12345678901234567890"#), in: box)
        #expect(run.exitCode == 1 && run.errors.contains("../next.json:2:"), "\(run.output)\(run.errors)")
    }
}
