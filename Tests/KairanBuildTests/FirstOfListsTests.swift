import KairanReaders
import SiteTesting
import Testing

@testable import KairanBuild

/// The elements of several lists are made by shapes, so an endpoint needs no other shape for the first of them.
@Suite struct FirstOfListsTests {
    @Test func inAnEndpoint() throws {
        let files = [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/news/_collection.yml": "fields: { day: date }\n", "content/news/a.yml": "day: 2026-05-01\n",
            "content/talks/_collection.yml": "fields: { on: date }\n", "content/talks/b.yml": "on: 2026-06-01\n",
            "templates/last.json.yml":
                "data: { first: [{ each: news, value: { d: day } }, { each: talks, value: { d: on } }], sort: -d }\n",
        ]
        let result = try build(
            SourceTree(files: files.map { SourceFile(path: $0.key, text: $0.value) }), BuildOptions(clock: 0))
        #expect(result.diagnostics.map(\.message) == [])
        let file = try #require(result.files.first { $0.path == "last.json" })
        #expect(String(decoding: file.bytes, as: UTF8.self).contains("\"d\": \"2026-06-01\""))
    }
}
