internal import KairanContent
internal import KairanModel
internal import KairanOutput

/// Which outputs have to be made, and why, and which are kept.
///
/// An output is kept while three things hold: its template and its item are the same (`OutputPlan.jobKeys`), every
/// question in its `Trace` is answered as it was, and its published file still stands. Which outputs there are is
/// planned anew in each build; keeping the plans too would save a twentieth of a second at 10,000 entries.
struct OutputChoice: Sendable {
    /// All of them, sorted by path.
    private(set) var outputs: [PlannedOutput]
    /// For each of them its position in the record, where it is kept.
    private(set) var kept: [Int?]
    /// Why the others are made.
    private(set) var reasons: [String] = []
    /// Whether there are those of the record and no others.
    private(set) var hasSamePaths = false
    /// Nil when nothing is taken over.
    let earlier: ComparedBuild?
    private let changes: Changes?

    /// The failure says why there is no earlier build.
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

    /// An address that led to the output leads to the page of an entry once a source file has the same path.
    private func outputHidden(by newFiles: Set<String>) -> String? {
        guard !newFiles.isEmpty else { return nil }
        return outputs.first { newFiles.contains($0.path) && $0.sources.first != "content/\($0.path)" }?.path
    }

    private mutating func choose(
        _ earlier: ComparedBuild, _ changes: Changes, _ plan: OutputPlan, _ sources: SourceTree
    ) {
        let (known, stamps) = (earlier.record.outputs, earlier.standing.stamps)
        // That a copy shows a part of a picture is found while it is copied, and has to be said again.
        let hasDamagedPictures = earlier.record.head.diagnostics.contains { $0.rule == damagedPictureRule }
        hasSamePaths = known.count == outputs.count
        // Both are sorted by path.
        var next = 0
        for index in outputs.indices {
            let path = outputs[index].path
            while next < known.count, known[next].path != path, known[next].path < path { next += 1 }
            guard next < known.count, known[next].path.isSameName(as: path) else {
                hasSamePaths = false
                reasons.append("it is new")
                continue
            }
            if next != index { hasSamePaths = false }
            if let reason = Self.reason(outputs[index], next, earlier, changes, sources) {
                reasons.append(reason)
            } else if hasDamagedPictures, plan.copiesPicture(outputs[index]) {
                reasons.append("a picture is damaged")
            } else if stamps[next] != nil {
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

    /// With outputs of which only sealing knows that there are any; they are made each time.
    func adding(_ others: [PlannedOutput]) -> OutputChoice {
        guard !others.isEmpty else { return self }
        var choice = self
        for output in others {
            let index = choice.outputs.partitioningIndex { output.path < $0.path }
            choice.reasons.insert(
                "it tells of a version that was removed", at: choice.kept[..<index].count { $0 == nil })
            choice.outputs.insert(output, at: index)
            choice.kept.insert(nil, at: index)
        }
        choice.hasSamePaths =
            earlier.map { $0.record.outputs.elementsEqual(choice.outputs) { $0.path.isSameName(as: $1.path) } } ?? false
        return choice
    }

    /// The positions among `outputs` of those that have to be made.
    var made: [Int] { kept.indices.filter { kept[$0] == nil } }

    var keptOutputs: [KeptOutput] {
        guard let earlier else { return [] }
        let stamps = earlier.standing.stamps
        var found: [KeptOutput] = []
        found.reserveCapacity(outputs.count)
        for (index, position) in kept.enumerated() {
            guard let position, let stamp = stamps[position] else { continue }
            found.append(
                KeptOutput(path: outputs[index].path, hash: earlier.record.outputs[position].hash, stamp: stamp))
        }
        return found
    }

    /// The entries that some output reads by themselves, made now or kept: whatever a query only passes over is not among
    /// them.
    func shownEntries(_ made: [MadeOutput], _ content: Content) -> Set<EntryReference> {
        let ofKept = kept.compactMap { position in position.flatMap { earlier?.details.trace($0) } }
        var shown: Set<EntryReference> = []
        for var reader in made.map({ ByteReader($0.trace) }) + ofKept {
            let trace = undamaged { () throws(DamagedBytes) in try Trace(reading: &reader) }
            shown.formUnion(trace?.entries(in: content).map(\.entry) ?? [])
        }
        return shown
    }

    /// How each of the kept outputs depends on the moment.
    private(set) var keptClocks: [Reads.Clock] = []

    /// Where the record has a source that is the same, and its entries.
    func knownSource(_ position: Int) -> Int? {
        guard let known = earlier?.earlierSources[position], earlier?.details.sources[known].entries != nil else {
            return nil
        }
        return known
    }

    /// Where the facts are that the links of a source's entries require, when they are what they were.
    func sameLinks(_ position: Int) -> Range<Int>? {
        guard changes?.movedPages == false, let known = knownSource(position) else { return nil }
        return earlier?.details.sources[known].links
    }
}
