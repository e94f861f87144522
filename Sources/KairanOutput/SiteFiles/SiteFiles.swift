internal import KairanContent
internal import KairanModel

/// A file that every site has.
struct SiteFile: Sendable {
    var path: String
    /// Of all that goes into it.
    var key: ContentHash
    var make: @Sendable () -> [UInt8]
}

extension OutputPlan {
    /// What every host or crawler looks for and no template has to write; a template of the same path wins.
    func siteFiles() -> [SiteFile] {
        let made = Set(jobs.map(\.path))
        let settings = site.settings
        // The site's settings are no part of the keys: with other settings everything is made again.
        let files = [
            SiteFile(path: ".nojekyll", key: ContentHash()) { [] },
            SiteFile(path: "robots.txt", key: ContentHash()) {
                writeRobots(sitemapURL: settings.rootURL + "sitemap.xml")
            },
            SiteFile(path: "404.html", key: ContentHash()) {
                writeNotFoundPage(
                    siteTitle: settings.title, homePath: settings.basePath, language: settings.language)
            },
        ]
        return (files + sitemap()).filter { !made.contains($0.path) }
    }

    /// Of every HTML page but those that say `sitemap: false`, sorted by address.
    private func sitemap() -> [SiteFile] {
        var key = ContentHash()
        let pages = jobs.filter { isInSitemap($0) }.map(\.path)
        for page in pages { key.combine(page) }
        let site = site
        return sitemapPaths(pageCount: pages.count).map { path in
            SiteFile(path: path, key: key) {
                let urls = pages.map { SitemapURL(site.address(ofOutput: $0, .absolute)) }.sorted { $0.url < $1.url }
                return sitemapFiles(urls, siteURL: site.settings.rootURL).first { $0.path == path }?.contents ?? []
            }
        }
    }

    private func isInSitemap(_ job: OutputJob) -> Bool {
        let template = templates.templates[job.template]
        guard case .page(let page) = template.kind else { return false }
        return page.inSitemap && template.isPage && job.path != "404.html"
    }

    package var pageCount: Int {
        jobs.count { if case .page = templates.templates[$0.template].kind { true } else { false } }
    }

    package var endpointCount: Int {
        jobs.count { if case .endpoint = templates.templates[$0.template].kind { true } else { false } }
    }
}
