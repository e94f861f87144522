internal import KairanBuild
internal import KairanModel
internal import KairanReaders

/// Reads a site of Hugo from its files.
///
/// Throws `OptionError`.
func readHugo(_ files: [SourceFile], clock: Int) throws -> OldSite {
    var reader = HugoReader(files, clock: clock)
    for file in files { reader.read(withoutMark(file)) }
    return reader.site
}

private struct HugoReader {
    var site = OldSite(generator: .hugo)
    private var permalinks: [String: String] = [:]
    private var isUgly = false
    private var keepsCase = false
    /// The folders with an `index.md`, whose other files belong to that page.
    private var bundles: Set<String> = []
    private var folder = "content"
    private var statics = ["static"]
    private let clock: Int
    private var showsFuture = false
    private var showsExpired = false
    /// The languages of the site, and the one whose pages have no ending in their names.
    private var languages: Set<String> = []
    private var mainLanguage = "en"
    /// The folders of other languages.
    private var languageFolders: [String: String] = [:]

    init(_ files: [SourceFile], clock: Int) {
        self.clock = clock
        let names = ["hugo", "config"].flatMap { name in
            ["toml", "yaml", "yml", "json"].flatMap { ["\(name).\($0)", "config/_default/\(name).\($0)"] }
        }
        if let file = names.lazy.compactMap({ name in files.first { $0.path == name } }).first { readSettings(file) }
        for name in ["config/_default/permalinks.toml", "config/_default/permalinks.yaml"] {
            guard let file = files.first(where: { $0.path == name }) else { continue }
            readPermalinks(readSource(file))
        }
        for file in files where file.path.hasPrefix(folder + "/") {
            guard site.generator.isText(file.path), ["index", "index.\(mainLanguage)"].contains(stem(of: file.path))
            else { continue }
            bundles.insert(String(KairanReaders.folder(of: file.path)))
        }
    }

    private mutating func readSource(_ file: SourceFile) -> SourceNode? {
        let file = withoutMark(file)
        let read =
            switch file.fileExtension {
            case "toml": readTOML(file)
            case "json": readJSON(file)
            default: readYAML(file)
            }
        site.diagnostics += read.diagnostics.filter { $0.severity == .error }
        return read.value
    }

    private mutating func readSettings(_ file: SourceFile) {
        guard let settings = readSource(file) else { return }
        site.settings = settings
        func word(_ key: String) -> String? {
            settings.members?.first { $0.key.lowercased() == key }?.value.text.flatMap { $0.isEmpty ? nil : $0 }
        }
        let params = settings["params"] ?? settings["Params"]
        site.title = word("title") ?? ""
        site.description = params?.word("description") ?? params?.word("subtitle")
        site.author = params?.word("author") ?? params?["author"]?.word("name") ?? settings["author"]?.word("name")
        site.language = word("locale") ?? word("languagecode") ?? word("defaultcontentlanguage")
        site.timeZone = word("timezone")
        site.url = word("baseurl").flatMap { $0.contains("://") ? $0.trimmingEnd("/") + "/" : nil }
        isUgly = settings.members?.first { $0.key.lowercased() == "uglyurls" }?.value.isTrue ?? false
        keepsCase = settings.members?.first { $0.key.lowercased() == "disablepathtolower" }?.value.isTrue ?? false
        folder = word("contentdir")?.trimming("/") ?? "content"
        statics = settings.members?.first { $0.key.lowercased() == "staticdir" }?.value.words ?? ["static"]
        readPermalinks(settings["permalinks"])
        showsFuture = settings.members?.first { $0.key.lowercased() == "buildfuture" }?.value.isTrue ?? false
        showsExpired = settings.members?.first { $0.key.lowercased() == "buildexpired" }?.value.isTrue ?? false
        mainLanguage = (word("defaultcontentlanguage") ?? "en").lowercased()
        for member in settings["languages"]?.members ?? [] {
            let name = member.key.lowercased()
            languages.insert(name)
            let inner = member.value.members?.first { $0.key.lowercased() == "contentdir" }?.value.text?.trimming("/")
            if name == mainLanguage {
                folder = inner ?? folder
                if site.title.isEmpty { site.title = member.value.word("title") ?? "" }
            } else if let inner {
                languageFolders[inner] = name
            }
        }
    }

    private mutating func readPermalinks(_ node: SourceNode?) {
        for member in node?.members ?? [] {
            if let text = member.value.text { permalinks[member.key] = text }
            guard member.key == "page" else { continue }
            for inner in member.value.members ?? [] { permalinks[inner.key] = inner.value.text }
        }
    }

    // MARK: Files

    mutating func read(_ file: SourceFile) {
        if let name = statics.first(where: { file.path.hasPrefix($0 + "/") }) {
            site.statics.append((file, String(file.path.dropFirst(name.count + 1))))
        } else if file.path.hasPrefix("data/") {
            let name = file.path.dropFirst("data/".count).replacing("/", with: "-")
            site.data.append((file, String(name.prefix { $0 != "." })))
        } else if let other = languageFolders.first(where: { file.path.hasPrefix($0.key + "/") }) {
            leaveOut(file, other.value)
        } else if file.path.hasPrefix(folder + "/") {
            readContent(file)
        }
    }

    private mutating func leaveOut(_ file: SourceFile, _ language: String) {
        site.leftOut.append(.init(path: file.path, reason: "it is in the language '\(language)'; the board has one"))
    }

