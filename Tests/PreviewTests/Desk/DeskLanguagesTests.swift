import Foundation
import SiteTesting
import Testing

/// Texts in several languages are saved where they stand: in the entry's own file, or in the file of their language.
@Suite struct DeskLanguagesTests {
    static let files = [
        "content/site.yml":
            "title: Board\nurl: https://t.example/board/\ntimeZone: Asia/Tokyo\nmoment: 2026-04-15\n"
            + "locales:\n  en: { name: English }\n  ja: { name: 日本語 }\n",
        "content/news/_collection.yml":
            "entry: news\nfields:\n  title: { text: { localized: true } }\n  place: { text?: { localized: true } }\n"
            + "body: { markdown: { localized: true } }\n",
        "content/news/fair.md": "---\ntitle: Fair   # every spring\nplace: { en: Park, ja: 公園 }\n---\nCome.\n",
        "content/news/fair.ja.md": "---\ntitle: お祭り\n---\nどうぞ。\n",
        "content/news/rain.md": "---\ntitle: Rain\n---\nBring coats.\n",
        "templates/news.json.yml": "data: { each: news, value: title }\n",
        "templates/{locale}/news/{id}.html.mustache":
            "---\nfor: news\n---\n<!DOCTYPE html>\n<html lang=\"{{locale.code}}\"><title>{{title}}</title>\n{{{body.html}}}</html>\n",
    ]

    private func site() throws -> EditedSite { try EditedSite(Self.files) }

    @Test func reading() throws {
        let values = try site().values("news", "fair")
        #expect(values["title"] as? [String: String] == ["en": "Fair", "ja": "お祭り"])
        #expect(values["place"] as? [String: String] == ["en": "Park", "ja": "公園"])
        #expect(values["body"] as? [String: String] == ["en": "Come.\n", "ja": "どうぞ。\n"])
    }

    @Test func nothing() throws {
        let site = try site()
        for (field, value) in try site.values("news", "fair") {
            let reply = try site.save("news", "fair", [field: value])
            #expect(reply.status == 200, "\(field): \(reply.json)")
        }
        for path in ["fair.md", "fair.ja.md"] {
            #expect(try site.text("content/news/" + path) == Self.files["content/news/" + path])
        }
    }

