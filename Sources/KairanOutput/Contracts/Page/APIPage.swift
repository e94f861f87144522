internal import KairanContent
internal import KairanModel

extension VersionContract {
    /// `api/<version>/index.html`: the contract for people who write apps. All of it stands in the page, so that a
    /// browser's own search finds it; a script only adds a field to filter by and buttons to copy.
    func page(_ settings: SiteSettings, _ examples: [EndpointExample?]) -> [UInt8] {
        var page = XMLText()
        let base = settings.rootURL + version.folder
        page.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>")
        page.text("API \(version.name) | \(settings.title)")
        page.markup("</title>\n\(head)")
        writeIntroduction(to: &page, settings, base)
        page.markup("<nav aria-label=\"Endpoints\">\n<ul id=\"list\">\n")
        for endpoint in endpoints {
            page.markup("<li><a href=\"#")
            page.text(endpoint.anchor)
            page.markup("\"><code>")
            page.text(endpoint.path)
            page.markup("</code></a> <span>")
            page.text(endpoint.description)
            page.markup("</span></li>\n")
        }
        page.markup("</ul>\n</nav>\n")
        for ((endpoint, name), example) in zip(zip(endpoints, schemaNames), examples) {
            write(endpoint, name, example, base, to: &page)
        }
        writeKeys(to: &page)
        page.markup("</main>\n<script>\n\(script)</script>\n</body>\n</html>\n")
        return page.bytes
    }

    private func writeIntroduction(to page: inout XMLText, _ settings: SiteSettings, _ base: String) {
        page.markup("<header>\n<p><a href=\"")
        page.text(settings.basePath)
        page.markup("\">")
        page.text(settings.title)
        page.markup("</a></p>\n<h1>API ")
        page.text(version.name)
        page.markup(" <span class=\"status \(version.status.rawValue)\">\(version.status.rawValue)</span></h1>\n")
        if !version.description.isEmpty { page.element("p", version.description, depth: 0) }
        page.element("p", promise, depth: 0)
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
        case .current: "It only grows: a key that is there stays, of the same type. Ignore keys that you do not know."
        case .frozen: "It does not change any more, apart from the data."
        case .retired:
            "Retired"
                + (version.retired.map { " since \($0)" } ?? "") + ": it is still served and does not change."
                + (version.successor.map { " New apps use \($0)." } ?? "")
        }
    }
}

// One endpoint.
extension VersionContract {
    private func write(
        _ endpoint: EndpointContract, _ name: String, _ example: EndpointExample?, _ base: String,
        to page: inout XMLText
    ) {
        let url = base + (example.map { filled(endpoint.path, $0.parameters) } ?? endpoint.path)
        page.markup("<section id=\"")
        page.text(endpoint.anchor)
        page.markup("\">\n<h2><code>")
        page.text(endpoint.path)
        page.markup("</code></h2>\n")
        if !endpoint.description.isEmpty { page.element("p", endpoint.description, depth: 0) }
        writeRows(
            "In the path", endpoint.parameters.map { (path: $0.name, words: $0.schema.inWords) }, to: &page)
        writeRows("In the JSON", endpoint.schema.rows(), to: &page)
        writeCode("Load it", "curl -sS '\(url)'", to: &page)
        if let example {
            writeCode("Example", String(decoding: writeJSON(example.json), as: UTF8.self), to: &page)
        }
        writeCode("Swift", swiftSnippet(endpoint.schema, name: name, url: url), to: &page, isFolded: true)
        writeCode("Kotlin", kotlinSnippet(endpoint.schema, name: name, url: url), to: &page, isFolded: true)
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
            page.text(row.path)
            page.markup("</code></th><td>")
            page.text(row.words)
            page.markup("</td></tr>\n")
        }
        page.markup("</table></div>\n")
    }

    private func writeCode(_ title: String, _ code: String, to page: inout XMLText, isFolded: Bool = false) {
        page.markup(isFolded ? "<details>\n<summary>\(title)</summary>\n" : "<h3>\(title)</h3>\n")
        page.markup("<pre tabindex=\"0\"><code>")
        page.text(code)
        page.markup("</code></pre>\n")
        if isFolded { page.markup("</details>\n") }
    }

    /// Every key, as in the index of a book.
    private func writeKeys(to page: inout XMLText) {
        var places: [String: [EndpointContract]] = [:]
        for endpoint in endpoints {
            for key in Set(endpoint.schema.keys) { places[key, default: []].append(endpoint) }
        }
        page.markup("<section id=\"keys\">\n<h2>All keys</h2>\n<dl>\n")
        for (key, endpoints) in places.sorted(by: { ($0.key.lowercased(), $0.key) < ($1.key.lowercased(), $1.key) }) {
            page.markup("<dt><code>")
            page.text(key)
            page.markup("</code></dt>\n<dd>")
            for endpoint in endpoints {
                page.markup("<a href=\"#")
                page.text(endpoint.anchor)
                page.markup("\">")
                page.text(endpoint.path)
                page.markup("</a> ")
            }
            page.markup("</dd>\n")
        }
        page.markup("</dl>\n</section>\n")
    }
}

