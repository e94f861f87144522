package import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

/// A former address of a page, from which a small page leads on to the present one.
package struct Redirect: Sendable, Equatable {
    /// The path of the output that stands at the former address.
    package var path: String
    /// The path of the page that it leads to.
    package var target: String
    /// The language of that page.
    package var language: String

    package init(_ path: String, to target: String, in language: String) {
        (self.path, self.target, self.language) = (path, target, language)
    }
}

extension OutputPlan {
    /// Returns the redirects that `aliases` of entries and pages ask for, sorted by path. An entry without a page, as its time is
    /// over for example, has none.
    func findRedirects() -> Diagnosed<[Redirect]> {
        let pages = templates.templates.indices.filter { templates.templates[$0].hasAliases }
        if site.content.aliases.isEmpty, pages.isEmpty { return Diagnosed([]) }
        var finder = RedirectFinder(self)
        for (entry, aliases) in site.content.aliases.sorted(by: { $0.key.isBefore($1.key) }) {
            for alias in aliases { finder.follow(alias, of: entry) }
        }
        for template in pages { finder.followAliases(of: template) }
        return Diagnosed(finder.found.values.map(\.redirect).sorted { $0.path < $1.path }, finder.diagnostics)
    }
}

private struct RedirectFinder {
    private let plan: OutputPlan
    /// The paths of all other outputs, in small letters, as some hosts do not tell `A` from `a`.
    private let outputs: Set<String>
    /// For each folder of outputs and redirects, one of them.
    private var folders: [String: String] = [:]
    /// The jobs that make pages of entries with aliases.
    private var pages: [EntryReference: [Int]] = [:]
    /// The jobs that make pages of records in these entries, and how far above the record the entry is.
    private var pagesOfRecords: [EntryReference: [(job: Int, depth: Int)]] = [:]
    /// The redirects and who asks for them, by path in small letters.
    private(set) var found: [String: (redirect: Redirect, place: SourceSpan)] = [:]
    private(set) var diagnostics: [Diagnostic] = []

    init(_ plan: OutputPlan) {
        self.plan = plan
        let others = plan.siteFiles().map(\.path) + plan.versionOutputs().map(\.path) + plan.site.content.usedFiles
        outputs = Set((plan.jobs.map(\.path) + others).map(inSmallLetters))
        for path in outputs { for folder in foldersAbove(path) { folders[folder] = path } }
        let (content, aliases) = (plan.site.content, plan.site.content.aliases)
        let named = Set(aliases.keys.map(\.collection))
        let inNamed = content.collections.indices.map { !named.isDisjoint(with: content.ancestors(ofCollection: $0)) }
        for (template, range) in zip(plan.templates.templates, plan.jobRanges) where template.isPage {
            for job in range {
                guard case .entry(.entry(let entry), _, _) = plan.jobs[job].item else { continue }
                if aliases[entry] != nil { pages[entry, default: []].append(job) }
                guard inNamed[entry.collection] else { continue }
                for (index, holder) in content.ancestors(of: entry).enumerated() where aliases[holder] != nil {
                    pagesOfRecords[holder, default: []].append((job, index + 1))
                }
            }
        }
    }

    mutating func follow(_ alias: EntryAlias, of reference: EntryReference) {
        let entry = plan.site.content[reference]
        let place = SourceSpan(path: entry.span.path, place: alias.place)
        if alias.isID {
            follow(id: alias.text, of: reference, at: place)
        } else if let path = path(ofAddress: alias.text, at: place) {
            guard let job = pages[reference]?.first else { return checkHasPages(reference, at: place) }
            add(path, to: plan.jobs[job], at: place)
        }
    }

    mutating func followAliases(of index: Int) {
        let template = plan.templates.templates[index]
        guard case .page(let page) = template.kind, let job = plan.jobs[plan.jobRanges[index]].first else { return }
        for alias in page.aliases {
            let place = SourceSpan(path: template.path, place: alias.place)
            if let path = path(ofAddress: alias.text, at: place) { add(path, to: job, at: place) }
        }
    }

