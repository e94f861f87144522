internal import KairanModel
internal import KairanReaders

/// Reads a site of Jekyll from its files.
///
/// Throws `OptionError`.
func readJekyll(_ files: [SourceFile], _ wish: SiteWish) throws -> OldSite {
    var reader = JekyllReader(files)
    for file in files { reader.read(withoutMark(file)) }
    return reader.site
}

private struct JekyllReader {
    var site = OldSite(generator: .jekyll)
    private var collections: [(name: String, permalink: String?, isOutput: Bool)] = []
    private var excluded: [String] = []
    private var included: [String] = []
    private var defaults: [(path: String, type: String?, values: SourceNode)] = []
    private var permalink = "date"

    init(_ files: [SourceFile]) {
        guard let file = files.first(where: { ["_config.yml", "_config.yaml"].contains($0.path) }) else { return }
        let read = readYAML(withoutMark(file))
        site.diagnostics += read.diagnostics.hasErrors ? read.diagnostics.filter { $0.severity == .error } : []
        guard let settings = read.value else { return }
        site.settings = settings
        site.title = settings.word("title") ?? settings.word("name") ?? ""
        site.description = settings.word("description")
        site.author = settings.word("author") ?? settings["author"]?.word("name")
        site.language = settings.word("lang") ?? settings.word("locale") ?? settings.word("language")
        site.timeZone = settings.word("timezone")
        site.basePath = settings.word("baseurl").map { "/" + $0.trimming("/") } ?? ""
        if site.basePath == "/" { site.basePath = "" }
        site.url = settings.word("url").map { $0.trimmingEnd("/") + site.basePath + "/" }
        permalink = settings.word("permalink") ?? "date"
        excluded = settings["exclude"]?.words.map { $0.trimming("/") } ?? []
        included = settings["include"]?.words.map { $0.trimming("/") } ?? []
        readCollections(settings["collections"])
        for node in settings["defaults"]?.elements ?? [] {
            guard let values = node["values"] else { continue }
            let scope = node["scope"]
            defaults.append((scope?.word("path")?.trimming("/") ?? "", scope?.word("type"), values))
        }
    }

    private mutating func readCollections(_ node: SourceNode?) {
        for name in node?.elements?.compactMap(\.text) ?? [] { collections.append((name, nil, false)) }
        for member in node?.members ?? [] {
            let isOutput = member.value["output"]?.isTrue ?? false
            collections.append((member.key, member.value.word("permalink"), isOutput))
        }
    }

    // MARK: Files

    mutating func read(_ file: SourceFile) {
        let parts = file.path.split(separator: "/").map(String.init)
        guard !isTool(file.path, parts) else { return }
        if let posts = parts.firstIndex(of: "_posts") ?? parts.firstIndex(of: "_drafts"), parts.count > posts + 1 {
            return readPost(file, parts, posts)
        }
        if parts[0] == "_data" || parts[0] == "_data.yml" { return addData(file) }
        if let first = parts.first, first.hasPrefix("_"), !included.contains(first) {
            let name = String(first.dropFirst())
            guard let collection = collections.first(where: { $0.name == name }) else { return }
            return readMember(file, parts, collection)
        }
        readOther(file, parts)
    }

