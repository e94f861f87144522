internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders
internal import KairanSystem
internal import KairanTemplates

extension VersionContract {
    /// Returns `api/<version>/index.html`, which describes the contract to people who write apps. All of it stands in
    /// the page so that a browser's own search finds it. A script only adds a filter field and buttons to copy code.
    ///
    /// - Parameter samples: What it shows of clients.
    func page(
        _ settings: SiteSettings, _ examples: [EndpointExample?], _ facts: [EndpointFacts], _ samples: ClientSamples
    ) -> [UInt8] {
        var page = XMLText()
        let base = settings.rootURL + version.folder
        let names = PageNames(endpoints)
        page.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>")
        page.text("API \(version.name) | \(settings.title)")
        page.markup(
            "</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>\n"
                + String(embedded: "KairanContracts/Page/apiPage.css") + "</style>\n</head>\n<body>\n")
        writeIntroduction(to: &page, settings, base)
        page.markup("<nav aria-label=\"Endpoints\">\n<ul id=\"list\">\n")
        for endpoint in endpoints {
            page.markup("<li><a href=\"#")
            page.text(names.anchor(of: endpoint))
            page.markup("\"><code>")
            page.path(endpoint.path)
            page.markup("</code></a> <span>")
            page.prose(endpoint.description)
            page.markup("</span></li>\n")
        }
        page.markup("</ul>\n</nav>\n")
        if !endpoints.isEmpty { write(samples.starts, to: &page) }
        for (index, endpoint) in endpoints.enumerated() {
            write(endpoint, examples[index], facts[index], base, names, to: &page) { page in
                for use in samples.uses[index] { writeUse(use, to: &page) }
            }
        }
        writeKeys(names, to: &page)
        page.markup(
            "</main>\n<script>\n" + String(embedded: "KairanContracts/Page/apiPage.js")
                + "</script>\n</body>\n</html>\n")
        return page.bytes
    }

    private func writeIntroduction(to page: inout XMLText, _ settings: SiteSettings, _ base: String) {
        page.markup("<header>\n<p><a href=\"")
        page.text(settings.basePath)
        page.markup("\">")
        page.text(settings.title)
        page.markup("</a></p>\n<h1>API ")
        page.text(version.name)
        let isPreview = settings.channel == .preview
        let (look, status) = isPreview ? ("draft", "preview") : (version.status.rawValue, version.status.rawValue)
        page.markup(" <span class=\"status \(look)\">\(status)</span></h1>\n")
        if !version.description.isEmpty { page.element("p", version.description, depth: 0) }
        page.element("p", isPreview ? "A preview of what is to come: anything may still change." : promise, depth: 0)
        page.markup(
            """
            <p>Everything is below <code>\(base)</code>. For programs: <a href="openapi.json">OpenAPI 3.1</a>, \
            <a href="manifest.json">manifest with checksums</a>, <a href="changelog.json">changelog</a>.</p>
            </header>
            <main>

            """)
    }

    private var promise: String {
        switch version.status {
        case .draft: "A draft: anything may still change."
        case .current: "It only grows: existing keys stay, with the same type. Ignore keys that you do not know."
        case .frozen: "It no longer changes, apart from the data."
        case .retired:
            "Retired"
                + (version.retired.map { " since \($0)" } ?? "") + ": it is still served and does not change."
                + (version.successor.map { " New apps use \($0)." } ?? "")
        }
    }
}

extension VersionContract {
    private func write(_ starts: [ClientSamples.Start], to page: inout XMLText) {
        page.markup("<section id=\"clients\">\n<h2>Use it in an app</h2>\n")
        page.element(
            "p",
            "A generated client has a type for every endpoint. It downloads only what changed, and works with the last good "
                + "publication when there is no network. Run the command of your language in the folder of the site, or ask "
                + "its maintainer for the client.", depth: 0)
        for language in starts {
            writeCode(language.name, language.command, to: &page)
            writeCode(language.code, to: &page)
        }
        page.markup("</section>\n")
    }

