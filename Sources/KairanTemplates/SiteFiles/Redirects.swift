internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

/// A former address of a page, from which a small page leads on to the present one.
package struct Redirect: Sendable, Equatable {
    /// The path of the output that stands at the former address.
    package var path: String
    /// The path of the page that it leads to.
    package var target: String

    package init(_ path: String, to target: String) { (self.path, self.target) = (path, target) }
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
    /// The jobs that make pages of entries with aliases.
    private var pages: [EntryReference: [Int]] = [:]
    /// The redirects and who asks for them, by path in small letters.
    private(set) var found: [String: (redirect: Redirect, place: SourceSpan)] = [:]
    private(set) var diagnostics: [Diagnostic] = []

    init(_ plan: OutputPlan) {
        self.plan = plan
        let others = plan.siteFiles().map(\.path) + plan.versionOutputs().map(\.path) + plan.site.publishedFiles()
        outputs = Set((plan.jobs.map(\.path) + others).map(inSmallLetters))
        let aliases = plan.site.content.aliases
        for (template, range) in zip(plan.templates.templates, plan.jobRanges) where template.isPage {
            for job in range {
                guard case .entry(.entry(let entry), _, _) = plan.jobs[job].item, aliases[entry] != nil else {
                    continue
                }
                pages[entry, default: []].append(job)
            }
        }
    }

    mutating func follow(_ alias: EntryAlias, of reference: EntryReference) {
        let entry = plan.site.content[reference]
        let place = SourceSpan(path: entry.span.path, place: alias.place)
        if isSafeID(alias.text) {
            follow(id: alias.text, of: reference, at: place)
        } else if let path = path(ofAddress: alias.text, at: place) {
            guard let job = pages[reference]?.first else { return checkHasPages(reference, at: place) }
            add(path, to: plan.jobs[job].path, at: place)
        }
    }

    mutating func followAliases(of index: Int) {
        let template = plan.templates.templates[index]
        guard case .page(let page) = template.kind, let job = plan.jobs[plan.jobRanges[index]].first else { return }
        for alias in page.aliases {
            let place = SourceSpan(path: template.path, place: alias.place)
            if let path = path(ofAddress: alias.text, at: place) { add(path, to: job.path, at: place) }
        }
    }

    /// Leads from where the pages of an entry would be if it had another id.
    private mutating func follow(id: String, of reference: EntryReference, at place: SourceSpan) {
        let collection = plan.site.content.collections[reference.collection]
        if let position = collection.positions[id] {
            let span = collection.entries[position].span
            return error(
                "'\(id)' is the id of \(span.path):\(span.line)", at: place,
                help: "name an id that is not used any more")
        }
        guard let jobs = pages[reference] else { return checkHasPages(reference, at: place) }
        for job in jobs.map({ plan.jobs[$0] }) {
            guard let path = plan.path(job, of: reference, withID: id) else {
                error(
                    "'\(job.path)' does not depend on the id, so a former id does not tell where the page was",
                    at: place,
                    help: "write the former address instead")
                continue
            }
            add(path, to: job.path, at: place)
        }
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

    /// Returns the path of the output that would answer at an address of the site.
    private mutating func path(ofAddress address: String, at place: SourceSpan) -> String? {
        let follower = AddressFollower(plan.site.settings) { _ in false }
        guard address.hasPrefix("/") || hasScheme(address),
            case .internal(let candidates, nil) = follower.resolve(address, on: "index.html"), !address.contains("?"),
            let path = candidates.first(where: { fileExtension(of: $0) == "html" }),
            path == candidates[0] || fileExtension(of: candidates[0]).isEmpty
        else {
            let isOutside =
                address.hasPrefix("/") && plan.site.settings.basePath != "/"
                && !address.hasPrefix(plan.site.settings.basePath)
            error(
                "'\(address)' is neither a former id nor a former address of a page", at: place,
                help: isOutside
                    ? "the site begins at \(plan.site.settings.basePath), and only pages below can lead on"
                    : "write an id, or an address such as \(plan.site.settings.basePath)old/ or …/old.html")
            return nil
        }
        if let part = path.split(separator: "/").first(where: { !isSafePathPart(String($0)) }) {
            error(
                "'\(part)' cannot be part of an address", at: place,
                help: "no part may be empty, start with '.' or hold \\ : * ? \" < > |")
            return nil
        }
        return path
    }

    private mutating func add(_ path: String, to target: String, at place: SourceSpan) {
        let (key, redirect) = (inSmallLetters(path), Redirect(path, to: target))
        if outputs.contains(key) {
            error(
                "'\(path)' is published, so this address cannot lead to another page", at: place,
                help: "remove the alias, or publish that at another address")
        } else if let other = found[key], other.redirect != redirect {
            error(
                "'\(path)' leads to '\(other.redirect.target)' already: \(other.place.path):\(other.place.line)",
                at: place,
                help: "remove one of the two")
        } else {
            found[key] = (redirect, place)
        }
    }

    private mutating func error(_ message: String, at place: SourceSpan, help: String) {
        diagnostics.append(Diagnostic(.error, "alias.form", message, at: place, help: help))
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
    fileprivate func path(_ job: OutputJob, of reference: EntryReference, withID id: String) -> String? {
        let template = templates.templates[job.template]
        guard case .entries(let query) = template.iteration else { return nil }
        let paths = EntryPaths(template.pattern, query, site, locale: template.locale)
        return paths?.dependOnID == true ? paths?.path(of: .entry(reference), withID: id) : nil
    }

    /// Returns the present page of each entry with the paths that it would have by another pattern, also with its former
    /// ids. The result is empty if the pattern names something that entries do not have.
    ///
    /// - Parameter locale: The code of the locale of the pages; nil if they are of all locales.
    package func pages(
        of collection: String, in locale: String?, by pattern: OutputPattern
    ) -> [(path: String, page: String)] {
        for (template, range) in zip(templates.templates, jobRanges) where template.isPage {
            guard case .entries(let query) = template.iteration, query.collection == collection,
                template.locale.map({ site.settings.locales[$0].code }) == locale,
                let paths = EntryPaths(pattern, query, site, locale: template.locale)
            else { continue }
            return jobs[range].flatMap { job -> [(path: String, page: String)] in
                guard case .entry(.entry(let entry), _, _) = job.item else { return [] }
                let former = (site.content.aliases[entry] ?? []).map(\.text).filter(isSafeID)
                return ([nil] + former).map { (paths.path(of: .entry(entry), withID: $0), job.path) }
            }
        }
        return []
    }
}

/// The paths that a pattern gives to the pages of entries.
private struct EntryPaths {
    private let pattern: OutputPattern
    private let paths: [String: Path]
    private let evaluator: Evaluator
    private let idField: String?

    /// Returns nil if the pattern names something that entries do not have.
    init?(_ pattern: OutputPattern, _ query: Query, _ site: Site, locale: Int?) {
        (self.pattern, paths) = (pattern, site.schema.paths(of: pattern, in: query))
        evaluator = Evaluator(site: site, form: .fromRoot, locale: locale ?? 0, recorder: nil)
        idField = query.collection.flatMap(site.content.collection)?.declaration.idField
        guard pattern.placeholders.allSatisfy({ paths[$0] != nil }) else { return nil }
    }

    var dependOnID: Bool { pattern.placeholders.contains(where: isID) }

    /// - Parameter id: Another id than the entry has; nil for its own.
    func path(of entry: Value, withID id: String?) -> String {
        pattern.text { name in
            if let id, isID(name) { return id }
            return paths[name].map { evaluator.plainText(evaluator.value($0.steps, of: entry)) } ?? ""
        }
    }

    private func isID(_ placeholder: String) -> Bool { placeholder == "id" || placeholder == idField }
}

extension EntryReference {
    fileprivate func isBefore(_ other: EntryReference) -> Bool {
        (collection, index) < (other.collection, other.index)
    }
}
