internal import KairanContent
internal import KairanModel
internal import KairanOutput

/// A record but for the stamps of the outputs, which are known when they are published.
package struct RecordDraft: Sendable {
    /// Sorted by path; the stamps are those of the earlier one, if any.
    private let outputs: [KnownFile]
    /// By position, the hashes of those that have others than these.
    private var made: [Int: ContentHash] = [:]
    /// Sorted by path.
    let sources: [KnownFile]
    fileprivate let head: [UInt8]
    let details: BuildRecord.StoredDetails
    /// The one that this is but for `RecordChanges`.
    fileprivate let earlier: BuildRecord?

    /// The bytes of the record's first file, where it has no `changes`.
    ///
    /// - Parameter stamps: Of each output, in the order of their paths; nil for one that is gone already.
    func parts(_ stamps: [FileStamp?]) -> [ArraySlice<UInt8>] {
        let (published, details) = (outputs.indices.map { known($0, stamps[$0]) }, details)
        let ((hash, size), body) = concurrently({ details.seal }) {
            var body = ByteWriter(capacity: (outputs.count + sources.count) * 100 + head.count)
            body.write(sources)
            body.write(published)
            body.write(part: head)
            return body
        }
        var all = body
        all.write(hash)
        all.write(size)
        var start = ByteWriter()
        start.write(raw: recordSignature)
        start.write(ContentHash(all.bytes))
        return [start.bytes[...], all.bytes[...]]
    }

    /// What is not as in the files of the earlier record; nil where these have to be written anew.
    ///
    /// - Parameter stamps: As of `parts`.
    func changes(_ stamps: [FileStamp?]) -> RecordChanges? {
        guard let earlier, let base = earlier.base, case .kept(_, let changed) = details else { return nil }
        // While no details changed, the first file alone can be written anew.
        if changed.details.isEmpty, earlier.hasManyChanges(sources, stamps) { return nil }
        return RecordChanges(
            base: base.seal, head: head,
            sources: earlier.sources.changes(and: base.sources) { (sources[$0].hash, sources[$0].stamp) },
            outputs: earlier.outputs.changes(and: base.outputs) { (hash(of: $0), stamps[$0] ?? .unknown) },
            details: changed)
    }

    /// Whether the record says the same, but for the stamps of outputs.
    func isSame(as record: BuildRecord) -> Bool { sources == record.sources && head == record.head.bytes }

    fileprivate var stampless: [KnownFile] { outputs.indices.map { known($0, nil) } }

    private func known(_ index: Int, _ stamp: FileStamp?) -> KnownFile {
        KnownFile(path: outputs[index].path, hash: hash(of: index), stamp: stamp ?? .unknown)
    }

    private func hash(of output: Int) -> ContentHash { made[output] ?? outputs[output].hash }
}

extension BuildRecord.StoredDetails {
    fileprivate var seal: (hash: ContentHash, size: Int) {
        switch self {
        case .made(let bytes): (ContentHash(bytes.details), bytes.details.count)
        case .kept(let file, _): (file.hash, file.detailsSize)
        }
    }
}

extension BuildRecord {
    /// Whether so many files are not as its own first file says that this had better be written anew: those that were just
    /// written or copied get other stamps once more.
    ///
    /// - Parameter stamps: Of each output.
    fileprivate func hasManyChanges(_ sources: [KnownFile], _ stamps: [FileStamp?]) -> Bool {
        guard let base, sources.count == self.sources.count, stamps.count == outputs.count else { return true }
        let touched =
            sources.indices.count { sources[$0].stamp != self.sources[$0].stamp }
            + outputs.indices.count { stamps[$0] != outputs[$0].stamp }
        return touched + base.sources.count + base.outputs.count > max(16, (sources.count + outputs.count) / 4)
    }

    /// Of a build that is not published, as it would be read again.
    init?(_ draft: RecordDraft) {
        let head = undamaged { () throws(DamagedBytes) in try Head(reading: ByteReader(draft.head)) }
        guard let head else { return nil }
        (self.head, storedDetails, sources, base) = (head, draft.details, draft.sources, nil)
        outputs = draft.stampless
    }
}

