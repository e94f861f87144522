internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanQueries
internal import KairanTemplates

/// The choice of which outputs are kept and which have to be made, and the reasons.
///
/// An output is kept while three things hold: its template and its item are the same (`OutputPlan.jobKeys`), every
/// question in its trace (`Reads`) is answered as it was, and its published file still stands. Each build plans anew which
/// outputs there are, except after an `EntryEdit`; the store has no plans, which would save a twentieth of a second at
/// 10,000 entries.
struct OutputChoice: Sendable {
    /// The decision on one output.
    struct Decision: Sendable {
        let output: PlannedOutput
        /// The position in the store of an output that is kept; nil for an output that has to be made.
        var kept: Int?
        /// The reason why the output is made; nil for one that is kept.
        var reason: String?
    }

    /// The decisions on all outputs, sorted by path.
    private(set) var decisions: [Decision]
    /// The files of the content that waited in the earlier build and are as they were: see `waitingFiles`.
    private var waited: Set<String> = []
    /// The changes since an earlier build; nil if nothing is taken over from one.
    let changes: Changes?

    /// - Parameter changes: The changes since an earlier build, or why nothing can be taken over from one.
    init(_ plan: OutputPlan, _ sources: SourceTree, _ changes: Result<Changes, EarlierBuild.Obstacle>) {
        decisions = plan.outputs(sources.files, sources.known.map(\.hash)).map { Decision(output: $0) }
        self.changes = changes.takenOver
        switch changes {
        case .failure(let obstacle): makeAll(obstacle.reason)
        case .success(let changes):
            let earlier = changes.build
            let restored = earlier.filesWithFirstEntries(plan.site)
            if let path = outputHidden(by: earlier.newFiles.union(restored)) {
                makeAll("content/\(path) is new")
            } else {
                choose(changes, plan, sources)
                let (kept, standing) = (decisions.compactMap(\.kept), earlier.standing.outputs)
                keptValidities = kept.map(earlier.details.validity)
                keptOutputs = kept.compactMap { standing[$0] }
                waited = earlier.filesThatWaited(sources)
            }
        }
    }

    private mutating func makeAll(_ reason: String) {
        for index in decisions.indices { decisions[index].reason = reason }
    }

    /// Returns an output whose path a new source file has. An address that led to the output now leads to the page of
    /// an entry.
    private func outputHidden(by newFiles: Set<String>) -> String? {
        guard !newFiles.isEmpty else { return nil }
        return decisions.lazy.map(\.output).first {
            newFiles.contains($0.path) && $0.sources.first != "content/\($0.path)"
        }?.path
    }

    private mutating func choose(_ changes: Changes, _ plan: OutputPlan, _ sources: SourceTree) {
        let earlier = changes.build
        let (known, standing) = (earlier.store.outputs, earlier.standing.outputs)
        // Only copying a picture shows that it is damaged, so it is copied again to repeat the warning.
        let hasDamagedPictures = earlier.hasDamagedPictures
        // Both lists are sorted by path.
        var next = 0
        for index in decisions.indices {
            let output = decisions[index].output
            while next < known.count, known[next].path < output.path { next += 1 }
            if next == known.count || !known[next].path.isSameName(as: output.path) {
                decisions[index].reason = "it is new"
            } else if let reason = changes.reason(for: output, at: next, sources) {
                decisions[index].reason = reason
            } else if hasDamagedPictures, plan.copiesPicture(output) {
                decisions[index].reason = "a picture is damaged"
            } else if standing[next] != nil {
                decisions[index].kept = next
            } else {
                decisions[index].reason = "the published file is gone or has changed"
            }
        }
    }

    /// Leaves out all outputs that are made of some files of the content, and returns them.
    mutating func leaveOut(_ files: Set<String>) -> [PlannedOutput] {
        if files.isEmpty { return [] }
        func isLeftOut(_ decision: Decision) -> Bool { decision.output.contentFile.map(files.contains) == true }
        let stays = decisions.filter { $0.kept != nil }.map { !isLeftOut($0) }
        keptOutputs = zip(keptOutputs, stays).filter(\.1).map(\.0)
        keptValidities = zip(keptValidities, stays).filter(\.1).map(\.0)
        let leftOut = decisions.filter(isLeftOut).map(\.output)
        decisions.removeAll(where: isLeftOut)
        return leftOut
    }

