import Foundation
import KairanModel
import SiteTesting
import Testing

@testable import KairanTemplates

@Suite struct SitemapTests {
    @Test func sitemapNamesEveryPage() throws {
        let pages = [
            SitemapURL("https://minato.example/", lastModified: LocalDate("2026-04-10")),
            SitemapURL("https://minato.example/?a&b"),
        ]
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
              <url>
                <loc>https://minato.example/</loc>
                <lastmod>2026-04-10</lastmod>
              </url>
              <url>
                <loc>https://minato.example/?a&amp;b</loc>
              </url>
            </urlset>

            """
        #expect(String(decoding: writeSitemap(pages), as: UTF8.self) == expected)
        #expect(try XMLJudge(writeSitemap(pages)).rootName() == "{http://www.sitemaps.org/schemas/sitemap/0.9}urlset")
    }

    @Test func manyPagesMakeAnIndex() throws {
        let pages = (0..<5).map {
            SitemapURL("https://minato.example/\($0)", lastModified: LocalDate("2026-04-0\($0 + 1)"))
        }
        let files = sitemapFiles(pages, siteURL: "https://minato.example/", limit: 2)
        #expect(files.map(\.path) == ["sitemap.xml", "sitemap-1.xml", "sitemap-2.xml", "sitemap-3.xml"])
        let index = String(decoding: files[0].contents, as: UTF8.self)
        #expect(index.contains("<loc>https://minato.example/sitemap-3.xml</loc>\n    <lastmod>2026-04-05</lastmod>"))
        for file in files { _ = try XMLJudge(file.contents).rootName() }
        #expect(sitemapFiles(pages, siteURL: "", limit: 5).count == 1)
    }

    @Test(arguments: [("ja", "ページが見つかりません"), ("ja-JP", "ページが見つかりません"), ("en", "Page not found")])
    func notFoundPageLinksHome(language: String, title: String) {
        let page = writeNotFoundPage(siteTitle: "A & B", homePath: "/board/", language: language)
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.contains("<html lang=\"\(language)\">"))
        #expect(text.contains("<title>\(title) | A &amp; B</title>"))
        #expect(text.contains("<a href=\"/board/\">A &amp; B</a>"))
    }
}
