import Foundation
import KairanModel
import SiteTesting
import Testing

@testable import KairanTemplates

@Suite struct SitemapTests {
    @Test func sitemapNamesEveryPage() throws {
        let pages = [
            SitemapURL(url: "https://minato.example/"), SitemapURL(url: "https://minato.example/?a&b"),
        ]
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
              <url>
                <loc>https://minato.example/</loc>
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
        let files = sitemapFiles(pageCount: 5, limit: 2)
        #expect(files.map(\.path) == ["sitemap.xml", "sitemap-1.xml", "sitemap-2.xml", "sitemap-3.xml"])
        #expect(files.map(\.pages) == [nil, 0..<2, 2..<4, 4..<5])
        let index = writeSitemapIndex(["https://minato.example/sitemap-1.xml"])
        #expect(try XMLJudge(index).rootName() == "{http://www.sitemaps.org/schemas/sitemap/0.9}sitemapindex")
        #expect(String(decoding: index, as: UTF8.self).contains("<loc>https://minato.example/sitemap-1.xml</loc>"))
        #expect(sitemapFiles(pageCount: 5, limit: 5).map(\.pages) == [0..<5])
    }

    @Test(arguments: [("ja", "ページが見つかりません"), ("ja-JP", "ページが見つかりません"), ("en", "Page not found")])
    func notFoundPageLinksHome(language: String, title: String) {
        let page = writeNotFoundPage(siteTitle: "A & B", homePath: "/board/", language: language) {
            $0.text(in: language) ?? ""
        }
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.contains("<html lang=\"\(language)\">"))
        #expect(text.contains("<title>\(title) | A &amp; B</title>"))
        #expect(text.contains("<a href=\"/board/\">A &amp; B</a>"))
    }
}
