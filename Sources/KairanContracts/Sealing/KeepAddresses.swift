internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanTemplates

/// The outputs that keep former addresses alive, and what the next build has to know of addresses.
struct KeptAddresses {
    var planned: [PlannedOutput] = []
    var made: [MadeOutput] = []
    var pages = PublishedPages()
}

extension Sealer {
    /// Leads on from the addresses of pages that moved since the last publication or before, and warns of pages that are
    /// gone without a trace.
    ///
    /// A page moved if its template puts the page of the same entry elsewhere, or if a new page differs from it by the id
    /// alone. Everything else, authors have to say by `aliases`.
    func keepAddresses(
        _ made: [MadeOutput], _ kept: KeptFiles, after last: PublishedFiles
    ) -> Diagnosed<KeptAddresses> {
        var addresses = KeptAddresses()
        // Nobody keeps the addresses of a preview.
        guard plan.site.settings.channel == .live else { return Diagnosed(addresses) }
        var keeper = AddressKeeper(plan, made, kept, last)
        keeper.findMoved()
        addresses.pages = keeper.pages
        let moved = keeper.pages.moved.sorted { $0.key < $1.key }.map { Redirect($0, to: $1) }
        for redirect in moved { addresses.add(redirect.path, plan.page(at: redirect), plan) }
        if let list = plan.redirectList(moved), !keeper.isOutput(redirectListPath) {
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
private struct AddressKeeper {
    fileprivate let plan: OutputPlan
    private let made: [MadeOutput]
    private let kept: KeptFiles
    private let last: PublishedFiles
    private let outputs: FactSet
    fileprivate let published: PublishedPages
    private(set) var pages: PublishedPages
    /// The published pages that this build does not make, in the order of the list.
    fileprivate private(set) var gone: [String]

    init(_ plan: OutputPlan, _ made: [MadeOutput], _ kept: KeptFiles, _ last: PublishedFiles) {
        (self.plan, self.made, self.kept, self.last) = (plan, made, kept, last)
        let outputs = FactSet((kept.paths + made.map(\.file.path)).map { LinkFacts.fact(ofPath: $0) })
        self.outputs = outputs
        published = last.list.promises?.notes.pages ?? PublishedPages()
        pages = PublishedPages(of: plan)
        gone = last.list.pages { !outputs.contains($0) }
    }

    func isOutput(_ path: String) -> Bool { outputs.contains(LinkFacts.fact(ofPath: path)) }

    mutating func findMoved() {
        guard !gone.isEmpty else { return }
        let before = published.moved.filter { !isOutput($0.key) }
        var moved = movedByTemplates()
        moved.merge(renamed(gone.filter { moved[$0] == nil && before[$0] == nil })) { first, _ in first }
        // A page that moved may move again.
        moved.merge(before) { first, _ in first }
        pages.moved = moved.compactMapValues { end(of: $0, in: moved) }
        gone.removeAll { pages.moved[$0] != nil }
    }

    /// Returns where a chain of redirects ends; nil if nothing is there.
    private func end(of path: String, in moved: [String: String]) -> String? {
        var path = path
        for _ in 0...moved.count {
            if isOutput(path) { return path }
            guard let next = moved[path] else { return nil }
            path = next
        }
        return nil
    }

    /// The pages whose templates now have other paths.
    private func movedByTemplates() -> [String: String] {
        let gone = Set(gone)
        var moved: [String: String] = [:]
        for old in published.patterns where !pages.patterns.contains(old) {
            guard let pattern = OutputPattern(old.path) else { continue }
            let locale = old.locale.isEmpty ? nil : old.locale
            for (path, page) in plan.pages(of: old.collection, in: locale, by: pattern) where gone.contains(path) {
                moved[path] = moved[path] ?? page
            }
        }
        return moved
    }

    /// Finds pages of entries that have another id now, which is certain if nothing else in the page has changed.
    private func renamed(_ gone: [String]) -> [String: String] {
        let former = gone.compactMap { path in formerEntry(path).map { (path, $0) } }
        if former.isEmpty { return [:] }
        let listed = FactSet(last.list.pages { _ in true }.map { LinkFacts.fact(ofPath: $0) })
        var new: [ContentHash: String] = [:]
        for file in made.map(\.file) where !listed.contains(LinkFacts.fact(ofPath: file.path)) {
            for pattern in pages.patterns {
                guard let id = plan.id(in: file.path, of: pattern) else { continue }
                new[hash(file.bytes, without: id)] = file.path
            }
        }
        var moved: [String: String] = [:]
        for (path, former) in former {
            if let bytes = kept.bytes(path) { moved[path] = new[hash(bytes, without: former.id)] }
        }
        return moved
    }

    /// Returns the entry that a page was made of, if there is no such entry any more.
    private func formerEntry(_ path: String) -> (collection: String, id: String)? {
        for pattern in pages.patterns {
            guard let id = plan.id(in: path, of: pattern) else { continue }
            return plan.site.content.knows(id, in: pattern.collection) ? nil : (pattern.collection, id)
        }
        return nil
    }
}

extension AddressKeeper {
    /// Warns of pages that were published and that nothing leads on from.
    ///
    /// Pages go by themselves when their entries are over or in the trash, or when a list gets shorter.
    func warnings() -> [Diagnostic] {
        var warnings: [Diagnostic] = []
        var byTemplate: [String: [String]] = [:]
        for path in gone where !VersionFile.describesVersions(path) {
            if let next = published.moved[path] {
                warnings.append(
                    warning(
                        "'\(path)' led to '\(next)', which is gone",
                        help: "write aliases: [\(address(path))] into the entry that both are about now"))
            } else if let former = formerEntry(path) {
                warnings.append(isGone(path, of: former))
            } else if !plan.templates.templates.contains(where: { $0.pattern.values(in: path) != nil }) {
                let old = published.patterns.first { OutputPattern($0.path)?.values(in: path) != nil }
                byTemplate[old?.path ?? path, default: []].append(path)
            }
        }
        return warnings + byTemplate.sorted { $0.key < $1.key }.map(areGone)
    }

    private func isGone(_ path: String, of former: (collection: String, id: String)) -> Diagnostic {
        warning(
            "'\(path)' was published and is gone, as \(former.collection) has no '\(former.id)' any more",
            help:
                "if the entry has another id now, write aliases: [\(former.id)] into it; to take the page away on purpose, "
                + "put the entry back, and into the trash by 'deleted' with the day")
    }

    private func areGone(_ template: String, _ paths: [String]) -> Diagnostic {
        let first = paths[0]
        let help =
            "write aliases: [\(address(first))] into the entry, or the front matter of the page, that is in its place now"
        if paths.count == 1 { return warning("'\(first)' was published and is gone", help: help) }
        return warning(
            "\(paths.count) pages of '\(template)' were published and are gone, '\(first)' for example", help: help)
    }

    private func address(_ path: String) -> String { plan.site.address(ofOutput: path, .fromRoot) }

    private func warning(_ message: String, help: String) -> Diagnostic {
        Diagnostic(.warning, addressGoneRule, message, at: SourceSpan(path: "content/site.yml"), help: help)
    }
}

/// The rule of warnings about pages that this build takes away.
package let addressGoneRule = "address.gone"

extension OutputPlan {
    /// Returns the id in the path of a page of an entry; nil if the pattern is another one or does not depend on the id.
    fileprivate func id(in path: String, of pattern: PublishedPages.Pattern) -> String? {
        guard let values = OutputPattern(pattern.path)?.values(in: path) else { return nil }
        let idField = site.content.collection(pattern.collection)?.declaration.idField
        return values["id"] ?? idField.flatMap { values[$0] }
    }
}

extension Content {
    /// Returns whether there is an entry of this id, shown or not, or may be one.
    fileprivate func knows(_ id: String, in collection: String) -> Bool {
        self.collection(collection)?.positions[id] != nil || deletion(of: id, in: collection) != nil
            || withheld.contains { $0.collection == collection && $0.entry.id == id }
            || hiddenIDs[collection]?.mayHold(id) == true
    }
}

/// Returns a hash of a page in which a name stands for each occurrence of an id as a whole word.
private func hash(_ page: [UInt8], without id: String) -> ContentHash {
    func isWord(_ byte: UInt8) -> Bool { isASCIILetter(byte) || isASCIIDigit(byte) }
    let id = Array(id.utf8)
    var (rest, index) = ([UInt8](), 0)
    rest.reserveCapacity(page.count)
    while index < page.count {
        let end = index + id.count
        if end <= page.count, page[index] == id[0], page[index..<end].elementsEqual(id),
            index == 0 || !isWord(page[index - 1]), end == page.count || !isWord(page[end])
        {
            rest.append(0)
            index = end
        } else {
            rest.append(page[index])
            index += 1
        }
    }
    return ContentHash(rest)
}
