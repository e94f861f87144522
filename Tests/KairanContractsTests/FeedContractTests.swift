import SiteTesting
import Testing

@testable import KairanPublish

/// Kairan itself names the keys of feeds and searches, and these are promised too.
@Suite struct FeedContractTests {
    private static let feed = "templates/api/v1/feed.json.yml"
    private static let search = "templates/api/v1/find/{part}.json.yml"
    private static let item = "title: title, date: date, updated: edited, content: body.html, description: about"
    private static let source = "{ each: ads, title: title, label: \"{date}\", description: about, text: [title] }"

    private func built(author: String = "author: A\n") throws -> ContractBoard {
        let site = ContractBoard()
        try site.write(settings(author: author), to: "content/site.yml")
        try site.write(
            "body: markdown\nfields: { title: text, date: date, edited: date, about: text? }\n",
            to: "content/ads/_collection.yml")
        try site.write(
            "---\ntitle: A\ndate: 2026-04-01\nedited: 2026-04-02\nabout: B\n---\nText\n", to: "content/ads/a.md")
        try site.write("---\ntitle: B\ndate: 2026-04-02\nedited: 2026-04-02\n---\n", to: "content/ads/b.md")
        try site.write(
            "---\nfor: ads\ntitle: \"{title}\"\n---\n<p>{{title}}</p>\n", to: "templates/ads/{id}.html.mustache")
        try site.write("status: current\n", to: "templates/api/v1/_version.yml")
        try site.write(feed(Self.item), to: Self.feed)
        try site.write("search: [\(Self.source)]\n", to: Self.search)
        #expect(try site.build() == [])
        return site
    }

    private func settings(author: String) -> String {
        "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n\(author)"
    }

    private func feed(_ item: String) -> String { "feed: json\ntitle: N\neach: ads\nitem: { \(item) }\n" }

    @Test(arguments: [
        ("description: about", "contract.keyRemoved"), ("updated: edited", "contract.keyRemoved"),
        ("content: body.html", "contract.keyRemoved"),
    ]) func aFeedKeepsItsKeys(_ word: String, _ rule: String) throws {
        let site = try built()
        try site.write(feed(Self.item.replacing(", \(word)", with: "")), to: Self.feed)
        #expect(try site.build().contains(rule))
    }

    @Test func aFeedKeepsItsAuthor() throws {
        let site = try built()
        try site.write(settings(author: ""), to: "content/site.yml")
        #expect(try site.build() == ["contract.keyRemoved"])
        let other = try built(author: "")
        try other.write(settings(author: "author: A\n"), to: "content/site.yml")
        #expect(try other.build() == [])
    }

    @Test func aSearchKeepsItsKeys() throws {
        let site = try built()
        let head = try site.published("api/v1/schemas/find/index.json")
        #expect(head.contains("\"perFile\"") && head.contains("\"deep\""))
        for word in ["label: \"{date}\", ", "description: about, "] {
            try site.write("search: [\(Self.source.replacing(word, with: ""))]\n", to: Self.search)
            #expect(try site.build() == ["contract.keyRemoved"])
        }
        let optional = Self.source.replacing("label", with: "url?: page.path, label")
        try site.write("search: [\(optional)]\n", to: Self.search)
        #expect(try site.build() == ["contract.becameOptional"])
        try site.write("search: [\(Self.source), \(Self.source)]\n", to: Self.search)
        #expect(try site.build() == [])
    }
}
