import Foundation
import SiteTesting
import Testing

/// A form changes exactly the bytes of the values that somebody changed.
@Suite struct DeskSavingTests {
    static let declaration = """
        entry: thing
        fields:
          title: { text: { maximum: 20 } }
          note: text?
          amount: { integer: { minimum: 0 } }
          price: decimal?
          open: boolean
          day: date
          hour: time
          start: dateTime
          length: duration
          link: url
          mail: email
          tel: phone
          tint: color
          kind: { choice: { big: Big one, small: Small one } }
          release: version
          shown: window
          days: schedule
          place: point
          club: { reference: clubs }
          tags: { list: text }
          room: { record: { name: text, floor: integer? } }
          about: markdown
          ends: { oneOf: [date, boolean, { record: { name: text } }, null] }
          sites: { keyed: url }
          audience: audience?
        body: markdown

        """

    static let thing = """
        ---
        # What it is
        title: "First thing"   # in quotes
        amount: 12
        price: 3.50

        open: yes
        day: 2026-04-01
        hour: 18:30
        start: 2026-04-01T09:00
        length: 1h 44m
        link: https://t.example/a
        mail: a@t.example
        tel: 03-1234-5678
        tint: "#1d6f5c"
        kind: big
        release: 3.10
        shown: { from: 2026-04-01, until: 2026-04-30 }  # a month
        days: { weekly: [sat, sun] }
        place: { latitude: 35.68, longitude: 139.76 }
        club: chess
        tags:
          # the first
          - one
          - two  # the second
        room:
          name: Hall
          floor: 2
        about: |
          Two lines,
          and *one* more.
        ends: 2027-01-31  # the last day
        sites: { home: https://t.example/, "7": https://t.example/7 }
        audience: { platforms: [ios], versions: ">=1.4.0", share: 20 }  # some
        ---
        The text.

        """

    static let files = [
        "content/things/_collection.yml": declaration,
        "content/things/first.md": thing.replacing("open: yes", with: "open: true"),
        "content/clubs/_collection.yml": "entry: club\nfields: { name: text }\n",
        "content/clubs/all.yml": "- { id: chess, name: Chess }\n- { id: go, name: Go }   # and others\n",
        "templates/things.html.mustache":
            "---\ndata: { things: { each: things } }\n---\n<!DOCTYPE html>\n<html lang=\"en\"><title>Things</title>\n"
            + "{{#things}}<p>{{title}}</p>{{/things}}</html>\n",
    ]

    func site() throws -> EditedSite { try EditedSite(Self.files) }

