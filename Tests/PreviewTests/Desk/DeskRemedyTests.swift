import Foundation
import SiteTesting
import Testing

/// Nobody has to open an editor of texts, or to know git, to get out of a mistake.
@Suite struct DeskRemedyTests {
    private static let files = [
        "content/clubs/_collection.yml": "entry: club\nfields: { name: text, rank: integer? }\n",
        "content/clubs/go.yml": "name: Go\n# about colour\ncolour: red   # a word nobody declared\nrnak: 3\n",
        "content/clubs/all.csv": "id,name\nchess,Chess\n",
        "content/events/_collection.yml": "entry: event\nfields: { title: text, host: { reference?: clubs } }\n",
        "content/events/first.yml": "title: First\nhost: go\n",
    ]

    private struct Mistake {
        var rule, place: String
        var remedies: [String]
    }

    private func mistakes(_ reply: EditedSite.Reply) throws -> [Mistake] {
        let all = try #require(reply["mistakes"] as? [[String: Any]])
        return all.map { each in
            Mistake(
                rule: each["rule"] as? String ?? "", place: each["place"] as? String ?? "",
                remedies: each["remedies"] as? [String] ?? [])
        }
    }

    @Test func keysThatTheCollectionDoesNotHave() throws {
        let site = try EditedSite(Self.files)
        let go = ["collection": "clubs", "id": "go"]
        func fix(_ mistake: Mistake, _ remedy: String, hash: String? = nil) throws -> EditedSite.Reply {
            let known = try #require(try site.get("entry", go)["hash"] as? String)
            let asked = ["rule": mistake.rule, "place": mistake.place, "remedy": remedy, "hash": hash ?? known]
            return try site.post("fix", go.merging(asked) { $1 })
        }
        let found = try mistakes(try site.get("entry", go))
        try #require(found.map(\.rule) == ["field.unknown", "field.unknown"])
        #expect(found.map(\.remedies) == [["remove"], ["fix", "remove"]])
        let path = "content/clubs/go.yml"
        #expect(try fix(found[0], "remove", hash: "0").status == 409)
        #expect(try fix(found[0], "fix").status == 409)
        #expect(try site.text(path) == Self.files[path])
        #expect(try fix(found[1], "fix").status == 200)
        #expect(try fix(found[0], "remove").status == 200)
        #expect(try fix(found[0], "remove").status == 409)
        #expect(try site.text(path) == "name: Go\n# about colour\nrank: 3\n")
        let entry = try site.get("entry", go)
        #expect(try mistakes(entry).isEmpty && entry["canUndo"] as? Bool == true)
        #expect(try site.post("undo", go).status == 200)
        #expect(try site.text(path).contains("colour: red   # a word nobody declared\n"))
    }

    /// A save can be taken back after the form was left, and so can a deletion with all that it unlinked.
    @Test func undoLater() throws {
        let site = try EditedSite(
            Self.files.filter { !$0.key.hasSuffix("go.yml") }.merging(
                ["content/clubs/go.yml": "name: Go\n"]) { $1 })
        let go = ["collection": "clubs", "id": "go"]
        func canUndo() throws -> Bool { try site.get("entry", go)["canUndo"] as? Bool == true }
        #expect(try !canUndo())
        #expect(try site.save("clubs", "go", ["name": "Gogo"]).status == 200)
        #expect(try canUndo())
        try site.box.write("name: Theirs\n", to: "content/clubs/go.yml")
        #expect(try !canUndo())
        try site.box.write("name: Go\n", to: "content/clubs/go.yml")
        let before = try ["clubs/go", "events/first"].map { try site.text("content/\($0).yml") }
        #expect(try site.post("delete", ["collection": "clubs", "id": "go", "unlink": true]).status == 200)
        #expect(try site.text("content/events/first.yml") == "title: First\n")
        #expect(try site.post("undo", go).status == 200)
        #expect(try ["clubs/go", "events/first"].map { try site.text("content/\($0).yml") } == before)
    }

    /// Between a change by somebody else and the next build, a remedy never meets another key at the same place.
    @Test func keysThatMoveMeanwhile() throws {
        let site = try EditedSite(Self.files)
        let (go, path) = (["collection": "clubs", "id": "go"], "content/clubs/go.yml")
        let mistake = try #require(try mistakes(try site.get("entry", go)).first)
        let theirs = "name: Go\n# about colour\nrank: 3\ncolour: red\n"
        try site.box.write(theirs, to: path)
        let hash = try #require(try site.get("entry", go)["hash"] as? String)
        let asked = ["rule": mistake.rule, "place": mistake.place, "remedy": "remove", "hash": hash]
        #expect(try site.post("fix", go.merging(asked) { $1 }).status == 409)
        #expect(try site.text(path) == theirs)
    }

