import Foundation
import SiteTesting
import Testing

/// The preview shows what is saved.
@Suite struct WatchingTests {
    @Test func manyQuickSavesEndInTheLast() throws {
        let site = try ServedSite()
        for number in 1...500 { try site.noticeTitled("Save \(number)") }
        try wait { try site.get("/board/").body.contains("<h2>Save 500</h2>") }
        #expect(try site.get("/board/notices/umbrella/").body.contains("<h1>Save 500</h1>"))
        #expect(try site.get("/board/api/v1/notices.json").body.contains("\"Save 500\""))
    }

    /// Editors save in many ways, and folders come and go.
    @Test func everyWayOfSaving() throws {
        let site = try ServedSite()
        let (files, folder) = (FileManager.default, site.box.path)
        func shows(_ title: String) throws { try wait { try site.get("/board/").body.contains("<h2>\(title)</h2>") } }
        func isGone(_ title: String) throws { try wait { try !site.get("/board/").body.contains("<h2>\(title)</h2>") } }
        // A new file is written beside the old one and renamed over it.
        try site.box.write(ServedSite.notice("Renamed"), to: "content/notices/.umbrella.md.swp")
        unsafe rename(folder + "/content/notices/.umbrella.md.swp", folder + "/content/notices/umbrella.md")
        try shows("Renamed")
        // A file is added.
        try site.box.write(ServedSite.notice("Second"), to: "content/notices/second.md")
        try shows("Second")
        // A file is added in a new folder, and the folder moves.
        try site.box.write(ServedSite.notice("Deep"), to: "content/notices/a/b/deep.md")
        try shows("Deep")
        try files.moveItem(atPath: folder + "/content/notices/a", toPath: folder + "/content/notices/c")
        try site.box.write(ServedSite.notice("Deeper"), to: "content/notices/c/b/deep.md")
        try shows("Deeper")
        try files.removeItem(atPath: folder + "/content/notices/c")
        try isGone("Deeper")
        // A file is added as a hard link.
        try files.createDirectory(atPath: folder + "/drafts", withIntermediateDirectories: true)
        try site.box.write(ServedSite.notice("Linked"), to: "drafts/linked.md")
        unsafe link(folder + "/drafts/linked.md", folder + "/content/notices/linked.md")
        try shows("Linked")
        // The whole folder is exchanged, as when another branch is checked out.
        try files.copyItem(atPath: folder + "/content", toPath: folder + "/other")
        try site.box.write(ServedSite.notice("Of the branch"), to: "other/notices/umbrella.md")
        try files.removeItem(atPath: folder + "/content")
        unsafe rename(folder + "/other", folder + "/content")
        try shows("Of the branch")
        try site.noticeTitled("After that")
        try shows("After that")
    }

    /// The preview changes when a window opens or closes, although nobody saves.
    @Test func timePasses() throws {
        let site = try ServedSite(writing: [
            "content/site.yml": "title: Board\nurl: https://t.example/board/\ntimeZone: Asia/Tokyo\n"
        ])
        #expect(try !site.get("/board/").body.contains("<h2>"))
        // One opens and one closes at the same moment, however long a loaded machine takes to notice it.
        let turns = Date(timeIntervalSinceNow: 4)
        for (title, opens, closes) in [("Opens", 4.0, 100_000.0), ("Closes", -100_000, 4)] {
            let window = [opens, closes].map { Date(timeIntervalSinceNow: $0).formatted(.iso8601) }
            try site.box.write(
                "---\ntitle: \(title)\nshown: { from: \(window[0]), until: \(window[1]) }\n---\n",
                to: "content/notices/\(title).md")
        }
        func shown() throws -> [Bool] {
            let page = try site.get("/board/").body
            return ["Opens", "Closes"].map { page.contains("<h2>\($0)</h2>") }
        }
        try wait { try Date.now >= turns || shown() == [false, true] }
        let isEarly = Date.now < turns - 1
        try wait { try shown() == [true, false] }
        #expect(Date.now >= turns - 1)
        if isEarly { try wait { try site.output().contains("a new moment: 1 output changed") } }
    }

