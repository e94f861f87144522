import Foundation
import SiteTesting
import Testing

// These tests are about pictures and other files, which are written when the form that uses them is saved.
extension DeskEntriesTests {
    /// An upload for a form is in no file until the form is saved, and goes when the save is taken back.
    @Test func uploadsOfForms() throws {
        let site = try EditedSite([
            "content/walks/_collection.yml": "entry: walk\nfields: { title: text, photo: image? }\n",
            "content/walks/lake.yml": "title: Lake\n", "content/walks/hill.yml": "title: Hill\n",
        ])
        let picture = try Data(
            contentsOf: sitesFolder.appending(path: "pictures/site/content/walks/images/lake.jpg"))
        func upload() throws -> String {
            let reply = try site.send(
                "POST", "upload", ["collection": "walks", "id": "lake", "name": "Photo.jpg"], body: picture)
            return try #require(reply["path"] as? String)
        }
        #expect(try upload() == "photo.jpg" && upload() == "photo.jpg")
        #expect(try site.get("file", ["collection": "walks", "path": "photo.jpg"]).status == 200)
        let hash = try #require(try site.get("entry", ["collection": "walks", "id": "lake"])["hash"])
        let checked = try site.post(
            "check", ["collection": "walks", "id": "lake", "hash": hash, "changes": ["photo": "photo.jpg"]])
        #expect(checked.status == 200 && checked.mistakes == [], "\(checked.json)")
        // Others are saved without it.
        #expect(try site.save("walks", "hill", ["title": "The hill"]).status == 200)
        #expect(!site.isThere("content/walks/photo.jpg"))
        let saved = try site.save("walks", "lake", ["photo": "photo.jpg"])
        #expect(saved.status == 200 && site.isThere("content/walks/photo.jpg"), "\(saved.json)")
        #expect(try site.text("content/walks/lake.yml") == "title: Lake\nphoto: photo.jpg\n")
        #expect(try site.post("undo", ["collection": "walks", "id": "lake"]).status == 200)
        #expect(!site.isThere("content/walks/photo.jpg"))
        #expect(try site.text("content/walks/lake.yml") == "title: Lake\n")
        // A new entry brings its picture, and nothing of the site's folder is left when nobody saves.
        #expect(try upload() == "photo.jpg")
        try create(site, "walks", "new", ["title": "New", "photo": "photo.jpg"])
        #expect(site.isThere("content/walks/photo.jpg"))
    }

    @Test func uploading() throws {
        let site = try EditedSite(Self.files)
        let picture = try Data(
            contentsOf: sitesFolder.appending(path: "pictures/site/content/walks/images/lake.jpg"))
        func upload(_ name: String, _ bytes: Data) throws -> EditedSite.Reply {
            try site.send("POST", "upload", ["collection": "events", "id": "match", "name": name], body: bytes)
        }
        let reply = try upload("Mein Foto (1).JPG", picture)
        #expect(reply.status == 200 && reply["path"] as? String == "mein-foto-1.jpg", "\(reply.json)")
        #expect(reply["width"] != nil && (reply["stripped"] as? Int ?? 0) > 0)
        // The place where it was taken is not even in the content.
        #expect((reply["bytes"] as? Int).map { $0 < picture.count } == true)
        // The same picture is there once, and another one of the same name beside it.
        #expect(try upload("mein-foto-1.jpg", picture)["path"] as? String == "mein-foto-1.jpg")
        #expect(try upload("../../site.jpg", picture)["path"] as? String == "site.jpg")
        let refused: [(String, Data)] = [
            ("page.html", Data("<script>alert(1)</script>".utf8)), ("run.js", Data("alert(1)".utf8)),
            ("picture.svg", Data("<svg onload='alert(1)'/>".utf8)), ("photo.png", picture),
            ("cut.jpg", picture.prefix(100)), ("empty.jpg", Data()), ("entry.md", Data("---\n".utf8)),
            ("entry.yml", Data("a: b\n".utf8)),
        ]
        for (name, bytes) in refused {
            #expect(try upload(name, bytes).status == 422, "\(name)")
        }
        #expect(try site.text("content/events/match.md") == Self.files["content/events/match.md"])
    }

