internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanTemplates

/// Tells whether every link of the outputs and of the content is right, and the facts that this rests on.
struct LinkCheck: Sendable {
    /// The facts of the outputs that were made, in their order.
    let facts: [LinkFacts]
    /// The facts that the links of entries need, by the position of their source. Sources that are as the record has
    /// them are not among these.
    private(set) var required: [Int: [UInt64]] = [:]
    private(set) var areRight = true

    init(_ made: [MadeOutput], _ choice: OutputChoice, _ plan: OutputPlan, _ sources: SourceTree) {
        let paths = FactSet(choice.outputs.map { LinkFacts.fact(ofPath: $0.path) })
        let scans = plan.scanLinks(made.map(\.file), paths)
        facts = scans.map(\.facts)
        readLinks(choice, plan, sources, paths)
        areRight = areRight && !scans.contains(where: \.hasMistake)
        if !areRight { return }
        var provided = facts.flatMap(\.provided)
        let (kept, details) = (choice.kept.compactMap { $0 }, choice.earlier?.details)
        if let details { for position in kept { details.append(details.outputs[position].provided, to: &provided) } }
        let all = FactSet(provided)
        areRight =
            facts.allSatisfy { $0.required.allSatisfy(all.contains) }
            && required.values.allSatisfy { $0.allSatisfy(all.contains) }
        guard let details else { return }
        areRight =
            areRight && kept.allSatisfy { details.areProvided(details.outputs[$0].required, by: all) }
            && sources.files.indices.allSatisfy { index in
                choice.sameLinks(index).map { details.areProvided($0, by: all) } != false
            }
    }

    private mutating func readLinks(
        _ choice: OutputChoice, _ plan: OutputPlan, _ sources: SourceTree, _ paths: FactSet
    ) {
        let content = plan.site.content
        let unknown = sources.files.indices.filter { choice.sameLinks($0) == nil }
        // One call for all of them uses all processors.
        let unread = unknown.flatMap { index in
            content.entries(inFile: sources.files[index].path).map { (index: index, entry: $0) }
        }
        for (read, links) in zip(unread, plan.linkFacts(of: unread.map(\.entry), paths)) {
            if let links { required[read.index, default: []] += links } else { areRight = false }
        }
    }
}
