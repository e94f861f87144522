import Foundation
import KairanModel
import SiteTesting
import Testing

@testable import KairanFormats

@Suite struct FeedTests {
    private static let zone = SiteTimeZone(identifier: "Asia/Tokyo") ?? .utc

    private static func moment(_ text: String) throws -> DateTime { try #require(zone.parse(text)) }

    private static func feed() throws -> Feed {
        Feed(
            title: "みなとナビ & 掲示板", description: "大学の<お知らせ>", siteTitle: "みなとナビ",
            siteURL: "https://minato.example/board/", feedURL: "https://minato.example/board/feed.xml", language: "ja",
            author: "みなとナビ編集部",
            items: [
                FeedItem(
                    id: "tag:minato.example,2026-04-10:news/open",
                    url: "https://minato.example/board/news/open/?a=1&b=2",
                    title: "開室 \u{0}\u{B}\u{FFFF}\u{FFFE}]]> \"引用\"", date: try moment("2026-04-10T09:00"),
                    updated: try moment("2026-04-12T18:30:05"),
                    contentHTML: "<p>本文 <a href=\"https://minato.example/?a=1&amp;b=2\">先</a> ]]></p>\r\n",
                    summary: "要約 <b>"),
                FeedItem(
                    id: "tag:minato.example,2026-04-01:news/start", url: "https://minato.example/board/news/start/",
                    title: "開始", date: try moment("2026-04-01T00:00")),
            ])
    }

    @Test func rssIsReadByOthers() throws {
        let judged = try JudgedFeed(writeRSS(Self.feed()))
        try judged.expectSame(version: "rss20")
        #expect(judged.feed["published"] == nil)
        #expect(judged.feed["updated"] == "Sun, 12 Apr 2026 18:30:05 +0900")
        #expect(judged.entries[0]["published"] == "Fri, 10 Apr 2026 09:00:00 +0900")
        #expect(judged.entries[0]["guidislink"] == "False")
        #expect(judged.entries[0]["author"] == "みなとナビ編集部")
    }

    @Test func atomIsReadByOthers() throws {
        let judged = try JudgedFeed(writeAtom(Self.feed()))
        try judged.expectSame(version: "atom10")
        #expect(judged.feed["id"] == "https://minato.example/board/feed.xml")
        #expect(judged.feed["updated"] == "2026-04-12T18:30:05+09:00")
        #expect(judged.feed["author"] == "みなとナビ編集部")
        #expect(judged.entries[0]["published"] == "2026-04-10T09:00:00+09:00")
        #expect(judged.entries[0]["updated"] == "2026-04-12T18:30:05+09:00")
        #expect(judged.entries[1]["updated"] == "2026-04-01T00:00:00+09:00")
    }

    /// Programs take the descriptions of RSS for HTML, and those of Atom and JSON Feed for plain text.
    @Test func plainTextsAreShownAsTheyAre() throws {
        let rss = String(decoding: writeRSS(try Self.feed()), as: UTF8.self)
        #expect(rss.contains("<description>大学の&amp;lt;お知らせ&amp;gt;</description>"))
        #expect(rss.contains("<description>要約 &amp;lt;b&amp;gt;</description>"))
        #expect(String(decoding: writeAtom(try Self.feed()), as: UTF8.self).contains(">要約 &lt;b&gt;</summary>"))
    }

    /// feedparser does not read JSON Feed, so Python's strict JSON parser reads it and the members are compared.
    @Test func jsonFeedIsReadByOthers() throws {
        let read = try runPython(
            "import json, sys; json.dump(json.load(sys.stdin.buffer), sys.stdout)", input: writeJSONFeed(Self.feed()))
        let feed = try JSONDecoder().decode(JSONFeed.self, from: read)
        #expect(feed.version == "https://jsonfeed.org/version/1.1")
        #expect(feed.title == "みなとナビ & 掲示板")
        #expect(feed.description == "大学の<お知らせ>")
        #expect(feed.home_page_url == "https://minato.example/board/")
        #expect(feed.feed_url == "https://minato.example/board/feed.xml")
        #expect(feed.language == "ja")
        #expect(feed.authors == [["name": "みなとナビ編集部"]])
        try #require(feed.items.count == 2)
        #expect(feed.items[0]["id"] == "tag:minato.example,2026-04-10:news/open")
        #expect(feed.items[0]["content_html"]?.hasSuffix("]]></p>\r\n") == true)
        #expect(feed.items[0]["summary"] == "要約 <b>")
        #expect(feed.items[0]["date_published"] == "2026-04-10T09:00:00+09:00")
        #expect(feed.items[0]["date_modified"] == "2026-04-12T18:30:05+09:00")
        #expect(feed.items[1]["content_text"] == "開始")
        #expect(feed.items[1]["date_modified"] == nil)
    }

    @Test func filesOfItemsAreReadByOthers() throws {
        var feed = try Self.feed()
        feed.image = "https://minato.example/board/cover.png"
        feed.items[0].enclosure = FeedEnclosure(
            url: "https://minato.example/board/a.mp3?b=1&c=2", mediaType: "audio/mpeg", byteCount: 84, seconds: 3720)
        feed.items[1].enclosure = FeedEnclosure(url: "https://sounds.example/b", mediaType: "audio/ogg")
        let script = """
            import feedparser, json, sys
            parsed = feedparser.parse(sys.stdin.buffer.read())
            files = [[file.href, file.type, file.get("length", "")] for entry in parsed.entries for file in entry.enclosures]
            image = parsed.feed.image.href if "image" in parsed.feed else parsed.feed.logo
            json.dump([[image, parsed.entries[0].get("itunes_duration", ""), str(parsed.bozo)]] + files, sys.stdout)
            """
        func judged(_ bytes: [UInt8]) throws -> [[String]] {
            try JSONDecoder().decode([[String]].self, from: runPython(script, input: bytes))
        }
        let (image, first) = ("https://minato.example/board/cover.png", "https://minato.example/board/a.mp3?b=1&c=2")
        #expect(
            try judged(writeRSS(feed)) == [
                [image, "3720", "False"], [first, "audio/mpeg", "84"], ["https://sounds.example/b", "audio/ogg", "0"],
            ])
        #expect(
            try judged(writeAtom(feed)) == [
                [image, "", "False"], [first, "audio/mpeg", "84"], ["https://sounds.example/b", "audio/ogg", ""],
            ])
    }

    @Test func emptyFeedIsReadByOthers() throws {
        let feed = Feed(
            title: "空", description: "", siteTitle: "みなと", siteURL: "https://minato.example/",
            feedURL: "https://minato.example/feed", language: "ja", items: [])
        for bytes in [writeRSS(feed), writeAtom(feed)] {
            #expect(try JudgedFeed(bytes).entries.isEmpty)
        }
        // Somebody must be named, and the feed itself is nobody.
        #expect(try JudgedFeed(writeAtom(feed)).feed["author"] == "みなと")
    }

    @Test(arguments: [
        ("UTC", "Wed, 15 Apr 2026 09:00:00 +0000"), ("America/St_Johns", "Wed, 15 Apr 2026 09:00:00 -0230"),
    ])
    func offsetsOfRFC822(zone: String, text: String) throws {
        let zone = try #require(SiteTimeZone(identifier: zone))
        var feed = try Self.feed()
        feed.items = [FeedItem(id: "a", url: "b", title: "c", date: try #require(zone.parse("2026-04-15T09:00")))]
        #expect(String(decoding: writeRSS(feed), as: UTF8.self).contains("<pubDate>\(text)</pubDate>"))
    }

    @Test func tagURIsHoldOnlyWhatTheRFCAllows() throws {
        let date = try #require(LocalDate("2026-04-10"))
        let uri = tagURI(host: "Minato.example", date: date, collection: "お知らせ a", id: "open-day_1.0")
        #expect(uri == "tag:minato.example,2026-04-10:%E3%81%8A%E7%9F%A5%E3%82%89%E3%81%9B%20a/open-day_1.0")
    }
}

private struct JSONFeed: Decodable {
    var version: String
    var title: String
    var description: String
    var home_page_url: String
    var feed_url: String
    var language: String
    var authors: [[String: String]]
    var items: [[String: String]]
}

/// A feed as Python's `feedparser` and `xml.etree` read it.
private struct JudgedFeed: Decodable {
    var bozo: String
    var version: String
    var feed: [String: String]
    var entries: [[String: String]]

    private static let script = """
        import json, sys, xml.etree.ElementTree
        try:
            import feedparser
        except ImportError:
            sys.exit("the feed tests need a module: python3 -m pip install feedparser")
        data = sys.stdin.buffer.read()
        xml.etree.ElementTree.fromstring(data)
        parsed = feedparser.parse(data)
        def flat(item):
            values = {key: str(value) for key, value in item.items() if isinstance(value, (str, bool))}
            if "content" in item:
                values["content"] = item["content"][0]["value"]
            return values
        json.dump({
            "bozo": str(parsed.get("bozo_exception", "")), "version": parsed.version, "feed": flat(parsed.feed),
            "entries": [flat(entry) for entry in parsed.entries],
        }, sys.stdout)
        """

    init(_ bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(JudgedFeed.self, from: runPython(Self.script, input: bytes))
        #expect(bozo.isEmpty)
    }

    func expectSame(version: String) throws {
        #expect(self.version == version)
        #expect(feed["title"] == "みなとナビ & 掲示板")
        #expect(feed["link"] == "https://minato.example/board/")
        #expect(feed["language"] == "ja")
        try #require(entries.count == 2)
        #expect(entries[0]["title"] == "開室 ]]> \"引用\"")
        #expect(entries[0]["id"] == "tag:minato.example,2026-04-10:news/open")
        #expect(entries[0]["link"] == "https://minato.example/board/news/open/?a=1&b=2")
        #expect(
            entries[0]["content"] == "<p>本文 <a href=\"https://minato.example/?a=1&amp;b=2\">先</a> ]]></p>")
    }
}
