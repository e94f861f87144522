internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanQueries
internal import KairanTemplates

/// The outputs that keep former addresses alive, and what the next build has to know of addresses.
struct KeptAddresses {
    var planned: [PlannedOutput] = []
    var made: [MadeOutput] = []
    var redirects: [Redirect] = []
    var pages = PublishedPages()
}

extension Sealer {
    /// Leads on from the addresses of pages that moved since the last publication or before, and warns of pages that are
    /// gone without a trace.
    ///
    /// A page is known by its template and the id of its entry. It moved if the path of its template, another field in
    /// that path, or the id is another one; authors name a former id by `aliases`.
    func keepAddresses(
        _ made: [MadeOutput], _ kept: KeptFiles, after last: PublishedFiles
    ) -> Diagnosed<KeptAddresses> {
        var addresses = KeptAddresses()
        // Nobody keeps the addresses of a preview.
        guard plan.site.settings.channel == .live else { return Diagnosed(addresses) }
        var keeper = AddressKeeper(plan, made, kept, last)
        keeper.findPages()
        addresses.pages = keeper.pages
        addresses.redirects = keeper.redirects
        for redirect in keeper.redirects { addresses.add(redirect.path, plan.page(at: redirect), plan) }
        if let list = plan.redirectList(keeper.redirects), !keeper.outputs.contains(redirectListPath) {
            addresses.add(redirectListPath, list, plan)
        }
        return Diagnosed(addresses, keeper.warnings())
    }
}

extension KeptAddresses {
    fileprivate mutating func add(_ path: String, _ bytes: [UInt8], _ plan: OutputPlan) {
        let file = OutputFile(path: path, bytes: bytes)
        planned.append(PlannedOutput(path: path, key: file.hash, sources: [], maker: .site { bytes }))
        made.append(MadeOutput(file, Reads(), in: plan.site))
    }
}

/// Finds out what became of the pages of the last publication.
struct AddressKeeper {
    let plan: OutputPlan
    let made: [MadeOutput]
    let kept: KeptFiles
    let last: PublishedFiles
    /// A first publication hardly ever needs them.
    private(set) lazy var outputs = OutputPaths(kept.paths + made.map(\.file.path))
    let published: PublishedPages
    private(set) var pages = PublishedPages()
    private(set) var redirects: [Redirect] = []
    /// The published pages that nothing leads on from, in the order of the list, each with its page if that is known.
    private(set) var lost: [(path: String, page: PublishedPages.Page?)] = []
    /// The former paths of pages that differ from the present ones only in case.
    private var recased: Set<String> = []
    /// The positions of the present templates.
    let templates: [PagePattern: Int]
    /// The templates that took the places of earlier ones.
    private let successors: [PagePattern: PagePattern]
    /// The owners of former ids, by collection.
    private var owners: [String: [String: String]] = [:]
    /// The pages that each template makes, by id.
    private var pagesOfTemplates: [Int: [String: String]] = [:]

    init(_ plan: OutputPlan, _ made: [MadeOutput], _ kept: KeptFiles, _ last: PublishedFiles) {
        (self.plan, self.made, self.kept, self.last) = (plan, made, kept, last)
        published = last.list.promises?.pages ?? PublishedPages()
        let patterns = plan.pagePatterns
        templates = Dictionary(patterns.map { ($0.pattern, $0.template) }) { first, _ in first }
        pages.patterns = patterns.map(\.pattern)
        successors = PagePattern.successors(
            of: published.patterns, in: pages.patterns, firstLocale: plan.site.settings.locales.first?.code)
    }

