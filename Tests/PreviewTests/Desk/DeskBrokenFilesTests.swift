import Foundation
import SiteTesting
import Testing

/// An entry whose file cannot be read is in its list, and its text can be mended.
@Suite struct DeskBrokenFilesTests {
    private static let files = [
        "content/clubs/_collection.yml": "entry: club\nfields: { name: text, rank: integer? }\nbody: markdown\n",
        "content/clubs/chess.md": "---\r\nname: Chess\r\n---\r\nCome.\r\n",
        "content/clubs/go.md": "---\r\nname: Go\r\nrank: [1\r\n---\r\nCome.\r\n",
        "content/clubs/more.yml": "- id: tea\n  name: Tea\n name: Tee\n",
    ]

    private func row(_ site: EditedSite, _ id: String) throws -> [String: Any]? {
        let rows = try #require(try site.get("entries", ["collection": "clubs"])["entries"] as? [[String: Any]])
        return rows.first { $0["id"] as? String == id }
    }

    private func mend(_ site: EditedSite, _ id: String, _ change: (String) -> String, hash: String? = nil) throws
        -> EditedSite.Reply
    {
        let entry = try site.get("entry", ["collection": "clubs", "id": id])
        let text = try #require(entry["text"] as? String)
        let given = try #require(hash ?? entry["hash"] as? String)
        return try site.post("mend", ["collection": "clubs", "id": id, "hash": given, "text": change(text)])
    }

    @Test func opening() throws {
        let site = try EditedSite(Self.files)
        for id in ["go", "more"] {
            let row = try #require(try row(site, id))
            #expect(row["state"] as? String == "broken" && (row["mistakes"] as? Int ?? 0) > 0, "\(row)")
        }
        let entry = try site.get("entry", ["collection": "clubs", "id": "go"])
        #expect(entry["text"] as? String == "---\nname: Go\nrank: [1\n---\nCome.\n")
        let places = try #require(entry["mistakes"] as? [[String: Any]]).map { $0["place"] as? String }
        #expect(places.contains { $0?.hasPrefix("content/clubs/go.md:3:") == true }, "\(places)")
        let all = try #require(try site.get("site")["mistakes"] as? [[String: Any]]).map { $0["id"] as? String }
        #expect(Set(all) == ["go", "more"])
        // The others can be edited, and new ones made.
        #expect(try site.save("clubs", "chess", ["rank": "1"]).status == 200)
        let made = ["collection": "clubs", "id": "new", "changes": ["name": "New"]] as [String: Any]
        #expect(try site.post("create", made).status == 200)
        #expect(try site.post("create", made.merging(["id": "go"]) { $1 }).mistakes == ["id id.duplicate"])
    }