    private func writeUse(_ use: ClientSamples.Use, to page: inout XMLText) {
        page.markup("<details open>\n<summary>\(use.language)</summary>\n")
        writeCode(use.code, to: &page)
        if !use.types.isEmpty { writeCode(use.types, to: &page) }
        page.markup("</details>\n")
    }

    private func write(
        _ endpoint: EndpointContract, _ example: EndpointExample?, _ facts: EndpointFacts, _ base: String,
        _ names: PageNames, to page: inout XMLText, clients: (inout XMLText) -> Void
    ) {
        let url = base + (example.map { filled(endpoint.path, $0.parameters) } ?? endpoint.path)
        page.markup("<section id=\"")
        page.text(names.anchor(of: endpoint))
        page.markup("\">\n<h2><code>")
        page.path(endpoint.path)
        page.markup("</code></h2>\n")
        if !endpoint.description.isEmpty {
            page.markup("<p>")
            page.prose(endpoint.description)
            page.markup("</p>\n")
        }
        if let words = facts.inWords { page.element("p", words, depth: 0) }
        if endpoint.isInferred { page.element("p", EndpointContract.inferred, depth: 0) }
        writeRows(
            "In the path", endpoint.parameters.map { (path: $0.name, words: $0.schema.inWords) }, to: &page)
        writeRows("In the JSON", endpoint.schema.rows(), to: &page)
        writeCode("Load it", "curl -sS '\(url)'", to: &page)
        if let example {
            writeCode("Example", String(decoding: writeJSON(example.json), as: UTF8.self), to: &page)
        }
        clients(&page)
        page.markup("<p><a href=\"")
        page.text(endpoint.schemaPath)
        page.markup("\">JSON Schema</a></p>\n</section>\n")
    }

    private func filled(_ path: String, _ values: [String: String]) -> String {
        values.reduce(path) { $0.replacing("{\($1.key)}", with: $1.value) }
    }

    private func writeRows(_ title: String, _ rows: [(path: String, words: String)], to page: inout XMLText) {
        guard !rows.isEmpty else { return }
        page.markup("<div class=\"table\"><table>\n<caption>\(title)</caption>\n")
        for row in rows {
            page.markup("<tr><th scope=\"row\"><code>")
            page.path(row.path)
            page.markup("</code></th><td>")
            page.text(row.words)
            page.markup("</td></tr>\n")
        }
        page.markup("</table></div>\n")
    }

    private func writeCode(_ title: String, _ code: String, to page: inout XMLText) {
        page.markup("<h3>\(title)</h3>\n")
        writeCode(code, to: &page)
    }

    private func writeCode(_ code: String, to page: inout XMLText) {
        page.markup("<pre tabindex=\"0\"><code>")
        page.text(code)
        page.markup("</code></pre>\n")
    }

    /// Writes an index of all keys.
    private func writeKeys(_ names: PageNames, to page: inout XMLText) {
        var places: [String: [EndpointContract]] = [:]
        for endpoint in endpoints {
            for key in Set(endpoint.schema.keys) { places[key, default: []].append(endpoint) }
        }
        page.markup("<section id=\"keys\">\n<h2>All keys</h2>\n<dl>\n")
        for (key, endpoints) in places.sorted(by: { ($0.key.lowercased(), $0.key) < ($1.key.lowercased(), $1.key) }) {
            page.markup("<dt><code>")
            page.path(key)
            page.markup("</code></dt>\n<dd>")
            for endpoint in endpoints {
                page.markup("<a href=\"#")
                page.text(names.anchor(of: endpoint))
                page.markup("\">")
                page.path(endpoint.path)
                page.markup("</a> ")
            }
            page.markup("</dd>\n")
        }
        page.markup("</dl>\n</section>\n")
    }
}
