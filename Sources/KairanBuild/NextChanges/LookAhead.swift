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
    private let record: BuildRecord
    private let details: BuildRecord.Details
    /// As of the moment that was looked at last.
    private var plan: OutputPlan
    /// In the order of the record's.
    private var outputs: [PlannedOutput]
    /// What each of them was made of the last time.
    private var reads: [ByteReader]
    private var clocks: [Reads.Clock]
    /// In the order of time.
    private let windowBounds: [WindowBound]
    private let noDifferences: Differences
    /// How many outputs were made to compare them.
    private(set) var madeCount = 0

    /// Nil for a build whose content need not be read, and for a damaged record.
    init?(_ plan: OutputPlan, _ record: BuildRecord, _ tree: SourceTree, _ options: RenderOptions) {
        guard let details = undamaged(record.details) else { return nil }
        (self.plan, self.record, self.details, self.tree, self.options) = (plan, record, details, tree, options)
        outputs = plan.outputs(tree.files, tree.known.map(\.hash))
        guard outputs.count == details.outputs.count else { return nil }
        reads = details.outputs.map { ByteReader(record.bytes, in: $0.reads) }
        clocks = details.outputs.map(record.clock)
        windowBounds = plan.site.windowBounds.sorted { $0.moment < $1.moment }
        let counts = plan.site.content.collections.map(\.entries.count)
        noDifferences = Differences(
            fields: counts.map { Array(repeating: FieldSet(), count: $0) },
            columns: counts.map { _ in FieldSet() }, clock: .none)
    }

    /// The first moment after the last one at which a window or the day makes a difference, in seconds since 1970; the
    /// largest number without one.
    var nextMoment: Int {
        let now = plan.site.moment
        let bound = bounds(after: now.epochSeconds).first?.moment ?? .max
        guard plan.reads.clock != .none || clocks.contains(where: { $0 != .none }) else { return bound }
        return min(bound, plan.site.settings.timeZone.dateTime(date: now.date.adding(days: 1)).epochSeconds)
    }

    private func bounds(after moment: Int) -> ArraySlice<WindowBound> {
        // Found by halves: a site may have thousands.
        var (low, high) = (0, windowBounds.count)
        while low < high {
            let middle = (low + high) / 2
            if windowBounds[middle].moment <= moment { low = middle + 1 } else { high = middle }
        }
        return windowBounds[low...]
    }

    /// Goes on to a moment as of which a build makes the same outputs; false, and nothing is done, if it may make others
    /// or none.
    mutating func goOn(to epochSeconds: Int) throws -> Bool {
        let site = plan.site.at(plan.site.settings.timeZone.dateTime(epochSeconds: epochSeconds))
        let differences = differences(to: site)
        guard let touched = touched(by: differences) else { return false }
        guard let (plan, outputs) = plan(at: site, differences, touched) else { return false }
        let made = plan.make(
            touched.map { outputs[$0.position] }, options, after: { _ in .nothing }, progress: { _, _ in })
        madeCount += touched.count
        if let failure = tree.lateFailure { throw failure }
        guard !made.diagnostics.hasErrors, zip(touched, made.value).allSatisfy({ isSame($1, as: $0, plan) }) else {
            return false
        }
        (self.plan, self.outputs) = (plan, outputs)
        for (touched, made) in zip(touched, made.value) {
            reads[touched.position] = ByteReader(made.reads)
            clocks[touched.position] = made.clock
        }
        return true
    }

    private func differences(to site: Site) -> Differences {
        var differences = noDifferences
        differences.clock = Reads.Clock(from: plan.site.moment, to: site.moment)
        let bounds = bounds(after: plan.site.moment.epochSeconds).prefix { $0.moment <= site.moment.epochSeconds }
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
            for position in reads.indices where hasNewPhases || clocks[position] >= differences.clock {
                if let difference = try differences.first(in: reads[position]) {
                    touched.append((position, difference))
                }
            }
            return touched
        }
    }

    /// The plan as of another moment; nil if it has other outputs, or one of the same is of other entries.
    private func plan(
        at site: Site, _ differences: Differences, _ touched: [Touched]
    ) -> (OutputPlan, [PlannedOutput])? {
        // How many files a search has, only its index can tell.
        let searches = Set(plan.searchTemplates)
        guard searches.isEmpty || !touched.contains(where: { searches.contains(outputs[$0.position].template) }) else {
            return nil
        }
        var plan = plan
        plan.site = site
        let reads = ByteReader(plan.reads.bytes)
        let isUntouched = undamaged { () throws(DamagedBytes) in try differences.first(in: reads) == nil }
        if isUntouched == true { return (plan, outputs) }
        let known = Dictionary(grouping: outputs.filter { searches.contains($0.template) }, by: \.template)
        let planned = planOutputs(plan.templates, site.content, at: site.moment) { _ in
            known.mapValues { Set($0.map(\.path)) }
        }
        let next = planned.value.outputs(tree.files, tree.known.map(\.hash))
        let isSame =
            !planned.diagnostics.hasErrors
            && next.elementsEqual(outputs) { $0.path == $1.path && $0.key == $1.key }
        return isSame ? (planned.value, next) : nil
    }

    /// What shows the moment itself is the same to others while its links and places are.
    private func isSame(_ made: MadeOutput, as touched: Touched, _ plan: OutputPlan) -> Bool {
        if made.hash == record.outputs[touched.position].hash { return true }
        guard case .clock(.moment) = touched.by else { return false }
        let paths = FactSet(outputs.map { LinkFacts.fact(ofPath: $0.path) })
        let scan = plan.scanLinks([made.file], paths)[0]
        let known = details.outputs[touched.position]
        return !scan.hasMistake && scan.facts.provided == record.facts(known.provided)
            && scan.facts.required == record.facts(known.required)
    }
}

extension PlannedOutput {
    /// Nothing for what no template makes.
    fileprivate var template: String { sources.first ?? "" }
}
