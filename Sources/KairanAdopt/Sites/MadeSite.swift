internal import KairanEditing
internal import KairanModel
internal import KairanReaders

/// The files of a board in one trial, and where they come from.
struct MadeSite {
    struct Page {
        /// The path of the old file.
        var old: String
        var collection: String
        /// The old line of each line of the front matter.
        var matterLines: [Int]
        /// The key on each line of the front matter.
        var keys: [(lines: ClosedRange<Int>, key: String)]

        func key(at line: Int) -> String? {
            let old = matterLines.indices.contains(line - 1) ? matterLines[line - 1] : line
            return keys.last { $0.lines.lowerBound <= old }?.key
        }

        func oldSpan(_ span: SourceSpan, _ bodyLines: [Int]) -> SourceSpan {
            var result = span
            result.path = old
            let row = span.line - matterLines.count - 1
            if row < 0 {
                result.line = matterLines.indices.contains(span.line - 1) ? matterLines[span.line - 1] : 1
            } else {
                result.line = bodyLines.indices.contains(row) ? bodyLines[row] : bodyLines.last ?? 1
            }
            return result
        }
    }

    private(set) var files: [SourceFile] = []
    private(set) var collections: [AdoptionPlan.Collection] = []
    /// The pages, by their paths in the board.
    private(set) var pages: [String: Page] = [:]
    private(set) var olds: Set<String> = []
    /// The collection of each page, by its path in the old site.
    private var collectionOf: [String: String] = [:]
    /// The copied files, each with its path in the old site.
    private(set) var copies: [String: String] = [:]
    /// The copied files that stand beside pages, by the path in the old site.
    private(set) var besides: [String: String] = [:]
    /// The collections of declarations, by path.
    private(set) var declarations: [String: String] = [:]
    private var declared: [String: [String]] = [:]
    private(set) var trusted: Set<String> = []
    private(set) var leftOut: [AdoptionPlan.Copy] = []
    private(set) var told: [Diagnostic] = []
    private var shown: [SiteTemplates.Shown] = []
    private var sections: [SiteTemplates.Section] = []

    init() {}

    init(_ trial: SiteTrial) throws {
        let site = trial.site
        var names: [String] = []
        for page in site.pages where !names.contains(page.collection) { names.append(page.collection) }
        var taken = Names(Set(names + ["sections"]))
        for name in names {
            let pages = site.pages.filter { $0.collection == name }
            for var collection in SiteCollection.make(name, pages, &taken) {
                let others = shown.count { $0.collection.path == collection.path }
                if others > 0 { collection.distinguish(by: shown.count + 1) }
                add(collection, trial)
            }
        }
        addSections(trial)
        files.append(trial.settings)
        let templates = SiteTemplates(site: site, shown: shown, sections: sections)
        files += templates.files
        told += templates.lacking
        let outputs = Set(shown.flatMap { $0.collection.pages.map(\.address.text) })
        for file in trial.wish.shared where !files.contains(where: { $0.path == file.path }) {
            // The old site's own page of what is missing stays.
            if file.path == "templates/404.html.mustache", outputs.contains("/404.html") { continue }
            files.append(file)
        }
        let values = [
            "TITLE": site.title, "GENERATOR": site.generator.name, "NAME": collections.first?.name ?? "posts",
        ]
        files.append(SourceFile(path: "README.md", text: templates.part("readme", values)))
        addData(trial)
        addCopies(trial)
    }

    func key(at line: Int, of path: String) -> String? {
        guard let lines = declared[path], lines.indices.contains(line - 1) else { return nil }
        let text = lines[line - 1].trimmed
        let key = text.prefix { $0 != ":" }.description.trimmingQuotes
        return key.isEmpty ? nil : key
    }

    /// Returns the field that a message names, if the message is not about a line.
    func fieldNamed(in error: Diagnostic, _ collection: String) -> String? {
        error.message.firstMatch(of: /'([A-Za-z0-9_-]+)'/).map { String($0.1) }
    }

    // MARK: Collections

    private mutating func add(_ collection: SiteCollection, _ trial: SiteTrial, isSections: Bool = false) {
        let fields = trial.fields(collection.name, collection.pages)
        tellIgnored(fields, collection)
        for (index, page) in collection.pages.enumerated() {
            addPage(page, collection, index, fields, trial, hasAliases: !isSections)
        }
        addDeclaration(collection, fields, trial)
        let names = Set(fields.fields.filter { $0.type.scalar?.hasPrefix("text") == true }.map(\.name))
        let lists = Set(fields.fields.filter { $0.type["list?"] != nil }.map(\.name))
        guard !isSections else { return }
        let section = section(of: collection, trial.site)
        shown.append(
            .init(
                collection: collection, fields: names, lists: lists, list: section ?? list(of: collection, trial.site),
                isSection: section != nil))
        collections.append(
            .init(name: collection.name, count: collection.pages.count, place: "content/\(collection.name)/"))
    }