    @Test func everyKindOfField() throws {
        let site = try site()
        let table: [(field: String, value: Any, old: String, new: String)] = [
            ("title", "Second: thing", #"title: "First thing" "#, #"title: "Second: thing" "#),
            ("amount", "13", "amount: 12", "amount: 13"),
            ("price", NSNull(), "price: 3.50\n", ""),
            ("open", "false", "open: true", "open: false"),
            ("day", "2026-05-02", "day: 2026-04-01", "day: 2026-05-02"),
            ("hour", "19:00", "hour: 18:30", "hour: 19:00"),
            ("start", "2026-04-02T10:15", "start: 2026-04-01T09:00", "start: 2026-04-02T10:15"),
            ("length", "2h", "length: 1h 44m", "length: 2h"),
            ("link", "https://t.example/b?c=d", "link: https://t.example/a", "link: https://t.example/b?c=d"),
            ("mail", "b@t.example", "mail: a@t.example", "mail: b@t.example"),
            ("tel", "03-9999-5678", "tel: 03-1234-5678", "tel: 03-9999-5678"),
            ("tint", "#ffffff", "\"#1d6f5c\"", "\"#ffffff\""),
            ("kind", "small", "kind: big", "kind: small"),
            ("release", "3.20", "release: 3.10", "release: 3.20"),
            ("shown", ["from": "2026-04-01"], "{ from: 2026-04-01, until: 2026-04-30 }", "{ from: 2026-04-01 }"),
            ("days", ["weekly": ["sat", "mon"]], "weekly: [sat, sun]", "weekly: [sat, mon]"),
            (
                "place", ["latitude": "35.68", "longitude": "-139.7"], "longitude: 139.76", "longitude: -139.7"
            ),
            ("club", "go", "club: chess", "club: go"),
            ("tags", ["one", "three", "two"], "  - one\n  - two", "  - one\n  - three\n  - two"),
            ("room", ["name": "Hall", "floor": "3"], "floor: 2", "floor: 3"),
            ("about", "Two lines,\nand *another*.\n", "and *one* more.", "and *another*."),
            ("ends", ["oneOf": "boolean", "value": "true"], "ends: 2027-01-31", "ends: true"),
            ("ends", ["oneOf": "date", "value": "2027-02-28"], "ends: 2027-01-31", "ends: 2027-02-28"),
            ("ends", ["oneOf": "null"], "ends: 2027-01-31", "ends: null"),
            (
                "sites",
                [["key": "home", "value": "https://t.example/"], ["key": "source code", "value": "/things.html"]],
                "\"7\": https://t.example/7", "source code: /things.html"
            ),
            (
                "sites",
                [["key": "front", "value": "https://t.example/"], ["key": "7", "value": "https://t.example/7"]],
                "home: https", "front: https"
            ),
            ("sites", [["key": "7", "value": "https://t.example/7"]], "home: https://t.example/, ", ""),
            (
                "audience", ["platforms": ["ios", "web"], "versions": ">=1.4.0", "share": "20"], "platforms: [ios]",
                "platforms: [ios, web]"
            ),
            (
                "audience", ["platforms": ["ios"], "versions": ">=1.4.0 <2.0.0", "share": "20"], "\">=1.4.0\"",
                "\">=1.4.0 <2.0.0\""
            ),
            (
                "audience", ["platforms": ["ios"], "versions": ">=1.4.0", "share": "50"], "share: 20", "share: 50"
            ),
            (
                "audience", NSNull(), "audience: { platforms: [ios], versions: \">=1.4.0\", share: 20 }  # some\n", ""
            ),
            ("note", "A new line", "amount: 12", "note: A new line\namount: 12"),
            ("body", "Another text.\n", "The text.", "Another text."),
        ]
        for (field, value, old, new) in table {
            let before = try site.text("content/things/first.md")
            let reply = try site.save("things", "first", [field: value])
            #expect(reply.status == 200, "\(field): \(reply.json)")
            let after = try site.text("content/things/first.md")
            #expect(after == before.replacing(old, with: new, maxReplacements: 1), "\(field)")
            #expect(after != before, "\(field)")
            // The save can be taken back, byte for byte.
            #expect(try site.post("undo", ["collection": "things", "id": "first"]).status == 200)
            #expect(try site.text("content/things/first.md") == before, "\(field)")
        }
    }

    /// A form that sends back what it was given changes nothing.
    @Test func nothing() throws {
        let site = try site()
        let before = try site.text("content/things/first.md")
        let values = try site.values("things", "first")
        for (field, value) in values {
            #expect(try site.save("things", "first", [field: value]).status == 200, "\(field): \(value)")
            #expect(try site.text("content/things/first.md") == before, "\(field)")
        }
        #expect(values["title"] as? String == "First thing" && values["release"] as? String == "3.10")
    }

    @Test func mistakesAreAtTheirFields() throws {
        let site = try site()
        let before = try site.text("content/things/first.md")
        let table: [(changes: [String: Any], mistakes: [String])] = [
            (["title": "A title that is far too long"], ["title field.limit"]),
            (["title": NSNull()], ["title field.missing"]),
            (["amount": "-1"], ["amount field.limit"]), (["amount": "many"], ["amount field.type"]),
            (["shown": ["from": "2026-04-02", "until": "2026-04-01"]], ["shown.from window.order"]),
            (["club": "nobody"], ["club reference.unknown"]),
            (["room": ["name": "Hall", "floor": "top"]], ["room.floor field.type"]),
            (["audience": ["share": "120"]], ["audience.share audience.share"]),
            (["audience": ["platforms": ["iso"]]], ["audience.platforms.0 field.choice"]),
            (["audience": ["versions": "1.4"]], ["audience.versions audience.versions"]),
            (["tags": ["one", ""]], ["tags.1 field.missing"]),
            (["body": "[away](nowhere.md)\n"], ["body link.dead"]),
            (["ends": ["oneOf": "date", "value": "2026-02-30"]], ["ends field.type"]),
            (["ends": ["oneOf": "date", "value": NSNull()]], ["ends field.missing"]),
            (["ends": ["oneOf": "record", "value": ["name": ""]]], ["ends.value.name field.missing"]),
            (
                ["sites": [["key": "a", "value": "/things.html"], ["key": "b", "value": "x"]]],
                ["sites.1.value field.type"]
            ),
            (["sites": [["key": "b", "value": NSNull()]]], ["sites.0.value field.missing"]),
            (["day": "2026-02-30", "mail": "x"], ["day field.type", "mail field.type"]),
        ]
        for (changes, expected) in table {
            let hash = try #require(try site.get("entry", ["collection": "things", "id": "first"])["hash"])
            let request: [String: Any] = ["collection": "things", "id": "first", "hash": hash, "changes": changes]
            let checked = try site.post("check", request)
            #expect(checked.status == 200 && Set(checked.mistakes) == Set(expected), "\(changes): \(checked.json)")
            let saved = try site.post("save", request)
            #expect(saved.status == 422 && Set(saved.mistakes) == Set(expected), "\(changes): \(saved.json)")
            #expect(try site.text("content/things/first.md") == before)
        }
    }

    @Test func lists() throws {
        let site = try site()
        #expect(try site.save("clubs", "go", ["name": "Go and shogi"]).status == 200)
        #expect(
            try site.text("content/clubs/all.yml")
                == "- { id: chess, name: Chess }\n- { id: go, name: Go and shogi }   # and others\n")
    }

