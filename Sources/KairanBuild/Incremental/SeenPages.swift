internal import KairanModel
package import KairanOutput

/// Pages that somebody looks at in a browser. As soon as a build that takes over from an earlier one knows which
/// outputs have to be made, it makes and shows these pages, and whoever asks for another of these outputs waits
/// (`PagesAhead`). Only a build that keeps all paths does so, and only with pages that have no new link. What it finds
/// wrong afterwards is then nearly always in another page; if not, the pages go back to what they were.
package struct SeenPages: Sendable {
    /// The paths of their outputs.
    let paths: Set<String>
    /// Hears of those that have to be made, and of the paths of all outputs that have to be. Whether the site is right
    /// is not known yet.
    let show: @Sendable (_ pages: [OutputFile], _ unfinished: Set<String>) -> Void

    package init(
        _ paths: Set<String>, show: @escaping @Sendable (_ pages: [OutputFile], _ unfinished: Set<String>) -> Void
    ) {
        (self.paths, self.show) = (paths, show)
    }
}

extension OutputChoice {
    /// Makes and shows the pages that are seen, but for those of which something may be wrong.
    func show(_ seen: SeenPages, _ plan: OutputPlan, _ options: RenderOptions) {
        // Other outputs may be mistakes.
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

    /// What the page provides, and what it required when it was right: of other facts all outputs would have to be asked.
    private func knownFacts(_ position: Int, _ scan: LinkScan) -> FactSet {
        // There are the outputs of the record, in its order.
        let required = earlier.map { $0.details.facts($0.details.outputs[position].required) } ?? []
        return FactSet(scan.facts.provided + required)
    }
}