    /// Returns the choice with outputs added that only sealing knows of; they are made in every build.
    func adding(_ others: [PlannedOutput], as reason: String) -> OutputChoice {
        guard !others.isEmpty else { return self }
        var choice = self
        choice.decisions += others.map { Decision(output: $0, reason: reason) }
        choice.decisions.sort { $0.output.path < $1.output.path }
        return choice
    }

    /// The facts that outputs exist, for the paths of all outputs.
    var paths: FactSet { FactSet(decisions.map { LinkFacts.fact(ofPath: $0.output.path) }) }

    /// The outputs that have to be made.
    var made: [PlannedOutput] { decisions.filter { $0.kept == nil }.map(\.output) }

    /// Returns whether an output need not be made before it is known whether it waits once more.
    func isLikelyToWait(_ output: PlannedOutput) -> Bool { output.contentFile.map(waited.contains) == true }

    /// The reasons why they are made, in their order.
    var reasons: [String] { decisions.compactMap(\.reason) }

    private(set) var keptOutputs: [StampedFile] = []

    /// Returns the entries that some output, made now or kept, reads one by one. An entry that a query only passes over
    /// is not among them.
    func shownEntries(_ made: [MadeOutput], _ content: Content) -> Set<EntryReference> {
        let ofKept = decisions.compactMap { $0.kept.flatMap { details?.trace($0) } }
        let traces = made.map { ByteReader($0.trace) } + ofKept
        return Set(traces.lazy.flatMap { Reads.entries(of: $0, in: content).map(\.entry) })
    }

    /// The ways in which the kept outputs depend on the moment of the build.
    private(set) var keptValidities: [Reads.Validity] = []

    /// The details of the earlier build; nil if nothing is taken over from one.
    var details: BuildStore.Details? { changes?.build.details }

    /// Returns the position in the store of an unchanged source; nil if it changed or its entries have to be read
    /// again.
    func knownSource(_ position: Int) -> Int? {
        guard let known = changes?.build.earlierSources[position], details?.sources[known].entries != nil else {
            return nil
        }
        return known
    }

    /// Returns where the facts are that the links of a source's entries need, or nil if these facts may have changed.
    func sameLinks(_ position: Int) -> Range<Int>? {
        guard changes?.movedPages == false, let known = knownSource(position) else { return nil }
        return details?.sources[known].links
    }
}

extension Changes {
    /// Returns the reason why an output must be made again, or nil if it would have the bytes of the earlier output at
    /// this position, whose path it has.
    func reason(for output: PlannedOutput, at position: Int, _ now: SourceTree) -> String? {
        if output.countsChanges { return "only the other outputs can tell whether it grows" }
        let earlier = build.details.outputs[position]
        if output.key == earlier.key { return reason(forOutput: position) }
        if output.sourceFact != earlier.source { return "something else used to make it" }
        let source = output.sources.first { build.store.sources.hash(of: $0) != now.known.hash(of: $0) }
        return source.map { "\($0) changed" } ?? "it is made for different entries"
    }
}

extension ComparedBuild {
    fileprivate var hasDamagedPictures: Bool { store.head.diagnostics.contains { $0.rule == .imageDamaged } }

    fileprivate func filesThatWaited(_ now: SourceTree) -> Set<String> {
        if hasDamagedPictures { return [] }
        return Set(
            store.head.counts.waiting.filter {
                let hash = store.sources.hash(of: "content/\($0)")
                return hash != nil && hash == now.known.hash(of: "content/\($0)")
            })
    }
}

extension PlannedOutput {
    /// The fact that its template or file exists; 0 for a file that every site has, which has no source.
    var sourceFact: UInt64 { sources.first.map(LinkFacts.fact(ofPath:)) ?? 0 }
}