    /// Returns whether a file belongs to Jekyll, to git or to a tool, and not to the site.
    private func isTool(_ path: String, _ parts: [String]) -> Bool {
        let tools = [
            "_config.yml", "_config.yaml", "Gemfile", "Gemfile.lock", "package.json", "package-lock.json", "yarn.lock",
            "Rakefile", "README.md", "LICENSE", "LICENSE.md", "LICENSE.txt", "CONTRIBUTING.md", "CHANGELOG.md",
            "gulpfile.js", "Gruntfile.js", "Dockerfile", "docker-compose.yml", "Makefile", "netlify.toml",
            "bower.json", "screenshot.png",
        ]
        let folders = ["node_modules", "vendor", "_site", "_layouts", "_includes", "_sass", "_plugins", "bin"]
        if parts.count == 1 && tools.contains(path) || folders.contains(parts[0]) { return true }
        if parts.contains(where: { $0.hasPrefix(".") && $0 != ".well-known" && $0 != ".nojekyll" }) { return true }
        if path.hasSuffix(".gemspec") || path.hasSuffix(".scss") || path.hasSuffix(".sass") { return true }
        return excluded.contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    private mutating func addData(_ file: SourceFile) {
        let name = file.path.split(separator: "/").dropFirst().joined(separator: "-")
        site.data.append((file, String(name.prefix { $0 != "." })))
    }

    // MARK: Posts

    private mutating func readPost(_ file: SourceFile, _ parts: [String], _ posts: Int) {
        guard isText(parts.last ?? "") else { return addStatic(file, parts) }
        let isDraft = parts[posts] == "_drafts"
        guard var page = page(file, collection: "posts") else { return }
        page.isDraft = page.isDraft || isDraft
        let stem = stem(of: file.path)
        var fileDate: OldDate?
        if let match = stem.wholeMatch(of: /(\d{4}-\d{1,2}-\d{1,2})-(.+)/) {
            fileDate = OldDate(String(match.1))
            page.stem = String(match.2)
        } else if !isDraft {
            site.leftOut.append(.init(path: file.path, reason: "Jekyll makes a post only of a name with a date"))
            return
        }
        let date = page.matter.word("date").flatMap { OldDate($0) } ?? fileDate
        page.date = date?.written(asMoment: date?.isMoment ?? false)
        page.pathCategories = parts[..<posts].map { $0.hasPrefix("_") ? String($0.dropFirst()) : $0 }
        let categories = page.pathCategories + listed(page.matter["categories"] ?? page.matter["category"])
        var fill = AddressParts(date: date, name: page.stem, categories: unique(categories), collection: "posts")
        let slug = page.matter.word("slug") ?? page.stem
        fill.title = jekyllSlug(slug, isPretty: true)
        fill.slug = jekyllSlug(slug, isPretty: false)
        fill.path = page.stem
        page.address = OldAddress(fill.filled(pattern(of: page, type: "posts", else: permalink)))
        site.pages.append(page)
    }

    /// Returns the pattern of a page's address: its own, that of the settings, or the one for all.
    private func pattern(of page: OldPage, type: String, else general: String) -> String {
        let found = page.matter.word("permalink") ?? setting("permalink", page.path, type)?.text ?? general
        switch found {
        case "date": return "/:categories/:year/:month/:day/:title:output_ext"
        case "pretty": return "/:categories/:year/:month/:day/:title/"
        case "ordinal": return "/:categories/:year/:y_day/:title:output_ext"
        case "none": return "/:categories/:title:output_ext"
        default: return found
        }
    }

    private func setting(_ key: String, _ path: String, _ type: String) -> SourceNode? {
        let found = defaults.filter { scope in
            (scope.path.isEmpty || path == scope.path || path.hasPrefix(scope.path + "/"))
                && (scope.type == nil || scope.type == type)
        }
        return found.reversed().lazy.compactMap { $0.values[key] }.first
    }

    // MARK: Pages

    private mutating func readMember(
        _ file: SourceFile, _ parts: [String], _ collection: (name: String, permalink: String?, isOutput: Bool)
    ) {
        guard isText(parts.last ?? ""), file.bytes.starts(with: "---".utf8) else {
            return collection.isOutput ? addStatic(file, Array(parts.dropFirst())) : ()
        }
        guard var page = page(file, collection: collection.name) else { return }
        let inner = parts.dropFirst()
        page.folder = inner.count > 1 ? inner.dropLast().joined(separator: "/") + "/" : ""
        if let date = page.matter.word("date").flatMap({ OldDate($0) }) {
            page.date = date.written(asMoment: date.isMoment)
        }
        var fill = AddressParts(
            date: page.date.flatMap { OldDate($0) }, title: page.stem, slug: page.stem, name: page.stem,
            path: page.folder + page.stem, collection: collection.name)
        fill.categories = listed(page.matter["categories"] ?? page.matter["category"])
        let isPretty = permalink == "pretty" || permalink.hasSuffix("/")
        let general = collection.permalink ?? "/:collection/:path\(isPretty ? "/" : ":output_ext")"
        page.address = OldAddress(fill.filled(pattern(of: page, type: collection.name, else: general)))
        site.pages.append(page)
    }

    private mutating func readOther(_ file: SourceFile, _ parts: [String]) {
        let name = parts.last ?? ""
        guard file.bytes.starts(with: "---".utf8), isText(name) || ["xml", "json", "txt"].contains(file.fileExtension)
        else {
            // A Markdown file without front matter is published as it is, which nobody means.
            guard !["md", "markdown"].contains(file.fileExtension) else { return }
            return addStatic(file, parts)
        }
        guard isText(name) else {
            let isOurs = ["feed.xml", "atom.xml", "rss.xml", "sitemap.xml", "robots.txt"].contains(name)
            guard !isOurs else { return }
            site.leftOut.append(.init(path: file.path, reason: "Liquid makes it; write a template for it"))
            return
        }
        guard var page = page(file, collection: "pages") else { return }
        let inner = parts[0].hasPrefix("_") ? Array(parts.dropFirst()) : parts
        page.folder = inner.count > 1 ? inner.dropLast().joined(separator: "/") + "/" : ""
        let isPretty = permalink == "pretty" || permalink.hasSuffix("/")
        let general = "/\(page.folder)\(page.stem)\(isPretty ? "/" : ".html")"
        let own = page.matter.word("permalink") ?? setting("permalink", file.path, "pages")?.text
        let parts = AddressParts(title: page.stem, slug: page.stem, name: page.stem, path: page.folder)
        page.address = OldAddress(
            own.map { parts.filled($0) } ?? (page.stem == "index" ? "/\(page.folder)" : general))
        if page.isHTML, page.body.contains(liquidMark) {
            let reason =
                page.address.parts.isEmpty
                ? "Liquid makes it; the board has a home page of its own" : "Liquid makes it; write a template for it"
            site.leftOut.append(.init(path: file.path, reason: reason))
            return
        }
        if ["404", "404.html"].contains(page.address.parts.joined()) { return }
        site.pages.append(page)
    }

    private func isText(_ name: String) -> Bool {
        ["md", "markdown", "mkd", "mkdn", "mdown", "html", "htm"].contains(fileExtension(of: name))
    }

    private mutating func addStatic(_ file: SourceFile, _ parts: [String]) {
        site.statics.append((file, parts.joined(separator: "/")))
    }

    /// Reads the front matter of a page; nil if it cannot be read, which is reported.
    private mutating func page(_ file: SourceFile, collection: String) -> OldPage? {
        var (file, read) = (file, readOldMatter(file, allowsJSON: false))
        site.diagnostics += read.diagnostics
        if read.value == nil {
            file = withReadableMatter(file)
            read = readOldMatter(file, allowsJSON: false)
        }
        guard let matter = read.value else {
            site.leftOut.append(.init(path: file.path, reason: "its front matter cannot be read"))
            return nil
        }
        var page = OldPage(
            file: file, matter: matter, collection: collection, stem: stem(of: file.path), address: OldAddress("/"))
        page.isDraft = matter["published"]?.isFalse == true
        page.isHTML = ["html", "htm"].contains(file.fileExtension)
        page.former = matter["redirect_from"]?.words ?? []
        return page
    }
}

/// The marks by which Liquid begins.
let liquidMark = "{%"

extension OldPage {
    /// The text below the front matter.
    var body: String { String(decoding: file.bytes[matter.bodyStart...], as: UTF8.self) }
}

/// Returns a file's name without its ending.
func stem(of path: String) -> String {
    let name = fileName(of: path)
    let ending = fileExtension(of: path)
    return ending.isEmpty ? String(name) : String(name.dropLast(ending.count + 1))
}

/// Returns the texts of a list, or the words of a text, as Jekyll takes `tags: sea travel`.
func listed(_ node: SourceNode?) -> [String] {
    guard let node, !node.isNull else { return [] }
    if node.elements != nil { return node.words }
    return node.text?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
}

func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
}

extension String {
    func trimming(_ character: Character) -> String { String(drop { $0 == character }).trimmingEnd(character) }

    func trimmingEnd(_ character: Character) -> String {
        var text = self[...]
        while text.last == character { text.removeLast() }
        return String(text)
    }
}
