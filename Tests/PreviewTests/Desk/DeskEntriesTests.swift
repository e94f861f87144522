import Foundation
import SiteTesting
import Testing

/// Entries are made, copied, renamed and thrown away where the others of their collection are.
@Suite struct DeskEntriesTests {
    static let files = [
        "content/clubs/_collection.yml": "entry: club\nfields:\n  name: text\n  rank: { integer: { default: 1 } }\n",
        "content/clubs/chess.yml": "# The first\nname: Chess\n",
        "content/events/_collection.yml":
            "entry: event\nmayBeEmpty: true\nfields:\n  title: text\n  host: { reference: clubs }\n  guests: { list?: { reference: clubs } }\n"
            + "  room: { record?: { of: { reference?: clubs } } }\nbody: markdown\n",
        "content/events/match.md":
            "---\ntitle: Match\nhost: chess   # plays white\nguests: [go, chess]\nroom: { of: chess }\n---\nCome.\n",
        "content/clubs/go.yml": "name: Go\n",
        "content/prices/_collection.yml": "entry: price\nfields: { name: text, yen: integer, tags: { list?: text } }\n",
        "content/prices/all.csv": "id,name,yen,tags\ntea,\"Tea, green\",120,hot|drink\n",
        "content/rooms/_collection.yml": "entry: room\nfields: { name: text }\n",
        "content/rooms/all.toml": "# Rooms\n[[room]]\nid = \"hall\"\nname = \"Hall\"\n",
        "content/facts/_collection.yml": "entry: fact\nfields: { name: text, big: boolean }\n",
        "content/facts/one.json": "{\n  \"name\": \"One\",\n  \"big\": true\n}\n",
        "templates/all.json.yml":
            "data: { events: { each: events, value: title }, clubs: { each: clubs, value: name } }\n",
    ]

    func create(_ site: EditedSite, _ collection: String, _ id: String, _ changes: [String: Any]) throws {
        let reply = try site.post("create", ["collection": collection, "id": id, "changes": changes])
        #expect(reply.status == 200, "\(reply.json)")
    }

