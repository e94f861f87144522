/// Returns a `robots.txt` (RFC 9309) that allows everything and names the sitemap.
package func writeRobots(sitemapURL: String?) -> [UInt8] {
    let sitemap = sitemapURL.map { "\nSitemap: \($0)\n" } ?? ""
    return Array("User-agent: *\nDisallow:\n\(sitemap)".utf8)
}
