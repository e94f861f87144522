import Foundation
import SiteTesting
import Testing

// These tests are about many saves: undoing them, and processes that end during one.
extension DeskSavingTests {
    /// Each save of a long table can be taken back as long as nobody saves it again.
    @Test func undoInALongTable() throws {
        let words = String(repeating: " and more words", count: 200)
        let rows = (1...400).map { "n\($0),Name \($0)\(words)\n" }.joined()
        let site = try EditedSite([
            "content/names/_collection.yml": "entry: name\nfields: { name: text }\n",
            "content/names/all.csv": "id,name\n" + rows,
        ])
        for number in 1...3 {
            #expect(try site.save("names", "n\(number)", ["name": "Changed \(number)"]).status == 200)
        }
        let last = try site.text("content/names/all.csv")
        #expect(try site.post("undo", ["collection": "names", "id": "n2"]).status == 409)
        #expect(try site.post("undo", ["collection": "names", "id": "n3"]).status == 200)
        let undone = last.replacing("Changed 3\n", with: "Name 3\(words)\n")
        #expect(try site.text("content/names/all.csv") == undone)
    }

    /// An undo right after a save leaves the site as the last build knows it, with all its pages.
    @Test func pagesAfterAnUndo() throws {
        let (site, umbrella) = (try EditedSite(), ["collection": "notices", "id": "umbrella"])
        let home = try #require(try site.get("site")["home"] as? String)
        for _ in 1...5 {
            #expect(try site.save("notices", "umbrella", ["title": "Mine"]).status == 200)
            let entry = try site.post("undo", umbrella)["entry"] as? [String: Any]
            #expect(entry?["pages"] as? [String] == ["\(home)notices/umbrella/index.html"], "\(entry ?? [:])")
            #expect(try site.get("entry", umbrella)["pages"] as? [String] == entry?["pages"] as? [String])
        }
    }

    /// An undo never takes back what somebody else wrote.
    @Test func undoOfAFileThatChangedSince() throws {
        let site = try site()
        #expect(try site.save("things", "first", ["title": "Mine"]).status == 200)
        let theirs = try site.text("content/things/first.md").replacing("Mine", with: "Theirs")
        try site.box.write(theirs, to: "content/things/first.md")
        #expect(try site.post("undo", ["collection": "things", "id": "first"]).status == 409)
        #expect(try site.text("content/things/first.md") == theirs)
    }

    /// Saves that follow one another at once all see the one before, though the preview has not built it yet.
    @Test func manySaves() throws {
        let site = try site()
        for number in 1...500 {
            let reply = try site.save("things", "first", ["amount": "\(number)", "title": "Number \(number)"])
            try #require(reply.status == 200, "\(number): \(reply.json)")
        }
        let expected = Self.thing.replacing("open: yes", with: "open: true")
            .replacing("First thing", with: "Number 500").replacing("amount: 12", with: "amount: 500")
        #expect(try site.text("content/things/first.md") == expected)
    }

    /// A server that dies in the middle of a save leaves the old file or the new one.
    @Test func deaths() throws {
        let seed = printedSeed()
        var numbers = SeededNumbers(seed: seed)
        let old = Self.thing.replacing("open: yes", with: "open: true")
        let new = old.replacing("The text.", with: String(repeating: "Long. ", count: 50_000))
        for _ in 1...8 {
            let site = try site()
            let hash = try #require(try site.get("entry", ["collection": "things", "id": "first"])["hash"])
            let body = String(repeating: "Long. ", count: 50_000) + "\n"
            let request = try JSONSerialization.data(withJSONObject: [
                "collection": "things", "id": "first", "hash": hash, "changes": ["body": body],
            ])
            let connection = try Connection(port: site.port)
            connection.send(
                "POST /api/save HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Kairan-Token: \(site.token)\r\n"
                    + "Content-Length: \(request.count)\r\n\r\n")
            connection.send(Array(request))
            pause(microseconds: UInt32.random(in: 0...60_000, using: &numbers))
            site.site.kill()
            let left = try site.text("content/things/first.md")
            #expect(left == old || left == new)
        }
    }
}