    /// A file that somebody changed meanwhile is not overwritten.
    @Test func conflicts() throws {
        let site = try site()
        let hash = try #require(try site.get("entry", ["collection": "things", "id": "first"])["hash"])
        let theirs = try site.text("content/things/first.md").replacing("First thing", with: "Their thing")
        try site.box.write(theirs, to: "content/things/first.md")
        let reply = try site.post(
            "save", ["collection": "things", "id": "first", "hash": hash, "changes": ["title": "Mine"]])
        #expect(reply.status == 409)
        let entry = try #require(reply["theirs"] as? [String: Any])
        #expect((entry["values"] as? [String: Any])?["title"] as? String == "Their thing")
        #expect(reply["text"] as? String == theirs)
        #expect(try site.text("content/things/first.md") == theirs)
        // With the hash of what was shown, mine is saved over theirs.
        let again = try site.post(
            "save",
            [
                "collection": "things", "id": "first", "hash": try #require(entry["hash"]),
                "changes": ["title": "Mine"],
            ])
        #expect(again.status == 200)
        #expect(try site.text("content/things/first.md") == theirs.replacing("Their thing", with: "Mine"))
    }

    /// A file that somebody wrote while the site was built with a change is not overwritten.
    @Test func changesDuringASave() throws {
        let rows = (1...4000).map { "- { id: n\($0), name: Name \($0) }\n" }.joined()
        let site = try EditedSite(
            Self.files.merging(["content/clubs/all.yml": "- { id: chess, name: Chess }\n" + rows]) { $1 })
        func request(_ title: String) throws -> [String: Any] {
            let hash = try #require(try site.get("entry", ["collection": "things", "id": "first"])["hash"])
            return ["collection": "things", "id": "first", "hash": hash, "changes": ["title": title, "club": "n17"]]
        }
        let start = ContinuousClock.now
        #expect(try site.post("check", try request("Checked")).status == 200)
        let half = UInt32((ContinuousClock.now - start) / .microseconds(2))
        for number in 1...5 {
            let body = try JSONSerialization.data(withJSONObject: try request("Mine \(number)"))
            let connection = try Connection(port: site.port)
            connection.send(
                "POST /api/save HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Kairan-Token: \(site.token)\r\nConnection: close\r\n"
                    + "Content-Length: \(body.count)\r\n\r\n")
            connection.send(Array(body))
            pause(microseconds: half)
            let theirs = Self.thing.replacing("open: yes", with: "open: true")
                .replacing("First thing", with: "Theirs \(number)")
            try site.box.write(theirs, to: "content/things/first.md")
            _ = connection.receive()
            // It is theirs, whether they came before the last look or after the save.
            #expect(try site.text("content/things/first.md") == theirs)
        }
    }

