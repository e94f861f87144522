import Foundation
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild

/// A search is made again as a whole, and only when something that it reads changed.
@Suite struct IncrementalSearchTests {
    private static let parts = ["find/index.json", "find/terms-0.json", "find/entries-0.json"]

    private func site() throws -> BuiltSite {
        var site = try BuiltSite()
        site["templates/find/{part}.json.yml"] =
            "search:\n  - { each: ads, where: { shown: now }, title: name, text: [name, body.text] }\n"
        try site.build()
        return site
    }

    private func found(_ made: [String: String]) -> [String: String] { made.filter { Self.parts.contains($0.key) } }

    @Test func whatItDoesNotRead() throws {
        var site = try site()
        site["content/ads/a.md"].replace("order: 1", with: "order: 9")
        site["content/clubs/all.csv"].replace("Choir", with: "Chorus")
        site["templates/style.css"] = "p { color: blue }\n"
        let made = try site.made()
        #expect(made.count > 3 && found(made).isEmpty)
    }

    /// Only the part that is gone is made again.
    @Test func aPartThatIsGone() throws {
        let site = try site()
        try FileManager.default.removeItem(atPath: site.sandbox.target + "/find/terms-0.json")
        #expect(try site.made() == ["find/terms-0.json": "the published file is gone or has changed"])
    }

    /// The number of files grows when the entries need one more.
    @Test func moreEntries() throws {
        var site = try site()
        site["content/ads/more.csv"] =
            "id,name,order,shown\n" + (0..<20).map { "x\($0),Name \($0),\($0),always\n" }.joined()
        #expect(try site.made()["find/entries-1.json"] == "it is new")
        site.files["content/ads/more.csv"] = nil
        let result = try site.build()
        #expect(!result.files.contains { $0.path == "find/entries-1.json" })
    }
}