    @Test func saving() throws {
        let site = try site()
        let changes: [String: Any] = [
            "title": ["en": "Spring fair", "ja": "春祭り"], "place": ["en": "Park", "ja": "広場"],
            "body": ["en": "Come.\n", "ja": "ようこそ。\n"],
        ]
        #expect(try site.save("news", "fair", changes).status == 200)
        #expect(
            try site.text("content/news/fair.md")
                == "---\ntitle: Spring fair   # every spring\nplace: { en: Park, ja: 広場 }\n---\nCome.\n")
        #expect(try site.text("content/news/fair.ja.md") == "---\ntitle: 春祭り\n---\nようこそ。\n")
        #expect(try site.post("undo", ["collection": "news", "id": "fair"]).status == 200)
        for path in ["fair.md", "fair.ja.md"] {
            #expect(try site.text("content/news/" + path) == Self.files["content/news/" + path])
        }
    }

    /// Parts of lists and records have their texts in the entry's own file.
    @Test func parts() throws {
        let site = try EditedSite(
            Self.files.merging([
                "content/walks/_collection.yml": """
                fields:
                  title: text
                  steps: { list?: { record: { name: { text: { localized: true } }, minutes: integer } } }
                  bring: { list?: { text: { localized: true } } }

                """,
                "content/walks/pier.yml": """
                title: Pier   # the old one
                steps:
                  - { name: { en: Gate, ja: 門 }, minutes: 5 }   # first
                  - { name: Steps, minutes: 10 }
                bring: [Hat, { en: Water, ja: 水 }]

                """,
            ]) { $1 })
        var values = try site.values("walks", "pier")
        var steps = try #require(values["steps"] as? [[String: Any]])
        var bring = try #require(values["bring"] as? [Any])
        #expect(steps[0]["name"] as? [String: String] == ["en": "Gate", "ja": "門"])
        #expect(steps[1]["name"] as? String == "Steps" && bring[0] as? String == "Hat")

        steps[0]["name"] = ["en": "Gate", "ja": "大門"]
        steps[1]["name"] = ["en": "Stairs", "ja": "階段"]
        bring.append("Map")
        (values["steps"], values["bring"]) = (steps, bring)
        #expect(try site.save("walks", "pier", values).status == 200)
        let saved = try site.text("content/walks/pier.yml")
        #expect(
            saved == """
                title: Pier   # the old one
                steps:
                  - { name: { en: Gate, ja: 大門 }, minutes: 5 }   # first
                  - { name: { en: Stairs, ja: 階段 }, minutes: 10 }
                bring: [Hat, { en: Water, ja: 水 }, Map]

                """)

        steps[1]["name"] = ["en": "Stairs", "ja": ""]
        #expect(try site.save("walks", "pier", ["steps": steps]).mistakes == ["steps.1.name.ja locale.empty"])
        steps[1]["name"] = ["ja": "階段"]
        #expect(try site.save("walks", "pier", ["steps": steps]).mistakes == ["steps.1.name field.missing"])
    }

    /// The first text of a language is written beside the others, and that of a body into a new file.
    @Test func adding() throws {
        let site = try site()
        let changes: [String: Any] = [
            "title": ["en": "Rain", "ja": "雨"], "body": ["en": "Bring coats.\n", "ja": "傘を。\n"],
        ]
        #expect(try site.save("news", "rain", changes).status == 200)
        #expect(try site.text("content/news/rain.md") == "---\ntitle: { en: Rain, ja: 雨 }\n---\nBring coats.\n")
        #expect(try site.text("content/news/rain.ja.md") == "傘を。\n")
        #expect(try site.post("undo", ["collection": "news", "id": "rain"]).status == 200)
        #expect(!site.isThere("content/news/rain.ja.md"))
    }

    @Test func removing() throws {
        let site = try site()
        #expect(try site.save("news", "fair", ["title": ["en": "Fair"], "place": NSNull()]).status == 200)
        #expect(try site.text("content/news/fair.md") == "---\ntitle: Fair   # every spring\n---\nCome.\n")
        #expect(try !site.text("content/news/fair.ja.md").contains("title"))
    }

    @Test func mistakes() throws {
        let site = try site()
        let hash = try #require(try site.get("entry", ["collection": "news", "id": "fair"])["hash"])
        let reply = try site.post(
            "check",
            [
                "collection": "news", "id": "fair", "hash": hash,
                "changes": ["body": ["en": "Come.\n", "ja": "[x](nowhere.md)\n"], "title": ["ja": "お祭り"]],
            ])
        #expect(Set(reply.mistakes) == ["body.ja link.dead", "title field.missing"], "\(reply.json)")
    }

    /// A mistake in the file of another language is mended there, by the same buttons.
    @Test func remedies() throws {
        let (path, fair) = ("content/news/fair.ja.md", ["collection": "news", "id": "fair"])
        let text = "---\ntitel: お祭り   # 毎年\ncolour: 赤\n---\nどうぞ。\n"
        let site = try EditedSite(Self.files.merging([path: text]) { $1 })
        func find(_ key: String) throws -> [String: Any] {
            let mistakes = try #require(try site.get("entry", fair)["mistakes"] as? [[String: Any]])
            return try #require(mistakes.first { $0["path"] as? [String] == [key, "ja"] }, "\(mistakes)")
        }
        func fix(_ key: String, _ remedy: String) throws -> EditedSite.Reply {
            let hash = try #require(try site.get("entry", fair)["hash"] as? String)
            let found = try find(key)
            let asked = try ["rule", "place"].map { ($0, try #require(found[$0] as? String)) } + [("remedy", remedy)]
            return try site.post("fix", fair.merging(asked + [("hash", hash)]) { $1 })
        }
        #expect(try find("titel")["remedies"] as? [String] == ["fix", "remove"])
        #expect(try find("colour")["remedies"] as? [String] == ["remove"])
        #expect(try fix("colour", "remove").status == 200)
        #expect(try site.text(path) == "---\ntitel: お祭り   # 毎年\n---\nどうぞ。\n")
        #expect(try fix("titel", "fix").status == 200)
        #expect(try site.text(path) == "---\ntitle: お祭り   # 毎年\n---\nどうぞ。\n")
        #expect(try site.post("undo", fair).status == 200)
        #expect(try site.text(path).contains("titel: "))
        // Between a change by somebody else and the next build, a remedy never meets another key at the same place.
        let known = try find("titel")
        let theirs = "---\nplace: 広場\ntitel: お祭り\n---\n"
        try site.box.write(theirs, to: path)
        let hash = try #require(try site.get("entry", fair)["hash"] as? String)
        let asked = ["rule": known["rule"], "place": known["place"], "remedy": "remove", "hash": hash].compactMapValues
        {
            $0 as? String
        }
        #expect(try site.post("fix", fair.merging(asked) { $1 }).status == 409)
        #expect(
            try site.text(path) == theirs && site.text("content/news/fair.md") == Self.files["content/news/fair.md"])
    }

    /// What is not for the file of another language is removed there, and nowhere else.
    @Test func keysOfTheEntryItself() throws {
        let (path, fair) = ("content/news/fair.ja.md", ["collection": "news", "id": "fair"])
        let declaration = try #require(Self.files["content/news/_collection.yml"])
        let site = try EditedSite(
            Self.files.merging([
                path: "---\nplace: 広場\nrank: 1\n---\nどうぞ。\n",
                "content/news/_collection.yml": declaration.replacing("body:", with: "  rank: integer?\nbody:"),
            ]) { $1 })
        for (key, rule) in [("place", "locale.twice"), ("rank", "locale.field")] {
            let entry = try site.get("entry", fair)
            let mistakes = try #require(entry["mistakes"] as? [[String: Any]])
            let found = try #require(mistakes.first { $0["rule"] as? String == rule }, "\(mistakes)")
            #expect(found["path"] as? [String] == [key, "ja"] && found["remedies"] as? [String] == ["remove"])
            let asked = [
                "rule": rule, "place": "\(found["place"] ?? "")", "remedy": "remove", "hash": "\(entry["hash"] ?? "")",
            ]
            #expect(try site.post("fix", fair.merging(asked) { $1 }).status == 200)
        }
        #expect(try site.text(path) == "---\n---\nどうぞ。\n")
        #expect(try site.text("content/news/fair.md") == Self.files["content/news/fair.md"])
    }

    /// Both files are renamed.
    @Test func renaming() throws {
        let site = try site()
        #expect(try site.post("rename", ["collection": "news", "id": "fair", "to": "party"]).status == 200)
        #expect(try site.text("content/news/party.ja.md") == Self.files["content/news/fair.ja.md"])
        #expect(!site.isThere("content/news/fair.md") && !site.isThere("content/news/fair.ja.md"))
    }

    /// A translation that somebody changed meanwhile is not overwritten either.
    @Test func conflicts() throws {
        let site = try site()
        let hash = try #require(try site.get("entry", ["collection": "news", "id": "fair"])["hash"])
        try site.box.write("---\ntitle: 別\n---\n", to: "content/news/fair.ja.md")
        let request: [String: Any] = [
            "collection": "news", "id": "fair", "hash": hash, "changes": ["title": ["en": "Fair", "ja": "祭"]],
        ]
        #expect(try site.post("save", request).status == 409)
    }

    @Test func creating() throws {
        let site = try site()
        let changes: [String: Any] = [
            "title": ["en": "Sun", "ja": "晴れ"], "body": ["en": "Bring hats.\n", "ja": "帽子を。\n"],
        ]
        let reply = try site.post("create", ["collection": "news", "id": "sun", "changes": changes])
        #expect(reply.status == 200, "\(reply.json)")
        #expect(try site.text("content/news/sun.md") == "---\ntitle: { en: Sun, ja: 晴れ }\n---\nBring hats.\n")
        #expect(try site.text("content/news/sun.ja.md") == "帽子を。\n")
        #expect(
            try site.post("create", ["collection": "news", "id": "x", "changes": ["titel": "X"]]).status == 400)
    }

    @Test func duplicating() throws {
        let site = try site()
        #expect(try site.post("duplicate", ["collection": "news", "id": "fair", "to": "fair-2"]).status == 200)
        #expect(try site.text("content/news/fair-2.ja.md") == Self.files["content/news/fair.ja.md"])
    }

    /// An earlier version has all languages.
    @Test func versions() throws {
        let site = try EditedSite(Self.files) { try makeRepository(in: $0) }
        let before = try site.values("news", "fair")
        #expect(try site.save("news", "fair", ["title": ["en": "Fair", "ja": "祭"]]).status == 200)
        #expect(try site.post("commit", ["message": "Short"]).status == 200)
        let fair = ["collection": "news", "id": "fair"]
        let versions = try #require(try site.get("history", fair)["versions"] as? [[String: String]])
        #expect(versions.map { $0["subject"] } == ["Short", "Start"])
        let start = try #require(versions.last?["commit"])
        let old = try site.get("version", fair.merging(["commit": start]) { $1 })
        let values = try #require(old["values"] as? [String: Any])
        #expect(values["title"] as? [String: String] == before["title"] as? [String: String])
        #expect(try site.save("news", "fair", values).status == 200)
        #expect(try site.text("content/news/fair.ja.md") == Self.files["content/news/fair.ja.md"])
    }
}
