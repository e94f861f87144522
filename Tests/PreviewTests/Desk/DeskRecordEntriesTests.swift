import Foundation
import SiteTesting
import Testing

/// Records that are entries are a list in the form of the entry that holds them.
@Suite struct DeskRecordEntriesTests {
    static let files = [
        "content/products/_collection.yml":
            "entry: product\nfields: { name: text, notes: { pattern?: releases }, releases: { entries: releases } }\n",
        "content/releases/_collection.yml":
            "entry: release\nparent: products\nid: cycle\nfields: { cycle: version, day: date, topic: { reference?: topics }, note: markdown? }\n",
        "content/topics/_collection.yml": "fields: { name: text }\n",
        "content/topics/light.yml": "name: Light\n",
        "content/news/_collection.yml": "fields: { about: { reference: releases } }\n",
        "content/news/one.yml": "about: lamp/4.0\n",
        "content/products/lamp.yml": """
        name: Lamp
        releases:
          # The newest
          - cycle: 4.0
            day: 2026-02-01
            aliases: [old]
          - { cycle: 3.10, day: 2026-01-01, topic: light, deleted: 2026-04-01 }   # withdrawn

        """,
        "templates/{parent.id}/{cycle}.html.mustache":
            "---\nfor: releases\ntitle: \"{cycle}\"\n---\n<!DOCTYPE html>\n<html lang=\"en\"><title>{{cycle}}</title></html>\n",
    ]

