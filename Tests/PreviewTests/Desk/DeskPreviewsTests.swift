import Foundation
import SiteTesting
import Testing

/// The page is told what texts and schedules will look like, wherever in an entry they are.
@Suite struct DeskPreviewsTests {
    static let files = [
        "content/tours/_collection.yml":
            "entry: tour\nfields:\n  title: text\n  steps: { list: { record: { text: markdown, days: schedule? } } }\n"
            + "  notes: { list?: markdown }\n  about: { record?: { text: markdown } }\n",
        "content/tours/one.yml":
            "title: One\nsteps:\n  - text: Go **left**.\n  - text: Then right.\n    days: { weekly: sat }\n",
    ]

    private let changes: [String: Any] = [
        "title": "Two", "steps": [["text": "*One*", "days": "daily"], ["text": "Two"]],
        "notes": [NSNull(), "# Three", ""],
        "about": ["text": "[four](https://t.example)"],
    ]

    private func texts(_ reply: EditedSite.Reply) throws -> [String: String] {
        try #require(reply["html"] as? [String: String], "\(reply.json)").mapValues {
            $0.replacing(/<[^>]*>|\n/, with: "")
        }
    }

    private func firstDays(_ reply: EditedSite.Reply) throws -> [String: String?] {
        try #require(reply["days"] as? [String: [String]], "\(reply.json)").mapValues(\.first)
    }

    @Test func inListsAndRecords() throws {
        let site = try EditedSite(Self.files)
        let hash = try #require(try site.get("entry", ["collection": "tours", "id": "one"])["hash"])
        let reply = try site.post(
            "check", ["collection": "tours", "id": "one", "hash": hash, "changes": changes])
        // An element of the form that nobody has filled in yet is not in the file.
        let expected = ["steps.0.text": "One", "steps.1.text": "Two", "notes.1": "Three", "about.text": "four"]
        #expect(try texts(reply).filter { !$0.value.isEmpty } == expected)
        #expect(try firstDays(reply) == ["steps.0.days": "2026-04-15"])
    }

    @Test func ofNewEntries() throws {
        let site = try EditedSite(Self.files)
        for isWhole in [true, false] {
            var changes = self.changes
            changes["notes"] = nil
            if !isWhole { changes["title"] = nil }
            let reply = try site.post(
                "create", ["collection": "tours", "id": "two", "changes": changes, "check": true])
            #expect(reply.status == (isWhole ? 200 : 422))
            #expect(try texts(reply) == ["steps.0.text": "One", "steps.1.text": "Two", "about.text": "four"])
            #expect(try firstDays(reply) == ["steps.0.days": "2026-04-15"])
            #expect(!site.isThere("content/tours/two.yml"))
        }
    }

    @Test func inLanguages() throws {
        let site = try EditedSite(DeskLanguagesTests.files)
        let hash = try #require(try site.get("entry", ["collection": "news", "id": "fair"])["hash"])
        let reply = try site.post(
            "check",
            [
                "collection": "news", "id": "fair", "hash": hash,
                "changes": ["body": ["en": "*Come*", "ja": "**どうぞ**"]],
            ])
        #expect(try texts(reply) == ["body.en": "Come", "body.ja": "どうぞ"])
    }

    /// Links lead to pages of the preview, and pictures are named by their paths, whether they are published or not.
    @Test func picturesAndLinks() throws {
        let site = try EditedSite(Self.files) { folder in
            let picture = sitesFolder.appending(path: "pictures/site/content/walks/images/lake.jpg")
            try FileManager.default.copyItem(at: picture, to: folder.appending(path: "content/tours/a lake.jpg"))
        }
        let home = try #require(try site.get("site")["home"] as? String)
        let text =
            "![A](a%20lake.jpg) [n](../notices/umbrella.md?a&b#c) [s](/about.html) [o](https://o.example/) [h](#h)"
        func html(_ text: String) throws -> String? {
            let hash = try #require(try site.get("entry", ["collection": "tours", "id": "one"])["hash"])
            let changes = ["about": ["text": text]]
            let body = ["collection": "tours", "id": "one", "hash": hash, "changes": changes]
            return (try site.post("check", body)["html"] as? [String: String])?["about.text"]
        }
        #expect(
            try html(text + "\n\n> [!NOTE]\n> Mind.\n\n## H\n")?.matches(of: /(?:src|href)="([^"]*)"/).map {
                String($0.1)
            } == [
                "/tours/a%20lake.jpg", "\(home)notices/umbrella/?a&amp;b#c", "\(home)about.html", "https://o.example/",
                "#h",
            ])
    }

    /// What no text may hold is a mistake at its field, and nothing is written.
    @Test(arguments: ["\u{85}", "\0", "\u{8}", "\u{1B}"]) func invisibleCharacters(_ character: String) throws {
        let site = try EditedSite(Self.files)
        let before = try site.text("content/tours/one.yml")
        let changes: [String: Any] = ["title": "Two", "steps": [["text": "One"], ["text": "T\(character)wo"]]]
        let reply = try site.save("tours", "one", changes)
        #expect(reply.status == 422 && reply.mistakes == ["steps.1.text text.control"], "\(reply.json)")
        #expect(try site.text("content/tours/one.yml") == before)
        let made = try site.post(
            "create", ["collection": "tours", "id": "two", "changes": ["title": character, "steps": []]])
        #expect(made.status == 422 && made.mistakes == ["title text.control"], "\(made.json)")
    }
}
