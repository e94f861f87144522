internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries

extension OutputPlan {
    /// Returns the page at a former address. It leads on at once, also without scripts, and names the present address
    /// for search engines and for readers.
    package func page(at redirect: Redirect) -> [UInt8] {
        let (language, settings) = (redirect.language, site.settings)
        let locale = settings.locales.first { $0.code == language }
        func word(_ word: OwnWord) -> String {
            locale.flatMap { templates.schema.word(word, in: $0) } ?? word.text(in: language) ?? word.english
        }
        var page = XMLText()
        page.openDocument(in: language)
        page.markup("<head>\n<meta charset=\"utf-8\">\n<title>")
        page.text(word(.moved))
        page.markup("</title>\n<link rel=\"canonical\" href=\"")
        page.text(site.address(ofOutput: redirect.target, .absolute))
        page.markup("\">\n<meta name=\"robots\" content=\"noindex\">\n<meta http-equiv=\"refresh\" content=\"0; url=")
        let address = site.address(ofOutput: redirect.target, .fromRoot)
        page.text(address)
        page.markup("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        page.markup(
            "<style>:root { color-scheme: light dark; } body { margin: 2rem; font: 1rem/1.8 system-ui, sans-serif; }</style>\n"
        )
        page.markup("</head>\n<body>\n<p><a href=\"")
        page.text(address)
        page.markup("\">")
        page.text(word(.movedText))
        page.markup("</a></p>\n</body>\n</html>\n")
        return page.bytes
    }
}