extension RecordDraft {
    /// Of a build that was the same in everything.
    init(_ record: BuildRecord, _ sources: [KnownFile], in folders: [KnownFolder]) {
        (self.sources, outputs, earlier) = (sources, record.outputs, record)
        var now = record.head
        now.folders = folders
        head = now.bytes
        details = record.storedDetails
    }

    /// Of a build without errors.
    ///
    /// - Parameter hashes: Of what was made, in order.
    /// - Parameter reads: The same, as bytes.
    /// - Parameter clock: How it depends on the moment.
    init(
        hashes: [ContentHash], reads: [[UInt8]], clock: Reads.Clock, _ choice: OutputChoice, _ links: LinkCheck,
        _ plan: OutputPlan,
        _ sources: SourceTree, bases: [BuildRecord.Basis], diagnostics: [Diagnostic], counts: BuildCounts
    ) {
        // What was said of a file is said again when it is read again.
        // And what is in the trash or in the preview alone is read each time, as it is not among the entries.
        let content = plan.site.content
        let noticed = Set(
            diagnostics.lazy.filter { $0.rule != untranslatedRule }.map(\.span.path)
                + content.trash.map(\.entry.span.path) + content.withheld.map(\.entry.span.path))
        let writer = DetailsWriter(
            reads: reads, choice: choice, links: links, plan: plan, sources: sources, noticed: noticed)
        let record = choice.earlier?.record
        if let record, case .kept(let file, _) = record.storedDetails,
            choice.earlier.map({ record.hasManyChanges(sources.known, $0.standing.stamps) }) == false,
            let changes = writer.changes
        {
            (outputs, details, earlier) = (record.outputs, .kept(file, changes: changes), record)
            for (position, hash) in zip(choice.made, hashes) where outputs[position].hash != hash {
                made[position] = hash
            }
        } else {
            var hashes = hashes[...]
            outputs = zip(choice.outputs, choice.kept).map { output, kept in
                let hash = kept.flatMap { record?.outputs[$0].hash } ?? hashes.removeFirst()
                return KnownFile(path: output.path, hash: hash, stamp: .unknown)
            }
            (details, earlier) = (.made(writer.bytes), nil)
        }
        self.sources = sources.known
        let clock = choice.keptClocks.reduce(plan.clock.and(clock)) { $0.and($1) }
        let (now, steady) = (plan.site.moment.epochSeconds, plan.site.steadyMoments(clock))
        head =
            BuildRecord.Head(
                bases: bases, moment: plan.site.moment.epochSeconds,
                steady: (clock.showsMoment ? now..<(now + 1) : steady).clamped(to: plan.site.steadyWarnings),
                nextChange: steady.upperBound, folders: sources.folders,
                diagnostics: diagnostics,
                counts: counts
            ).bytes
    }
}

extension BuildRecord.Head {
    fileprivate var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.write(bases) { writer, basis in
            writer.write(basis.name)
            writer.write(basis.hash)
        }
        writer.write(moment)
        writer.write(steady.lowerBound)
        writer.write(steady.upperBound)
        writer.write(nextChange)
        writer.write(folders) { writer, folder in
            writer.write(folder.path)
            folder.stamp.write(to: &writer)
        }
        writer.write(diagnostics) { $1.write(to: &$0) }
        for count in [counts.entries, counts.pages, counts.endpoints] { writer.write(count) }
        return writer.bytes
    }
}

extension ByteWriter {
    mutating func write(_ stamp: FileStamp) {
        write(Int(stamp.size))
        write(stamp.inode)
        write(stamp.device)
        write(Int(stamp.modified))
        write(Int(stamp.changed))
    }

    fileprivate mutating func write(_ known: [KnownFile]) {
        var list = ByteWriter(capacity: known.count * 96)
        list.write(known) { list, file in
            list.write(file.path)
            list.write(file.hash)
            list.write(file.stamp)
        }
        write(part: list.bytes)
    }
}

extension Diagnostic {
    fileprivate func write(to writer: inout ByteWriter) {
        for text in [rule, message, help ?? "", span.path] { writer.write(text) }
        for number in [span.line, span.column, span.length] { writer.write(number) }
    }
}
