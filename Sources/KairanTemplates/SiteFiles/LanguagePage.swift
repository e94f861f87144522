internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries

extension OutputPlan {
    /// Returns the page at the root of a site whose languages each have a folder. It leads to the language that the
    /// reader's browser asks for, and without scripts, or for any other language, to the first one.
    func languagePage() -> [SiteFile] {
        let settings = site.settings
        guard settings.namesLocales, settings.locales.count > 1 else { return [] }
        let pages = zip(settings.locales, homes).compactMap { locale, path in path.map { (locale: locale, path: $0) } }
        guard pages.count > 1, !jobs.contains(where: { $0.path == "index.html" }) else { return [] }
        let key = ContentHash(pages.map(\.locale.code).joined(separator: " ").utf8.map(\.self))
        return [SiteFile(path: "index.html", key: key) { [self] in writeLanguagePage(pages) }]
    }

    private func writeLanguagePage(_ pages: [(locale: SiteLocale, path: String)]) -> [UInt8] {
        let settings = site.settings
        var page = XMLText()
        page.openDocument(in: settings.language)
        page.markup("<head>\n<meta charset=\"utf-8\">\n")
        for (locale, path) in pages {
            page.markup("<link rel=\"alternate\" hreflang=\"")
            page.text(locale.code)
            page.markup("\" href=\"")
            page.text(site.address(ofOutput: path, .absolute))
            page.markup("\">\n")
        }
        page.markup("<noscript><meta http-equiv=\"refresh\" content=\"0; url=")
        page.text(site.address(ofOutput: pages[0].path, .fromRoot))
        page.markup("\"></noscript>\n<title>")
        page.text(settings.title)
        page.markup(plainHead)
        page.markup("<h1>")
        page.text(settings.title)
        page.markup("</h1>\n<ul>\n")
        for (locale, path) in pages {
            page.markup("<li><a href=\"")
            page.text(site.address(ofOutput: path, .fromRoot))
            for attribute in ["hreflang", "lang"] {
                page.markup("\" \(attribute)=\"")
                page.text(locale.code)
            }
            page.markup(WritingDirection(of: locale.code) == .rightToLeft ? "\" dir=\"rtl\">" : "\">")
            page.text(locale.name)
            page.markup("</a></li>\n")
        }
        page.markup("</ul>\n<script>\n\(script)</script>\n</main>\n</body>\n</html>\n")
        return page.bytes
    }
}

/// The script reads the languages from the links, as no value may stand inside a script.
private let script = """
    const links = [...document.querySelectorAll("a[hreflang]")];
    const language = (tag) => tag.toLowerCase().split("-")[0];
    const asked = (navigator.languages ?? []).map((wanted) =>
      links.find((link) => link.hreflang.toLowerCase() === wanted.toLowerCase())
        ?? links.find((link) => language(link.hreflang) === language(wanted)));
    location.replace((asked.find(Boolean) ?? links[0]).href);

    """
