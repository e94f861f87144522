internal import KairanModel
internal import KairanReaders

/// Reads a site of Jekyll from its files.
///
/// Throws `OptionError`.
func readJekyll(_ files: [SourceFile], clock: Int) throws -> OldSite {
    var reader = JekyllReader(files, clock: clock)
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
    private let clock: Int
    private var showsFuture = false

    init(_ files: [SourceFile], clock: Int) {
        self.clock = clock
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
        showsFuture = settings["future"]?.isTrue == true
        excluded = settings["exclude"]?.words.map { $0.trimming("/") } ?? []
        included = settings["include"]?.words.map { $0.trimming("/") } ?? []
        readCollections(settings["collections"])
        for node in settings["defaults"]?.elements ?? [] {
            guard let values = node["values"] else { continue }
            let scope = node["scope"]
            defaults.append((scope?.word("path")?.trimming("/") ?? "", scope?.word("type"), values))
        }
        // The scope that names most counts: the longer path, then the one with a type, then the later one.
        let weights = defaults.enumerated().map { ($1.path.count, $1.type == nil ? 0 : 1, $0) }
        defaults = weights.sorted(by: <).map { defaults[$0.2] }
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
        guard site.generator.isText(parts.last ?? "") else { return addStatic(file, parts) }
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
        if let word = page.matter.word("date"), OldDate(word) == nil, let fileDate {
            tellDate(of: page, word, "it has the date of its file's name, \(fileDate.day)")
        }
        hideFuture(&page, date)
        page.pathCategories = parts[..<posts].map { $0.hasPrefix("_") ? String($0.dropFirst()) : $0 }
        var fill = AddressParts(date: date, name: page.stem, categories: categories(of: page), collection: "posts")
        let slug = page.matter.word("slug") ?? page.stem
        fill.title = jekyllSlug(slug, isPretty: true)
        fill.slug = jekyllSlug(slug, isPretty: false)
        fill.path = page.stem
        page.address = OldAddress(fill.filled(pattern(of: page, type: "posts", else: permalink)))
        site.pages.append(page)
    }

    /// Returns the pattern of a page's address: its own, that of the settings, or the one for all.
    private func pattern(of page: OldPage, type: String, else general: String) -> String {
        switch page.matter.word("permalink") ?? general {
        case "date": return "/:categories/:year/:month/:day/:title:output_ext"
        case "pretty": return "/:categories/:year/:month/:day/:title/"
        case "ordinal": return "/:categories/:year/:y_day/:title:output_ext"
        case "none": return "/:categories/:title:output_ext"
        case let found: return found
        }
    }

    /// Returns the values that the settings give to a page, the ones that count most first.
    private func settings(of path: String, _ type: String) -> [SourceNode] {
        let types = path.hasPrefix("_drafts/") || path.contains("/_drafts/") ? [type, "drafts"] : [type]
        return defaults.reversed().filter { scope in
            (scope.path.isEmpty || path == scope.path || path.hasPrefix(scope.path + "/"))
                && scope.type.map(types.contains) ?? true
        }.map(\.values)
    }

    /// Returns the categories of a page: Jekyll adds up those of its folder, of the settings and of its front matter.
    private func categories(of page: OldPage) -> [String] {
        let given = settings(of: page.path, page.collection).reversed().flatMap { listed($0["categories"]) }
        let one = page.matter["category"].map { $0.elements == nil ? $0.text.map { [$0] } ?? [] : $0.words } ?? []
        return unique(page.pathCategories + given + listed(page.matter["categories"]) + one)
    }

    private mutating func hideFuture(_ page: inout OldPage, _ date: OldDate?) {
        guard let date, !showsFuture, !page.isDraft, date.epochSeconds > clock else { return }
        page.isDraft = true
        site.tell(
            "the post is of the future, so only the preview shows it", page, key: "date",
            help: "take 'channel: preview' out when it is to be published")
    }

    private mutating func tellDate(of page: OldPage, _ word: String, _ help: String) {
        site.tell("'\(word)' is no date that Kairan reads", page, key: "date", help: help)
    }

    // MARK: Pages

    private mutating func readMember(
        _ file: SourceFile, _ parts: [String], _ collection: (name: String, permalink: String?, isOutput: Bool)
    ) {
        guard site.generator.isText(parts.last ?? ""), file.bytes.starts(with: "---".utf8) else {
            return collection.isOutput ? addStatic(file, Array(parts.dropFirst())) : ()
        }
        guard var page = page(file, collection: collection.name) else { return }
        let inner = parts.dropFirst()
        page.folder = inner.count > 1 ? inner.dropLast().joined(separator: "/") + "/" : ""
        if let date = page.matter.word("date").flatMap({ OldDate($0) }) {
            page.date = date.written(asMoment: date.isMoment)
            hideFuture(&page, date)
        }
        var fill = AddressParts(
            date: page.date.flatMap { OldDate($0) }, title: page.stem, slug: page.stem, name: page.stem,
            path: page.folder + page.stem, collection: collection.name)
        fill.categories = categories(of: page)
        let isPretty = permalink == "pretty" || permalink.hasSuffix("/")
        let general = collection.permalink ?? "/:collection/:path\(isPretty ? "/" : ":output_ext")"
        page.address = OldAddress(fill.filled(pattern(of: page, type: collection.name, else: general)))
        site.pages.append(page)
    }

    private mutating func readOther(_ file: SourceFile, _ parts: [String]) {
        let name = parts.last ?? ""
        guard file.bytes.starts(with: "---".utf8),
            site.generator.isText(name) || ["xml", "json", "txt"].contains(file.fileExtension)
        else {
            guard !["md", "markdown"].contains(file.fileExtension) else {
                site.leftOut.append(.init(path: file.path, reason: "without front matter it is no page of Jekyll"))
                return
            }
            return addStatic(file.bytes.starts(with: "---".utf8) ? withoutMatter(file) : file, parts)
        }
        guard site.generator.isText(name) else {
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
        let own = page.matter.word("permalink")
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
        if page.address.parts.isEmpty {
            let isEmpty = page.body.allSatisfy(\.isWhitespace)
            if page.body.contains(/\{%-?\s*(for|if|unless|assign)\s/) {
                let reason = "Liquid makes it; the board has a home page of its own"
                site.leftOut.append(.init(path: file.path, reason: reason))
            } else if !isEmpty {
                site.sections.append(page)
            }
            return
        }
        if ["404", "404.html"].contains(page.address.parts.joined()) { return }
        site.pages.append(page)
    }

    /// Returns a style sheet or a script without the front matter by which Jekyll fills in Liquid.
    private mutating func withoutMatter(_ file: SourceFile) -> SourceFile {
        guard let matter = readOldMatter(file, allowsJSON: false).value, matter.form != .none else { return file }
        let made = SourceFile(path: file.path, bytes: Array(file.bytes[matter.bodyStart...]))
        let text = String(decoding: made.bytes, as: UTF8.self)
        let hasLiquid = text.contains("{{") || text.contains("{%")
        site.diagnostics.append(
            Diagnostic(
                .warning, .markdownUnread,
                hasLiquid
                    ? "the file is copied without its front matter, and its Liquid stays as it is written"
                    : "the file is copied without its front matter",
                at: SourceSpan(path: file.path), help: hasLiquid ? "write what Jekyll filled in" : nil))
        return made
    }

    private mutating func addStatic(_ file: SourceFile, _ parts: [String]) {
        site.statics.append((file, parts.joined(separator: "/")))
    }

    /// Reads the front matter of a page; nil if it cannot be read, which is reported.
    private mutating func page(_ file: SourceFile, collection: String) -> OldPage? {
        guard case (let file, var matter)? = site.matter(of: file) else { return nil }
        for member in settings(of: file.path, collection).flatMap({ $0.members ?? [] })
        where !matter.all.contains(where: { $0.key == member.key }) { matter.inherited.append(member) }
        var page = OldPage(
            file: file, matter: matter, collection: collection, stem: stem(of: file.path), address: OldAddress("/"))
        page.isDraft = matter["published"]?.isFalse == true
        if page.isDraft, matter.inherited.contains(where: { $0.key == "published" }) {
            site.tell(
                "the settings have 'published: false' for the page, so only the preview shows it", page, key: "title")
        }
        page.isHTML = ["html", "htm"].contains(file.fileExtension)
        page.former = (matter["redirect_from"]?.words ?? []) + (matter["aliases"]?.words ?? [])
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