    @Test func theyAreAListInTheFormOfTheirParent() throws {
        let edited = try EditedSite(Self.files)
        let site = try edited.get("site")
        let collections = try #require(site["collections"] as? [[String: Any]])
        #expect(!collections.contains { $0["name"] as? String == "releases" })
        let products = try #require(collections.first { $0["name"] as? String == "products" })
        let list = try #require((products["fields"] as? [[String: Any]])?.last)
        #expect(list["type"] as? String == "list")
        #expect((products["fields"] as? [[String: Any]])?[1]["type"] as? String == "pattern")
        let record = try #require((list["parts"] as? [[String: Any]])?.first)
        #expect(record["type"] as? String == "record")
        #expect(
            (record["parts"] as? [[String: Any]])?.map { $0["name"] as? String } == ["cycle", "day", "topic", "note"])
        let shown = try #require(try edited.values("products", "lamp")["releases"] as? [[String: Any]])
        #expect(shown.map { $0["cycle"] as? String } == ["4.0", "3.10"])
        #expect(shown[1]["deleted"] as? String == "2026-04-01")
        // A reference to one of them is chosen from the list of all.
        let entries = try #require(try edited.get("entries", ["collection": "releases"])["entries"] as? [[String: Any]])
        #expect(entries.map { $0["id"] as? String } == ["lamp/4.0", "lamp/3.10"])
    }

    @Test func savingChangesOneValueAndKeepsTheRest() throws {
        let edited = try EditedSite(Self.files)
        let before = try edited.text("content/products/lamp.yml")
        var releases = try #require(try edited.values("products", "lamp")["releases"] as? [[String: Any]])
        releases[0]["day"] = "2026-02-03"
        let reply = try edited.save("products", "lamp", ["releases": releases])
        #expect(reply.status == 200, "\(reply.json)")
        #expect(
            try edited.text("content/products/lamp.yml") == before.replacing("day: 2026-02-01", with: "day: 2026-02-03")
        )
        releases[1]["cycle"] = "4.0"
        releases[1]["deleted"] = nil
        let wrong = try edited.save("products", "lamp", ["releases": releases])
        #expect(wrong.status == 422 && wrong.mistakes == ["releases.1.cycle id.duplicate"], "\(wrong.json)")
    }

    /// The HTML of a text in a record is told while somebody writes it.
    @Test func textsInRecordsAreRendered() throws {
        let edited = try EditedSite(Self.files)
        var releases = try #require(try edited.values("products", "lamp")["releases"] as? [[String: Any]])
        releases[1]["note"] = "It *was*."
        let hash = try #require(try edited.get("entry", ["collection": "products", "id": "lamp"])["hash"] as? String)
        let reply = try edited.post(
            "check", ["collection": "products", "id": "lamp", "hash": hash, "changes": ["releases": releases]])
        #expect(reply["html"] as? [String: String] == ["releases.1.note": "<p>It <em>was</em>.</p>"], "\(reply.json)")
    }

    /// The texts and days of a record are found with its parent.
    @Test func searchesAndMonthsReachThem() throws {
        let site = try EditedSite(
            Self.files.mapValues { $0.replacing("    aliases", with: "    note: With *batteries*.\n    aliases") })
        for (words, ids) in [("batteries", ["lamp"]), ("lamp 3.10 light", ["lamp"]), ("oil", [])] {
            let found = try site.get("search", ["collection": "products", "words": words])["ids"] as? [String]
            #expect(found == ids, "\(words)")
        }
        for (month, spans) in [("2026-02", [[[1, 1]]]), ("2026-01", [])] {
            let collections = try #require(
                try site.get("month", ["month": month])["collections"] as? [[String: Any]])
            let products = collections.first { $0["name"] as? String == "products" }
            let entries = products?["entries"] as? [[String: Any]] ?? []
            #expect(entries.map { $0["spans"] as? [[Int]] } == spans, "\(month)")
        }
    }

    /// The address of a record opens the form of its parent.
    @Test func aRecordOpensItsParent() throws {
        let edited = try EditedSite(Self.files)
        for id in ["lamp/4.0", "lamp/3.10"] {
            let entry = try edited.get("entry", ["collection": "releases", "id": id])
            #expect(entry["collection"] as? String == "products" && entry["id"] as? String == "lamp")
        }
    }

    /// The pages of the records, and of the records in them, are beside the form that changes them.
    @Test func theirPagesAreThoseOfTheForm() throws {
        func paths(_ files: [String: String]) throws -> [String] {
            let pages = try EditedSite(files).get("entry", ["collection": "products", "id": "lamp"])["pages"]
            return try #require(pages as? [String]).compactMap { URL(string: $0)?.path() }
        }
        #expect(try paths(Self.files) == ["/board/lamp/4.0.html"])
        var files = Self.files
        files["content/releases/_collection.yml"]?.replace("note:", with: "files: { entries?: files }, note:")
        files["content/files/_collection.yml"] = "parent: releases\nid: name\nfields: { name: text }\n"
        files["content/products/lamp.yml"]?.replace(
            "    aliases: [old]\n", with: "    aliases: [old]\n    files: [{ name: zip }, { name: tar }]\n")
        files["templates/files/{name}.html.mustache"] = "---\nfor: files\ntitle: \"{name}\"\n---\n<p>{{name}}</p>\n"
        let all = try paths(files)
        #expect(all == ["/board/lamp/4.0.html", "/board/files/zip.html", "/board/files/tar.html"])
    }

    /// An entry that a record names is in use, and its parent's new id would lose the record for others.
    @Test func whatRecordsNameIsInUse() throws {
        let edited = try EditedSite(Self.files)
        let users = try #require(
            try edited.get("entry", ["collection": "topics", "id": "light"])["usedBy"] as? [[String: Any]])
        #expect(users.isEmpty, "only a record in the trash names it")
        let renamed = try edited.post("rename", ["collection": "products", "id": "lamp", "to": "torch"])
        #expect(renamed.status == 422 && renamed.mistakes.contains { $0.hasSuffix("reference.unknown") })
    }

    /// When an entry goes to the trash, people are asked about all that refers to its records.
    @Test func referencesToThemGoWithTheirParent() throws {
        let path = "content/news/one.yml"
        let news = [
            "content/news/_collection.yml": "fields: { title: text, about: { reference?: releases } }\n",
            path: "title: One\nabout: lamp/4.0\n",
            "content/products/desk.yml": "name: Desk\nreleases: [{ cycle: 1.0, day: 2026-02-01 }]\n",
        ]
        let edited = try EditedSite(Self.files.merging(news) { $1 })
        let lamp: [String: Any] = ["collection": "products", "id": "lamp"]
        let checked = try edited.post("delete", lamp.merging(["check": true]) { $1 })
        let users = try #require(checked["usedBy"] as? [[String: String]])
        #expect(
            users.map { $0["title"] } == ["One"] && (checked["neededBy"] as? [Any])?.isEmpty == true, "\(checked.json)")
        let deleted = try edited.post("delete", lamp.merging(["unlink": true]) { $1 })
        #expect(deleted.status == 200, "\(deleted.json)")
        #expect(try edited.text(path) == "title: One\n")
    }
}