    /// Returns the folder of the section that all of the collection's pages are in, which has a list in Hugo.
    private func section(of collection: SiteCollection, _ site: OldSite) -> String? {
        guard site.generator == .hugo, let first = collection.pages.first?.section,
            !shown.contains(where: { $0.list == first }), !collection.pages.allSatisfy(\.isDraft)
        else { return nil }
        return collection.pages.allSatisfy { $0.section == first } ? first : nil
    }

    /// Tells the keys that only the old generator's layouts could read from now on.
    private mutating func tellIgnored(_ fields: SiteFields, _ collection: SiteCollection) {
        for field in fields.fields where field.type.scalar == "ignored" && !SiteFields.ofGenerators.contains(field.key)
        {
            let having = collection.pages.filter { page in
                page.matter.all.contains {
                    $0.key == field.key && !$0.value.isNull && $0.value.elements?.isEmpty != true
                }
            }
            guard let page = having.first else { continue }
            let count = having.count == 1 ? "" : ", which \(having.count) pages have,"
            told.append(
                Diagnostic(
                    .warning, .fieldUnknown, "'\(field.key)'\(count) stays in the files, and no template can show it",
                    at: page.matter.span(field.key, in: page.path),
                    help:
                        "it is 'ignored' in the collection \(collection.name): give it the name and the type of a field"
                ))
        }
    }

    /// Returns the path of a list of the collection's pages: the folders that all of them share.
    private func list(of collection: SiteCollection, _ site: OldSite) -> String? {
        guard collection.name != "pages", let first = collection.path else { return nil }
        let folders = first.split(separator: "/").prefix { !$0.contains("{") }.joined(separator: "/")
        return folders
    }

    private mutating func addPage(
        _ page: OldPage, _ collection: SiteCollection, _ index: Int, _ fields: SiteFields, _ trial: SiteTrial,
        hasAliases: Bool
    ) {
        var edits = MatterEdits()
        let id = collection.ids[index]
        if page.matter.word("title") == nil {
            let title = SourceNode.word(
                titleWords(page.stem == "_index" ? page.address.parts.last ?? trial.site.title : page.stem))
            if page.matter["title"] == nil {
                edits.added.append(("title", title))
            } else {
                edits.written["title"] = title
            }
        }
        let isMoment = fields.fields.first { $0.key == "date" }?.type.scalar == "dateTime"
        if collection.hasDates, let date = page.date, let read = OldDate(date) {
            let written = SourceNode.word(read.written(asMoment: isMoment))
            if page.matter["date"] == nil {
                edits.added.append(("date", written))
            } else if let value = fields.fields.first(where: { $0.key == "date" })?.written[index] {
                edits.written["date"] = value
            }
        }
        for field in fields.fields {
            if let value = field.written[index], field.key != "date" { edits.written[field.key] = value }
            if field.name != field.key { edits.renamed[field.key] = field.name }
        }
        for (key, value) in collection.written[index] ?? [] {
            if page.matter[key] == nil {
                edits.added.append((key, value))
            } else if page.matter.word(key) != value.scalar {
                edits.written[key] = value
            }
        }
        if hasAliases { addAliases(page, collection, index, trial, &edits) }
        if page.isDraft { edits.added.append(("channel", .word("preview"))) }
        // The page gets the values that the settings of the old site gave to it, as the board has no such settings.
        for member in page.matter.inherited {
            guard let field = fields.fields.first(where: { $0.key == member.key }), field.type.scalar != "ignored",
                !edits.added.contains(where: { $0.key == field.name })
            else { continue }
            edits.added.append((field.name, edits.written[member.key] ?? member.value))
        }
        guard let body = trial.bodies[page.path] else { return }
        let (bytes, lines) = page.edited(edits, body)
        let path = "content/\(collection.name)/\(page.folder)\(id).md"
        files.append(SourceFile(path: path, bytes: bytes))
        let keys = page.matter.members.map { member -> (lines: ClosedRange<Int>, key: String) in
            (member.keySpan.line...member.keySpan.line, member.key)
        }
        pages[path] = Page(old: page.path, collection: collection.name, matterLines: lines, keys: keys)
        olds.insert(page.path)
        collectionOf[page.path] = collection.name
    }

