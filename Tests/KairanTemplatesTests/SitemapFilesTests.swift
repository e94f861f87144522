import PlanTesting
import Testing

@testable import KairanTemplates

/// The files of a large sitemap name every page once, in order, and the index names the files.
@Suite struct SitemapFilesTests {
    @Test(arguments: [(2, 3), (5, 0), (4, 2)]) func theyNameAllPages(_ limit: Int, _ parts: Int) throws {
        let texts = [
            "content/site.yml": "title: Board\nurl: https://board.example/b/\n",
            "content/ads/_collection.yml": "entry: ad\nfields: { name: text }\n",
            "content/ads/all.csv": "id,name\nb,B\na-1,A\na,A\nc,C\n",
            "templates/{id}/index.html.mustache": "---\nfor: ads\ntitle: x\n---\n{{name}}\n",
            "templates/index.html.mustache": "---\ntitle: x\n---\n",
        ]
        let plan = try #require(PlannedSite(texts).plan)
        let sitemap = plan.sitemap(limit: limit).map { (path: $0.path, addresses: addresses(in: $0.make())) }
        let pages = ["", "a-1/", "a/", "b/", "c/"].map { "https://board.example/b/\($0)" }
        if parts == 0 {
            #expect(sitemap.map(\.path) == ["sitemap.xml"] && sitemap[0].addresses == pages)
        } else {
            #expect(sitemap.map(\.path) == ["sitemap.xml"] + (1...parts).map { "sitemap-\($0).xml" })
            #expect(sitemap[0].addresses == sitemap.dropFirst().map { "https://board.example/b/\($0.path)" })
            #expect(sitemap.dropFirst().flatMap(\.addresses) == pages)
            #expect(sitemap.dropFirst().allSatisfy { (1...limit).contains($0.addresses.count) })
        }
    }

    private func addresses(in file: [UInt8]) -> [String] {
        String(decoding: file, as: UTF8.self).split(separator: "<loc>").dropFirst().map {
            String($0.prefix { $0 != "<" })
        }
    }
}
