internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanQueries
internal import KairanTemplates

/// The choice of which outputs are kept and which have to be made, and the reasons.
///
/// An output is kept while three things hold: its template and its item are the same (`OutputPlan.jobKeys`), every
/// question in its `Trace` is answered as it was, and its published file still stands. Each build plans anew which
/// outputs there are; keeping the plans too would save a twentieth of a second at 10,000 entries.
struct OutputChoice: Sendable {
    /// All outputs, sorted by path.
    private(set) var outputs: [PlannedOutput]
    /// The position in the record of each output that is kept; nil for an output that has to be made.
    private(set) var kept: [Int?]
    /// The reasons why the other outputs are made, in their order.
    private(set) var reasons: [String] = []
    /// The earlier build; nil if nothing is taken over from one.
    let earlier: ComparedBuild?
    private let changes: Changes?

    /// - Parameter earlier: The earlier build, or why nothing can be taken over from one.
    init(
        _ plan: OutputPlan, _ sources: SourceTree, _ earlier: Result<ComparedBuild, EarlierBuild.Obstacle>
    ) {
        outputs = plan.outputs(sources.files, sources.known.map(\.hash))
        kept = Array(repeating: nil, count: outputs.count)
        switch earlier {
        case .failure(let obstacle):
            (self.earlier, changes) = (nil, nil)
            reasons = Array(repeating: obstacle.reason, count: outputs.count)
        case .success(let compared):
            self.earlier = compared
            let changes = Changes(since: compared, to: plan)
            self.changes = changes
            let restored = compared.filesWithFirstEntries(plan.site)
            if let path = outputHidden(by: compared.newFiles.union(restored)) {
                reasons = Array(repeating: "content/\(path) is new", count: outputs.count)
            } else {
                choose(compared, changes, plan, sources)
                keptClocks = kept.compactMap { $0.map(compared.details.clock) }
            }
        }
    }

    /// Returns an output whose path a new source file has. An address that led to the output now leads to the page of
    /// an entry.
    private func outputHidden(by newFiles: Set<String>) -> String? {
        guard !newFiles.isEmpty else { return nil }
        return outputs.first { newFiles.contains($0.path) && $0.sources.first != "content/\($0.path)" }?.path
    }

    private mutating func choose(
        _ earlier: ComparedBuild, _ changes: Changes, _ plan: OutputPlan, _ sources: SourceTree
    ) {
        let (known, standing) = (earlier.record.outputs, earlier.standing.outputs)
        // Only copying a picture shows that it is damaged, so it is copied again to repeat the warning.
        let hasDamagedPictures = earlier.record.head.diagnostics.contains { $0.rule == damagedPictureRule }
        // Both lists are sorted by path.
        var next = 0
        for index in outputs.indices {
            let path = outputs[index].path
            while next < known.count, known[next].path != path, known[next].path < path { next += 1 }
            guard next < known.count, known[next].path.isSameName(as: path) else {
                reasons.append("it is new")
                continue
            }
            if let reason = Self.reason(outputs[index], next, earlier, changes, sources) {
                reasons.append(reason)
            } else if hasDamagedPictures, plan.copiesPicture(outputs[index]) {
                reasons.append("a picture is damaged")
            } else if standing[next] != nil {
                kept[index] = next
            } else {
                reasons.append("the published file is gone or has changed")
            }
        }
    }

    private static func reason(
        _ output: PlannedOutput, _ position: Int, _ earlier: ComparedBuild, _ changes: Changes,
        _ sources: SourceTree
    ) -> String? {
        if output.countsChanges { return "only the other outputs can tell whether it grows" }
        let details = earlier.details.outputs[position]
        if output.key == details.key {
            return changes.reason(forOutput: position)
        }
        if output.sources.first != details.source.map({ earlier.record.sources[$0].path }) {
            return "something else used to make it"
        }
        let source = output.sources.first { path in
            earlier.record.sources.hash(of: path) != sources.known.hash(of: path)
        }
        return source.map { "\($0) changed" } ?? "it is made for different entries"
    }

    /// Returns the choice with outputs added that only sealing knows of; they are made in every build.
    func adding(_ others: [PlannedOutput], as reason: String) -> OutputChoice {
        guard !others.isEmpty else { return self }
        var choice = self
        (choice.outputs, choice.kept, choice.reasons) = ([], [], [])
        var (added, told) = (others.sorted { $0.path < $1.path }[...], reasons[...])
        for (output, position) in zip(outputs, kept) {
            while let next = added.first, next.path < output.path {
                choice.append(next, reason)
                added.removeFirst()
            }
            choice.outputs.append(output)
            choice.kept.append(position)
            if position == nil, let reason = told.popFirst() { choice.reasons.append(reason) }
        }
        for output in added { choice.append(output, reason) }
        return choice
    }

    private mutating func append(_ made: PlannedOutput, _ reason: String) {
        outputs.append(made)
        kept.append(nil)
        reasons.append(reason)
    }

    /// The facts that outputs exist, for the paths of all outputs.
    var paths: FactSet { FactSet(outputs.map { LinkFacts.fact(ofPath: $0.path) }) }

    /// The positions in `outputs` of the outputs that have to be made.
    var made: [Int] { kept.indices.filter { kept[$0] == nil } }

    var keptOutputs: [StampedFile] {
        guard let earlier else { return [] }
        let standing = earlier.standing.outputs
        return kept.compactMap { $0.flatMap { standing[$0] } }
    }

    /// Returns the entries that some output, made now or kept, reads one by one. An entry that a query only passes over
    /// is not among them.
    func shownEntries(_ made: [MadeOutput], _ content: Content) -> Set<EntryReference> {
        let ofKept = kept.compactMap { position in position.flatMap { earlier?.details.trace($0) } }
        var shown: Set<EntryReference> = []
        for var reader in made.map({ ByteReader($0.trace) }) + ofKept {
            let trace = undamaged { () throws(DamagedBytes) in try Trace(reading: &reader) }
            shown.formUnion(trace?.entries(in: content).map(\.entry) ?? [])
        }
        return shown
    }

    /// The ways in which the kept outputs depend on the moment of the build.
    private(set) var keptClocks: [Reads.Clock] = []

    /// Returns the position in the record of an unchanged source; nil if it changed or its entries have to be read
    /// again.
    func knownSource(_ position: Int) -> Int? {
        guard let known = earlier?.earlierSources[position], earlier?.details.sources[known].entries != nil else {
            return nil
        }
        return known
    }

    /// Returns where the facts are that the links of a source's entries need, or nil if these facts may have changed.
    func sameLinks(_ position: Int) -> Range<Int>? {
        guard changes?.movedPages == false, let known = knownSource(position) else { return nil }
        return earlier?.details.sources[known].links
    }
}
