internal import KairanFormats
internal import KairanModel
package import KairanPublish
internal import KairanTemplates

/// The pages that somebody has open in a browser. A build that takes over from an earlier one makes and shows these
/// pages as soon as the site is planned; whoever asks for another page waits (`PagesAhead`). A build does so only if all
/// paths that are planned by then stay the same, and only with pages that have no new link. What it finds wrong
/// afterwards is then nearly always in another page; if not, the pages go back to what they were.
package struct SeenPages: Sendable {
    /// The paths of the pages' outputs.
    let paths: Set<String>
    /// Receives the pages that were made. It is not known yet whether the site has mistakes.
    let show: @Sendable (_ pages: [OutputFile]) -> Void

    package init(_ paths: Set<String>, show: @escaping @Sendable (_ pages: [OutputFile]) -> Void) {
        (self.paths, self.show) = (paths, show)
    }
}

extension Changes {
    /// Makes and shows the pages that are open in a browser, except pages with something that may be wrong.
    ///
    /// - Parameter plan: A plan without searches, the files of versions, and nearest cells that are not kept. These take
    ///   longer to find out than a page takes to make.
    func show(_ seen: SeenPages, _ plan: OutputPlan, _ sources: SourceTree, _ options: RenderOptions) {
        if seen.paths.isEmpty { return }
        // New paths may be mistakes.
        guard build.newFiles.isEmpty, build.filesWithFirstEntries(plan.site).isEmpty, let before = build.earlier.plan,
            plan.hasSamePaths(as: before)
        else { return }
        let store = build.store
        let hashes = plan.sourceHashes(sources.files, sources.known.map(\.hash))
        let facts = FactSet(seen.paths.map(LinkFacts.fact))
        let jobs = plan.jobs.indices.filter { facts.contains(plan.jobs[$0].fact) }
        let pages = plan.outputs(ofJobs: jobs, hashes).filter { output in
            store.outputs.position(of: output.path).flatMap { reason(for: output, at: $0, sources) } != nil
        }.compactMap { plan.page($0, options) }
        guard !pages.isEmpty else { return }
        let paths = FactSet(store.outputs.map { LinkFacts.fact(ofPath: $0.path) })
        let right = zip(pages, plan.scanLinks(pages, paths)).filter { $1.holds(knownFacts(of: $0, $1)) }
        if !right.isEmpty { seen.show(right.map(\.0)) }
    }

    /// Returns the facts that the page provides, and those that it needed when it was last made and right. Only a look
    /// at all outputs could tell whether other facts hold.
    private func knownFacts(of page: OutputFile, _ scan: LinkScan) -> FactSet {
        let details = build.details
        let position = build.store.outputs.position(of: page.path)
        let required = position.map { Array(details.facts(details.outputs[$0].required)) } ?? []
        return FactSet(scan.facts.provided + required)
    }
}

extension OutputPlan {
    /// Returns whether `planEarlyOutputs` planned the same paths. The paths that no template makes follow from the others,
    /// from the files that entries use, and from whether pictures are sized.
    fileprivate func hasSamePaths(as other: OutputPlan) -> Bool {
        let (content, earlier) = (site.content, other.site.content)
        guard content.usedFiles == earlier.usedFiles, content.pictures == earlier.pictures,
            templates.needs.contains(.pictureSizes) == other.templates.needs.contains(.pictureSizes)
        else { return false }
        let (new, old) = (earlyJobs, other.earlyJobs)
        // Most jobs are kept. An edit of what a list is sorted by may change their order.
        return new.elementsEqual(old) { $0 === $1 || $0.path == $1.path }
            || new.count == old.count && Set(new.map(\.path)) == Set(old.map(\.path))
    }

    /// The jobs of templates. Parts are left out, as most of them are planned later.
    private var earlyJobs: [OutputJob] {
        zip(templates.templates, jobRanges).flatMap { $0.makesParts ? [] : jobs[$1] }
    }
}
