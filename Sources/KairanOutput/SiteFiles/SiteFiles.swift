internal import KairanContent
internal import KairanModel

extension OutputPlan {
    /// What every host or crawler looks for and no template has to write; a template of the same path wins.
    package func siteFiles() -> [OutputFile] {
        var files = [OutputFile(path: ".nojekyll", bytes: [])]
        for file in sitemapFiles(sitemapURLs(), siteURL: site.settings.rootURL) {
            files.append(OutputFile(path: file.path, bytes: file.contents))
        }
        files.append(
            OutputFile(path: "robots.txt", bytes: writeRobots(sitemapURL: site.settings.rootURL + "sitemap.xml")))
        files.append(
            OutputFile(
                path: "404.html",
                bytes: writeNotFoundPage(
                    siteTitle: site.settings.title, homePath: site.settings.basePath, language: site.settings.language))
        )
        return files.filter { file in !jobs.contains { $0.path == file.path } }
    }

    /// Every HTML page but those that say `sitemap: false`, sorted by address.
    private func sitemapURLs() -> [SitemapURL] {
        zip(templates.templates, jobRanges).flatMap { template, range -> [SitemapURL] in
            guard case .page(let page) = template.kind, page.inSitemap, template.isPage else { return [] }
            return jobs[range].lazy.filter { $0.path != "404.html" }.map {
                SitemapURL(site.address(ofOutput: $0.path, .absolute))
            }
        }.sorted { $0.url < $1.url }
    }

    /// The pictures and files that entries name, at the same place under the site as under `content/`.
    package func assetFiles() -> [OutputFile] {
        site.publishedFiles().sorted().compactMap { path in
            site.content.files[path].map { OutputFile(path: path, bytes: $0.bytes) }
        }
    }

    package var pageCount: Int {
        jobs.count { if case .page = templates.templates[$0.template].kind { true } else { false } }
    }

    package var endpointCount: Int {
        jobs.count { if case .endpoint = templates.templates[$0.template].kind { true } else { false } }
    }
}
