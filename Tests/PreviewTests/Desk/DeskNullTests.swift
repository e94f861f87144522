import Foundation
import SiteTesting
import Testing

/// What a form leaves empty is sent as null, and no file ever gets the word for it.
@Suite struct DeskNullTests {
    private static let declaration =
        "entry: thing\nfields:\n  title: text?\n  note: { text?: { localized: true } }\n  tags: { list?: text }\n"
        + "  room: { record?: { name: text?, floor: integer?, parts: { list?: text } } }\n  sites: { keyed?: text }\n"
        + "  shown: window?\n  place: point?\n  days: schedule?\n  ends: { list?: { oneOf: [date, null] } }\n"
        + "body: { markdown: { localized: true } }\n"

    private static let files = [
        "content/site.yml":
            "title: Board\nurl: https://t.example/board/\ntimeZone: Asia/Tokyo\nmoment: 2026-04-15\n"
            + "locales:\n  en: { name: English }\n  ko: { name: 한국어 }\n",
        "content/things/_collection.yml": declaration,
        "content/things/yaml.md": "---\ntitle: A\nnote: N\n---\nText.\n",
        "content/things/yaml.ko.md": "---\nnote: 글\n---\n본문\n",
        "content/things/toml.md": "+++\ntitle = \"A\"\nends = [2026-01-01]\n+++\nText.\n",
        "content/things/bare.md": "Only text.\n",
        "content/things/data.yml": "title: A\nbody: |\n  Text.\n",
        "content/things/plain.json": "{\n  \"title\": \"A\",\n  \"body\": \"Text.\"\n}\n",
        "content/rows/_collection.yml":
            "entry: row\nfields: { name: text, tags: { list?: text }, shown: window?, place: point?, days: schedule? }\n",
        "content/rows/all.csv": "id,name,tags,shown,place,days\none,One,a|b,2026-04-01/,\"1, 2\",2026-05-01\n",
        "content/clubs/_collection.yml": "entry: club\nfields: { name: text }\n",
        "content/clubs/go.yml": "name: Go\naliases: ~\n",
        "templates/{locale}/things/{id}.html.mustache":
            "---\nfor: things\n---\n<!DOCTYPE html>\n<html lang=\"{{locale.code}}\"><title>x</title>\n{{{body.html}}}</html>\n",
        "templates/clubs/{id}.html.mustache":
            "---\nfor: clubs\n---\n<!DOCTYPE html>\n<html lang=\"en\"><title>{{name}}</title></html>\n",
    ]

    @Test func bodies() throws {
        let site = try EditedSite(Self.files)
        let texts: [(changes: Any, english: String, korean: String)] = [
            (NSNull(), "---\ntitle: A\nnote: N\n---\n", "---\nnote: 글\n---\n"),
            (["en": NSNull(), "ko": NSNull()], "---\ntitle: A\nnote: N\n---\n", "---\nnote: 글\n---\n"),
            (["en": "Text.\n", "ko": NSNull()], "---\ntitle: A\nnote: N\n---\nText.\n", "---\nnote: 글\n---\n"),
            (["en": NSNull(), "ko": "본문\n"], "---\ntitle: A\nnote: N\n---\n", "---\nnote: 글\n---\n본문\n"),
        ]
        for (body, english, korean) in texts {
            let reply = try site.save("things", "yaml", ["body": body])
            #expect(reply.status == 200, "\(reply.json)")
            #expect(try site.text("content/things/yaml.md") == english)
            #expect(try site.text("content/things/yaml.ko.md") == korean)
            let undone = try site.post("undo", ["collection": "things", "id": "yaml"])
            #expect(undone.status == 200, "\(undone.json)")
        }
        let others = [
            ("toml", "toml.md", "+++\ntitle = \"A\"\nends = [2026-01-01]\n+++\n"), ("bare", "bare.md", ""),
            ("data", "data.yml", "title: A\n"), ("plain", "plain.json", "{\n  \"title\": \"A\"\n}\n"),
        ]
        for (id, path, expected) in others {
            let reply = try site.save("things", id, ["body": NSNull()])
            #expect(reply.status == 200, "\(id): \(reply.json)")
            #expect(try site.text("content/things/\(path)") == expected)
        }
        let new: [String: Any] = ["title": "New", "body": ["en": NSNull(), "ko": NSNull()], "note": NSNull()]
        #expect(try site.post("create", ["collection": "things", "id": "new", "changes": new]).status == 200)
        #expect(try site.text("content/things/new.md") == "---\ntitle: New\n---\n")
        #expect(!site.isThere("content/things/new.ko.md"))
    }

