import Foundation
import SiteTesting
import Testing

/// Pages that somebody looks at are shown before the rest of the site is made.
@Suite struct SeenPagesTests {
    private static let page = "GET /.kairan/events?page=/board/notices/umbrella/ HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// Other files that are read after the news of a page are as new as the page, even if they are not made yet.
    @Test func allElseIsWaitedFor() throws {
        let site = try ServedSite()
        let events = try site.connection()
        events.send(Self.page)
        _ = events.receive(until: "\n\n")
        for number in 1...30 {
            try site.noticeTitled("Save \(number)")
            let news = String(decoding: events.receive(until: "\"reload\":true"), as: UTF8.self)
            try #require(news.contains("\"reload\":true"))
            #expect(try site.get("/board/api/v1/notices.json").body.contains("\"Save \(number)\""))
            #expect(try site.get("/board/").body.contains("<h2>Save \(number)</h2>"))
            #expect(try site.get("/board/notices/umbrella/").body.contains("<h1>Save \(number)</h1>"))
        }
    }

    /// A mistake that only all pages together show takes back the page that was shown already.
    @Test func aMistakeTakesThemBack() throws {
        let page = "---\nfor: notices\n---\n<!DOCTYPE html>\n<title>{{title}}</title>\n{{{body.html}}}\n"
        let head = "---\ntitle: Umbrella\nshown: always\n---\n"
        let site = try ServedSite(writing: [
            "templates/notices/{id}/index.html.mustache": page,
            "content/notices/umbrella.md": head + "## Found\n",
            "content/notices/other.md": head + "As [said](umbrella.md#found).\n",
        ])
        let events = try site.connection()
        events.send(Self.page)
        _ = events.receive(until: "\n\n")
        try site.box.write(head + "## Lost\n", to: "content/notices/umbrella.md")
        let news = String(decoding: events.receive(until: "has no place"), as: UTF8.self)
        #expect(news.contains("other.md:5:"), "\(news)")
        // The page has to reload twice, unless a slow connection hears of the last state only.
        #expect(news.contains("\"reload\":true"), "\(news)")
        let shown = try site.get("/board/notices/umbrella/").body
        #expect(shown.contains("Found") && !shown.contains("Lost"))
        try site.box.write(head + "## Found\n\nAgain.\n", to: "content/notices/umbrella.md")
        _ = events.receive(until: "\"mistakes\":[]")
        #expect(try site.get("/board/notices/umbrella/").body.contains("Again."))
    }

    /// Nobody sees a page on the path of another, even for a moment.
    @Test func aPageThatMeetsAnotherIsNotShown() throws {
        let head = "---\nshown: always\ntitle: "
        let site = try ServedSite(writing: [
            "templates/by/{title}/index.html.mustache":
                "---\nfor: notices\n---\n<!DOCTYPE html>\n<title>{{title}}</title>\n{{{body.html}}}\n",
            "content/notices/umbrella.md": head + "One\n---\nHere.\n",
            "content/notices/other.md": head + "Two\n---\nThere.\n",
        ])
        let events = try site.connection()
        events.send(Self.page.replacing("notices/umbrella", with: "by/Two"))
        _ = events.receive(until: "\n\n")
        try site.box.write(head + "Two\n---\nHere.\n", to: "content/notices/umbrella.md")
        let news = String(decoding: events.receive(until: "made twice"), as: UTF8.self)
        #expect(news.contains("made twice") && !news.contains("\"reload\":true"), "\(news)")
    }
}
