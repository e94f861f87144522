internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanTemplates

/// Finds the wrong links of the outputs and of the content, and keeps the facts that show them.
///
/// Facts also show what is wrong in outputs that are not made again. A dead link is therefore found without making
/// everything again.
struct LinkCheck: Sendable {
    /// The facts of the outputs that were made, in their order.
    let facts: [LinkFacts]
    /// The facts that the links of entries need, by the position of their source. Sources that are as the store has
    /// them are not among these.
    private(set) var required: [Int: [UInt64]] = [:]
    /// The paths of the outputs that have a wrong link.
    private(set) var wrongOutputs: Set<String> = []
    /// The entries that have a wrong link in their texts and fields, in their order.
    private(set) var wrongEntries: [EntryReference] = []

    init(_ sealed: Sealed, _ plan: OutputPlan, _ sources: SourceTree) {
        let (made, choice, scanner) = (sealed.outputs.made, sealed.choice, sealed.scanner)
        let areScanned = sealed.areScanned
        let scans = concurrentMap(made.count) { (areScanned ? made[$0].links : nil) ?? scanner.scan(made[$0]) }
        facts = scans.map(\.facts)
        var provided = facts.flatMap(\.provided)
        let details = choice.details
        if let details {
            for position in choice.decisions.lazy.compactMap(\.kept) {
                provided += details.facts(details.outputs[position].provided)
            }
        }
        // A link in an entry that nothing shows may lead to a file that waits as well.
        provided += sealed.waiting.map { LinkFacts.fact(ofPath: $0.path) }
        let all = FactSet(provided)
        for (output, scan) in zip(made, scans) where !scan.holds(all) { wrongOutputs.insert(output.file.path) }
        if let details {
            for decision in choice.decisions {
                if let kept = decision.kept, !details.facts(details.outputs[kept].required).allSatisfy(all.contains) {
                    wrongOutputs.insert(decision.output.path)
                }
            }
        }
        checkEntries(choice, plan, sources, scanner.paths, all)
    }

    private mutating func checkEntries(
        _ choice: OutputChoice, _ plan: OutputPlan, _ sources: SourceTree, _ paths: FactSet, _ provided: FactSet
    ) {
        let content = plan.site.content
        var wrong: Set<EntryReference> = []
        var unread: [(index: Int, entry: EntryReference)] = []
        for index in sources.files.indices {
            let known = choice.sameLinks(index)
            if let known, choice.details?.facts(known).allSatisfy(provided.contains) == true { continue }
            let entries = content.allEntries(inFile: sources.files[index].path)
            if known == nil { unread += entries.map { (index, $0) } } else { wrong.formUnion(entries) }
        }
        // One call for all of them uses all processors.
        for (read, links) in zip(unread, plan.linkFacts(of: unread.map(\.entry), paths)) {
            if let links { required[read.index, default: []] += links }
            if links?.allSatisfy(provided.contains) != true { wrong.insert(read.entry) }
        }
        if !wrong.isEmpty { wrongEntries = plan.site.entries.filter(wrong.contains) }
    }
}
