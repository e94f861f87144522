internal import KairanContent
internal import KairanModel
internal import KairanOutput

/// Whether every link of the outputs and of the content is right, and what that stands on.
struct LinkCheck: Sendable {
    /// Of the outputs that were made, in their order.
    let facts: [LinkFacts]
    /// What the links of entries require, by their files' paths.
    private(set) var entryLinks: [String: [UInt64]]
    let areRight: Bool

    init(_ made: [MadeOutput], _ choice: OutputChoice, _ plan: OutputPlan, _ outputs: [PlannedOutput]) {
        let paths = FactSet(outputs.map { LinkFacts.fact(ofPath: $0.path) })
        let scans = plan.scanLinks(made.map(\.file), paths)
        facts = scans.map(\.facts)
        let provided = FactSet(
            facts.flatMap(\.provided) + choice.kept.flatMap { $0.record.links.provided })
        let entries = plan.site.entries.filter { choice.knownLinks[plan.site.content[$0].span.path] == nil }
        let links = plan.linkFacts(of: entries, paths)
        entryLinks = choice.knownLinks
        for (entry, links) in zip(entries, links) {
            entryLinks[plan.site.content[entry].span.path, default: []] += links ?? []
        }
        areRight =
            !links.contains(nil) && scans.allSatisfy { $0.holds(provided) }
            && choice.kept.allSatisfy { $0.record.links.required.allSatisfy(provided.contains) }
            && entryLinks.values.allSatisfy { $0.allSatisfy(provided.contains) }
    }
}
