internal import KairanEditing
internal import KairanModel
internal import KairanReaders
internal import KairanSystem

/// Writes the templates of a board that was another generator's site.
struct SiteTemplates {
    /// A collection with the names of its fields.
    struct Shown {
        var collection: SiteCollection
        var fields: Set<String>
        var lists: Set<String>
        /// The path of its list; empty for the home page, nil for none.
        var list: String?
        /// Tells that the list is of all of the collection, wherever its pages are.
        var isSection = false
    }

    /// A text above a list, which is an entry of `sections`.
    struct Section {
        var id: String
        var parts: [String]
        var title: String?
    }

    let site: OldSite
    let shown: [Shown]
    let sections: [Section]

    var files: [SourceFile] {
        var files = shown.flatMap { pages($0) + tags($0) }
        files += lists
        files.append(file("index.html.mustache", home))
        if let feed { files.append(feed) }
        files.append(file("_partials/nav.html.mustache", navigation))
        files.append(file("assets/brand.css", part("brand")))
        return files
    }

    private func file(_ path: String, _ text: String) -> SourceFile {
        SourceFile(path: "templates/\(path)", text: text)
    }

    /// Returns a text of `pages.txt` with its gaps filled.
    func part(_ name: String, _ values: [String: String] = [:]) -> String {
        let all = String(embedded: "KairanAdopt/Sites/pages.txt")
        let start = all.firstRange(of: "=== \(name)\n")?.upperBound ?? all.endIndex
        let end = all[start...].firstRange(of: "\n=== ").map { all.index(after: $0.lowerBound) } ?? all.endIndex
        return values.reduce(String(all[start..<end])) { $0.replacing("%\($1.key)%", with: $1.value) }
    }

    // MARK: Pages

    private func pages(_ shown: Shown) -> [SourceFile] {
        let collection = shown.collection
        guard let path = collection.path else { return [] }
        let sort = collection.hasDates ? "-date" : "id"
        let description = ["description", "summary", "excerpt", "subtitle"].first { shown.fields.contains($0) }
        return [
            file(
                "\(path).mustache",
                part(
                    "post",
                    [
                        "FOR": "{ each: \(collection.name), sort: \(sort) }", "DATE": date(collection),
                        "TAGS": tagLine(shown),
                        "DESCRIPTION": description.map { "\ndescription: \"{\($0)}\"" } ?? "",
                        "NEIGHBOURS": collection.hasDates ? Self.neighbours : "",
                    ]))
        ]
    }

    private static let neighbours = """
        <p class="note">{{#next}}{{#page.path}}<a href="{{page.path}}" rel="prev">{{title}}</a>{{/page.path}}{{/next}}</p>

        """

    private func date(_ collection: SiteCollection) -> String {
        collection.hasDates
            ? "<p class=\"note\"><time datetime=\"{{date}}\">{{date.text}}</time></p>\n" : ""
    }

    private func tagLine(_ shown: Shown) -> String {
        ["categories", "tags"].filter(shown.lists.contains).map { name in
            "{{#\(name)}}<span class=\"badge\">{{.}}</span> {{/\(name)}}\n"
        }.joined()
    }

    private func list(_ ids: [String]) -> String { "[\(ids.map(quoted).joined(separator: ", "))]" }

    private func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    // MARK: Lists

    private func listed(_ collection: SiteCollection) -> String {
        let link = "<a href=\"{{page.path}}\">{{title}}</a>"
        return collection.hasDates
            ? "<span class=\"note\"><time datetime=\"{{date}}\">{{date.text}}</time></span> \(link)" : link
    }

    private func query(_ collection: SiteCollection, limit: Int? = nil, ids: [String]? = nil) -> String {
        let words =
            ["each: \(collection.name)"] + (ids.map { ["where: { id: { in: \(list($0)) } }"] } ?? [])
            + ["sort: \(collection.hasDates ? "-date" : "title")"] + (limit.map { ["limit: \($0)"] } ?? [])
        return "{ \(words.joined(separator: ", ")) }"
    }