    private func addAliases(
        _ page: OldPage, _ collection: SiteCollection, _ index: Int, _ trial: SiteTrial, _ edits: inout MatterEdits
    ) {
        var aliases = unique(
            page.former.map { alias in
                alias.hasPrefix("/") ? alias : "/" + (page.address.parts.dropLast() + [alias]).joined(separator: "/")
            })
        if let moved = collection.moved[index] { aliases.append(moved) }
        aliases = aliases.filter { $0 != page.address.text || collection.moved[index] != nil }
            .filter {
                $0.split(separator: "/").allSatisfy { !$0.contains(/[?#*:"<>|\\]/) && !$0.hasPrefix(".") } && $0 != "/"
            }
        // An address at which a page stands cannot lead to another page.
        aliases = aliases.filter { $0 == collection.moved[index] || !trial.isAddress($0) }
        let written = page.matter["aliases"]?.words ?? []
        guard aliases != written else { return }
        if page.matter["aliases"] != nil {
            edits.written["aliases"] = .list(aliases.map(SourceNode.word))
        } else {
            edits.added.append(("aliases", .list(aliases.map(SourceNode.word))))
        }
    }

    private mutating func addDeclaration(_ collection: SiteCollection, _ fields: SiteFields, _ trial: SiteTrial) {
        var head = EntryLines()
        head.append("entry", .word(singular(collection.name)))
        head.append("fields:")
        var inner = EntryLines()
        inner.append("title", .word("text"))
        if collection.hasDates, !fields.fields.contains(where: { $0.key == "date" }) {
            inner.append("date", .word("date"))
        }
        for (name, type) in collection.computed { inner.append(name, type) }
        let known = ["title"] + collection.computed.map(\.name)
        for field in fields.fields where !known.contains(field.name) { inner.append(field.name, field.type) }
        for line in inner.lines { head.append("  " + line.text) }
        let isTrusted = collection.pages.contains { page in
            page.isHTML || trial.bodies[page.path].map { holdsHTML($0.bytes) } ?? false
        }
        if isTrusted { trusted.insert(collection.name) }
        head.append(isTrusted ? "body: { markdown: { html: allowed } }" : "body: markdown")
        if collection.pages.allSatisfy(\.isDraft) { head.append("mayBeEmpty: true") }
        let path = "content/\(collection.name)/_collection.yml"
        let lines = head.lines.map(\.text)
        files.append(SourceFile(path: path, text: lines.map { $0 + "\n" }.joined()))
        declarations[path] = collection.name
        declared[path] = lines
    }

    // MARK: Sections, data and copies

    private mutating func addSections(_ trial: SiteTrial) {
        guard !trial.site.sections.isEmpty else { return }
        let pages = trial.site.sections.map { page in
            var page = page
            page.collection = "sections"
            page.stem = page.address.parts.isEmpty ? "home" : page.address.parts.joined(separator: "-")
            page.folder = ""
            page.date = nil
            return page
        }
        let collection = SiteCollection("sections", pages)
        add(collection, trial, isSections: true)
        for (id, page) in zip(collection.ids, pages) {
            sections.append(.init(id: id, parts: page.address.parts, title: page.matter.word("title")))
        }
    }

    private mutating func addData(_ trial: SiteTrial) {
        for (file, name) in trial.site.data where trial.refusedFiles[file.path] == nil {
            let made: DataCollection
            do throws(UnfitData) {
                made = try dataFiles(file, name, taken: collections.map(\.name))
            } catch {
                leftOut.append(.init(path: file.path, reason: error.reason))
                continue
            }
            for key in made.ignored {
                told.append(
                    Diagnostic(
                        .warning, .fieldUnknown, "'\(key)' stays in the file, and no template can show it",
                        at: SourceSpan(path: file.path), help: "its values are of several kinds: give it a type"))
            }
            files += made.files
            for file in made.files { copies[file.path] = made.old }
            collections.append(made.collection)
        }
    }

    private mutating func addCopies(_ trial: SiteTrial) {
        var taken = Set(files.map { $0.path.lowercased() })
        for (file, path, isBeside) in trial.copies(collectionOf) {
            let name = path.hasSuffix("/index.html") || path == "templates/index.html" ? path + ".mustache" : path
            guard taken.insert(name.lowercased()).inserted else {
                leftOut.append(.init(path: file.path, reason: "the board has a file of its own there"))
                continue
            }
            files.append(SourceFile(path: path, bytes: file.bytes))
            copies[path] = file.path
            if isBeside { besides[path] = file.path }
        }
    }
}

/// Returns whether a text has raw HTML outside of code, but for the elements that every text may have.
private func holdsHTML(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    let always: Set = ["sup", "sub", "br", "del", "ins", "mark", "kbd", "abbr", "small", "ruby", "rt", "rp"]
    return text.contains("<")
        && text.matches(of: /<([a-z][a-z0-9]*)[\s>\/]/.ignoresCase()).contains { !always.contains($0.1.lowercased()) }
}
