package import KairanModel
internal import KairanOutput

extension SiteBuild {
    /// Up to which moment changes are looked for: for two years and some. Nil for content that could not be read.
    package var horizon: DateTime? {
        guard let site = result.plan?.site else { return nil }
        return site.settings.timeZone.dateTime(epochSeconds: horizon(after: site.moment.epochSeconds))
    }

    fileprivate func horizon(after epochSeconds: Int) -> Int { epochSeconds + 800 * 86_400 }
}

/// The next moments at which the outputs will differ: when windows open or close, when a day begins, and when a value that
/// is compared with the moment passes it.
///
/// What a window or a day changes, only a build as of that moment can tell. `LookAhead` goes from moment to moment and
/// says where one may differ. There the site is built in memory, on the record of the build before and after an
/// `ImaginedPublication` of it; that build says what differs, or what is wrong from then on. Outputs that show the
/// moment of the build itself, and are the same but for that, do not count.
///
/// - Parameter build: Without errors. If it is not published in the folder for outputs, its own bytes must be there.
/// - Parameter effort: After how many outputs made to compare them it is given up.
package func nextChanges(
    after build: SiteBuild, _ options: BuildOptions, count: Int, effort: Int = .max,
    isPublished: Bool = false
) throws -> [NextChange] {
    guard var record = build.result.record.flatMap({ BuildRecord($0.draft) }) else { return [] }
    let end = build.horizon(after: build.result.plan?.site.moment.epochSeconds ?? record.head.moment)
    let style = RenderOptions(style: options.style)
    var publication = ImaginedPublication(
        in: options.output, after: LookBack(options).read)
    if !isPublished { try publication.publish(build.result, keeping: build.earlier?.unpublished) }
    // Of a build that was the same in everything, what the details say is asked for only now.
    if build.result.plan == nil, undamaged(record.details) == nil {
        var options = options
        options.moment = SiteTimeZone.utc.dateTime(epochSeconds: record.head.moment).description
        let result = try KairanBuild.build(
            build.tree, options, published: LookBack(publication.read),
            pictureCache: PictureCache(reading: options))
        guard let made = result.record.flatMap({ BuildRecord($0.draft) }) else { return [] }
        record = made
    }
    var ahead = LookAhead(build.result, record, build.tree, style, published: publication.read)
    var (options, changes, effort) = (options, [NextChange](), effort)
    while changes.count < count, effort > 0 {
        let moment = ahead?.nextMoment ?? record.head.nextChange
        guard moment < end else { break }
        let made = ahead?.madeCount ?? 0
        let isSame = try ahead?.goOn(to: moment) == true
        effort -= 1 + (ahead?.madeCount ?? 0) - made
        if isSame { continue }
        options.moment = SiteTimeZone.utc.dateTime(epochSeconds: moment).description
        let result = try KairanBuild.build(
            build.tree, options, after: EarlierBuild(assumingAllOf: record),
            published: LookBack(publication.read),
            pictureCache: PictureCache(reading: options))
        effort -= result.files.count
        guard let plan = result.plan else { break }
        guard !result.diagnostics.hasErrors, let unwritten = result.record, let next = BuildRecord(unwritten.draft)
        else {
            changes.append(NextChange(moment: plan.site.moment, outputs: [], mistakes: result.diagnostics))
            break
        }
        let outputs = record.differences(to: result)
        if !outputs.isEmpty {
            changes.append(NextChange(moment: plan.site.moment, outputs: outputs, mistakes: []))
            try publication.publish(result)
        }
        record = next
        ahead = LookAhead(result, record, build.tree, style, published: publication.read)
    }
    return changes
}

extension BuildRecord {
    /// The outputs that are not as they were, but for those that are others at any moment, and what counts only these.
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