    /// Leads from where the pages of an entry would be if it had another id.
    private mutating func follow(id: String, of reference: EntryReference, at place: SourceSpan) {
        let collection = plan.site.content.collections[reference.collection]
        let parent = plan.site.content.ancestors(of: reference).first.map { plan.site.content[$0].id }
        let whole = collection.declaration.id(id, in: parent)
        if let position = collection.positions[whole] {
            let span = collection.entries[position].span
            return error(
                "'\(id)' is the id of \(span.path):\(span.line)", at: place,
                help: "name an id that is not used any more", related: [RelatedPlace(span, "the entry with this id")])
        }
        let jobs = (pages[reference] ?? []).map { ($0, 0) } + (pagesOfRecords[reference] ?? [])
        if jobs.isEmpty { return checkHasPages(reference, at: place) }
        let paths = jobs.map { plan.path(plan.jobs[$0], withID: id, above: $1) }
        if paths.allSatisfy({ $0 == nil }) {
            error(
                "the pages of \(collection.name) do not depend on the id, so a former id does not tell where they were",
                at: place, help: "write the former address instead, such as /old/page.html")
        }
        // A page whose path does not depend on the id did not move with it.
        for (job, path) in zip(jobs, paths) { if let path { add(path, to: plan.jobs[job.0], at: place) } }
    }

    private mutating func checkHasPages(_ reference: EntryReference, at place: SourceSpan) {
        let name = plan.site.content.collections[reference.collection].name
        let hasPages = plan.templates.templates.contains { template in
            guard template.isPage, case .entries(let query) = template.iteration else { return false }
            return query.collection == name
        }
        guard !hasPages else { return }
        error(
            "no template makes pages of \(name), so nothing can be found at a former address", at: place,
            help: "remove it; endpoints never redirect, since apps would take the page for their data")
    }

    /// Returns the path of the output that would answer at an address, which begins at the site's own root, whatever the
    /// site's address is in this build.
    private mutating func path(ofAddress address: String, at place: SourceSpan) -> String? {
        guard let path = outputPath(ofAlias: address) else {
            let isWhole = hasScheme(address)
            error(
                "'\(address)' is not the former address of a page", at: place,
                help: isWhole
                    ? "write only what follows the address of the site, with a '/' before it"
                    : "write it from the site's own root on, such as /old/ or /old/page.html")
            return nil
        }
        if let part = path.split(separator: "/").first(where: { !isSafePathPart(String($0)) }) {
            error(
                "'\(part)' cannot be part of an address", at: place,
                help: "no part may start with '.' or hold \\ : * ? \" < > |")
            return nil
        }
        return path
    }

    private mutating func add(_ path: String, to job: OutputJob, at place: SourceSpan) {
        let locale = plan.templates.templates[job.template].locale ?? 0
        let redirect = Redirect(path, to: job.path, in: plan.site.settings.locales[locale].code)
        let key = inSmallLetters(path)
        // An id that changed only in case was the same address to some hosts, and there is room for one of the two.
        if path != job.path, key == inSmallLetters(job.path) { return }
        if outputs.contains(key) {
            error(
                "'\(path)' is published, so this address cannot lead to another page", at: place,
                help: "remove the alias, or publish that at another address")
        } else if let other = folderConflict(key) {
            error(
                "'\(path)' cannot be a page beside '\(other)', as one is a folder of the other", at: place,
                help: "remove the alias, or publish that at another address")
        } else if let other = found[key], other.redirect != redirect {
            error(
                "'\(path)' leads to '\(other.redirect.target)' already: \(other.place.path):\(other.place.line)",
                at: place,
                help: "remove one of the two", related: [RelatedPlace(other.place, "the other alias")])
        } else {
            found[key] = (redirect, place)
            for folder in foldersAbove(key) { folders[folder] = path }
        }
    }