    /// An undo brings back the mistakes that its own files had, and no other ones.
    @Test func undoOfWhatOthersNeed() throws {
        let site = try EditedSite(
            Self.files.filter { !$0.key.hasSuffix("go.yml") }.merging(
                ["content/clubs/go.yml": "name: Go\n"]) { $1 })
        #expect(try site.save("events", "first", ["host": NSNull()]).status == 200)
        #expect(try site.post("delete", ["collection": "clubs", "id": "go"]).status == 200)
        #expect(try site.post("undo", ["collection": "events", "id": "first"]).status == 422)
        #expect(try site.text("content/events/first.yml") == "title: First\n")
    }

    /// A table without a column for the trash gets one, and is as before when that is taken back.
    @Test(arguments: [
        ("id,name\nchess,Chess\ngo,Go\n", "id,name,deleted\nchess,Chess,2026-04-15\ngo,Go,\n"),
        (
            "id,name\r\ngo,\"G, o\"\r\n\r\nchess,\"Che\nss\"",
            "id,name,deleted\r\ngo,\"G, o\",\r\n\r\nchess,\"Che\nss\",2026-04-15"
        ),
    ]) func tablesWithoutATrash(_ before: String, _ after: String) throws {
        let path = "content/clubs/all.csv"
        let site = try EditedSite([
            "content/clubs/_collection.yml": "entry: club\nfields: { name: text }\n", path: before,
        ])
        let chess = ["collection": "clubs", "id": "chess"]
        let asked = try site.post("delete", ["collection": "clubs", "id": "chess", "check": true])
        #expect(asked["addsColumn"] as? Bool == true)
        #expect(try site.text(path) == before)
        #expect(try site.post("delete", chess).status == 200)
        #expect(try site.text(path) == after)
        #expect(try site.post("undo", chess).status == 200)
        #expect(try site.text(path) == before)
        #expect(try site.post("delete", chess).status == 200)
        #expect(try site.post("restore", chess).status == 200)
        #expect(try site.text(path) == after.replacing("2026-04-15", with: ""))
    }

    /// Somebody presses the buttons, with a browser whose storage is full, and types Japanese.
    @Test(.enabled(if: Node.hasBrowser)) func withButtons() throws {
        let site = try EditedSite(Self.files)
        let seen = try site.use(
            """
            const tab = await open("/clubs/go");
            const file = "content/clubs/go.yml";
            const status = "document.querySelector('.status').textContent";
            const key = (composing) => `${element("field-host")}.dispatchEvent(new KeyboardEvent("keydown",
              { key: "Enter", bubbles: true, cancelable: true, isComposing: ${composing} }))`;
            await tab.evaluate(`Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }`);
            await type(tab, "field-name", "Igo");
            await tab.until(`${status} === '1 field not saved'`);
            const remove = `[...document.querySelectorAll(".summary button")].find((b) => b.textContent === "Remove it")`;
            await tab.until(`${remove} !== undefined`);
            seen.faults = await faults(tab);
            await tab.evaluate(`${remove}.click()`);
            await tab.until(`${remove}?.ariaLabel.includes("rnak")`);
            await press(tab, "Mend it: the club has no field 'rnak'");
            await tab.until(`${remove} === undefined`);
            seen.mended = text(file);
            await tab.evaluate(`location.hash = "#/events/first"`);
            await tab.until(`${element("field-host")}?.value === "Igo"`);
            await type(tab, "field-host", "ches");
            await tab.until(`document.querySelectorAll(".options [role=option]").length === 1`);
            seen.composing = await tab.evaluate(`${key(true)} && ${element("field-host")}.value`);
            await tab.evaluate(key(false));
            seen.chosen = await tab.evaluate(`${element("field-host")}.value`);
            await save(tab, "content/events/first.yml", text("content/events/first.yml"));
            await tab.until(`${status}.startsWith("Saved")`);
            await tab.evaluate(`location.hash = "#/clubs/go"`);
            await tab.until(`${element("field-name")} !== null && ${button("Undo last save")} !== undefined`);
            const before = text(file);
            await press(tab, "Delete");
            await tab.until("document.querySelector('dialog') !== null");
            await tab.evaluate("document.querySelector('dialog button.danger').click()");
            await changed(file, before);
            await press(tab, "Undo");
            await tab.until(`${status} === "“Igo” restored"`);
            seen.restored = text(file) === before;
            """)
        #expect(seen["faults"] == "" && seen["mended"] == "name: Igo\n# about colour\nrank: 3\n", "\(seen)")
        #expect(seen["composing"] == "ches" && seen["chosen"] == "Chess" && seen["restored"] == "true", "\(seen)")
    }
}