    mutating func findPages() {
        let list = last.list
        let gone = list.pages { !outputs.holds($0) }
        if gone.isEmpty, published.moved.isEmpty { return }
        owners = plan.site.content.ownersOfIDs
        // A redirect is remembered even while something else is at its address, or no page is behind it.
        pages.moved = published.moved
        var known = published.moved.filter { !outputs.contains($0.key) }
        for path in gone where known[path] == nil { known[path] = page(at: path) }
        var taken: Set<String> = []
        for (path, page) in known.sorted(by: { $0.key < $1.key }) {
            guard id(of: page) != nil else {
                pages.moved[path] = nil
                continue
            }
            guard let new = present(page), let template = templates[new.pattern] else { continue }
            guard let target = pagePath(new.id, template) else {
                if pages.moved[path] != nil { pages.moved[path] = new }
                continue
            }
            if target.lowercased() == path.lowercased() {
                recased.insert(path)
                pages.moved[path] = nil
                continue
            }
            if outputs.conflict(with: path) || !taken.insert(path.lowercased()).inserted { continue }
            pages.moved[path] = new
            let locale = plan.templates.templates[template].locale ?? 0
            redirects.append(Redirect(path, to: target, in: plan.site.settings.locales[locale].code))
        }
        let leading = Set(redirects.map(\.path))
        for path in gone where !leading.contains(path) && !recased.contains(path) {
            let page = known[path]
            if !mayEnd(page) { lost.append((path, page)) }
        }
    }

    /// Returns whether there is no page because its entry is over, in the trash or not chosen.
    private mutating func mayEnd(_ page: PublishedPages.Page?) -> Bool {
        guard let page, let new = present(page), let template = templates[new.pattern] else { return false }
        return pagePath(new.id, template) == nil
    }

    private mutating func pagePath(_ id: String, _ template: Int) -> String? {
        if pagesOfTemplates[template] == nil { pagesOfTemplates[template] = plan.pages(ofTemplate: template) }
        return pagesOfTemplates[template]?[id]
    }

    /// Returns the page under its present pattern and id; nil if one of the two is gone.
    private func present(_ page: PublishedPages.Page) -> PublishedPages.Page? {
        let pattern = templates[page.pattern] == nil ? successors[page.pattern] : page.pattern
        guard let pattern, let id = id(of: page) else { return nil }
        return PublishedPages.Page(pattern: pattern, id: id)
    }

    private func id(of page: PublishedPages.Page) -> String? {
        let collection = page.pattern.collection
        if plan.site.content.knows(page.id, in: collection) { return page.id }
        return owners[collection]?[page.id]
    }

    /// Returns the page that was published at a path; nil if no template, or more than one, can have made it of an id.
    private func page(at path: String) -> PublishedPages.Page? {
        let pages = published.patterns.compactMap { pattern in
            plan.id(in: path, of: pattern).map { PublishedPages.Page(pattern: pattern, id: $0) }
        }
        if pages.count == 1 { return pages[0] }
        let known = pages.filter { id(of: $0) != nil }
        return known.count == 1 ? known[0] : nil
    }
}

/// The paths of all outputs.
struct OutputPaths {
    private let paths: [String]
    private let facts: FactSet
    private var folders: Set<String> = []
    private var smallPaths: Set<String> = []

    init(_ paths: [String]) {
        self.paths = paths
        facts = FactSet(paths.map { LinkFacts.fact(ofPath: $0) })
    }

    func holds(_ fact: UInt64) -> Bool { facts.contains(fact) }

    func contains(_ path: String) -> Bool { holds(LinkFacts.fact(ofPath: path)) }

    /// Returns the output whose path differs only in case.
    func other(inCaseOf path: String) -> String? {
        let small = path.lowercased()
        return paths.first { $0.lowercased() == small }
    }

    /// Returns whether some disk has no room for another page: an output differs from it only in case, is in a folder of
    /// its name, or is a folder of it.
    mutating func conflict(with path: String) -> Bool {
        if smallPaths.isEmpty {
            smallPaths = Set(paths.map { $0.lowercased() })
            // Only a folder that is called like a page can be in the way of one.
            for path in paths where path.contains(".html/") { folders.formUnion(foldersAbove(path)) }
        }
        return smallPaths.contains(path.lowercased()) || folders.contains(path)
            || foldersAbove(path).contains(where: contains)
    }
}
