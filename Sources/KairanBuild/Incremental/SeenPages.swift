internal import KairanFormats
internal import KairanModel
package import KairanTemplates

/// The pages that somebody has open in a browser. A build that takes over from an earlier one makes and shows these
/// pages as soon as it knows which outputs have to be made; whoever asks for another of these outputs waits
/// (`PagesAhead`). A build does so only if all paths stay the same, and only with pages that have no new link. What it
/// finds wrong afterwards is then nearly always in another page; if not, the pages go back to what they were.
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

extension OutputChoice {
    /// Makes and shows the pages that are open in a browser, except pages with something that may be wrong.
    func show(_ seen: SeenPages, _ plan: OutputPlan, _ options: RenderOptions) {
        // New paths may be mistakes.
        guard hasSamePaths else { return }
        let positions = made.filter { seen.paths.contains(outputs[$0].path) }
        let pages = positions.compactMap { position in
            plan.page(outputs[position], options).map { (position: position, file: $0) }
        }
        guard !pages.isEmpty else { return }
        let paths = FactSet(outputs.map { LinkFacts.fact(ofPath: $0.path) })
        let scans = plan.scanLinks(pages.map(\.file), paths)
        let right = zip(pages, scans).filter { page, scan in scan.holds(knownFacts(page.position, scan)) }
        guard !right.isEmpty else { return }
        seen.show(right.map(\.0.file), Set(made.map { outputs[$0].path }))
    }

    /// Returns the facts that the page provides, and those that it needed when it was last made and right. Only a look
    /// at all outputs could tell whether other facts hold.
    private func knownFacts(_ position: Int, _ scan: LinkScan) -> FactSet {
        // The outputs are those of the record, in its order.
        let required = earlier.map { $0.details.facts($0.details.outputs[position].required) } ?? []
        return FactSet(scan.facts.provided + required)
    }
}
