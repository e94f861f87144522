internal import KairanContracts
package import KairanModel
internal import KairanPublish
internal import KairanQueries
internal import KairanTemplates

extension SiteBuild {
    /// The moment up to which changes are looked for, a little over two years ahead; nil if the content could not be
    /// read.
    package var horizon: DateTime? {
        let end = KairanBuild.horizon(after: result.moment)
        return result.settings?.timeZone.dateTime(epochSeconds: end)
    }
}

/// The number of days ahead for which changes are looked for.
package let daysAhead = 800

private func horizon(after epochSeconds: Int) -> Int { epochSeconds + daysAhead * 86_400 }

/// Returns the next moments at which the outputs will differ: when windows open or close, when a day begins, and when
/// the moment passes a value that it is compared with.
///
/// Only a build for that moment can tell what a window or a day changes. `LookAhead` goes from moment to moment and
/// says at which one something may change. The site is then built in memory for that moment, from the store of the
/// build before and after an `ImaginedPublication` of it; that build says what differs, or what is wrong from then on.
/// Outputs that differ only because they show the moment of the build do not count, and neither does a manifest that
/// differs only because it tells another next change.
///
/// - Parameter build: A build without errors. If it is not published in the folder for outputs, it must have its own
///   bytes.
/// - Parameter effort: The price at which to give up. Each moment costs 1. Each output that is made for it costs 1,
///   another 1 for each 4 KB, and another 1 for each 2,000 entries of the site, since it may go through all of them. A
///   build costs at least a tenth of the number of outputs and a hundredth of the number of entries. If the search gives
///   up, the last of the changes is only the earliest moment at which something may change (`isEarliest`).
/// - Parameter isPublished: This is true if the build was just published, so that the folder holds it, and neither the
///   work folder nor git has to be asked.
package func nextChanges(
    after build: SiteBuild, _ options: BuildOptions, count: Int, effort: Int = .max, isPublished: Bool = false
) throws -> [NextChange] {
    guard let settings = build.result.settings else { return [] }
    let standing = isPublished ? LookBack(in: options.output) : LookBack(options)
    var publication = ImaginedPublication(in: options.output, after: standing.read)
    var (options, changes, effort, isPublished) = (options, [NextChange](), effort, isPublished)
    var (last, known): (BuildResult, (store: BuildStore, ahead: LookAhead?)?) = (build.result, nil)
    let end = horizon(after: last.moment)
    while changes.count < count {
        let next = known?.ahead?.nextMoment ?? last.nextChange
        guard next < end else { break }
        let moment = settings.timeZone.dateTime(epochSeconds: next)
        let entries = last.counts.entries
        let buildPrice = (last.files.count + last.kept.count) / 10 + entries / 100
        // The store takes as long to put together as a small build, so it waits until it is needed.
        if known == nil, effort > buildPrice {
            guard let store = last.store.flatMap({ BuildStore($0()) }) else { break }
            if !isPublished { try publication.publish(last, keeping: build.earlier?.unpublished) }
            known = (store, LookAhead(last, store, build.tree, options.rendering, published: publication.read))
        }
        let touched = known?.ahead?.touched(at: next) ?? []
        let outputsPrice = touched.count * (1 + entries / 2_000)
        guard let store = known?.store, effort > max(buildPrice, outputsPrice) else {
            return changes + [NextChange(moment: moment, isEarliest: true)]
        }
        effort -= 1 + outputsPrice
        if let size = try known?.ahead?.goOn(to: next, making: touched) {
            effort -= size / 4096
            continue
        }
        options.moment = SiteTimeZone.utc.dateTime(epochSeconds: next).description
        let published = LookBack(publication.read)
        last = try KairanBuild.build(
            build.tree, options, after: EarlierBuild(assumingAllOf: store), published: published,
            pictureCache: PictureCache(reading: options))
        effort -= max(last.files.reduce(last.files.count) { $0 + $1.size / 4096 }, buildPrice)
        let mistakes = last.diagnostics.filter { $0.severity == .error }
        guard mistakes.isEmpty else { return changes + [NextChange(moment: moment, mistakes: mistakes)] }
        let differing = store.differences(to: last)
        let outputs = differing.filter { $0.kind != .changed || !last.onlyTellsNextChange($0.path, publication.read) }
        if !outputs.isEmpty { changes.append(NextChange(moment: moment, outputs: outputs)) }
        (known, isPublished) = (nil, differing.isEmpty)
    }
    return changes
}

extension BuildResult {
    /// Returns whether an output is a manifest that differs from the published one in the moment of the next change
    /// alone. An app that asks then finds nothing new, and when to ask again.
    fileprivate func onlyTellsNextChange(_ path: String, _ read: ReadPublished) -> Bool {
        guard VersionPath(path)?.file == .manifest, let file = files.first(where: { $0.path == path }),
            var new = VersionManifest(reading: file.bytes),
            let old = read(path).contents.flatMap(VersionManifest.init(reading:))
        else { return false }
        new.nextChange = old.nextChange
        return new == old
    }
}

extension BuildStore {
    /// Returns the outputs that differ, except those that differ at every moment, and those that only count such
    /// outputs.
    fileprivate func differences(to result: BuildResult) -> [(path: String, kind: NextChange.Kind)] {
        let hashes = Dictionary(outputs.map { ($0.path, $0.hash) }) { first, _ in first }
        var changed: [(path: String, kind: NextChange.Kind)] = []
        var showsMoment = false
        for (file, reason) in zip(result.files, result.reasons) {
            guard let hash = hashes[file.path] else {
                changed.append((file.path, .added))
                continue
            }
            guard hash != ContentHash(file.bytes) else { continue }
            if reason == anotherMoment { showsMoment = true } else { changed.append((file.path, .changed)) }
        }
        let there = Set(result.files.map(\.path)).union(result.kept.map(\.path))
        changed += outputs.filter { !there.contains($0.path) }.map { ($0.path, .removed) }
        let counting = (result.plan?.revisionPaths ?? []).union(result.plan?.versionFilePaths ?? [])
        if showsMoment, changed.allSatisfy({ counting.contains($0.path) }) { return [] }
        return changed.sorted { $0.path < $1.path }
    }
}
