import Foundation
import SiteTesting
import Testing

/// The next version of a JSON file of which the first one was adopted.
@Suite struct ImportUpdateTests {
    static let first = """
        { "updated": "2026-08-05", "hash": "aa", "items": [
          { "id": "a", "title": "First", "lang": "en" }, { "id": "b", "title": "Second", "lang": "en" },
          { "id": "c", "title": "Third", "lang": "fr" }, { "id": "d", "title": "Fourth", "lang": "fr" } ] }
        """

    /// One part of the JSON is replaced, and the lines that differ in the content are told.
    @Test(arguments: [
        ("2026-08-05", "2026-08-06", "-  updated: 2026-08-05 +  updated: 2026-08-06"),
        (#""First""#, #""First!""#, "-a,First,en +a,First!,en"),
        (#""fr" } ]"#, #""fr" }, { "id": "e", "title": "Fifth", "lang": "fr" } ]"#, "+e,Fifth,fr"),
        (#"{ "id": "b", "title": "Second", "lang": "en" },"#, "", "-b,Second,en"),
        (
            #""items": ["#, #""items": [ { "id": "z", "title": "A, \"b\"", "lang": "fr" }, "#,
            #"+z,"A, ""b""",fr"#
        ),
    ]) func oneChangeIsTaken(_ old: String, _ new: String, _ lines: String) throws {
        let box = try Self.board(Self.first)
        let before = try filesIn(box.url)
        let next = Self.first.replacing(old, with: new)
        try box.write(next, to: "next.json")
        let run = try kairan(["import", "../next.json", "--endpoint", "v1/news", "--update"], in: box.board)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        let after = try filesIn(box.url)
        let changed = after.filter {
            before[$0.key] != $0.value && !["next.json", "board/adopted.lock"].contains($0.key)
        }
        let told = changed.map { path, bytes in
            let (was, now) = (Self.lines(before[path] ?? []), Self.lines(bytes))
            let lost = was.filter { !now.contains($0) }.map { "-\($0)" }
            return (lost + now.filter { !was.contains($0) }.map { "+\($0)" }).joined(separator: " ")
        }
        #expect(told == [lines])
        try Self.expectPublished(next, in: box)
    }

    @Test func anotherOrderMovesTheLines() throws {
        let box = try Self.board(Self.first)
        let next = """
            { "updated": "2026-08-05", "hash": "aa", "items": [
              { "id": "d", "title": "Fourth", "lang": "fr" }, { "id": "a", "title": "First", "lang": "en" },
              { "id": "c", "title": "Third", "lang": "fr" }, { "id": "b", "title": "Second", "lang": "en" } ] }
            """
        try box.write(next, to: "next.json")
        let run = try kairan(["import", "../next.json", "--endpoint", "v1/news", "--update"], in: box.board)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        let table = try filesIn(box.board)["content/news/news.csv"] ?? []
        #expect(Self.lines(table) == ["id,title,lang", "d,Fourth,fr", "a,First,en", "c,Third,fr", "b,Second,en", ""])
        try Self.expectPublished(next, in: box)
    }

    static func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// A published board made of `api/v1/news.json`.
    static func board(_ text: String) throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.write(text, to: "api/v1/news.json")
        let run = try kairan(["adopt", "api", "--into", "board"], in: box.url)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(try kairan(["build", "--first-publication"], in: box.board).exitCode == 0)
        return box
    }

    static func expectPublished(_ text: String, in box: borrowing TemporaryFolder, _ place: String = "") throws {
        let folder = box.board
        let run = try kairan(["build"], in: folder)
        #expect(run.exitCode == 0, "\(place): \(run.output)\(run.errors)")
        let made = try Data(contentsOf: folder.appending(path: "public/api/v1/news.json"))
        let (published, wished) = (
            try JSONSerialization.jsonObject(with: made) as? NSObject,
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSObject
        )
        #expect(published == wished, "\(place)")
    }
}

extension TemporaryFolder {
    var board: URL { url.appending(path: "board") }
}