    /// A file that is no picture is a file of the content, and hides nothing that happens beside it.
    @Test func uploadingOtherFiles() throws {
        let site = try EditedSite(Self.files)
        func upload(_ name: String, _ text: String) throws -> EditedSite.Reply {
            try site.send("POST", "upload", ["collection": "clubs", "name": name], body: Data(text.utf8))
        }
        // A table would be read as entries.
        #expect(try upload("more.csv", "id,name\nevil,Evil\n").status == 422)
        #expect(try upload("leaflet.pdf", "%PDF-1.4\n").status == 200)
        // Whatever its name, a phone's picture is said to be what it is.
        for name in ["photo.heic", "photo.jpg", "photo.pdf"] {
            let reply = try upload(name, "\0\0\0\u{18}ftypheic")
            #expect(
                reply.status == 422 && "\(reply.json)".contains("is HEIC, which not all apps can show"), "\(reply.json)"
            )
        }
        try site.box.write("name: Outside\n", to: "content/clubs/go.yml")
        try wait { try site.get("entry", ["collection": "clubs", "id": "go"])["title"] as? String == "Outside" }
    }
    /// What is too large for the field or for the forms is told before it is sent.
    @Test(.enabled(if: Node.hasBrowser)) func tooLarge() throws {
        let site = try EditedSite([
            "content/walks/_collection.yml":
                "entry: walk\nfields: { title: text, plan: { file?: { maximumKilobytes: 20 } } }\n",
            "content/walks/lake.yml": "title: Lake\n",
        ])
        try site.box.write(Data("%PDF-1.4\n".utf8) + Data(repeating: 0x20, count: 25_000), to: "large.pdf")
        let seen = try site.use(
            """
            const tab = await open("/walks/lake");
            await tab.until(`${element("field-plan")} !== null`);
            await tab.evaluate(`globalThis.sent = 0;
              const send = fetch;
              globalThis.fetch = (address, ...more) => (sent += /upload/.test(address), send(address, ...more));`);
            await drop(tab, "field-plan", `${input.folder}/large.pdf`, "large.pdf");
            await tab.until("document.querySelector('.file .bad')");
            seen.words = await tab.evaluate("document.querySelector('.file .bad').textContent");
            seen.sent = await tab.evaluate("sent");
            // A proxy refuses with a page of its own.
            await tab.evaluate("globalThis.fetch = async () => new Response('<h1>413</h1>', { status: 413 })");
            await drop(tab, "field-plan", `${input.folder}/content/walks/lake.yml`, "small.pdf");
            await tab.until("document.querySelector('.file .bad')?.textContent.includes('host')");
            seen.proxy = await tab.evaluate("document.querySelector('.file .bad').textContent");
            """)
        #expect(
            seen == [
                "words": "This file has 26 KB; at most 20 KB can be used here. It was not sent.", "sent": "0",
                "proxy":
                    "The host between you and the forms takes no file of 1 KB. Make it smaller, or ask whoever runs the host.",
            ])
    }

    /// What a PDF or a film says of people and places is told before it is published.
    @Test func metadataIsTold() throws {
        let site = try EditedSite([
            "content/walks/_collection.yml": "entry: walk\nfields: { title: text, plan: file? }\n",
            "content/walks/lake.yml": "title: Lake\n",
        ])
        func box(_ name: [UInt8], _ content: [UInt8]) -> [UInt8] {
            let size = UInt32(content.count + 8)
            return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + name + content
        }
        func text(_ name: String, _ words: String) -> [UInt8] {
            box([0xA9] + Array(name.utf8), [0, UInt8(words.utf8.count), 0x15, 0xC7] + Array(words.utf8))
        }
        let film =
            box(Array("ftyp".utf8), Array("isom0000".utf8))
            + box(
                Array("moov".utf8), box(Array("udta".utf8), text("xyz", "+35.6762+139.6503/") + text("mod", "Phone 7")))
        let table: [(name: String, bytes: [UInt8], told: [String: String])] = [
            (
                "a.pdf",
                Array(#"%PDF-1.4 1 0 obj << /Author (Kim \(H.\)) /Title <FEFF30C530EF> /Creator(W\157rd) >>"#.utf8),
                ["author": "Kim (H.)", "title": "ヅワ", "device": "Word"]
            ),
            (
                "b.pdf",
                Array("%PDF-1.4 <dc:creator><rdf:Seq><rdf:li>Kim</rdf:li></rdf:Seq></dc:creator> /Title (a".utf8),
                ["author": "Kim"]
            ),
            ("c.pdf", Array("%PDF-1.4 /Author".utf8), [:]), ("d.pdf", Array("%PDF-1.4 /Author <F".utf8), [:]),
            ("e.mp4", film, ["place": "+35.6762+139.6503/", "device": "Phone 7"]),
            ("f.mp4", Array(film.dropLast(4)), [:]), ("g.mp4", [0, 0, 0, 1, 0x6D], [:]),
            ("h.mp4", Array(repeating: 0, count: 4000), [:]), ("i.txt", Array("/Author (Kim)".utf8), [:]),
        ]
        for (name, bytes, told) in table {
            let reply = try site.send(
                "POST", "upload", ["collection": "walks", "id": "lake", "name": name], body: Data(bytes))
            #expect(reply.status == 200 && reply["told"] as? [String: String] == told, "\(name): \(reply.json)")
        }
    }
}
