internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanReaders
internal import KairanSystem
internal import KairanTemplates

extension VersionContract {
    /// Returns `api/<version>/index.html`, which describes the contract to people who write apps. All of it stands in
    /// the page so that a browser's own search finds it. A script closes the long parts, and adds a field that filters,
    /// forms that ask for files, and buttons to copy code.
    ///
    /// - Parameter site: The site, of which the page shows the title, and whose day decides whether a version that
    ///   retires on a certain day is retired.
    /// - Parameter samples: What it shows of clients.
    func page(
        _ site: Site, _ looks: BoardLooks, _ examples: [EndpointExample?], _ facts: [EndpointFacts],
        _ samples: ClientSamples
    ) -> [UInt8] {
        var page = XMLText()
        let settings = site.settings
        let base = settings.rootURL + version.folder
        let names = PageNames(endpoints)
        let groups = EndpointGroup.groups(of: endpoints)
        page.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>")
        page.text("API \(version.name) | \(settings.title)")
        page.markup("</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        if let icon = looks.icon { page.markup("<link rel=\"icon\" href=\"\(icon)\">\n") }
        // The board's rules stand in a layer below those of the page, of which the first one drops them again. Only its
        // custom properties, its colour scheme and its fonts remain, and what it declares with `!important`.
        page.markup("<style>\n@layer own, board;\n")
        for sheet in looks.sheets { page.markup("@import url(\"\(sheet)\") layer(board);\n") }
        page.markup(compact("KairanContracts/Page/apiPage.css") + "</style>\n</head>\n<body>\n")
        writeIntroduction(to: &page, site, base)
        writeList(of: groups, names, to: &page)
        page.markup("<main>\n")
        if !endpoints.isEmpty { write(samples.starts, to: &page) }
        for index in groups.flatMap(\.endpoints) {
            write(endpoints[index], examples[index], facts[index], base, names, to: &page) { page in
                for use in samples.uses[index] { writeUse(use, to: &page) }
            }
        }
        writeKeys(names, to: &page)
        page.markup("</main>\n<script>\n" + compact("KairanContracts/Page/apiPage.js"))
        page.markup("</script>\n</body>\n</html>\n")
        return page.bytes
    }

    /// Returns a file of the page without indentation and comments on lines of their own, since every page has it.
    private func compact(_ path: StaticString) -> String {
        let lines = String(embedded: path).split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
        return lines.filter { !$0.hasPrefix("//") }.joined(separator: "\n") + "\n"
    }

    private func writeIntroduction(to page: inout XMLText, _ site: Site, _ base: String) {
        let settings = site.settings
        page.markup("<header>\n<p><a href=\"")
        page.text(settings.basePath)
        if settings.language != "en" {
            page.markup("\" lang=\"")
            page.text(settings.language)
        }
        page.markup("\">")
        page.text(settings.title)
        page.markup("</a></p>\n<h1>API ")
        page.text(version.name)
        let isPreview = settings.channel == .preview
        let (look, status) = isPreview ? ("draft", "preview") : (version.status.rawValue, version.status.rawValue)
        page.markup(" <span class=\"status \(look)\">\(status)</span></h1>\n")
        if !version.description.isEmpty { page.element("p", version.description, depth: 0) }
        let preview = "A preview of what is to come: anything may still change."
        page.element("p", isPreview ? preview : promise(on: site.moment.date), depth: 0)
        page.markup(
            """
            <p>Everything is below <code>\(base)</code>. For programs: <a href="openapi.json">OpenAPI 3.1</a>, \
            <a href="manifest.json">manifest with checksums</a>, <a href="changelog.json">changelog</a>.</p>
            </header>

            """)
    }

    private func promise(on today: LocalDate) -> String {
        switch version.status {
        case .draft: "A draft: anything may still change."
        case .current: "It only grows: existing keys stay, with the same type. Ignore keys that you do not know."
        case .frozen: "It no longer changes, apart from the data."
        case .retired:
            (version.retired.map { $0 > today ? "Retires on \($0)" : "Retired since \($0)" } ?? "Retired")
                + ": it is still served and does not change."
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
        page.markup("<div class=\"more\">\n")
        for language in starts {
            write(language.name, to: &page) { page in
                writeCode(language.command, to: &page)
                writeCode(language.code, to: &page)
            }
        }
        page.markup("</div>\n</section>\n")
    }

    private func writeUse(_ use: ClientSamples.Use, to page: inout XMLText) {
        write(use.language, to: &page) { page in
            writeCode(use.code, to: &page)
            if !use.types.isEmpty { writeCode(use.types, to: &page) }
        }
    }

    /// Writes a part that may be closed.
    ///
    /// - Parameter kind: Tells the script which parts it leaves open if they are short.
    private func write(_ title: String, kind: String = "", to page: inout XMLText, _ part: (inout XMLText) -> Void) {
        page.markup(kind.isEmpty ? "<details open>\n" : "<details open class=\"\(kind)\">\n")
        page.markup("<summary>\(title)</summary>\n")
        part(&page)
        page.markup("</details>\n")
    }

    private func write(
        _ endpoint: EndpointContract, _ example: EndpointExample?, _ facts: EndpointFacts, _ base: String,
        _ names: PageNames, to page: inout XMLText, clients: (inout XMLText) -> Void
    ) {
        let anchor = names.anchor(of: endpoint)
        page.markup("<section id=\"")
        page.text(anchor)
        page.markup("\">\n<h2><a href=\"#")
        page.text(anchor)
        page.markup("\"><code>")
        page.path(endpoint.path)
        page.markup("</code></a></h2>\n")
        if !endpoint.description.isEmpty {
            page.markup("<p>")
            page.prose(endpoint.description)
            page.markup("</p>\n")
        }
        page.markup("<p class=\"facts\">")
        if let words = facts.inWords { page.text(words + " ") }
        if endpoint.isInferred { page.text(EndpointContract.inferred + " ") }
        page.markup("<a href=\"")
        page.text(endpoint.schemaPath)
        page.markup("\">JSON Schema</a></p>\n")
        let path = example.map { filled(endpoint.path, $0.parameters) } ?? endpoint.path
        writeCode("curl -sS '\(base)\(path)'", to: &page)
        writeRows("In the path", endpoint.parameters.map { (path: $0.name, words: $0.schema.inWords) }, to: &page)
        writeRows("In the JSON", endpoint.schema.rows(), to: &page)
        page.markup("<div class=\"more\">\n")
        if let example {
            write("Example", kind: "example", to: &page) { page in
                writeCode(String(decoding: writeJSON(example.json), as: UTF8.self), to: &page)
            }
        }
        clients(&page)
        page.markup("</div>\n</section>\n")
    }

    private func filled(_ path: String, _ values: [String: String]) -> String {
        values.reduce(path) { $0.replacing("{\($1.key)}", with: $1.value) }
    }

    private func writeRows(_ title: String, _ rows: [(path: String, words: String)], to page: inout XMLText) {
        guard !rows.isEmpty else { return }
        write("\(title) <span>\(rows.count)</span>", kind: "keys", to: &page) { page in
            page.markup("<div class=\"table\"><table>\n")
            for row in rows {
                page.markup("<tr><th>")
                page.path(row.path)
                page.markup("</th><td>")
                page.text(row.words)
                page.markup("</td></tr>\n")
            }
            page.markup("</table></div>\n")
        }
    }

    private func writeCode(_ code: String, to page: inout XMLText) {
        page.markup("<pre>")
        page.text(code)
        page.markup("</pre>\n")
    }

    /// Writes an index of all keys.
    private func writeKeys(_ names: PageNames, to page: inout XMLText) {
        var places: [String: [EndpointContract]] = [:]
        for endpoint in endpoints {
            for key in Set(endpoint.schema.keys) { places[key, default: []].append(endpoint) }
        }
        page.markup("<section id=\"keys\">\n<h2>All keys</h2>\n<details open class=\"keys\">\n")
        page.markup("<summary>Keys <span>\(places.count)</span></summary>\n<dl>\n")
        for (key, endpoints) in places.sorted(by: { ($0.key.lowercased(), $0.key) < ($1.key.lowercased(), $1.key) }) {
            page.markup("<dt>")
            page.path(key)
            page.markup("</dt>\n<dd>")
            for endpoint in endpoints {
                page.markup("<a href=\"#")
                page.text(names.anchor(of: endpoint))
                page.markup("\">")
                page.path(endpoint.path)
                page.markup("</a> ")
            }
            page.markup("</dd>\n")
        }
        page.markup("</dl>\n</details>\n</section>\n")
    }
}
