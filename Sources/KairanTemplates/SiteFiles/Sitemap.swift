internal import KairanFormats
package import KairanModel

/// One page of a sitemap.
package struct SitemapURL: Sendable {
    /// The address, absolute and percent-encoded.
    package var url: String
    package var lastModified: LocalDate?
    /// The addresses of the same page in all its languages.
    package var alternates: [(language: String, url: String)] = []

    package init(_ url: String, lastModified: LocalDate? = nil) { (self.url, self.lastModified) = (url, lastModified) }
}

/// Returns one sitemap (sitemaps.org/protocol.html).
package func writeSitemap(_ urls: [SitemapURL]) -> [UInt8] {
    writeSitemapList(urls, root: "urlset", item: "url")
}

/// The largest number of addresses in a sitemap.
private let sitemapLimit = 50_000

/// Returns the paths of the files that `sitemapFiles` makes of this many pages.
func sitemapPaths(pageCount: Int) -> [String] {
    let parts = pageCount > sitemapLimit ? (pageCount + sitemapLimit - 1) / sitemapLimit : 0
    return ["sitemap.xml"] + (0..<parts).map(sitemapPath)
}

private func sitemapPath(_ part: Int) -> String { "sitemap-\(part + 1).xml" }

/// Returns `sitemap.xml` for any number of pages. Beyond the protocol's 50,000 it is an index of `sitemap-1.xml` and so
/// on.
///
/// - Parameter siteURL: The address of the site, which ends with `/`. The files are at its root.
package func sitemapFiles(
    _ urls: [SitemapURL], siteURL: String, limit: Int = sitemapLimit
) -> [(path: String, contents: [UInt8])] {
    guard urls.count > limit else { return [("sitemap.xml", writeSitemap(urls))] }
    var index: [SitemapURL] = []
    var files: [(path: String, contents: [UInt8])] = []
    for start in stride(from: 0, to: urls.count, by: limit) {
        let part = urls[start..<min(start + limit, urls.count)]
        let path = sitemapPath(files.count)
        files.append((path, writeSitemap(Array(part))))
        index.append(SitemapURL(siteURL + path, lastModified: part.compactMap(\.lastModified).max()))
    }
    return [("sitemap.xml", writeSitemapList(index, root: "sitemapindex", item: "sitemap"))] + files
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
        if let date = url.lastModified { xml.element("lastmod", date.description, depth: 2) }
        xml.markup("  </\(item)>\n")
    }
    xml.markup("</\(root)>\n")
    return xml.bytes
}
