internal import KairanContent
internal import KairanModel
package import KairanPublish
package import KairanQueries
internal import KairanReaders
internal import KairanSystem
internal import KairanTemplates

/// A site that was read from its folder and built.
package struct SiteBuild: Sendable {
    package var tree: SourceTree
    package var result: BuildResult
    package var earlier: EarlierBuild?
    /// The publications that are known, for the publisher.
    package var seen = SeenPublications()
}

/// Reads the site in a folder and builds it. With a publisher, outputs of an earlier build that this one would make
/// again are kept.
///
/// Throws `OptionError`, `ReadError` and `PublishError`.
package func buildSite(
    _ options: BuildOptions, for publisher: borrowing Publisher? = nil,
    progress: @escaping (BuildStage) -> Void = { _ in }
) throws -> SiteBuild {
    // A record, and all that is made from it, fills a few long lists.
    let hasStore = publisher?.hasStore() == true
    if hasStore { growHeapsInLargeSteps() }
    // Asking git takes longest, so it begins before the store is read.
    let lookBack = Concurrent(isUrgent: true) { LookBack(options) }
    let found = Concurrent { findSourceFiles(in: options.folder, publishedTo: options.output) }
    let earlier = publisher?.earlierBuild()
    var isDamaged = hasStore && earlier == nil
    var built: SiteBuild
    do {
        built = try buildSite(options, for: publisher, earlier, lookBack, found, progress)
    } catch let error as ReadError where error.isLate {
        // A source changed meanwhile, or is not what the store says, so the site is built without the store.
        isDamaged = error.path == ReadError.damagedStore.path
        built = try buildSite(options, for: publisher, nil, lookBack, nil, progress)
    }
    if isDamaged { built.result.reasons = built.result.reasons.map { _ in EarlierBuild.Obstacle.damagedStore.reason } }
    return built
}

private func buildSite(
    _ options: BuildOptions, for publisher: borrowing Publisher?, _ earlier: EarlierBuild?,
    _ lookBack: Concurrent<LookBack>, _ found: Concurrent<FoundSourceFiles>?,
    _ progress: @escaping (BuildStage) -> Void
) throws -> SiteBuild {
    let tree = try readSourceTree(
        options.folder, publishedTo: options.output, found, known: earlier?.store.sources ?? [],
        readAt: publisher?.now() ?? 0)
    let staging = publisher?.staging() ?? { @Sendable in nil }
    var result = try build(
        tree.value, options, after: earlier, published: lookBack.value,
        pictureCache: publisher?.pictureCache() ?? PictureCache(reading: options),
        staging: staging, progress: progress)
    result.add(tree.diagnostics)
    return SiteBuild(tree: tree.value, result: result, earlier: earlier, seen: lookBack.value.seen)
}

/// Turns a site's sources into the files of its publication. Outputs of an earlier build that this one would make again
/// are kept.
///
/// Throws `OptionError`, and a `ReadError` if a source is not what it was when the tree was read.
///
/// - Parameter published: The facts about the last publication. They are found out once, beside other work.
package func build(
    _ tree: SourceTree, _ options: BuildOptions, after earlier: EarlierBuild? = nil,
    published: @autoclosure @escaping @Sendable () -> LookBack = .none, pictureCache: PictureCache = .none,
    staging: @escaping @Sendable () -> StagedOutputs? = { nil }, seen: SeenPages? = nil,
    progress: @escaping (BuildStage) -> Void = { _ in }
) throws -> BuildResult {
    let published = Concurrent(isUrgent: true, published)
    func run(after earlier: EarlierBuild?) throws -> BuildResult {
        var build = Build(
            sources: tree, options: options, published: published, pictureCache: pictureCache, staging: staging,
            progress: progress, earlier: earlier, seen: seen)
        let result = try build.run()
        if let failure = tree.lateFailure { throw failure }
        return result
    }
    // If the folder does not hold the last publication, nothing is taken over from it, since the store belongs to what
    // the folder holds. Files in memory are those of the store in any case.
    let earlier = earlier.flatMap { $0.unpublished != nil || published.value.isInFolder ? $0 : nil }
    // If anything but a link is wrong, only a build of everything can say exactly what, and which name was perhaps
    // meant.
    if let earlier {
        let result = try run(after: earlier)
        if !result.diagnostics.hasErrors, let failure = earlier.standing.failure { throw failure }
        if !result.diagnostics.hasErrors || result.saysEverything { return result }
    }
    return try run(after: nil)
}
