import Foundation
import SiteTesting
import Testing

/// Entries that are kept elsewhere are shown in forms, and only the site's own fields are saved.
@Suite struct DeskPulledTests {
    private static let files = [
        "content/site.yml": "title: Board\nurl: https://t.example/board/\n",
        "content/news/_collection.yml":
            "entry: article\nsource: { url: https://uni.example/feed.xml, format: rss }\n"
            + "fields: { title: text, pinned: { boolean: { default: false } }, note: text?, tags: { list?: text } }\n"
            + "body: markdown\nfrom: { id: guid, title: title, body: description }\n",
        "content/news/pulled.yml":
            "# Kept at https://uni.example/feed.xml\n\n- id: a\n  title: One\n  body: Words\n- id: b\n  title: Two\n",
        "templates/index.html.mustache":
            "---\ndata: { news: { each: news, value: { title: title, note: note } } }\n---\n<!DOCTYPE html>\n"
            + "<html lang=\"en\"><title>x</title>{{#news}}<p>{{title}}: {{note}}</p>{{/news}}</html>\n",
    ]

    @Test func ownFieldsAreSaved() throws {
        let site = try EditedSite(Self.files)
        let entry = try site.get("entry", ["collection": "news", "id": "a"])
        #expect(entry["keptAt"] as? String == "https://uni.example/feed.xml", "\(entry.json)")
        #expect((entry["values"] as? [String: Any])?["title"] as? String == "One")
        let own = "content/news/_own.yml"
        for change: [String: Any] in [["note": "Look"], ["tags": ["x", "y"]]] {
            let saved = try site.save("news", "a", change)
            #expect(saved.status == 200, "\(saved.json)")
        }
        try expect(own, in: site, "a: { note: Look, tags: [x, y] }\n")
        #expect(try site.values("news", "a")["note"] as? String == "Look")
        try wait { try site.page("").contains("<p>One: Look</p>") }
        #expect(try site.save("news", "b", ["pinned": "true"]).status == 200)
        try expect(own, in: site, "a: { note: Look, tags: [x, y] }\nb: { pinned: true }\n")
        // What is taken away is the source's, or the default, again.
        #expect(try site.save("news", "b", ["pinned": NSNull()]).status == 200)
        #expect(try site.save("news", "a", ["note": NSNull()]).status == 200)
        try expect(own, in: site, "a: { tags: [x, y] }\n")
        #expect(try site.post("undo", ["collection": "news", "id": "a"]).status == 200)
        try expect(own, in: site, "a: { note: Look, tags: [x, y] }\n")
        #expect(try site.text("content/news/pulled.yml") == Self.files["content/news/pulled.yml"])
    }

    private func expect(_ path: String, in site: EditedSite, _ text: String) throws {
        let found = try site.text(path)
        #expect(found == text)
    }

    @Test func whatIsKeptElsewhereStays() throws {
        let site = try EditedSite(Self.files)
        let change = try site.save("news", "a", ["title": "Mine"])
        #expect(change.status == 422, "\(change.json)")
        #expect(
            change["error"] as? String == "'title' is kept at https://uni.example/feed.xml; change it there.",
            "\(change.json)")
        for (name, body) in [
            ("delete", ["collection": "news", "id": "a"]), ("rename", ["collection": "news", "id": "a", "to": "c"]),
        ] {
            let reply = try site.post(name, body)
            #expect(
                reply.status == 422 && "\(reply.json)".contains("kept at https://uni.example/feed.xml"),
                "\(name): \(reply.json)")
        }
        // A new entry stands in a file of its own.
        let new = try site.post("create", ["collection": "news", "id": "mine", "changes": ["title": "Mine"]])
        #expect(new.status == 200, "\(new.json)")
        #expect(try site.text("content/news/mine.md").contains("title: Mine\n"))
        #expect(try site.text("content/news/pulled.yml") == Self.files["content/news/pulled.yml"])
        #expect(!site.isThere("content/news/_own.yml"))
    }

    @Test(.enabled(if: Node.hasBrowser)) func theFormSaysIt() throws {
        let site = try EditedSite(Self.files)
        let seen = try site.use(
            """
            const tab = await open("/news/a");
            seen.notice = await tab.evaluate("document.querySelector('p.notice').textContent");
            seen.title = String(await tab.evaluate(`${element("field-title")}.matches(":disabled")`));
            seen.actions = await tab.evaluate("document.querySelector('.entry-actions').textContent");
            await type(tab, "field-note", "Look");
            await save(tab, "content/news/_own.yml", "a:\\n  note: Look\\n");
            """)
        #expect(seen["notice"]?.hasPrefix("Kept at https://uni.example/feed.xml: ") == true, "\(seen)")
        #expect(seen["title"] == "true" && seen["actions"]?.contains("Delete") == false, "\(seen)")
    }
}
