internal import KairanFormats

/// One page of a sitemap.
struct SitemapURL: Sendable {
    /// The address, absolute and percent-encoded.
    var url: String
    /// The addresses of the same page in all its languages.
    var alternates: [(language: String, url: String)] = []
}

/// The largest number of addresses in a sitemap (sitemaps.org/protocol.html).
let sitemapLimit = 50_000

/// Returns the files of a sitemap with the positions of their pages. Beyond the protocol's 50,000 pages, `sitemap.xml`
/// is an index of the others and has none itself.
func sitemapFiles(pageCount: Int, limit: Int) -> [(path: String, pages: Range<Int>?)] {
    guard pageCount > limit else { return [("sitemap.xml", 0..<pageCount)] }
    let parts = stride(from: 0, to: pageCount, by: limit).map { $0..<min($0 + limit, pageCount) }
    return [("sitemap.xml", nil)] + parts.enumerated().map { ("sitemap-\($0 + 1).xml", $1) }
}

func writeSitemap(_ urls: [SitemapURL]) -> [UInt8] { writeSitemapList(urls, root: "urlset", item: "url") }

func writeSitemapIndex(_ addresses: [String]) -> [UInt8] {
    writeSitemapList(addresses.map { SitemapURL(url: $0) }, root: "sitemapindex", item: "sitemap")
}

private func writeSitemapList(_ urls: [SitemapURL], root: String, item: String) -> [UInt8] {
    var xml = XMLText()
    xml.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    let hasAlternates = urls.contains { !$0.alternates.isEmpty }
    let names = hasAlternates ? " xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"" : ""
    xml.markup("<\(root) xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"\(names)>\n")
    for url in urls {
        xml.markup("  <\(item)>\n")
        xml.element("loc", url.url, depth: 2)
        for (language, address) in url.alternates {
            xml.markup("    <xhtml:link rel=\"alternate\" hreflang=\"")
            xml.text(language)
            xml.markup("\" href=\"")
            xml.text(address)
            xml.markup("\"/>\n")
        }
        xml.markup("  </\(item)>\n")
    }
    xml.markup("</\(root)>\n")
    return xml.bytes
}