    private func head(_ section: Section?, else title: String) -> (data: String, html: String) {
        guard let section else { return ("", "<h1>\(escaped(title))</h1>") }
        let data = "  about: { first: sections, where: { id: \(quoted(section.id)) } }"
        return (data, "{{#about}}<h1>{{title}}</h1>\n<div class=\"prose\">\n{{{body.html}}}\n</div>{{/about}}")
    }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("{{", with: "{ {")
    }

    /// The pages of folders that have a text or entries.
    private var lists: [SourceFile] {
        var places: [(parts: [String], section: Section?)] = sections.filter { !$0.parts.isEmpty }.map {
            ($0.parts, $0)
        }
        for shown in shown {
            guard let list = shown.list, !list.isEmpty else { continue }
            let parts = list.split(separator: "/").map(String.init)
            if !places.contains(where: { $0.parts == parts }) { places.append((parts, nil)) }
        }
        // If a page has the address of a list, the page stays.
        let taken = Set(shown.flatMap { $0.collection.pages.map(\.address.parts) })
        return places.filter { !taken.contains($0.parts) }.map { place in
            let title = place.section?.title ?? titleWords(place.parts.last ?? "")
            let (data, html) = head(place.section, else: title)
            let path = place.parts.joined(separator: "/") + "/index.html.mustache"
            let own = shown.first { $0.list == place.parts.joined(separator: "/") && $0.isSection }
            guard let (collection, ids) = own.map({ ($0.collection, nil) }) ?? entries(below: place.parts) else {
                return file(
                    path, part("section", ["TITLE": quoted(plain(title)), "DATA": data, "HEAD": html]).withoutEmptyData)
            }
            let all = [data, "  \(collection.name): \(query(collection, ids: ids))"].filter { !$0.isEmpty }
            return file(
                path,
                part(
                    "list",
                    [
                        "TITLE": quoted(plain(title)), "DATA": all.joined(separator: "\n"), "HEAD": html,
                        "NAME": collection.name, "LISTED": listed(collection),
                    ]))
        }
    }

    private func plain(_ text: String) -> String { text.replacing("{", with: "(").replacing("}", with: ")") }

    /// Returns the collection with pages below a folder, and their ids unless these are all.
    private func entries(below parts: [String]) -> (SiteCollection, [String]?)? {
        for shown in shown {
            let inside = shown.collection.pages.indices.filter {
                guard !shown.collection.pages[$0].isDraft else { return false }
                let address = shown.collection.pages[$0].address.parts
                return address.count > parts.count && address.starts(with: parts)
            }
            guard !inside.isEmpty else { continue }
            let areAll = inside.count == shown.collection.pages.count(where: { !$0.isDraft }) || inside.count > 60
            return (shown.collection, areAll ? nil : inside.map { shown.collection.ids[$0] })
        }
        return nil
    }

    private var home: String {
        let section = sections.first { $0.parts.isEmpty }
        let (data, html) = head(section, else: site.title)
        var (lines, lists) = ([data].filter { !$0.isEmpty }, "")
        for shown in shown where shown.collection.hasDates || self.shown.count == 1 {
            let collection = shown.collection
            lines.append("  \(collection.name): \(query(collection, limit: 20))")
            lists +=
                "<h2>\(titleWords(collection.name))</h2>\n<ul class=\"posts\">\n{{#\(collection.name)}}\n"
                + "<li>\(listed(collection))</li>\n{{/\(collection.name)}}\n</ul>\n"
        }
        let text = part("home", ["DATA": lines.joined(separator: "\n"), "HEAD": html, "LISTS": lists])
        return text.withoutEmptyData
    }

    private func tags(_ shown: Shown) -> [SourceFile] {
        guard site.generator == .hugo, shown.collection.hasDates || self.shown.count == 1 else { return [] }
        return ["categories", "tags"].filter(shown.lists.contains).compactMap { name in
            guard !values(of: name, shown).isEmpty, unfit(name, shown).isEmpty else { return nil }
            return file(
                "\(name)/{\(name)}/index.html.mustache",
                part(
                    "tag",
                    [
                        "NAME": shown.collection.name, "FIELD": name, "LISTED": listed(shown.collection),
                        "SORT": shown.collection.hasDates ? "-date" : "title",
                    ]))
        }
    }

    private func values(of name: String, _ shown: Shown) -> Set<String> {
        Set(shown.collection.pages.flatMap { $0.matter[name]?.words ?? [] })
    }

    /// Returns the values that Hugo writes in another way into addresses.
    private func unfit(_ name: String, _ shown: Shown) -> [String] {
        values(of: name, shown).filter { hugoSlug($0) != $0 || $0.contains("/") }.sorted()
    }

    /// The pages of a section that its list does not name, since they are a collection of their own.
    private var unlisted: [Diagnostic] {
        shown.compactMap { shown in
            guard !shown.isSection, let page = shown.collection.pages.first, let section = page.section,
                let other = self.shown.first(where: { $0.isSection && $0.list == section })
            else { return nil }
            return Diagnostic(
                .warning, .fieldForm,
                "the list /\(section)/ has \(other.collection.name), and not \(shown.collection.name)",
                at: SourceSpan(path: page.path), help: "add \(shown.collection.name) to its template")
        }
    }

    /// The lists that the old site had and the board has not.
    var lacking: [Diagnostic] {
        guard site.generator == .hugo else { return [] }
        return unlisted
            + shown.flatMap { shown in
                ["categories", "tags"].filter(shown.lists.contains).compactMap { name -> Diagnostic? in
                    func diagnostic(_ page: OldPage, _ reason: String, _ help: String) -> Diagnostic {
                        Diagnostic(
                            .warning, .fieldForm, "\(shown.collection.name) get no pages at /\(name)/: \(reason)",
                            at: page.matter.span(name, in: page.path), help: help)
                    }
                    let pages = shown.collection.pages
                    guard let first = pages.first(where: { $0.matter[name]?.words.isEmpty == false }) else {
                        return nil
                    }
                    if let value = unfit(name, shown).first {
                        let page = pages.first { $0.matter[name]?.words.contains(value) == true } ?? first
                        return diagnostic(
                            page, "Hugo writes '\(value)' as '\(hugoSlug(value))' into an address",
                            "write the values as in addresses, and a template for \(name)/{\(name)}/")
                    }
                    guard !shown.collection.hasDates, self.shown.count > 1 else { return nil }
                    return diagnostic(first, "not all of them have dates", "write a template for \(name)/{\(name)}/")
                }
            }
    }

    /// The feed of the collection with the most posts.
    private var feed: SourceFile? {
        let dated = shown.filter { $0.collection.hasDates }
        guard let most = dated.max(by: { $0.collection.pages.count < $1.collection.pages.count }) else { return nil }
        let name = site.generator == .jekyll ? "feed.xml.yml" : "index.xml.yml"
        return file(
            name,
            """
            feed: \(site.generator == .jekyll ? "atom" : "rss")
            each: \(most.collection.name)
            sort: -date
            limit: 20
            item: { title: title, date: date, content: body.html }

            """)
    }

    private var navigation: String {
        let lists = shown.compactMap(\.list).filter { !$0.isEmpty }.map { ($0 + "/", titleWords(fileNameText($0))) }
        let pages = shown.filter { $0.collection.name == "pages" }.flatMap(\.collection.pages).filter {
            $0.address.parts.count == 1 && !$0.isDraft
        }.prefix(6).map { (String($0.address.text.dropFirst()), $0.matter.word("title") ?? titleWords($0.stem)) }
        return ([("", site.title.isEmpty ? "Home" : site.title)] + lists + pages).map { path, title in
            "<li><a href=\"{{site.path}}\(escaped(path))\">\(escaped(title))</a></li>\n"
        }.joined()
    }

    private func fileNameText(_ path: String) -> String { String(fileName(of: path)) }
}

extension String {
    fileprivate var withoutEmptyData: String { replacing("data:\n\n---", with: "---") }
}
