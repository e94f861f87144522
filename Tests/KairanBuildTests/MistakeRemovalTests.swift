import Foundation
import KairanReaders
import SiteTesting
import Testing

/// A folder that is laid over the site without mistakes can show neither files that are gone nor sizes.
@Suite struct MistakeRemovalTests {
    @Test func settingsUnderAnotherName() throws {
        let box = try MistakeBox()
        let settings = try String(contentsOfFile: box.folder.path + "/site/content/site.yml", encoding: .utf8)
        try box.remove("content/site.yml")
        try box.folder.write(settings + "values: { students: 5 }\n", to: "site/content/site.yaml")
        try box.folder.write("{{site.students}}", to: "site/templates/students.txt.mustache")
        try box.expectReport("site-misnamed")
    }

    @Test func aDeclarationUnderAnotherName() throws {
        let box = try MistakeBox()
        try box.rename("content/clubs/_collection.yml", to: "_collection.yaml")
        try box.rename("content/terms/_collection.yml", to: "_Collection.yml")
        try box.expectReport("collection-misnamed")
    }

    @Test func everyEntryThatOthersReferTo() throws {
        let box = try MistakeBox()
        for name in ["go.json", "all.csv"] { try box.remove("content/clubs/\(name)") }
        try box.expectReport("collection-emptied-but-referred-to")
    }

    @Test func allTemplates() throws {
        let box = try MistakeBox()
        try box.remove("templates")
        try box.remove("content/ads")
        try box.expectReport("templates-missing")
    }

    /// The two sizes in the message must differ.
    @Test func aFileThatIsHardlyTooLarge() throws {
        let box = try MistakeBox()
        try box.folder.write(Data(count: 16 * 1024 * 1024 + 1), to: "site/content/ads/large.md")
        try box.expectReport("file-hardly-too-large")
    }

    @Test(arguments: [
        ("2026-03-08T02:30", "there is no '2026-03-08T02:30' in America/New_York: clocks skip it as they go forward"),
        ("9999-12-31T23:30-10:00", "'9999-12-31T23:30-10:00' is outside the years that can be published"),
        ("2026-03-08T2:30", "'2026-03-08T2:30' is not a moment"),
    ])
    func momentsThatAreNone(moment: String, message: String) throws {
        let box = try MistakeBox()
        try box.folder.write(
            "title: Board\nurl: https://example.org/\ntimeZone: America/New_York\n", to: "site/content/site.yml")
        let run = try box.build(["--at", moment])
        #expect(run.exitCode == 2)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    /// Letters that are written as they are get encoded, in a field as well as in Markdown.
    @Test func lettersInAddressesAreEncoded() throws {
        let box = try MistakeBox()
        try box.folder.write(
            """
            ---
            { number: 1, client: A, kind: pr, image: images/bread.png, target: https://example.com/ガ?é#ü, shown: always }
            ---
            [Guide](https://example.com/ガ?é#ü)
            """, to: "site/content/ads/spring.md")
        try box.folder.write(
            "data: { each: ads, where: { number: 1 }, value: { target: target, html: body.html } }",
            to: "site/templates/api/v1/targets.json.yml")
        #expect(try box.build().errors == "")
        let json = try String(contentsOfFile: box.output + "/api/v1/targets.json", encoding: .utf8)
        #expect(json.components(separatedBy: "https://example.com/%E3%82%AC?%C3%A9#%C3%BC").count == 3, "\(json)")
    }
}

extension MistakeBox {
    func rename(_ path: String, to name: String) throws {
        let file = URL(filePath: "\(folder.path)/site/\(path)")
        try FileManager.default.moveItem(at: file, to: file.deletingLastPathComponent().appending(path: name))
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: "\(folder.path)/site/\(path)") }
}
