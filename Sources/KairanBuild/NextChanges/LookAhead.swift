internal import KairanClients
internal import KairanContent
internal import KairanContracts
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanQueries
internal import KairanTemplates

/// A build that looks at later moments, one after the other, for the first at which a build makes other outputs.
///
/// Sources and templates stay as they were read. For each moment only the outputs that depend on it are made, and
/// compared with what is known of them.
struct LookAhead {
    private let tree: SourceTree
    private let options: RenderOptions
    private let published: PublishedFiles
    private let read: ReadPublished
    private let store: BuildStore
    private let details: BuildStore.Details
    private let versions: ReviewedVersions
    /// The plan for the moment that was looked at last.
    private var plan: OutputPlan
    /// The outputs, in the order of those of the store.
    private let outputs: [PlannedOutput]
    /// This is true for each output that only a whole build can make again: a search has as many files as its index
    /// says, and what describes a version depends on all its files.
    private let needsBuild: [Bool]
    /// The versions, by the positions of their manifests. While all other files of a version stay the same, its
    /// manifest tells another next change and nothing else.
    private let manifests: [Int: (review: VersionReview, others: [Int])]
    /// The way in which each output depended on the moment when it was last made.
    private var validities: [Reads.Validity]

    /// The result is nil if the store is damaged.
    init?(
        _ build: BuildResult, _ store: BuildStore, _ tree: SourceTree, _ options: RenderOptions,
        published read: @escaping ReadPublished
    ) {
        guard let plan = build.plan, let versions = build.versions, let details = store.details.value else {
            return nil
        }
        (self.plan, self.store, self.details, self.tree, self.options) = (plan, store, details, tree, options)
        (self.versions, self.read) = (versions, read)
        published = LookBack(read).state(asking: plan.templates.pathsOfPromises).last
        let planned = plan.outputs(tree.files, tree.known.map(\.hash)) + versions.outputs
        // Files that wait to be named are planned, too, but the store does not have them.
        let known = planned.count == store.outputs.count ? [] : Set(store.outputs.map(\.path))
        let outputs = planned.filter { known.isEmpty || $0.contentFile == nil || known.contains($0.path) }
            .sorted { $0.path < $1.path }
        var manifests: [Int: (review: VersionReview, others: [Int])] = [:]
        for review in versions.reviews {
            let folder = review.version.folder
            let files = outputs.indices.filter { outputs[$0].path.hasPrefix(folder) }
            let manifest = files.first { outputs[$0].path == folder + VersionFile.manifest.name }
            if let manifest { manifests[manifest] = (review, files.filter { $0 != manifest }) }
        }
        let searches = Set(plan.searchTemplates)
        needsBuild = outputs.indices.map {
            if case .version = outputs[$0].maker { return manifests[$0] == nil }
            return outputs[$0].sources.first.map(searches.contains) ?? false
        }
        (self.outputs, self.manifests) = (outputs, manifests)
        // Nothing is known of the windows of entries that are damaged.
        guard outputs.count == details.outputs.count, tree.lateFailure == nil else { return nil }
        validities = details.outputs.indices.map(details.validity)
    }

    /// The first moment after the last one at which a plan or an output may change, in seconds since 1970; `Int.max` if
    /// there is none.
    var nextMoment: Int { validities.reduce(plan.validity.steady.upperBound) { min($0, $1.steady.upperBound) } }

    /// Returns the positions of the outputs that depend on whether it is a moment.
    func touched(at epochSeconds: Int) -> [Int] {
        validities.indices.filter { validities[$0].showsMoment || !validities[$0].steady.contains(epochSeconds) }
    }

    /// Goes on to a moment if a build makes the same outputs then, but for manifests that only tell another next
    /// change, and returns the size of what it made in bytes. Returns nil, and does nothing, if it may make others or
    /// none.
    ///
    /// - Parameter touched: The outputs to make for that; see `touched(at:)`.
    mutating func goOn(to epochSeconds: Int, making touched: [Int]) throws -> Int? {
        guard !touched.contains(where: { needsBuild[$0] }),
            let plan = plan.at(plan.site.settings.timeZone.dateTime(epochSeconds: epochSeconds))
        else { return nil }
        let sealer = Sealer(plan, samples: clientSamples)
        let others = touched.filter { manifests[$0] == nil }
        let rendered = plan.render(others.map { outputs[$0] }, options, after: { [read] in read($0).contents })
        var made = sealer.seal(rendered.value, versions, options, after: published)
        made.diagnostics += rendered.diagnostics
        if let failure = tree.lateFailure { throw failure }
        guard areSame(made, as: others, at: epochSeconds, plan) else { return nil }
        self.plan = plan
        for (position, made) in zip(others, made.value) { validities[position] = made.validity }
        for position in touched {
            guard let (review, files) = manifests[position] else { continue }
            validities[position].steady = sealer.steady(review.contract, files.map { validities[$0] })
        }
        return made.value.reduce(0) { $0 + $1.file.size }
    }

    /// Returns whether nothing is wrong and all bytes are the same, except in outputs that show the moment itself.
    private func areSame(
        _ made: Diagnosed<[MadeOutput]>, as touched: [Int], at moment: Int, _ plan: OutputPlan
    ) -> Bool {
        let others = zip(touched, made.value).filter { store.outputs[$0].hash != $1.hash }
        guard !made.diagnostics.hasErrors, others.allSatisfy({ validities[$0.0].steady.contains(moment) }) else {
            return false
        }
        guard !others.isEmpty else { return true }
        let paths = FactSet(outputs.map { LinkFacts.fact(ofPath: $0.path) })
        return zip(others, plan.scanLinks(others.map(\.1.file), paths)).allSatisfy { other, scan in
            let known = details.outputs[other.0]
            return !scan.hasMistake && scan.facts.provided.elementsEqual(details.facts(known.provided))
                && scan.facts.required.elementsEqual(details.facts(known.required))
        }
    }
}
