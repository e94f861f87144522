internal import KairanFormats
internal import KairanModel
internal import KairanPublish
package import KairanTemplates

/// The pages that somebody has open in a browser. A build that takes over from an earlier one makes and shows these
/// pages as soon as it knows which outputs have to be made; whoever asks for another of these outputs waits
/// (`PagesAhead`). A build does so only if all paths that are planned by then stay the same, and only with pages that have
/// no new link. What it finds wrong afterwards is then nearly always in another page; if not, the pages go back to what
/// they were.
package struct SeenPages: Sendable {
    /// The paths of the pages' outputs.
    let paths: Set<String>
    /// Receives the pages that were made, and the paths of all outputs that have to be made. It is not known yet
    /// whether the site has mistakes.
    let show: @Sendable (_ pages: [OutputFile], _ unfinished: Set<String>) -> Void

    package init(
        _ paths: Set<String>, show: @escaping @Sendable (_ pages: [OutputFile], _ unfinished: Set<String>) -> Void
    ) {
        (self.paths, self.show) = (paths, show)
    }
}

extension ComparedBuild {
    /// Makes and shows the pages that are open in a browser, except pages with something that may be wrong.
    ///
    /// - Parameter plan: A plan without nearest cells, searches and the files of versions, which take longer to find
    ///   out than a page takes to make.
    func show(_ seen: SeenPages, _ plan: OutputPlan, _ sources: SourceTree, _ options: RenderOptions) {
        if seen.paths.isEmpty { return }
        let choice = OutputChoice(plan, sources, .success(self))
        // New paths may be mistakes.
        guard let later = paths(besides: choice.decisions.map(\.output.path), plan) else { return }
        let made = choice.made
        let pages = made.filter { seen.paths.contains($0.path) }.compactMap { plan.page($0, options) }
        guard !pages.isEmpty else { return }
        let paths = FactSet(record.outputs.map { LinkFacts.fact(ofPath: $0.path) })
        let right = zip(pages, plan.scanLinks(pages, paths)).filter { $1.holds(knownFacts(of: $0, $1)) }
        guard !right.isEmpty else { return }
        seen.show(right.map(\.0), Set(made.map(\.path) + later))
    }

    /// Returns the paths of the earlier outputs that are planned later, or nil if any other path is new or gone.
    private func paths(besides paths: [String], _ plan: OutputPlan) -> [String]? {
        let templates = Set(plan.lateTemplates.map(LinkFacts.fact(ofPath:)))
        var (later, next): ([String], Int) = ([], 0)
        // Both lists are sorted by path.
        for (position, known) in record.outputs.enumerated() {
            if next < paths.count, paths[next].isSameName(as: known.path) {
                next += 1
                continue
            }
            guard VersionFile.describesVersions(known.path) || templates.contains(details.outputs[position].source)
            else { return nil }
            later.append(known.path)
        }
        return next == paths.count ? later : nil
    }

    /// Returns the facts that the page provides, and those that it needed when it was last made and right. Only a look
    /// at all outputs could tell whether other facts hold.
    private func knownFacts(of page: OutputFile, _ scan: LinkScan) -> FactSet {
        let position = record.outputs.position(of: page.path)
        let required = position.map { details.facts(details.outputs[$0].required) } ?? []
        return FactSet(scan.facts.provided + required)
    }
}