    @Test func creating() throws {
        let site = try EditedSite(Self.files)
        try create(site, "clubs", "tea", ["name": "Tea: green", "rank": "3"])
        #expect(try site.text("content/clubs/tea.yml") == "name: \"Tea: green\"\nrank: 3\n")
        try create(site, "events", "party", ["title": "Party", "host": "tea", "body": "All night.\n"])
        #expect(try site.text("content/events/party.md") == "---\ntitle: Party\nhost: tea\n---\nAll night.\n")
        try create(site, "prices", "milk", ["name": "Milk \"fresh\"", "yen": "90", "tags": ["cold", "drink"]])
        #expect(
            try site.text("content/prices/all.csv")
                == "id,name,yen,tags\ntea,\"Tea, green\",120,hot|drink\nmilk,\"Milk \"\"fresh\"\"\",90,cold|drink\n")
        try create(site, "rooms", "attic", ["name": "Attic"])
        #expect(
            try site.text("content/rooms/all.toml")
                == "# Rooms\n[[room]]\nid = \"hall\"\nname = \"Hall\"\n\n[[room]]\nid = \"attic\"\nname = \"Attic\"\n")
        try create(site, "facts", "two", ["name": "Two", "big": "false"])
        #expect(try site.text("content/facts/two.json") == "{\n  \"name\": \"Two\",\n  \"big\": false\n}\n")
    }

    private static let answers = [
        "content/answers/_collection.yml": """
        entry: answer
        fields:
          at: dateTime
          name: text
          fest: boolean
          likes: { list?: text }
          "Mail (z. B. a@b.example)": ignored
        from:
          id: [Timestamp]
          at: { column: Timestamp, as: M/d/yyyy H:mm }
          name: お名前
          fest: "Fest?"
          likes: { column: 好き, by: ", " }

        """,
        "content/answers/form.csv":
            "Timestamp,お名前,\"Fest?\",好き,Mail (z. B. a@b.example),\r\n11/29/2026 9:05,山田,TRUE,\"茶, 酒\",x@y.example,\r\n",
    ]

    /// The table of a form's service is edited as that writes it, and its headings are the labels of fields.
    @Test func editingTheTableOfAForm() throws {
        let site = try EditedSite(Self.files.merging(Self.answers) { $1 })
        let list = try #require(try site.get("entries", ["collection": "answers"])["entries"] as? [[String: Any]])
        let id = try #require(list.first?["id"] as? String)
        let values = try site.values("answers", id)
        #expect(values["at"] as? String == "2026-11-29T09:05" && values["fest"] as? String == "true")
        #expect(values["likes"] as? [String] == ["茶", "酒"])
        let changes: [String: Any] = ["name": "山本", "fest": "false", "likes": ["酒", "水"]]
        #expect(try site.save("answers", id, changes).status == 200)
        #expect(
            try site.text("content/answers/form.csv")
                == "Timestamp,お名前,\"Fest?\",好き,Mail (z. B. a@b.example),\r\n11/29/2026 9:05,山本,false,\"酒, 水\",x@y.example,\r\n"
        )
        // The id is made of the timestamp, and addresses depend on it.
        let refused = try site.save("answers", id, ["at": "2026-11-30T10:00"])
        #expect(refused.status == 422, "\(refused.json)")
        #expect(try site.post("rename", ["collection": "answers", "id": id, "to": "other"]).status == 422)
        // The next export would take an added row away.
        try create(site, "answers", "mine", ["at": "2026-12-01T10:00", "name": "佐藤", "fest": "true"])
        #expect(
            try site.text("content/answers/mine.yml") == "at: 2026-12-01T10:00\nname: 佐藤\nfest: true\n")
        let fields =
            try #require(try site.get("site")["collections"] as? [[String: Any]])
            .first { $0["name"] as? String == "answers" }?["fields"] as? [[String: Any]]
        #expect(fields?.map { $0["label"] as? String } == ["Timestamp", "お名前", "Fest?", "好き"])
    }

    @Test func creatingWithMistakes() throws {
        let site = try EditedSite(Self.files)
        func mistakes(_ collection: String, _ id: String, _ changes: [String: Any]) throws -> [String] {
            let reply = try site.post("create", ["collection": collection, "id": id, "changes": changes])
            #expect(reply.status == 422)
            return reply.mistakes
        }
        #expect(try mistakes("clubs", "chess", ["name": "x"]) == ["id id.duplicate"])
        #expect(try mistakes("clubs", "a/b", ["name": "x"]) == ["id id.unsafe"])
        #expect(try mistakes("clubs", "new", [:]) == ["name field.missing"])
        #expect(try mistakes("events", "new", ["title": "x", "host": "nobody"]) == ["host reference.unknown"])
        #expect(try mistakes("prices", "new", ["name": "x", "yen": "many"]) == ["yen field.type"])
        #expect(!site.isThere("content/clubs/new.yml") && !site.isThere("content/events/new.md"))
        // A check writes nothing either.
        let checked = try site.post(
            "create", ["collection": "clubs", "id": "new", "changes": ["name": "New"], "check": true])
        #expect(checked.status == 200 && !site.isThere("content/clubs/new.yml"))
    }

    @Test func proposedIDs() throws {
        let site = try EditedSite(Self.files)
        func proposed(_ title: String) throws -> String {
            try #require(try site.post("propose", ["collection": "clubs", "title": title])["id"] as? String)
        }
        #expect(try proposed("Spring Fair, 2026!") == "spring-fair-2026")
        #expect(try proposed("Chess") == "chess-2")
        #expect(try proposed("将棋") == "club-2026-04-15")
        #expect(try proposed("けんどうぶ") == "kendoubu")
        #expect(try proposed("サッカー・フェスタ「2026」") == "sakka-fesuta-2026")
        #expect(try proposed("봄 축제") == "bom-chukje")
        #expect(try proposed("Café für alle – Größe") == "cafe-fur-alle-grosse")
    }

    @Test func duplicating() throws {
        let site = try EditedSite(Self.files)
        #expect(try site.post("duplicate", ["collection": "clubs", "id": "chess", "to": "chess-2"]).status == 200)
        #expect(try site.text("content/clubs/chess-2.yml") == "# The first\nname: Chess\n")
        #expect(try site.post("duplicate", ["collection": "prices", "id": "tea", "to": "tea-2"]).status == 200)
        #expect(try site.text("content/prices/all.csv").hasSuffix("tea-2,\"Tea, green\",120,hot|drink\n"))
        #expect(try site.post("duplicate", ["collection": "clubs", "id": "chess", "to": "go"]).status == 422)
    }

    /// All references follow an entry to its new id, and nothing else in their files changes.
    @Test func renaming() throws {
        let site = try EditedSite(Self.files)
        let reply = try site.post("rename", ["collection": "clubs", "id": "chess", "to": "shogi"])
        #expect(reply.status == 200, "\(reply.json)")
        #expect(!site.isThere("content/clubs/chess.yml"))
        #expect(try site.text("content/clubs/shogi.yml") == "# The first\nname: Chess\n")
        #expect(
            try site.text("content/events/match.md")
                == "---\ntitle: Match\nhost: shogi   # plays white\nguests: [go, shogi]\nroom: { of: shogi }\n---\nCome.\n"
        )
        #expect(try site.post("rename", ["collection": "prices", "id": "tea", "to": "green-tea"]).status == 200)
        #expect(try site.text("content/prices/all.csv").contains("\ngreen-tea,\"Tea, green\",120"))
    }

    /// A table may name an entry by what its id is the slug of, unless another has that very id.
    @Test func renamingWhatATableNames() throws {
        let site = try EditedSite(
            Self.files.merging([
                "content/games/_collection.yml":
                    "fields: { of: { reference: clubs }, others: { list?: { reference: clubs } } }\n",
                "content/games/all.csv": "id,of,others\n1,Chess,\"Go | CHESS\"\n2,Go,chess\n",
            ]) { $1 })
        #expect(try site.post("rename", ["collection": "clubs", "id": "chess", "to": "shogi"]).status == 200)
        #expect(try site.text("content/games/all.csv") == "id,of,others\n1,shogi,\"Go | shogi\"\n2,Go,shogi\n")
        #expect(try site.post("duplicate", ["collection": "clubs", "id": "go", "to": "Go"]).status == 200)
        #expect(try site.post("rename", ["collection": "clubs", "id": "go", "to": "baduk"]).status == 200)
        #expect(try site.text("content/games/all.csv") == "id,of,others\n1,shogi,\"Go | shogi\"\n2,Go,shogi\n")
    }

    /// Addresses of pages stay, and no copy claims them.
    @Test func renamingWhatHasAPage() throws {
        let page = "---\nfor: clubs\ntitle: '{name}'\n---\n{{name}}\n"
        let table = [
            "content/prices/all.csv": "id,name,yen,tags,aliases\ntea,Tea,120,hot,\n",
            "templates/prices/{id}.html.mustache": page.replacing("clubs", with: "prices"),
        ]
        let site = try EditedSite(
            Self.files.merging(["templates/clubs/{id}.html.mustache": page]) { $1 }.merging(table) { $1 })
        for (old, new) in [("chess", "shogi"), ("shogi", "xiangqi")] {
            #expect(try site.post("rename", ["collection": "clubs", "id": old, "to": new]).status == 200)
        }
        #expect(
            try site.text("content/clubs/xiangqi.yml") == "# The first\nname: Chess\naliases: [chess, shogi]\n")
        #expect(try site.post("duplicate", ["collection": "clubs", "id": "xiangqi", "to": "mahjong"]).status == 200)
        #expect(try site.text("content/clubs/mahjong.yml") == "# The first\nname: Chess\n")
        #expect(try site.post("rename", ["collection": "clubs", "id": "xiangqi", "to": "chess"]).status == 200)
        #expect(
            try site.text("content/clubs/chess.yml") == "# The first\nname: Chess\naliases: [shogi, xiangqi]\n")
        // An id may change in case alone, also where the disk takes both names for one. Its page then moves.
        #expect(try site.post("rename", ["collection": "clubs", "id": "chess", "to": "Chess"]).status == 200)
        #expect(
            try site.text("content/clubs/Chess.yml") == "# The first\nname: Chess\naliases: [shogi, xiangqi, chess]\n")
        #expect(try site.post("rename", ["collection": "prices", "id": "tea", "to": "Tea"]).status == 200)
        #expect(
            try site.text("content/prices/all.csv") == "id,name,yen,tags,aliases\nTea,Tea,120,hot,tea\n")
        #expect(try site.post("rename", ["collection": "prices", "id": "Tea", "to": "tea"]).status == 200)
        for (old, new) in [("tea", "green"), ("green", "matcha")] {
            #expect(try site.post("rename", ["collection": "prices", "id": old, "to": new]).status == 200)
        }
        #expect(try site.text("content/prices/all.csv") == "id,name,yen,tags,aliases\nmatcha,Tea,120,hot,tea|green\n")
    }

    @Test func trash() throws {
        let site = try EditedSite(Self.files)
        let checked = try site.post("delete", ["collection": "clubs", "id": "chess", "check": true])
        let users = try #require(checked["usedBy"] as? [[String: String]])
        #expect(users == [["collection": "events", "id": "match", "title": "Match"]])
        // An entry to which others refer stays, and they are named.
        let refused = try site.post("delete", ["collection": "clubs", "id": "chess"])
        #expect(refused.status == 422 && refused["usedBy"] != nil, "\(refused.json)")
        #expect(try site.text("content/clubs/chess.yml") == "# The first\nname: Chess\n")

        #expect(try site.post("delete", ["collection": "events", "id": "match"]).status == 200)
        let text = try site.text("content/events/match.md")
        #expect(text.contains("room: { of: chess }\ndeleted: 2026-04-15\n---\n"), "\(text)")
        let states = try #require(try site.get("entries", ["collection": "events"])["entries"] as? [[String: Any]])
        #expect(states.map { $0["state"] as? String } == ["trash"])
        #expect(try site.post("restore", ["collection": "events", "id": "match"]).status == 200)
        #expect(try site.text("content/events/match.md") == Self.files["content/events/match.md"])
    }

    /// Either all files of a rename are written or none, also where the disk is full.
    @Test func renamingOnAFullDisk() throws {
        var disk = ""
        var files = Self.files
        for number in 1...20 {
            files["content/events/match-\(number).md"] =
                "---\ntitle: Match\nhost: chess\n---\n" + String(repeating: "Come. ", count: 700)
        }
        let site = try EditedSite([:]) { folder in
            disk = folder.path + "/content"
            // Mounting needs root; without it nothing is checked.
            guard unsafe mount("tmpfs", disk, "tmpfs", 0, "size=220k") == 0 else { return disk = "" }
            for (path, text) in files {
                let file = folder.appending(path: path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try text.write(to: file, atomically: false, encoding: .utf8)
            }
        }
        guard !disk.isEmpty else { return print("skipped, cannot mount a small file system here") }
        defer { unsafe umount2(disk, Int32(MNT_DETACH)) }
        let before = try filesIn(URL(filePath: disk))
        let reply = try site.post("rename", ["collection": "clubs", "id": "chess", "to": "shogi"])
        #expect(reply.status == 500 && "\(reply.json)".contains("no space is left"), "\(reply.json)")
        #expect(try filesIn(URL(filePath: disk)) == before)
    }

    /// Keys that are ids are references too: in a mapping, at the end of a heading, and as a heading of its own.
    @Test func keysThatAreIDs() throws {
        let site = try EditedSite([
            "content/piers/_collection.yml": "entry: pier\nfields: { name: text }\n",
            "content/piers/mill.yml": "name: Mill\n", "content/piers/abbey.yml": "name: Abbey\n",
            "content/fares/_collection.yml":
                "entry: fare\nfields: { name: text, to: { keyed?: { of: integer, by: piers } } }\n",
            "content/fares/child.yml": "name: Child\nto: { mill: 1, abbey: 2 }  # half\n",
            "content/fares/all.csv": "id,name,to.abbey,to.mill\nadult,Adult,4,2\n",
            "content/trips/_collection.yml":
                "entry: trip\nfields: { name: text, times: { keyed: { of: time, by: piers } } }\nfrom: { times: \"*\" }\n",
            "content/trips/all.csv": "id,name,mill,abbey\none,One,09:30,10:00\ntwo,Two,10:30,\n",
            "templates/all.json.yml": "data: { each: trips, value: name }\n",
        ])
        let collections = try #require(try site.get("site")["collections"] as? [[String: Any]])
        let fields = try #require(collections.first?["fields"] as? [[String: Any]])
        #expect(fields.last?["collection"] as? String == "piers")
        #expect(
            (fields.last?["words"] as? String)?.hasPrefix("a mapping whose keys are ids of entries of piers") == true)
        #expect(try site.post("rename", ["collection": "piers", "id": "mill", "to": "old-mill"]).status == 200)
        #expect(try site.text("content/fares/child.yml") == "name: Child\nto: { old-mill: 1, abbey: 2 }  # half\n")
        #expect(try site.text("content/fares/all.csv") == "id,name,to.abbey,to.old-mill\nadult,Adult,4,2\n")
        #expect(
            try site.text("content/trips/all.csv")
                == "id,name,old-mill,abbey\none,One,09:30,10:00\ntwo,Two,10:30,\n")

        // A value goes with its key, but nobody takes a column out of a table.
        let gone: [String: Any] = ["collection": "piers", "id": "old-mill"]
        let checked = try site.post("delete", gone.merging(["check": true]) { $1 })
        let users = try #require(checked["usedBy"] as? [[String: String]])
        #expect(users.compactMap { $0["title"] }.sorted() == ["Adult", "Child", "One", "Two"])
        try site.box.write("id,name,to.abbey\nadult,Adult,4\n", to: "content/fares/all.csv")
        try site.box.write("id,name,abbey\none,One,10:00\n", to: "content/trips/all.csv")
        try wait { try site.post("delete", gone.merging(["unlink": true]) { $1 }).status == 200 }
        #expect(try site.text("content/fares/child.yml") == "name: Child\nto: { abbey: 2 }  # half\n")
    }

    /// A number follows the largest one.
    @Test func proposedNumbers() throws {
        let site = try EditedSite([
            "content/stops/_collection.yml": "entry: stop\nid: number\nfields: { number: integer, name: text }\n",
            "content/stops/all.csv": "number,name\n9,Nine\n10,Ten\n",
        ])
        #expect(try site.post("propose", ["collection": "stops", "title": "Nine"])["id"] as? String == "11")
    }

    /// Ids that are numbers stay numbers in formats that tell them from texts.
    @Test(arguments: ["toml", "json", "yml"]) func idsThatAreNumbers(_ format: String) throws {
        let texts = [
            "toml": "[[stop]]\nnumber = 10\nname = \"Ten\"\n",
            "json": "[\n  { \"number\": 10, \"name\": \"Ten\" }\n]\n",
            "yml": "- number: 10\n  name: Ten\n",
        ]
        let site = try EditedSite([
            "content/stops/_collection.yml": "entry: stop\nid: number\nfields: { number: integer, name: text }\n",
            "content/stops/all.\(format)": try #require(texts[format]),
        ])
        #expect(try site.post("rename", ["collection": "stops", "id": "10", "to": "11"]).status == 200)
        #expect(try site.post("duplicate", ["collection": "stops", "id": "11", "to": "12"]).status == 200)
        let changes = ["name": "Thirteen"]
        #expect(
            try site.post("create", ["collection": "stops", "id": "13", "changes": changes]).status == 200)
        let rows = try #require(try site.get("entries", ["collection": "stops"])["entries"] as? [[String: Any]])
        #expect(rows.map { $0["id"] as? String } == ["11", "12", "13"])
        #expect(try !site.text("content/stops/all.\(format)").contains("\"1"))
        #expect(try site.save("stops", "11", ["number": "5"]).status == 400)
    }

    /// References of an entry to itself, and those of drafts, follow too.
    @Test func renamingWhatRefersToItself() throws {
        let site = try EditedSite([
            "content/ads/_collection.yml":
                "entry: ad\nmayBeEmpty: true\nfields: { title: text, rel: { list?: { reference: ads } } }\n",
            "content/ads/all.yml": "- { id: a, title: A, rel: [b, a] }\n- { id: b, title: B }\n",
            "content/ads/one.yml": "title: One\nchannel: preview\nrel: [two]\n",
            "content/ads/two.yml": "title: Two\nchannel: preview\n",
        ])
        #expect(try site.post("rename", ["collection": "ads", "id": "a", "to": "c"]).status == 200)
        #expect(
            try site.text("content/ads/all.yml")
                == "- { id: c, title: A, rel: [b, c] }\n- { id: b, title: B }\n")
        #expect(try site.post("rename", ["collection": "ads", "id": "two", "to": "three"]).status == 200)
        #expect(try site.text("content/ads/one.yml") == "title: One\nchannel: preview\nrel: [three]\n")
    }

    /// A mistake that was there before, on another line now, is no reason to refuse.
    @Test func mistakesOfOthers() throws {
        let site = try EditedSite([
            "content/ads/_collection.yml": "entry: ad\nfields: { title: text, size: integer? }\n",
            "content/ads/all.yml":
                "- id: a\n  title: A\n- id: b\n  title: B\n- id: c\n  title: C\n  size: wrong\n",
        ])
        #expect(try site.post("delete", ["collection": "ads", "id": "a"]).status == 200)
        #expect(try site.text("content/ads/all.yml").hasPrefix("- id: a\n  title: A\n  deleted: 2026-04-15\n- id: b"))
        #expect(try site.post("restore", ["collection": "ads", "id": "a"]).status == 200)
    }

    /// A copy of an entry in the trash is not in the trash.
    @Test func duplicatingFromTheTrash() throws {
        let site = try EditedSite(Self.files)
        try site.box.write("name: Tea\ndeleted: 2026-04-01\n", to: "content/clubs/tea.yml")
        try wait { try site.get("entry", ["collection": "clubs", "id": "tea"]).status == 200 }
        #expect(try site.post("duplicate", ["collection": "clubs", "id": "tea", "to": "tea-2"]).status == 200)
        #expect(try site.text("content/clubs/tea-2.yml") == "name: Tea\n")
    }

    /// A file that somebody else writes as it was before a save has its old title again.
    @Test func savesThatOthersTakeBack() throws {
        let (site, path) = (try EditedSite(), "content/notices/umbrella.md")
        let before = try site.text(path)
        let umbrella = ["collection": "notices", "id": "umbrella"]
        for _ in 1...5 {
            #expect(try site.save("notices", "umbrella", ["title": "Mine"]).status == 200)
            try site.box.write(before, to: path)
            try wait { try site.get("entry", umbrella)["title"] as? String == "Lost umbrella" }
        }
    }

    /// A check may name a part of a record, and a form says so at that part, even if it is missing.
    @Test func brokenChecksOfParts() throws {
        let edited = try EditedSite([
            "content/goods/_collection.yml": """
            fields: { name: text, cost: { record?: { amount: integer, unit: text? } } }
            checks:
              - { holds: { cost.amount: { atLeast: 1 } }, text: It is free, at: cost.amount }
              - { holds: { cost.unit: { exists: true } }, text: It has no unit, at: cost.unit }

            """,
            "content/goods/lamp.yml": "name: Lamp\ncost: { amount: 3, unit: kg }\n",
        ])
        func mistakes(_ cost: [String: Any]?) throws -> [String] {
            try edited.save("goods", "lamp", ["cost": cost ?? NSNull()]).mistakes.sorted()
        }
        #expect(try mistakes(["amount": "0", "unit": "kg"]) == ["cost.amount check.failed"])
        #expect(try mistakes(["amount": "2"]) == ["cost.unit check.failed"])
        #expect(try mistakes(nil) == ["cost check.failed", "cost check.failed"])
    }

    /// An example is shown where somebody declared one, and for types whose values are not written as people speak.
    @Test func examples() throws {
        let site = try EditedSite([
            "content/shops/_collection.yml":
                "entry: shop\nmayBeEmpty: true\nfields: { name: text, motto: text, length: duration }\n"
                + "form: { motto: { example: Fresh every day } }\n"
        ])
        let collections = try #require(try site.get("site")["collections"] as? [[String: Any]])
        let shops = try #require(collections.first { $0["name"] as? String == "shops" })
        let examples = (shops["fields"] as? [[String: Any]] ?? []).map { $0["example"] as? String }
        #expect(examples[..<2] == [nil, "Fresh every day"] && examples.last??.isEmpty == false, "\(examples)")
    }
}
