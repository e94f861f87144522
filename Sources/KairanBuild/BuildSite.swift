internal import KairanContent
internal import KairanModel
package import KairanOutput
internal import KairanReaders
internal import KairanSystem

/// A site that was read from its folder and built.
package struct SiteBuild: Sendable {
    package var tree: SourceTree
    package var result: BuildResult
    package var earlier: EarlierBuild?
    /// For whoever publishes it.
    package var seen = SeenPublications()
}

/// Reads the site in a folder and builds it. With a publisher, what an earlier build made and this one would make again
/// is kept.
///
/// Throws `OptionError`, `ReadError` and `PublishError`.
package func buildSite(
    _ options: BuildOptions, for publisher: borrowing Publisher? = nil,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
) throws -> SiteBuild {
    // What a record says fills a few long lists, as does what is made of these.
    if publisher?.hasStore() == true {
        growHeapsInLargeSteps()
    }
    let spares = publisher?.spareMirror()
    let record = publisher?.readRecord()
    let earlier = publisher?.earlierBuild(record, spares)
    do {
        var built = try buildSite(options, for: publisher, earlier, progress)
        if record == nil, publisher?.hasStore() == true {
            built.result.giveAsReason(.damagedRecord)
        }
        return built
    } catch let error as ReadError where error.isLate {
        // A source changed meanwhile, or it is not what the record says: then it says nothing.
        return try buildSite(options, for: publisher, nil, progress)
    }
}

private func buildSite(
    _ options: BuildOptions, for publisher: borrowing Publisher?, _ earlier: EarlierBuild?,
    _ progress: (_ done: Int, _ total: Int) -> Void
) throws -> SiteBuild {
    let lookBack = Concurrent(isUrgent: true) { LookBack(options) }
    let record = earlier?.record
    let tree = try readSourceTree(
        options.folder, known: record?.sources ?? [], in: record?.folders(of: options) ?? [])
    var result = try build(
        tree.value, options, after: earlier, published: lookBack.value,
        pictureCache: publisher?.pictureCache() ?? PictureCache(reading: options), progress: progress)
    result.add(tree.diagnostics)
    return SiteBuild(tree: tree.value, result: result, earlier: earlier, seen: lookBack.value.seen)
}

/// Turns a site's sources into the files of its publication; what an earlier build made and this one would make again
/// is kept.
///
/// Throws `OptionError`, and a `ReadError` for a source that is not what it was when the tree was read.
package func build(
    _ tree: SourceTree, _ options: BuildOptions, after earlier: EarlierBuild? = nil,
    published: LookBack = .none, pictureCache: PictureCache = .none,
    seen: SeenPages? = nil, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
) throws -> BuildResult {
    func run(_ reuse: Reuse) throws(OptionError) -> BuildResult {
        var build = Build(
            sources: tree, options: options, published: published, pictureCache: pictureCache, reuse: reuse)
        return try build.run(progress: progress)
    }
    var foundDamage = false
    // What stands in the folder is not what was published last, and all else that an earlier build left is of that.
    let earlier = published.isInFolder ? earlier : nil
    // What is wrong, and which name was perhaps meant, only a build of everything can say.
    if let earlier {
        let result = try run(Reuse(earlier, showing: seen))
        if let failure = tree.lateFailure { throw failure }
        if let failure = earlier.standing.failure { throw failure }
        foundDamage = result.isOfDamagedRecord
        if !foundDamage, result.saysEverything || !result.diagnostics.hasErrors && result.linksAreRight {
            return result
        }
    }
    var result = try run(Reuse(nil))
    if let failure = tree.lateFailure { throw failure }
    if foundDamage { result.giveAsReason(.damagedRecord) }
    return result
}