    /// Line ends stay, and only the changed line is written.
    @Test func mending() throws {
        let site = try EditedSite(Self.files)
        let still = try mend(site, "go") { $0.replacing("[1", with: "[2") }
        #expect(still.status == 422 && !still.mistakes.isEmpty, "\(still.json)")
        #expect(try site.text("content/clubs/go.md") == Self.files["content/clubs/go.md"])
        let other = try mend(site, "go", { $0 }, hash: String(repeating: "0", count: 64))
        #expect(other.status == 409 && other["text"] as? String == "---\nname: Go\nrank: [1\n---\nCome.\n")
        let hash = try #require(other["hash"] as? String)
        let mended = try mend(site, "go", { $0.replacing("[1", with: "1") }, hash: hash)
        #expect(mended.status == 200 && mended["isThere"] as? Bool == true, "\(mended.json)")
        #expect(
            try site.text("content/clubs/go.md") == Self.files["content/clubs/go.md"]?.replacing("[1", with: "1"))
        #expect(try row(site, "go")?["state"] as? String == "shown")
        // A file of several entries is no entry itself.
        let list = try mend(site, "more") { $0.replacing(" name: Tee\n", with: "") }
        #expect(list.status == 200 && list["isThere"] as? Bool == false, "\(list.json)")
        #expect(try row(site, "more") == nil && row(site, "tea") != nil)
        let tea = ["collection": "clubs", "id": "tea", "hash": "", "text": ""]
        #expect(try site.post("mend", tea).status == 409)
    }

    /// Two people mend a file. The second one is shown the text of the first, and may write over it.
    @Test func mendingWhatIsMended() throws {
        let site = try EditedSite(Self.files)
        let path = "content/clubs/go.md"
        let broken = try #require(Self.files[path])
        let hash = try #require(try site.get("entry", ["collection": "clubs", "id": "go"])["hash"] as? String)
        func mend(_ rank: String, _ hash: String) throws -> EditedSite.Reply {
            let text = broken.replacing("\r\n", with: "\n").replacing("[1", with: rank)
            return try site.post("mend", ["collection": "clubs", "id": "go", "hash": hash, "text": text])
        }
        #expect(try mend("1", hash).status == 200)
        let second = try mend("2", hash)
        #expect(second.status == 409 && (second["text"] as? String)?.contains("rank: 1") == true, "\(second.json)")
        #expect(try site.text(path) == broken.replacing("[1", with: "1"))
        let third = try mend("2", try #require(second["hash"] as? String))
        #expect(third.status == 200 && third["isThere"] as? Bool == true, "\(third.json)")
        #expect(try site.text(path) == broken.replacing("[1", with: "2"))
    }

    /// References in a file that cannot be read could not follow, so nothing is renamed.
    @Test func renaming() throws {
        let broken = "content/events/match.md"
        let site = try EditedSite(
            Self.files.merging([
                "content/events/_collection.yml":
                    "entry: event\nmayBeEmpty: true\nfields: { title: text, host: { reference: clubs } }\nbody: markdown\n",
                broken: "---\ntitle: [Match\nhost: chess\n---\n",
            ]) { $1 })
        let refused = try site.post("rename", ["collection": "clubs", "id": "chess", "to": "shogi"])
        #expect(refused.status == 422, "\(refused.json)")
        let places = (refused["mistakes"] as? [[String: Any]] ?? []).map { $0["place"] as? String ?? "" }
        #expect(places.contains { $0.hasPrefix(broken) } && site.isThere("content/clubs/chess.md"), "\(places)")
    }

    /// A mistake that only now comes to light is no reason to keep the file as it is.
    @Test func mistakesThatCameToLight() throws {
        let site = try EditedSite(Self.files)
        let mended = try mend(site, "go") { $0.replacing("[1", with: "first") }
        #expect(mended.status == 200 && mended.mistakes == [" field.type"], "\(mended.json)")
        let entry = try site.get("entry", ["collection": "clubs", "id": "go"])
        #expect(entry.mistakes.first == "rank field.type" && entry["canEdit"] is NSNull)
    }

    /// A file that no form shows can be written as it was in a version, byte for byte.
    @Test func restoring() throws {
        let path = "content/clubs/chess.md"
        let broken = "---\nname: [Chess\n---\n"
        let site = try EditedSite(Self.files) { folder in
            try makeRepository(in: folder)
            try broken.write(to: folder.appending(path: path), atomically: true, encoding: .utf8)
        }
        let chess = ["collection": "clubs", "id": "chess"]
        let versions = try #require(try site.get("history", chess)["versions"] as? [[String: String]])
        let start = try #require(versions.last?["commit"])
        #expect(try site.get("version", chess.merging(["commit": start]) { $1 })["canRestore"] as? Bool == true)
        let go = ["collection": "clubs", "id": "go", "commit": start]
        #expect(try site.get("version", go)["canRestore"] as? Bool == false)
        func restore(_ commit: String, hash: String? = nil) throws -> EditedSite.Reply {
            let now = try #require(try site.get("entry", chess)["hash"] as? String)
            return try site.post("mend", chess.merging(["commit": commit, "hash": hash ?? now]) { $1 })
        }
        #expect(try restore("HEAD").status == 400 && restore("0123").status == 404)
        #expect(try restore(start, hash: String(repeating: "0", count: 64)).status == 409)
        #expect(try site.text(path) == broken)
        let restored = try restore(start)
        #expect(restored.status == 200 && restored["isThere"] as? Bool == true, "\(restored.json)")
        #expect(try site.text(path) == Self.files[path])
        // A form takes values now, so nothing else is written over its file.
        #expect(try site.get("version", chess.merging(["commit": start]) { $1 })["canRestore"] as? Bool == false)
        #expect(try restore(start).status == 409)
    }

    /// Somebody finds the version in the history, and has the form again.
    @Test(.enabled(if: Node.hasBrowser)) func restoringInTheBrowser() throws {
        let path = "content/clubs/chess.md"
        let site = try EditedSite(Self.files) { folder in
            try makeRepository(in: folder)
            try "---\nname: [Chess\n---\n".write(to: folder.appending(path: path), atomically: true, encoding: .utf8)
        }
        let seen = try site.use(
            """
            const tab = await open("/clubs");
            await tab.evaluate('location.hash = "#/clubs/chess"');
            await tab.until(`${element("entry-text")} !== null`);
            await tab.evaluate("[...document.querySelectorAll('a')].find((a) => a.textContent === 'History').click()");
            await tab.until("document.querySelector('.versions summary')");
            await tab.evaluate("document.querySelector('.versions summary').click()");
            await press(tab, "Restore");
            await tab.until(`${element("field-name")}?.value === "Chess"`);
            await tab.until("document.querySelector('.status').textContent === '“chess” restored'");
            """)
        #expect(seen.isEmpty)
        #expect(try site.text(path) == Self.files[path])
    }
}