    /// A version in which an entry had no body is loaded into its form with null for it.
    @Test func versionsWithoutABody() throws {
        let site = try EditedSite(
            Self.files.merging(["content/things/yaml.md": "---\ntitle: A\n---\n"]) { $1 },
            prepare: { try makeRepository(in: $0) })
        #expect(try site.save("things", "yaml", ["body": ["en": "Text.\n"]]).status == 200)
        let name = ["collection": "things", "id": "yaml"]
        let versions = try #require(try site.get("history", name)["versions"] as? [[String: String]])
        let commit = try #require(versions.last?["commit"])
        let old = try #require(
            try site.get("version", name.merging(["commit": commit]) { $1 })["values"] as? [String: Any])
        #expect(try site.save("things", "yaml", ["body": try #require(old["body"])]).status == 200)
        #expect(try site.text("content/things/yaml.md") == "---\ntitle: A\n---\n")
    }

    @Test func parts() throws {
        let site = try EditedSite(Self.files)
        let changes: [String: Any] = [
            "title": NSNull(), "note": ["en": NSNull(), "ko": "글"], "tags": [NSNull(), "a", NSNull()],
            "room": ["name": NSNull(), "floor": "2", "parts": [NSNull(), "b"]],
            "sites": [["key": NSNull(), "value": NSNull()], ["key": "k", "value": "v"]],
            "shown": ["from": NSNull(), "until": "2026-05-01"], "days": ["dates": [NSNull(), "2026-05-01"]],
        ]
        let parts = [
            "data": "note: { ko: 글 }\ntags: [a]\nroom:\n  parts: [b]\n  floor: 2\nsites: { k: v }\n"
                + "shown: { until: 2026-05-01 }\ndays:\n  dates: [2026-05-01]\nbody: |\n  Text.\n"
        ]
        for (id, expected) in parts {
            let reply = try site.save("things", id, changes)
            #expect(reply.status == 200, "\(reply.json)")
            let text = try site.text("content/things/\(id).yml")
            // JSON that was sent has no order.
            #expect(text.split(separator: "\n").sorted() == expected.split(separator: "\n").sorted(), "\(text)")
        }
        for id in ["toml", "plain"] {
            let reply = try site.save("things", id, changes)
            #expect(reply.status == 200, "\(id): \(reply.json)")
            let file = try site.text("content/things/\(id == "toml" ? "toml.md" : "plain.json")")
            #expect(!file.contains("null"), "\(file)")
        }
        let named = try site.save("things", "data", ["sites": [["key": NSNull(), "value": "v"]]])
        #expect(named.status == 422, "\(named.json)")
        let inList = try site.save("things", "toml", ["ends": [["oneOf": "null"]]])
        #expect(inList.status == 422, "\(inList.json)")
        let mistakes = try #require(inList["mistakes"] as? [[String: Any]])
        #expect(mistakes.first?["message"] as? String == "TOML cannot hold null in a list", "\(mistakes)")
    }

    @Test func cells() throws {
        let site = try EditedSite(Self.files)
        let changes: [String: Any] = [
            "tags": [NSNull(), "b", NSNull()], "shown": ["from": NSNull(), "until": "2026-06-01"], "place": NSNull(),
            "days": ["dates": [NSNull(), "2026-05-02"]],
        ]
        let reply = try site.save("rows", "one", changes)
        #expect(reply.status == 200, "\(reply.json)")
        let head = "id,name,tags,shown,place,days\n"
        #expect(try site.text("content/rows/all.csv") == head + "one,One,b,/2026-06-01,,2026-05-02\n")
        let half = ["latitude": NSNull(), "longitude": "2"] as [String: Any]
        #expect(try site.save("rows", "one", ["place": half]).status == 422)
        #expect(try !site.text("content/rows/all.csv").contains("null"))
    }

    /// An entry without former ids gets its first one.
    @Test func aliases() throws {
        let site = try EditedSite(Self.files)
        #expect(try site.post("rename", ["collection": "clubs", "id": "go", "to": "baduk"]).status == 200)
        #expect(try site.text("content/clubs/baduk.yml") == "name: Go\naliases: [go]\n")
    }

    /// Somebody empties the body and saves; then the file is read-only, and the page says so.
    @Test(.enabled(if: Node.hasBrowser)) func emptying() throws {
        let site = try EditedSite(Self.files)
        let path = "content/things/toml.md"
        let seen = try site.use(
            """
            const { chmodSync } = await import("node:fs");
            const tab = await open("things/toml");
            const status = "document.querySelector('.status').textContent";
            const first = text("\(path)");
            await type(tab, "field-body-en", "");
            await saveKeys(tab);
            seen.file = await changed("\(path)", first);
            await tab.until(`${status}.startsWith("Saved")`);
            chmodSync(input.folder + "/\(path)", 0o444);
            await type(tab, "field-title", "B");
            await saveKeys(tab);
            await tab.until(`${status}.includes("read-only")`);
            seen.status = await tab.evaluate(status);
            seen.title = await tab.evaluate(`${element("field-title")}.value`);
            seen.same = text("\(path)") === seen.file;
            """)
        #expect(seen["file"] == "+++\ntitle = \"A\"\nends = [2026-01-01]\n+++\n", "\(seen)")
        #expect(
            seen["status"]?.hasSuffix(
                "\(path): it is read-only, so nothing was written; allow changes first (chmod u+w), or leave it")
                == true,
            "\(seen)")
        #expect(seen["title"] == "B" && seen["same"] == "true", "\(seen)")
    }
}
