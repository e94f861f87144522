internal import KairanContent
internal import KairanModel
internal import KairanOutput

/// Which outputs have to be made, and why, and which are kept.
struct OutputChoice: Sendable {
    struct Made: Sendable {
        var output: PlannedOutput
        var reason: String
    }

    struct Kept: Sendable {
        var output: KeptOutput
        /// With the positions that entries have now.
        var record: BuildRecord.Output
    }

    /// Both sorted by path.
    private(set) var made: [Made] = []
    private(set) var kept: [Kept] = []
    /// The entries that were taken over, by their files' paths.
    let known: [String: [KnownEntry]]
    /// What the links of those require; empty when they may lead elsewhere now.
    private(set) var knownLinks: [String: [UInt64]] = [:]

    init(
        _ outputs: [PlannedOutput], _ plan: OutputPlan, _ sources: HashedSources, _ bases: [BuildRecord.Basis],
        _ earlier: EarlierBuild?, known: [String: [KnownEntry]]
    ) {
        self.known = known
        guard let earlier, earlier.obstacle(bases) == nil else {
            let reason = earlier?.obstacle(bases) ?? "no earlier build is known"
            made = outputs.map { Made(output: $0, reason: reason) }
            return
        }
        let changes = Changes(since: earlier, to: plan, sources, known: known)
        if !changes.movedPages {
            for source in earlier.record.sources where known[source.path] != nil {
                knownLinks[source.path] = source.links
            }
        }
        // Both are sorted by path.
        var next = 0
        for output in outputs {
            let records = earlier.record.outputs
            while next < records.count, records[next].path < output.path { next += 1 }
            guard next < records.count, records[next].path == output.path else {
                made.append(Made(output: output, reason: "it is new"))
                continue
            }
            if let reason = reason(output, records[next], changes, sources, earlier) {
                made.append(Made(output: output, reason: reason))
            } else if let stamp = earlier.stamps[next] {
                var record = records[next]
                (record.reads, record.stamp) = (changes.moved(record.reads), stamp)
                kept.append(Kept(output: KeptOutput(path: output.path, stamp: stamp), record: record))
            } else {
                made.append(Made(output: output, reason: "the published file is gone or another"))
            }
        }
    }

    private func reason(
        _ output: PlannedOutput, _ record: BuildRecord.Output, _ changes: Changes, _ sources: HashedSources,
        _ earlier: EarlierBuild
    ) -> String? {
        if output.key == record.key { return changes.reason(for: record.reads) }
        if output.sources.first != record.source { return "it was made of \(record.source ?? "nothing")" }
        let source = output.sources.first { sources.hashes[$0] != earlier.hash(ofSource: $0) }
        return source.map { "\($0) changed" } ?? "the entries it is made for are others"
    }
}
