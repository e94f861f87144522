internal import KairanContent
internal import KairanModel
internal import KairanOutput

/// Whether every link of the outputs and of the content is right, and what that stands on.
struct LinkCheck: Sendable {
    /// Of the outputs that were made, in their order.
    let facts: [LinkFacts]
    /// For each source what the links of its entries require.
    private(set) var required: [[UInt64]]
    private(set) var areRight = true

    init(_ made: [MadeOutput], _ choice: OutputChoice, _ plan: OutputPlan, _ sources: SourceTree) {
        let paths = FactSet(choice.outputs.map { LinkFacts.fact(ofPath: $0.path) })
        let scans = plan.scanLinks(made.map(\.file), paths)
        facts = scans.map(\.facts)
        var provided = facts.flatMap(\.provided)
        let kept = choice.kept.compactMap { $0 }
        if let earlier = choice.earlier {
            for position in kept { earlier.details.append(earlier.details.outputs[position].provided, to: &provided) }
        }
        let facts = FactSet(provided)
        required = Array(repeating: [], count: sources.files.count)
        readLinks(choice, plan, sources, paths)
        guard areRight else { return }
        areRight = scans.allSatisfy { $0.holds(facts) } && required.allSatisfy { $0.allSatisfy(facts.contains) }
        if let earlier = choice.earlier {
            areRight =
                areRight
                && kept.allSatisfy { earlier.details.areProvided(earlier.details.outputs[$0].required, by: facts) }
        }
    }

    private mutating func readLinks(
        _ choice: OutputChoice, _ plan: OutputPlan, _ sources: SourceTree, _ paths: FactSet
    ) {
        let content = plan.site.content
        let unknown = sources.files.indices.filter { index in
            guard choice.hasSameLinks(index), let earlier = choice.earlier, let known = earlier.earlierSources[index]
            else { return true }
            earlier.details.append(earlier.details.sources[known].links, to: &required[index])
            return false
        }
        // All at once, as that is done on all processors.
        let unread = unknown.flatMap { index in
            content.entries(inFile: sources.files[index].path).map { (index: index, entry: $0) }
        }
        for (read, links) in zip(unread, plan.linkFacts(of: unread.map(\.entry), paths)) {
            if let links { required[read.index] += links } else { areRight = false }
        }
    }
}
