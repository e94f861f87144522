internal import KairanContent
internal import KairanModel
internal import KairanOutput

/// A build that looks at later moments, one after the other, for the first as of which another build makes other outputs.
///
/// Sources and templates stay as they were read. Of each moment only what depends on it is made, and compared with what
/// is known of it.
struct LookAhead {
    private let tree: SourceTree
    private let options: RenderOptions
    private let published: PublishedFiles
    private let record: BuildRecord
    private let details: BuildRecord.Details
    /// As of the moment that was looked at last.
    private var plan: OutputPlan
    /// In the order of the record's.
    private let outputs: [PlannedOutput]
    /// How many files a search has, only its index can tell, and what a manifest holds, only all other files.
    private let needsBuild: [Bool]
    /// What each of them was made of the last time.
    private var reads: [ByteReader]
    private var clocks: [Reads.Clock]
    /// In the order of time.
    private let windowBounds: [WindowBound]
    private let noDifferences: Differences
    /// How many outputs were made to compare them.
    private(set) var madeCount = 0

    /// Nil for a damaged record.
    init?(
        _ plan: OutputPlan, _ record: BuildRecord, _ tree: SourceTree, _ options: RenderOptions,
        published read: @escaping ReadPublished
    ) {
        guard let details = undamaged(record.details) else { return nil }
        (self.plan, self.record, self.details, self.tree, self.options) = (plan, record, details, tree, options)
        published = LookBack(read).state(asking: plan.templates.pathsOfPromises).last
        outputs = plan.outputs(tree.files, tree.known.map(\.hash))
        let searches = Set(plan.searchTemplates)
        needsBuild = outputs.map {
            if case .version = $0.maker { true } else { $0.sources.first.map(searches.contains) ?? false }
        }
        guard outputs.count == details.outputs.count else { return nil }
        reads = details.outputs.map { ByteReader(details.bytes, in: $0.reads) }
        clocks = details.outputs.map(details.clock)
        windowBounds = plan.site.windowBounds.sorted { $0.moment < $1.moment }
        let counts = plan.site.content.collections.map(\.entries.count)
        // Of what is damaged no window is known.
        guard !plan.site.content.isDamaged else { return nil }
        noDifferences = Differences(
            fields: counts.map { Array(repeating: FieldSet(), count: $0) },
            columns: counts.map { _ in FieldSet() }, moment: plan.site.moment.epochSeconds, isAnotherMoment: false)
    }

    /// The first moment after the last one at which a window, the day or a comparison with the moment makes a difference,
    /// in seconds since 1970; the largest number without one.
    var nextMoment: Int {
        let bound = bounds(after: plan.site.moment.epochSeconds).first?.moment ?? .max
        return clocks.reduce(min(bound, plan.clock.steady.upperBound)) { min($0, $1.steady.upperBound) }
    }

    private func bounds(after moment: Int) -> ArraySlice<WindowBound> {
        windowBounds[windowBounds.partitioningIndex { $0.moment > moment }...]
    }

    /// Goes on to a moment as of which a build makes the same outputs; false, and nothing is done, if it may make others
    /// or none.
    mutating func goOn(to epochSeconds: Int) throws -> Bool {
        let moment = plan.site.settings.timeZone.dateTime(epochSeconds: epochSeconds)
        let differences = differences(to: moment)
        guard let touched = touched(by: differences), !touched.contains(where: { needsBuild[$0.position] }),
            let plan = plan.at(moment, differences.touch)
        else { return false }
        let rendered = plan.render(touched.map { outputs[$0.position] }, options, progress: { _, _ in })
        let made = plan.seal(rendered, options, after: published)
        madeCount += touched.count
        if let failure = tree.lateFailure { throw failure }
        guard areSame(made, as: touched, plan), !plan.site.content.isDamaged else { return false }
        self.plan = plan
        for (touched, made) in zip(touched, made.value) {
            reads[touched.position] = ByteReader(made.reads)
            clocks[touched.position] = made.clock
        }
        return true
    }

    private func differences(to moment: DateTime) -> Differences {
        var differences = noDifferences
        (differences.moment, differences.isAnotherMoment) = (moment.epochSeconds, true)
        let bounds = bounds(after: plan.site.moment.epochSeconds).prefix { $0.moment <= moment.epochSeconds }
        for bound in bounds {
            let field = FieldSet(field: bound.field)
            differences.fields[bound.entry.collection][bound.entry.index].formUnion(field)
            differences.columns[bound.entry.collection].formUnion(field)
        }
        return differences
    }
}

// MARK: One moment

extension LookAhead {
    private typealias Touched = (position: Int, by: Differences.Difference)

    /// The outputs that may be others; nil when the record is damaged.
    private func touched(by differences: Differences) -> [Touched]? {
        let hasNewPhases = differences.columns.contains { !$0.isEmpty }
        return undamaged { () throws(DamagedBytes) in
            var touched: [Touched] = []
            for position in reads.indices {
                let clock = clocks[position]
                guard hasNewPhases || clock.showsMoment || !clock.steady.contains(differences.moment) else { continue }
                if let difference = try differences.first(in: reads[position]) {
                    touched.append((position, difference))
                }
            }
            return touched
        }
    }

    /// True when nothing is wrong and no bytes are others, but for what shows the moment itself.
    private func areSame(_ made: Diagnosed<[MadeOutput]>, as touched: [Touched], _ plan: OutputPlan) -> Bool {
        let others = zip(touched, made.value).filter { record.outputs[$0.position].hash != $1.hash }
        guard !made.diagnostics.hasErrors,
            others.allSatisfy({ if case .moment = $0.0.by { true } else { false } })
        else { return false }
        guard !others.isEmpty else { return true }
        let paths = FactSet(outputs.map { LinkFacts.fact(ofPath: $0.path) })
        return zip(others, plan.scanLinks(others.map(\.1.file), paths)).allSatisfy { other, scan in
            let known = details.outputs[other.0.position]
            return !scan.hasMistake && scan.facts.provided == details.facts(known.provided)
                && scan.facts.required == details.facts(known.required)
        }
    }
}