    /// Returns an output or a redirect that is a folder of this path, or is in a folder of its name.
    private func folderConflict(_ key: String) -> String? {
        folders[key] ?? foldersAbove(key).first { outputs.contains($0) || found[$0] != nil }
    }

    private mutating func error(
        _ message: String, at place: SourceSpan, help: String, related: [RelatedPlace] = []
    ) {
        diagnostics.append(Diagnostic(.error, .aliasForm, message, at: place, help: help, related: related))
    }
}

extension Template {
    /// This is true for a page with former addresses. In a site of several languages, they lead to the first one.
    fileprivate var hasAliases: Bool {
        if case .page(let page) = kind { isPage && !page.aliases.isEmpty && (locale ?? 0) == 0 } else { false }
    }
}

extension OutputPlan {
    /// Returns the path that an entry's page would have with another id, or nil if the path does not depend on the id.
    ///
    /// - Parameter depth: Whose id it is: that of the entry itself, of the one that it is a record of, and so on.
    fileprivate func path(_ job: OutputJob, withID id: String, above depth: Int) -> String? {
        let template = templates.templates[job.template]
        guard case .entries(let query) = template.iteration, case .entry(let entry, _, _) = job.item else { return nil }
        let paths = EntryPaths(template.pattern, query, site, locale: template.locale, above: depth)
        return paths?.dependOnID == true ? paths?.path(of: entry, withID: id) : nil
    }
}

/// The paths that a pattern gives to the pages of entries.
struct EntryPaths {
    private let pattern: OutputPattern
    private let paths: [String: Path]
    private let evaluator: Evaluator
    /// The placeholders that stand for the id.
    private let idNames: [String]

    /// Returns nil if the pattern names something that entries do not have.
    ///
    /// - Parameter depth: Whose ids are meant: those of the entries, of the ones that they are records of, and so on.
    init?(_ pattern: OutputPattern, _ query: Query, _ site: Site, locale: Int?, above depth: Int = 0) {
        (self.pattern, paths) = (pattern, site.schema.paths(of: pattern, in: query))
        evaluator = Evaluator(site: site, form: .fromRoot, locale: locale ?? 0, recorder: nil)
        let declarations = site.schema.declarations
        var declaration = query.collection.flatMap(declarations.collection)
        for _ in 0..<depth { declaration = declaration?.parent.flatMap(declarations.collection) }
        let prefix = String(repeating: "\(CollectionDeclaration.parentKey).", count: depth)
        idNames = (declaration?.idNames ?? ["id"]).map { prefix + $0 }
        guard pattern.placeholders.allSatisfy({ paths[$0] != nil }) else { return nil }
    }

    var dependOnID: Bool { pattern.placeholders.contains(where: idNames.contains) }

    /// - Parameter id: Another id than the entry has; nil for its own.
    func path(of entry: Value, withID id: String?) -> String {
        pattern.text { name in
            if let id, idNames.contains(name) { return id }
            return paths[name].map { evaluator.plainText(evaluator.value($0, Frames(frames: [.element(entry)]))) } ?? ""
        }
    }
}

/// Returns the path of the output at an address of `aliases`; nil if no page can have been there.
package func outputPath(ofAlias address: String) -> String? {
    guard address.hasPrefix("/"), !address.contains(where: { $0 == "?" || $0 == "#" }) else { return nil }
    let path = unescapedPath(String(address.dropFirst()))
    if path.isEmpty || path.contains("//") { return nil }
    if path.hasSuffix("/") { return path + "index.html" }
    switch fileExtension(of: path) {
    case "html": return path
    case "": return path + "/index.html"
    default: return nil
    }
}

/// Returns the paths of the folders that a file is in.
package func foldersAbove(_ path: String) -> [String] {
    path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
}

extension EntryAlias {
    /// This is true for a former id, and false for an address.
    package var isID: Bool { isSafeID(text) }
}

extension EntryReference {
    fileprivate func isBefore(_ other: EntryReference) -> Bool {
        (collection, index) < (other.collection, other.index)
    }
}
