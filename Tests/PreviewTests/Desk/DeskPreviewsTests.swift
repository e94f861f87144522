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

    /// A character that no text may hold is a mistake at its field, and nothing is written.
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

    private static let games = [
        "content/clubs/_collection.yml": "entry: club\nfields: { name: text }\n",
        "content/clubs/all.yml": "- { id: chess, name: Chess }\n",
        "content/games/_collection.yml": """
        entry: game
        fields:
          title: text
          club: { reference: clubs }
          name: { text: { default: "{club.name}: {title}" } }
          start: date
          end: { date?: { default: "{start}" } }
          level: { choice: { low: Low, high: High } }
          grade: { choice: { values: { low: Low, high: High }, default: "{level}" } }

        """,
        "content/games/one.yml": "title: One\nclub: chess\nname: Mine\nstart: 2026-04-01\nlevel: low\n",
    ]

    /// A default that is computed is told as what it is for the entry, and follows what is typed.
    @Test func computedDefaults() throws {
        let site = try EditedSite(Self.games)
        let entry = try site.get("entry", ["collection": "games", "id": "one"])
        let hash = try #require(entry["hash"])
        let old = ["name": "Chess: One", "end": "2026-04-01", "grade": "low"]
        #expect(entry["defaults"] as? [String: String] == old, "\(entry.json)")
        func defaults(_ changes: [String: Any]) throws -> [String: String]? {
            let body: [String: Any] = ["collection": "games", "id": "one", "hash": hash, "changes": changes]
            return try site.post("check", body)["defaults"] as? [String: String]
        }
        let new = ["name": "Chess: Two", "end": "2026-05-02", "grade": "high"]
        #expect(try defaults(["title": "Two", "start": "2026-05-02", "level": "high"]) == new)
        // With a mistake, nobody knows.
        #expect(try defaults(["title": NSNull()]) == [:])
        let made: [String: Any] = ["title": "Two", "club": "chess", "start": "2026-05-02", "level": "high"]
        let body: [String: Any] = ["collection": "games", "id": "two", "changes": made, "check": true]
        #expect(try site.post("create", body)["defaults"] as? [String: String] == new)
    }

    @Test(.enabled(if: Node.hasBrowser)) func computedDefaultsInTheBrowser() throws {
        let site = try EditedSite(Self.games)
        let seen = try site.use(
            """
            const tab = await open("/games/one");
            const words = (name) => `${element(`field-${name}-limits`)}?.textContent`;
            const grade = "document.querySelector('.kind-choice:last-of-type .radio').textContent";
            await tab.until(`${words("name")} === "Chess: One if left empty" && ${words("end")} === "Apr 1, 2026 if left empty"`);
            seen.grade = await tab.evaluate(grade);
            await type(tab, "field-title", "Two");
            await tab.until(`${words("name")} === "Chess: Two if left empty"`);
            seen.focus = await tab.evaluate("document.activeElement.id");
            await click(tab, "field-level-1");
            await tab.until(`${grade} === "Default (High)"`);
            """)
        #expect(seen == ["grade": "Default (Low)", "focus": "field-title"])
    }
}