    /// A test that ran the server may be killed and its folder cleared away; then nobody will save there again.
    @Test func theFolderIsGone() throws {
        let site = try ServedSite()
        try FileManager.default.removeItem(at: site.box.url)
        #expect(site.exitCode() == 3)
        #expect(try site.errors().contains("the folder is gone"))
        try FileManager.default.createDirectory(at: site.box.url, withIntermediateDirectories: true)
    }

    @Test func theTerminalSaysEachSaveAndAllMistakes() throws {
        let site = try ServedSite()
        try site.noticeTitled("Found umbrella")
        try wait { try site.output().contains("content/notices/umbrella.md: ") }
        #expect(try site.output().contains(/content\/notices\/umbrella.md: 3 outputs changed; \d+ ms\n/))
        #expect(try !site.output().contains("\u{1B}"))
        try site.noticeTitled("Found umbrella", until: "2026-04-31")
        try wait { try site.errors().hasSuffix("1 mistake\n") }
        #expect(try site.errors().contains("content/notices/umbrella.md:3:35: error: '2026-04-31' is not a date"))
        // The last good site stays.
        #expect(try site.get("/board/").body.contains("Found umbrella"))
    }

    @Test func aSiteThatWasWrongFromTheStart() throws {
        let site = try ServedSite(writing: ["content/notices/bad.md": ServedSite.notice("Bad", until: "never")])
        let first = try site.get("/")
        #expect(first.status == 503 && first.body.contains("preview.js"))
        try site.box.write(ServedSite.notice("Good"), to: "content/notices/bad.md")
        try wait { try site.get("/board/").body.contains("<h2>Good</h2>") }
        #expect(try site.get("/").status == 302)
        try wait { try site.output().contains("http://127.0.0.1:\(site.port)/board/ ") }
    }

    @Test func aFolderThatIsNoSite() throws {
        let site = try ServedSite { folder in
            for name in ["content", "templates"] {
                try FileManager.default.removeItem(at: folder.appending(path: name))
            }
        }
        #expect(try site.errors().contains("or name it: kairan serve path/to/site"))
    }

    @Test func theTerminalSaysWhereTheSiteWent() throws {
        let site = try ServedSite()
        let settings = "title: Board\nurl: https://t.example/BASE/\ntimeZone: Asia/Tokyo\nmoment: 2026-04-15\n"
        try site.box.write(settings.replacing("BASE", with: "desk"), to: "content/site.yml")
        try wait { try site.output().contains("http://127.0.0.1:\(site.port)/desk/ (control-C ends)\n") }
        #expect(try site.get("/desk/").status == 200 && site.get("/board/").status == 404)
        #expect(try site.get("/").headers["location"] == "/desk/")
    }

    /// The advice of a mistake can be followed here too.
    @Test func acceptsABreakingChange() throws {
        let files = ["templates/api/v1/_version.yml": "status: current\n"]
        let breaking = "data: { each: notices, value: { id: id } }\n"
        func publish(_ folder: URL) throws {
            let built = try kairan(["build"], in: folder)
            try #require(built.exitCode == 0, "\(built.errors)")
        }
        let strict = try ServedSite(writing: files, prepare: publish)
        try strict.box.write(breaking, to: "templates/api/v1/notices.json.yml")
        try wait { try strict.errors().contains("--accept-breaking 'keyRemoved:v1/notices:[].title'") }
        let options = ["--accept-breaking", "keyRemoved:v1/notices", "--why", "Nobody shows it."]
        let site = try ServedSite(options, writing: files, prepare: publish)
        try site.box.write(breaking, to: "templates/api/v1/notices.json.yml")
        try wait { try !site.get("/board/api/v1/notices.json").body.contains("title") }
        #expect(try kairan(["serve"] + options.prefix(2), in: site.box.url).exitCode == 2)
    }

    @Test func controlCEndsItAndLeavesNothing() throws {
        let site = try ServedSite()
        #expect(try site.get("/board/").status == 200)
        #expect(site.interrupt() == 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: site.box.path).sorted() == ["content", "templates"])
        #expect(try site.errors() == "")
    }
}
