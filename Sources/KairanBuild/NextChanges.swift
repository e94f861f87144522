internal import Glibc
internal import KairanContent
package import KairanModel
internal import KairanOutput

/// A moment from which on a build makes other outputs than before, though nobody changed a source.
package struct NextChange: Sendable {
    package enum Kind: String, Sendable { case added, changed, removed }

    /// In the site's time zone.
    package var moment: DateTime
    /// Sorted by path.
    package var outputs: [(path: String, kind: Kind)]
    /// What would be wrong from then on, so that nothing could be published any more.
    package var mistakes: [Diagnostic]
}

/// The next moments at which the outputs will differ: when windows open or close, and when a day begins.
///
/// What differs is found out by building the site as of such a moment, of which only what depends on it is made. Outputs
/// that show the moment of the build itself, and are the same but for that, do not count.
///
/// - Parameter build: Without errors.
/// - Parameter days: How far to look ahead.
/// - Parameter steps: At how many moments to look.
package func nextChanges(
    after build: SiteBuild, _ options: BuildOptions, count: Int, within days: Int = 800, steps: Int = .max
) throws -> [NextChange] {
    guard var record = build.result.draft.flatMap({ BuildRecord($0()) }) else { return [] }
    let end = record.head.moment + days * 86_400
    var options = options
    var changes: [NextChange] = []
    var step = 0
    while changes.count < count, step < steps, record.head.nextChange < end {
        step += 1
        options.moment = SiteTimeZone.utc.dateTime(epochSeconds: record.head.nextChange).description
        let result = try KairanBuild.build(
            build.tree, options, after: EarlierBuild(assumingAllOf: record),
            pictureCache: PictureCache(reading: options))
        guard let moment = result.plan?.site.moment else { break }
        guard !result.diagnostics.hasErrors, let draft = result.draft, let next = BuildRecord(draft()) else {
            changes.append(NextChange(moment: moment, outputs: [], mistakes: result.diagnostics))
            break
        }
        let outputs = record.differences(to: result)
        if !outputs.isEmpty { changes.append(NextChange(moment: moment, outputs: outputs, mistakes: [])) }
        record = next
    }
    return changes
}

extension BuildRecord {
    /// Of a build that is not published.
    fileprivate init?(_ draft: RecordDraft) {
        self.init(reading: Array(draft.parts(draft.paths.map { _ in .unknown }).joined()))
    }

    fileprivate func differences(to result: BuildResult) -> [(path: String, kind: NextChange.Kind)] {
        let hashes = Dictionary(outputs.map { ($0.path, $0.hash) }) { first, _ in first }
        var changed: [(path: String, kind: NextChange.Kind)] = []
        let revisions = result.plan?.revisionPaths ?? []
        for (file, reason) in zip(result.files, result.reasons)
        where reason != anotherMoment && !revisions.contains(file.path) {
            guard let hash = hashes[file.path] else {
                changed.append((file.path, .added))
                continue
            }
            if hash != ContentHash(file.bytes) { changed.append((file.path, .changed)) }
        }
        // Their numbers are not known here, only that they grow.
        let paths = Set(changed.map(\.path))
        changed += (result.plan?.revisions(of: paths) ?? []).map { ($0, .changed) }
        let there = Set(result.files.map(\.path)).union(result.kept.map(\.path))
        changed += outputs.filter { !there.contains($0.path) }.map { ($0.path, .removed) }
        return changed.sorted { $0.path < $1.path }
    }
}

extension Publisher {
    /// The next change after the build that was just published, from the work folder if it was found out already; nil
    /// too if it is not among the next moments that a build can afford to look at.
    package borrowing func nextChange(after build: SiteBuild, _ options: BuildOptions) throws -> NextChange? {
        let stamp = recordStamp()
        if let stamp, let bytes = readWorkFile("next") {
            var reader = ByteReader(bytes)
            let known = undamaged { () throws(DamagedBytes) in [try NextChange.read(&reader, of: stamp)] }
            if let known { return known[0] }
        }
        let change = try nextChanges(after: build, options, count: 1, steps: 2).first
        if let stamp, change?.mistakes.isEmpty != false {
            writeWorkFile("next", [NextChange.bytes(change, of: stamp)[...]])
        }
        return change
    }

    /// Of the record that belongs to what is published; another one has another stamp.
    private borrowing func recordStamp() -> FileStamp? {
        var status = stat()
        guard let path = path(inWorkFolder: "record"), lstat(path, &status) == 0 else { return nil }
        return FileStamp(status, readAt: .max)
    }
}

extension NextChange {
    fileprivate static func bytes(_ change: NextChange?, of record: FileStamp) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(record)
        writer.write(change != nil)
        guard let change else { return writer.bytes }
        for number in [change.moment.epochSeconds, change.moment.offset] { writer.write(number) }
        writer.write(change.outputs) { writer, output in
            writer.write(output.path)
            writer.write(output.kind.rawValue)
        }
        return writer.bytes
    }

    /// Damaged is also what belongs to another record.
    fileprivate static func read(
        _ reader: inout ByteReader, of record: FileStamp
    ) throws(DamagedBytes) -> NextChange? {
        guard try FileStamp(reading: &reader) == record else { throw DamagedBytes() }
        guard try reader.readFlag() else { return nil }
        let (seconds, offset) = (try reader.readInt(), try reader.readInt())
        let day = Int((Double(seconds + offset) / 86_400).rounded(.down))
        let moment = DateTime(
            date: LocalDate(daysSinceEpoch: day),
            time: LocalTime(secondsSinceMidnight: seconds + offset - day * 86_400), offset: offset)
        let outputs = try reader.readList { (reader) throws(DamagedBytes) in
            let path = try reader.readText()
            guard let kind = Kind(rawValue: try reader.readText()) else { throw DamagedBytes() }
            return (path: path, kind: kind)
        }
        return NextChange(moment: moment, outputs: outputs, mistakes: [])
    }
}