    /// In a file of many entries, each save can be taken back by itself, or not at all.
    @Test func undoInAList() throws {
        let site = try site()
        #expect(try site.save("clubs", "chess", ["name": "One"]).status == 200)
        #expect(try site.save("clubs", "go", ["name": "Two"]).status == 200)
        let both = try site.text("content/clubs/all.yml")
        #expect(try site.post("undo", ["collection": "clubs", "id": "chess"]).status == 409)
        #expect(try site.text("content/clubs/all.yml") == both)
        #expect(try site.post("undo", ["collection": "clubs", "id": "go"]).status == 200)
        #expect(try site.text("content/clubs/all.yml") == both.replacing("Two", with: "Go"))
    }

    /// A cell has no way to write some values, and takes no others for them.
    @Test func tables() throws {
        let site = try EditedSite([
            "content/prices/_collection.yml":
                "entry: price\nfields: { name: text, tags: { list?: text }, shown: window, place: point?, sizes: { list?: { oneOf: [integer, text] } } }\n",
            "content/prices/all.csv": "id,name,tags,shown,place,sizes\ntea,Tea,hot|drink,2026-04-01/,,1|big\n",
        ])
        let refused = try site.save("prices", "tea", ["tags": ["hot", "a|b"]])
        #expect(refused.status == 422 && refused.mistakes == ["tags edit.impossible"], "\(refused.json)")
        let changes: [String: Any] = [
            "tags": ["cold"], "shown": ["until": "2026-05-01"], "place": ["latitude": "35.5", "longitude": "139.5"],
            "sizes": [["oneOf": "text", "value": "big"], ["oneOf": "integer", "value": "2"]],
        ]
        let sizes = try site.values("prices", "tea")["sizes"] as? [[String: String]]
        #expect(sizes?.map { $0["oneOf"] } == ["integer", "text"])
        #expect(try site.save("prices", "tea", changes).status == 200)
        #expect(
            try site.text("content/prices/all.csv")
                == "id,name,tags,shown,place,sizes\ntea,Tea,cold,/2026-05-01,\"35.5, 139.5\",big|2\n")
    }

    /// A cell can say `daily` and single days; the field tells that it can say no other rule.
    @Test func schedulesInTables() throws {
        let head = "id,name,days\n"
        let site = try EditedSite([
            "content/markets/_collection.yml": "entry: market\nfields: { name: text, days: schedule }\n",
            "content/markets/all.csv": head + "fish,Fish,2026-05-01|2026-05-08\nherbs,Herbs,daily\n",
        ])
        func days(_ id: String) throws -> [String]? {
            try (site.values("markets", id)["days"] as? [String: Any])?["dates"] as? [String]
        }
        #expect(try days("fish") == ["2026-05-01", "2026-05-08"])
        #expect(try site.values("markets", "herbs")["days"] as? String == "daily")
        // A form writes a single day without a list.
        #expect(try site.save("markets", "fish", ["days": ["dates": "2026-06-01"]]).status == 200)
        #expect(try site.save("markets", "herbs", ["days": ["dates": ["2026-06-01", "2026-06-02"]]]).status == 200)
        #expect(
            try site.text("content/markets/all.csv")
                == head + "fish,Fish,2026-06-01\nherbs,Herbs,2026-06-01|2026-06-02\n")
        #expect(try days("fish") == ["2026-06-01"])
        let before = try site.text("content/markets/all.csv")
        let rules: [[String: Any]] = [
            ["weekly": ["sat"]], ["dates": ["2026-06-01"], "except": ["2026-06-01"]],
            ["dates": "2026-06-01", "between": ["from": "2026-06-01"]],
        ]
        for rule in rules {
            let refused = try site.save("markets", "herbs", ["days": rule])
            #expect(refused.status == 422 && refused.mistakes == ["days edit.impossible"], "\(refused.json)")
            let new =
                ["collection": "markets", "id": "new", "changes": ["name": "New", "days": rule]] as [String: Any]
            #expect(try site.post("create", new).mistakes == ["days edit.impossible"])
        }
        #expect(try site.text("content/markets/all.csv") == before)
        let new = ["collection": "markets", "id": "new", "changes": ["name": "New", "days": "daily"]] as [String: Any]
        #expect(try site.post("create", new).status == 200)
        #expect(try site.text("content/markets/all.csv") == before + "new,New,daily\n")
    }

    /// Of several mistakes, any can be mended first.
    @Test func mendingOneByOne() throws {
        let site = try EditedSite([
            "content/ads/_collection.yml": "entry: ad\nfields: { title: text, sizes: { list?: integer } }\n",
            "content/ads/one.yml": "title: One\nsizes: [q1, q2, 3]\n",
        ])
        #expect(try site.save("ads", "one", ["sizes": ["q2", "3"]]).status == 200)
        #expect(try site.text("content/ads/one.yml") == "title: One\nsizes: [q2, 3]\n")
        #expect(try site.save("ads", "one", ["sizes": ["q2", "q3"]]).status == 422)
    }

    /// A file keeps its permissions.
    @Test func permissions() throws {
        let site = try site()
        let path = site.box.path + "/content/things/first.md"
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        #expect(try site.save("things", "first", ["title": "Mine"]).status == 200)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o640)
    }

    /// A save and an undo that meet a build do not stop at a file that changed meanwhile.
    @Test func savesBesideBuilds() throws {
        let site = try site()
        let first = ["collection": "things", "id": "first"]
        for number in 1...60 {
            let saved = try site.save("things", "first", ["body": "\(number)\n"])
            #expect(saved.status == 200, "\(saved.json)")
            try site.box.write(
                "entry: club\nfields: { name: text }  # \(number)\n", to: "content/clubs/_collection.yml")
            let undone = try site.post("undo", first)
            #expect(undone.status == 200, "\(undone.json)")
        }
    }

    /// A file or folder that nobody may write stays as it is, and the form says what to do.
    @Test(arguments: ["content/things/first.md", "content/things"]) func whatIsReadOnly(_ path: String) throws {
        let site = try site()
        let before = try site.text("content/things/first.md")
        let guarded = site.box.path + "/" + path
        let mode = try FileManager.default.attributesOfItem(atPath: guarded)[.posixPermissions] as? Int ?? 0
        try FileManager.default.setAttributes([.posixPermissions: mode & 0o555], ofItemAtPath: guarded)
        let reply = try site.save("things", "first", ["title": "Mine"])
        #expect(reply.status == 422, "\(reply.json)")
        let words = "\(path): it is read-only, so nothing was written; allow changes first (chmod u+w), or leave it"
        #expect((reply["error"] as? String)?.hasSuffix(words) == true, "\(reply.json)")
        #expect(try site.text("content/things/first.md") == before)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: guarded)
        #expect(try site.save("things", "first", ["title": "Mine"]).status == 200)
    }
}