extension EndpointContract {
    /// An id for the page; braces would be written otherwise in addresses.
    fileprivate var anchor: String { path.filter { $0 != "{" && $0 != "}" }.replacing("/", with: "-") }
}

extension ValueSchema {
    /// Each value with the way to it: `prItems[].id`.
    fileprivate func rows(_ path: String = "") -> [(path: String, words: String)] {
        let own = [(path: path.isEmpty ? "(all)" : path, words: inWords)]
        switch form {
        case .object(let properties):
            let inner = properties.flatMap { property -> [(path: String, words: String)] in
                var rows = property.schema.rows(path.isEmpty ? property.name : "\(path).\(property.name)")
                if !property.isRequired { rows[0].words += ", may be left out" }
                return rows
            }
            return path.isEmpty ? inner : own + inner
        case .array(let element, _): return own + element.rows(path + "[]").dropFirst(element.plural == nil ? 0 : 1)
        case .dictionary(let element): return own + element.rows(path + "{}")
        default: return own
        }
    }

    fileprivate var keys: [String] {
        switch form {
        case .object(let properties): properties.flatMap { [$0.name] + $0.schema.keys }
        case .array(let element, _), .dictionary(let element): element.keys
        case .tuple(let elements): elements.flatMap(\.keys)
        default: []
        }
    }
}

private let head = """
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <style>
    :root { color-scheme: light dark; --line: #8884; --soft: #8881; --link: light-dark(#0b5cad, #8cc4ff); }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 60rem; padding: 1rem 1.25rem 4rem; font: 1rem/1.6 system-ui, sans-serif; }
    a { color: var(--link); }
    h1 { font-size: 1.75rem; line-height: 1.3; margin: 0 0 .5rem; }
    h2 { margin: 0 0 .5rem; overflow-wrap: anywhere; }
    h3, summary, caption { font-size: .9rem; font-weight: 600; margin: 1rem 0 .25rem; text-align: left; }
    summary { cursor: pointer; padding: .25rem 0; }
    section { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: 1.5rem; }
    nav ul { list-style: none; margin: 0; padding: 0; }
    nav li { padding: .3rem 0; border-top: 1px solid var(--soft); }
    nav span { display: block; font-size: .9rem; opacity: .8; }
    h2 code { font-size: 1.15rem; }
    code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .875rem; overflow-wrap: anywhere; }
    pre { background: var(--soft); border-radius: .4rem; margin: 0; padding: .75rem 1rem; overflow: auto; max-height: 24rem; }
    pre code { overflow-wrap: normal; user-select: all; }
    .table { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; }
    th, td { border-top: 1px solid var(--line); font-weight: 400; padding: .3rem .75rem .3rem 0; text-align: left; vertical-align: top; }
    th { width: 45%; }
    dl { display: grid; grid-template-columns: minmax(8rem, 1fr) 2fr; gap: .25rem 1rem; }
    dd { margin: 0; overflow-wrap: anywhere; font-size: .9rem; }
    .status { border: 1px solid; border-radius: 1rem; font-size: .85rem; padding: .1rem .7rem; vertical-align: middle; }
    .retired, .draft { color: light-dark(#a23b00, #ffb27a); }
    .copy { float: right; margin: .4rem; }
    input { font: inherit; padding: .4rem .6rem; width: 100%; }
    :target h2 { text-decoration: underline; }
    </style>
    </head>
    <body>

    """

private let script = """
    const list = document.getElementById("list");
    const field = Object.assign(document.createElement("input"), {
      type: "search", placeholder: "Filter by endpoint or key", ariaLabel: "Filter by endpoint or key" });
    list.before(field);
    field.oninput = () => {
      const words = field.value.toLowerCase().split(/\\s+/);
      for (const item of list.children) {
        const section = document.getElementById(decodeURIComponent(item.firstElementChild.hash.slice(1)));
        const text = section.textContent.toLowerCase();
        item.hidden = section.hidden = !words.every(word => text.includes(word));
      }
    };
    for (const pre of document.querySelectorAll("pre")) {
      const button = Object.assign(document.createElement("button"), { className: "copy", textContent: "Copy" });
      button.onclick = async () => {
        await navigator.clipboard.writeText(pre.textContent);
        button.textContent = "Copied";
      };
      pre.before(button);
    }

    """