    private mutating func readContent(_ file: SourceFile) {
        let parts = file.path.dropFirst(folder.count + 1).split(separator: "/").map(String.init)
        let name = parts.last ?? ""
        guard !name.hasPrefix(".") else { return }
        guard site.generator.isText(name) else {
            let isForeign = ["adoc", "asciidoc", "org", "rst", "pandoc", "pdc", "rmd", "ipynb"]
                .contains(file.fileExtension)
            guard !isForeign else {
                site.leftOut.append(.init(path: file.path, reason: "it is not Markdown"))
                return
            }
            return site.statics.append((file, parts.joined(separator: "/")))
        }
        guard let (file, matter) = site.matter(of: file) else { return }
        var stem = stem(of: name)
        // The ending of a name such as `trip.de.md` is a language.
        if let ending = stem.split(separator: ".").last.map({ $0.lowercased() }), stem.count > ending.count + 1,
            languages.contains(ending) || stem.hasPrefix("_index.")
        {
            guard ending == mainLanguage else { return leaveOut(file, ending) }
            stem = String(stem.dropLast(ending.count + 1))
        }
        // A file inside of a bundle is a resource of its page, and no page.
        if stem != "index", let folder = bundleFolder(of: file.path) {
            site.leftOut.append(.init(path: file.path, reason: "it is a resource of the page in \(folder)/"))
            return
        }
        addPage(file, matter, parts, stem)
    }

    private func bundleFolder(of path: String) -> String? {
        var folder = String(KairanReaders.folder(of: path))
        while folder.contains("/") {
            if bundles.contains(folder) { return folder }
            folder = String(KairanReaders.folder(of: folder))
        }
        return nil
    }

    private mutating func addPage(_ file: SourceFile, _ matter: OldMatter, _ parts: [String], _ stem: String) {
        var folders = Array(parts.dropLast())
        let isBundle = stem == "index" && !folders.isEmpty
        let name = isBundle ? folders.last ?? stem : stem
        if isBundle { folders.removeLast() }
        var page = OldPage(
            file: file, matter: matter, collection: folders.first.map { collectionName($0) } ?? "pages",
            stem: name, address: OldAddress("/"))
        page.folder = folders.dropFirst().map { $0 + "/" }.joined() + (isBundle ? name + "/" : "")
        page.isDraft = matter["draft"]?.isTrue == true
        page.isHTML = ["html", "htm"].contains(file.fileExtension)
        page.former = matter["aliases"]?.words ?? []
        let date = (matter.word("date") ?? matter.word("publishDate")).flatMap { OldDate($0) }
        page.date = date?.written(asMoment: date?.isMoment ?? false)
        if let word = matter.word("date"), date == nil {
            site.tell("'\(word)' is no date that Kairan reads", page, key: "date")
        }
        page.section = folders.first.map(path)
        hide(&page)
        page.address = address(of: page, folders, date)
        if stem == "_index" || stem == "index" && folders.isEmpty && !isBundle {
            page.address = OldAddress(matter.word("url") ?? "/" + folders.map(path).joined(separator: "/") + "/")
            site.sections.append(page)
            return
        }
        site.pages.append(page)
    }

    /// Keeps a page that Hugo does not publish in the preview.
    private mutating func hide(_ page: inout OldPage) {
        func moment(_ key: String) -> Int? { page.matter.word(key).flatMap { OldDate($0) }?.epochSeconds }
        let build = page.matter["build"] ?? page.matter["_build"]
        let render = build?["render"]
        let begin = page.matter["publishDate"] == nil ? "date" : "publishDate"
        var found: (key: String, message: String)?
        if !showsFuture, let start = moment(begin), start > clock {
            found = (begin, "the page is of the future, so only the preview shows it")
        } else if !showsExpired, let end = moment("expiryDate"), end <= clock {
            found = ("expiryDate", "the page has expired, so only the preview shows it")
        } else if page.matter["headless"]?.isTrue == true {
            found = ("headless", "Hugo makes no page of it, so only the preview shows it")
        } else if let render, render.isFalse || ["never", "link"].contains(render.text) {
            let key = page.matter["build"] == nil ? "_build" : "build"
            found = (key, "Hugo makes no page of it, so only the preview shows it")
        } else if let list = build?["list"], list.isFalse || ["never", "local"].contains(list.text) {
            let key = page.matter["build"] == nil ? "_build" : "build"
            return site.tell("the page is in no list of Hugo, and in those of the board", page, key: key)
        }
        guard !page.isDraft, let found else { return }
        page.isDraft = true
        site.tell(
            found.message, page, key: found.key,
            help: "take 'channel: preview' out to publish it, or give the collection a window")
    }

    private func path(_ name: String) -> String {
        keepsCase ? name.replacing(" ", with: "-") : hugoSlug(name)
    }

    private func address(of page: OldPage, _ folders: [String], _ date: OldDate?) -> OldAddress {
        if let url = page.matter.word("url") { return OldAddress(url.hasPrefix("/") ? url : "/" + url) }
        let slug = page.matter.word("slug").map(hugoSlug)
        let ending = isUgly ? ".html" : "/"
        guard let pattern = folders.first.flatMap({ permalinks[$0] }) ?? (folders.isEmpty ? permalinks["/"] : nil)
        else {
            return OldAddress("/" + (folders.map(path) + [slug ?? path(page.stem)]).joined(separator: "/") + ending)
        }
        var parts = AddressParts(date: date, name: path(page.stem), sections: folders.map(path))
        parts.title = page.matter.word("title").map(hugoSlug) ?? path(page.stem)
        parts.slug = slug ?? (pattern.contains(":slugor") ? path(page.stem) : parts.title)
        let text = parts.filled(pattern)
        return OldAddress(text.hasSuffix("/") || text.hasSuffix(".html") ? text : text + ending)
    }
}

/// Returns the name of a collection that the name of a folder suggests.
func collectionName(_ folder: String) -> String {
    let name = fieldName(for: folder, else: "section")
    return name.first?.isLowercase == true ? name : name.prefix(1).lowercased() + name.dropFirst()
}
