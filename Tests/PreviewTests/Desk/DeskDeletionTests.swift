import Foundation
import SiteTesting
import Testing

/// An entry goes to the trash together with the references to it, or not at all.
@Suite struct DeskDeletionTests {
    private static let files = [
        "content/clubs/_collection.yml":
            "entry: club\nfields: { name: text, friends: { list?: { reference: clubs } } }\n",
        "content/clubs/chess.yml": "name: Chess\nfriends: [chess, go]\n",
        "content/clubs/go.yml": "name: Go\nfriends:\n  - chess\n  - go  # itself\n",
        "content/clubs/old.yml": "name: Old\nfriends: [chess]\ndeleted: 2026-04-01\n",
        "content/events/_collection.yml": """
        entry: event
        fields:
          title: text
          host: { reference?: clubs }
          guests: { list?: { reference: clubs } }
          room: { record?: { of: { reference?: clubs } } }
          games: { list?: { record: { name: text, by: { reference?: clubs } } } }
          roles: { keyed?: { reference: clubs } }
        body: markdown

        """,
        "content/events/match.md": """
        ---
        title: Match
        host: chess   # plays white
        guests: [go, chess]
        room: { of: chess }
        games:
          # the first
          - { name: One, by: chess }
          - { name: Two, by: go }
        roles: { black: chess, white: go }
        ---
        Come.

        """,
        "content/events/party.md": "---\ntitle: Party\nchannel: preview\nhost: chess\n---\n",
        "content/stands/_collection.yml":
            "entry: stand\nfields: { name: text, club: { reference?: clubs }, clubs: { list?: { reference: clubs } } }\n",
        "content/stands/all.csv": "id,name,club,clubs\nfirst,First,chess,go|chess\nlast,Last,go,chess\n",
        "templates/all.json.yml":
            "data: { events: { each: events, value: title }, clubs: { each: clubs, value: name } }\n",
    ]

    private let chess: [String: Any] = ["collection": "clubs", "id": "chess"]

    private func titles(_ reply: EditedSite.Reply, _ name: String) throws -> [String] {
        try #require(reply[name] as? [[String: String]], "\(reply.json)").compactMap { $0["title"] }.sorted()
    }

    @Test func unlinking() throws {
        let site = try EditedSite(Self.files)
        let checked = try site.post("delete", chess.merging(["check": true]) { $1 })
        #expect(try titles(checked, "usedBy") == ["First", "Go", "Last", "Match", "Party"])
        #expect(try titles(checked, "neededBy").isEmpty)
        #expect(try site.post("delete", chess).status == 422)
        #expect(try site.text("content/clubs/chess.yml") == Self.files["content/clubs/chess.yml"])

        let deleted = try site.post("delete", chess.merging(["unlink": true]) { $1 })
        #expect(deleted.status == 200, "\(deleted.json)")
        #expect(
            try site.text("content/events/match.md")
                == """
                ---
                title: Match
                guests: [go]
                games:
                  # the first
                  - { name: One }
                  - { name: Two, by: go }
                roles: { white: go }
                ---
                Come.

                """)
        #expect(try site.text("content/events/party.md") == "---\ntitle: Party\nchannel: preview\n---\n")
        #expect(try site.text("content/clubs/go.yml") == "name: Go\nfriends:\n  - go  # itself\n")
        #expect(try site.text("content/stands/all.csv") == "id,name,club,clubs\nfirst,First,,go\nlast,Last,go,\n")
        // Entries in the trash keep their references, of which some come back with them.
        #expect(
            try site.text("content/clubs/chess.yml") == "name: Chess\nfriends: [chess, go]\ndeleted: 2026-04-15\n")
        #expect(try site.text("content/clubs/old.yml") == Self.files["content/clubs/old.yml"])
        #expect(try site.post("restore", chess).status == 200)
        #expect(try site.text("content/clubs/chess.yml") == Self.files["content/clubs/chess.yml"])
    }

    /// Somebody has to change what must refer to something; all else is told only then.
    @Test func references() throws {
        let declaration = try #require(Self.files["content/events/_collection.yml"])
        let table = [
            ("{ reference?: clubs }", "{ reference: clubs }"),
            ("{ list?: { reference: clubs } }", "{ list: { of: { reference: clubs }, minimum: 2 } }"),
        ]
        for (old, new) in table {
            var files = Self.files
            files["content/events/_collection.yml"] = declaration.replacing(old, with: new, maxReplacements: 1)
            files["content/events/party.md"] = "---\ntitle: Party\nhost: go\nguests: [go, go]\n---\n"
            let site = try EditedSite(files)
            let before = try filesIn(site.box.url.appending(path: "content"))
            let checked = try site.post("delete", chess.merging(["check": true]) { $1 })
            #expect(try titles(checked, "neededBy") == ["Match"])
            #expect(try site.post("delete", chess.merging(["unlink": true]) { $1 }).status == 422)
            #expect(try filesIn(site.box.url.appending(path: "content")) == before)
        }
    }

    /// Only references to itself, or from the trash, keep nothing where it is.
    @Test func referencesThatDoNotCount() throws {
        let site = try EditedSite([
            "content/clubs/_collection.yml": Self.files["content/clubs/_collection.yml"] ?? "",
            "content/clubs/chess.yml": "name: Chess\nfriends: [chess]\n", "content/clubs/go.yml": "name: Go\n",
            "content/clubs/old.yml": "name: Old\nfriends: [chess]\ndeleted: 2026-04-01\n",
        ])
        #expect(try titles(try site.post("delete", chess.merging(["check": true]) { $1 }), "usedBy").isEmpty)
        #expect(try site.post("delete", chess).status == 200)
    }

    /// The dialog names those who refer to the entry, and does both in one step.
    @Test(.enabled(if: Node.hasBrowser)) func inTheBrowser() throws {
        let site = try EditedSite(Self.files)
        let path = "content/events/match.md"
        let seen = try site.use(
            """
            const tab = await open("/clubs/chess");
            await press(tab, "Delete");
            await tab.until("document.querySelector('dialog[open] li a')");
            seen.links = await tab.evaluate("[...document.querySelectorAll('dialog[open] li a')].map((a) => a.textContent).sort().join()");
            seen.faults = await faults(tab);
            const old = text("\(path)");
            await press(tab, "Remove references and delete");
            seen.file = await changed("\(path)", old);
            await tab.until("location.hash === '#/clubs' && document.querySelector('.status').textContent.includes('moved to the trash')");
            """)
        #expect(seen["links"] == "First,Go,Last,Match,Party" && seen["faults"] == "", "\(seen)")
        #expect(seen["file"]?.contains("chess") == false, "\(seen)")
        #expect(try site.text("content/clubs/chess.yml").hasSuffix("deleted: 2026-04-15\n"))
    }
}
