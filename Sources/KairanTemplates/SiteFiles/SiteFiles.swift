internal import KairanContent
internal import KairanModel

/// A file that every site has.
struct SiteFile: Sendable {
    var path: String
    /// A hash of everything that goes into the file.
    var key: ContentHash
    var make: @Sendable () -> [UInt8]
}

extension OutputPlan {
    /// Returns the files that hosts and crawlers look for and that need no template. A template with the same path
    /// takes precedence.
    func siteFiles() -> [SiteFile] {
        let settings = site.settings
        // The keys leave out the site's settings, because other settings cause everything to be made again.
        let files = [
            SiteFile(path: ".nojekyll", key: ContentHash()) { [] },
            SiteFile(path: "404.html", key: ContentHash()) { [self] in
                writeNotFoundPage(
                    siteTitle: settings.title, homePath: settings.basePath, language: settings.language
                ) { word in site.schema.word(word, in: settings.locales[0]) ?? word.english }
            },
        ]
        return (files + filesForCrawlers() + languagePage()).filter { file in !jobs.contains { $0.path == file.path } }
            + redirectPages()
    }

    private func redirectPages() -> [SiteFile] {
        redirects.map { redirect in
            SiteFile(path: redirect.path, key: ContentHash(Array(redirect.target.utf8))) { [self] in page(at: redirect)
            }
        }
    }

    private func filesForCrawlers() -> [SiteFile] {
        let settings = site.settings
        // The preview must not be found, and is not a site of its own.
        guard settings.channel == .live else { return [] }
        // It allows everything and names the sitemap (RFC 9309).
        let robots = SiteFile(path: "robots.txt", key: ContentHash()) {
            Array("User-agent: *\nDisallow:\n\nSitemap: \(settings.rootURL)sitemap.xml\n".utf8)
        }
        return [robots] + sitemap()
    }

    /// Returns the sitemap of every HTML page without `sitemap: false`, sorted by address.
    func sitemap(limit: Int = sitemapLimit) -> [SiteFile] {
        var key = ContentHash()
        var pages: [Int] = []
        for (template, range) in zip(templates.templates, jobRanges) {
            guard case .page(let page) = template.kind, page.inSitemap, template.isPage else { continue }
            for position in range where jobs[position].path != "404.html" {
                pages.append(position)
                key.combine(jobs[position].path)
                for (_, path) in translatedPaths(of: position) { key.combine(path) }
            }
        }
        let sorted = Concurrent(begins: false) { [self, pages] in
            pages.map { (address: site.address(ofOutput: jobs[$0].path, .absolute), position: $0) }
                .sorted { $0.address < $1.address }.map(\.position)
        }
        let files = sitemapFiles(pageCount: pages.count, limit: limit)
        return files.map { file in
            SiteFile(path: file.path, key: key) { [self] in
                if let pages = file.pages { return writeSitemap(sorted.value[pages].map(sitemapURL)) }
                return writeSitemapIndex(files.dropFirst().map { site.settings.rootURL + $0.path })
            }
        }
    }

    /// Returns the address of a page with its alternates for search engines. `x-default` is for readers of other
    /// languages.
    private func sitemapURL(_ position: Int) -> SitemapURL {
        var url = SitemapURL(url: site.address(ofOutput: jobs[position].path, .absolute))
        let pages = translatedPaths(of: position).map { locale, path in
            (locale: locale, url: site.address(ofOutput: path, .absolute))
        }
        url.alternates = pages.map { (site.settings.locales[$0.locale].code, $0.url) }
        if let first = pages.first, first.locale == 0 { url.alternates.append(("x-default", first.url)) }
        return url
    }

    package var pageCount: Int { jobs.count { templates.templates[$0.template].isPage } }

    package var endpointCount: Int {
        jobs.count { job in
            switch templates.templates[job.template].kind {
            case .endpoint, .revision, .nearest: true
            case .page, .feed, .calendar, .search, .copy: false
            }
        }
    }
}
