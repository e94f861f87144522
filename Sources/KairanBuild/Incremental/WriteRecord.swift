internal import KairanContent
internal import KairanModel
internal import KairanOutput

/// A record but for the stamps of the outputs, which are known when they are published.
package struct RecordDraft: Sendable {
    /// Sorted by path; the stamps say nothing.
    fileprivate let outputs: [KnownFile]
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
        let (known, details) = (stamped(stamps), details)
        let (hash, body) = concurrently({ details.hash }) {
            var body = ByteWriter(capacity: (outputs.count + sources.count) * 100 + head.count)
            body.write(sources)
            body.write(known)
            body.write(part: head)
            return body
        }
        var all = body
        all.write(hash)
        var start = ByteWriter()
        start.write(raw: recordSignature)
        start.write(ContentHash(all.bytes))
        return [start.bytes[...], all.bytes[...]]
    }

    /// What is not as in the files of the earlier record; nil where these have to be written anew.
    ///
    /// - Parameter stamps: As of `parts`.
    func changes(_ stamps: [FileStamp?]) -> RecordChanges? {
        guard let earlier, let base = earlier.base, case .kept(_, let changed, _) = details else { return nil }
        // While no details changed, the first file alone can be written anew.
        if changed.isEmpty, earlier.hasManyChanges(sources, stamps) { return nil }
        return RecordChanges(
            base: base.seal, head: head, sources: sources.changes(since: earlier.sources, and: base.sources),
            outputs: stamped(stamps).changes(since: earlier.outputs, and: base.outputs), details: changed)
    }

    /// Whether the record says the same, but for the stamps of outputs.
    func isSame(as record: BuildRecord) -> Bool { sources == record.sources && head == record.head.bytes }

    private func stamped(_ stamps: [FileStamp?]) -> [KnownFile] {
        var known = outputs
        for index in known.indices { known[index].stamp = stamps[index] ?? .unknown }
        return known
    }
}

extension BuildRecord.StoredDetails {
    fileprivate var hash: ContentHash {
        switch self {
        case .made(let bytes): ContentHash(bytes)
        case .kept(let hash, _, _): hash
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
        outputs = draft.outputs.map { KnownFile(path: $0.path, hash: $0.hash, stamp: .unknown) }
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
    /// - Parameter clock: How exactly any of it depends on the moment.
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
        if let record, case .kept(let hash, _, let read) = record.storedDetails,
            choice.earlier.map({ record.hasManyChanges(sources.known, $0.standing.stamps) }) == false,
            let changes = writer.changes
        {
            var outputs = record.outputs
            for (position, hash) in zip(choice.made, hashes) { outputs[position].hash = hash }
            (self.outputs, details, earlier) = (outputs, .kept(hash, changes: changes, read: read), record)
        } else {
            var hashes = hashes[...]
            outputs = zip(choice.outputs, choice.kept).map { output, kept in
                let hash = kept.flatMap { record?.outputs[$0].hash } ?? hashes.removeFirst()
                return KnownFile(path: output.path, hash: hash, stamp: .unknown)
            }
            (details, earlier) = (.made(writer.bytes), nil)
        }
        self.sources = sources.known
        let clock = max(plan.clock, choice.keptClock, clock)
        head =
            BuildRecord.Head(
                bases: bases, moment: plan.site.moment.epochSeconds,
                steady: plan.site.steadyMoments(clock).clamped(to: plan.site.steadyWarnings),
                nextChange: plan.site.steadyMoments(min(clock, .day)).upperBound, folders: sources.folders,
                diagnostics: diagnostics,
                counts: counts
            ).bytes
    }
}

/// Makes the bytes that `BuildRecord.Details` reads.
private struct DetailsWriter: Sendable {
    /// Of what was made, in order, as bytes.
    let reads: [[UInt8]]
    let choice: OutputChoice
    let links: LinkCheck
    let plan: OutputPlan
    let sources: SourceTree
    /// Sources that are read again in each build.
    let noticed: Set<String>

    private var earlier: BuildRecord.Details? { choice.earlier?.details }

    var bytes: [UInt8] {
        // A build never takes more memory than now, so this does not grow; room that stays empty costs nothing.
        let facts = links.facts.reduce(0) { $0 + $1.provided.count + $1.required.count }
        let size = reads.reduce((earlier?.bytes.count ?? 0) + facts * 8) { $0 + $1.count }
        var writer = ByteWriter(capacity: size + (sources.files.count + reads.count) * 1000)
        writeSources(to: &writer)
        plan.site.writeCollections(to: &writer, sources.known)
        writer.write(plan.valuePageKeys)
        writeOutputs(to: &writer)
        plan.writeJobs(to: &writer, choice)
        return writer.bytes
    }

    /// The sources and outputs that are not as in the second file of the earlier record, with their positions; nil where
    /// more is not, or where they are so many that it had better be written anew.
    var changes: [UInt8]? {
        // With the same jobs, nothing but the values of entries is another, and each is still in its file.
        guard let earlier, plan.hasSameJobs, choice.hasSamePaths, choice.keepsCollections else { return nil }
        let fresh = freshSources.map { ($0, bytes(ofFresh: $0)) }.filter { position, bytes in
            !earlier.bytes[earlier.sources[position].range].elementsEqual(bytes)
        }
        var writer = ByteWriter()
        writer.write(Dictionary(uniqueKeysWithValues: fresh), and: earlier.changed.sources) { position in
            (earlier.sources[position].range, earlier.bytes)
        }
        let made = zip(choice.made, reads.indices).map { position, index in
            let output = choice.outputs[position]
            var writer = ByteWriter()
            write(made: index, output, output.sources.first.flatMap(sources.known.position), to: &writer)
            return (position, writer.bytes)
        }
        writer.write(Dictionary(uniqueKeysWithValues: made), and: earlier.changed.outputs) { position in
            (earlier.outputs[position].range, earlier.bytes)
        }
        // The least that a disk writes is always worth it.
        return writer.bytes.count < max(4096, earlier.fileSize / 4) ? writer.bytes : nil
    }

    /// The positions of those that the earlier record does not have as they are.
    private var freshSources: [Int] { sources.files.indices.filter { !isSame($0) } }

    private func isSame(_ source: Int) -> Bool {
        choice.sameLinks(source) != nil && choice.knownSource(source) != nil
    }

    private func writeSources(to writer: inout ByteWriter) {
        let positions = freshSources
        let made = concurrentMap(positions.count) { bytes(ofFresh: positions[$0]) }
        writer.write(sources.files.count)
        var fresh = zip(positions, made).makeIterator()
        var next = fresh.next()
        for position in sources.files.indices {
            if let (at, bytes) = next, at == position {
                writer.write(raw: bytes)
                next = fresh.next()
            } else if let earlier, let known = choice.knownSource(position) {
                writer.write(raw: earlier.sources[known].range, of: earlier.bytes)
            }
        }
    }

    private func bytes(ofFresh source: Int) -> [UInt8] {
        let (content, path) = (plan.site.content, sources.files[source].path)
        var writer = ByteWriter()
        if let earlier, let known = choice.knownSource(source).map({ earlier.sources[$0] }),
            let entries = known.entries
        {
            writer.write(known.files) { $0.write($1) }
            writer.write(true)
            writer.write(part: entries, of: earlier.bytes)
        } else {
            let entries = Array(content.entries(inFile: path))
            let isNoticed =
                noticed.contains(path)
                || entries.contains { content[$0].files.contains { noticed.contains("content/\($0)") } }
            writer.write(Set(entries.flatMap { content[$0].files }).sorted()) { $0.write($1) }
            let known = isNoticed || entries.isEmpty ? nil : content.knownBytes(entries)
            writer.write(known != nil)
            if let known { writer.write(part: known) }
        }
        writer.write(facts: links.required[source] ?? [])
        return writer.bytes
    }

    private func writeOutputs(to writer: inout ByteWriter) {
        writer.write(choice.outputs.count)
        var next = 0
        // Thousands of outputs have the same few templates.
        let paths = Set(choice.outputs.lazy.compactMap(\.sources.first))
        let positions = Dictionary(uniqueKeysWithValues: paths.map { ($0, sources.known.position(of: $0)) })
        for (output, kept) in zip(choice.outputs, choice.kept) {
            let source = output.sources.first.flatMap { positions[$0] ?? nil }
            guard let kept, let earlier else {
                write(made: next, output, source, to: &writer)
                next += 1
                continue
            }
            let known = earlier.outputs[kept]
            let moved = choice.movedReads(ofEarlier: kept)
            if moved == nil, source == known.source {
                writer.write(raw: known.range, of: earlier.bytes)
                continue
            }
            writer.write(output.key)
            writer.write(source ?? -1)
            if let moved {
                writer.write(part: moved)
            } else {
                writer.write(part: known.reads, of: earlier.bytes)
            }
            writer.write(part: known.provided, of: earlier.bytes)
            writer.write(part: known.required, of: earlier.bytes)
        }
    }

    /// - Parameter index: Where the output is among those that were made.
    private func write(made index: Int, _ output: PlannedOutput, _ source: Int?, to writer: inout ByteWriter) {
        writer.write(output.key)
        writer.write(source ?? -1)
        writer.write(part: reads[index])
        writer.write(facts: links.facts[index].provided)
        writer.write(facts: links.facts[index].required)
    }
}

extension ByteWriter {
    /// Those that are fresh, and those that changed before, as they are in `earlier`.
    fileprivate mutating func write(
        _ fresh: [Int: [UInt8]], and changed: [Int], _ earlier: (Int) -> (range: Range<Int>, bytes: [UInt8])
    ) {
        write(Set(fresh.keys).union(changed).sorted()) { writer, position in
            writer.write(position)
            if let bytes = fresh[position] {
                writer.write(raw: bytes)
            } else {
                let (range, bytes) = earlier(position)
                writer.write(raw: range, of: bytes)
            }
        }
    }
}

extension Site {
    fileprivate func writeCollections(to writer: inout ByteWriter, _ sources: [KnownFile]) {
        writer.write(content.collections.count)
        for (position, collection) in content.collections.enumerated() {
            writer.write(collection.name)
            let count = collection.entries.count
            writer.write(count)
            for index in 0..<count { writer.write(collection.entries[index].id) }
            writer.write(count)
            for file in collection.files {
                let position = sources.position(of: file.path) ?? -1
                for _ in file.entries { writer.write(position) }
            }
            writer.write(count)
            for index in 0..<count {
                writer.write(pages(of: EntryReference(collection: position, index: index)) ?? "")
            }
            let phases = windowPhases(of: collection).values
            writer.write(phases.count)
            for phase in phases { writer.write(phase) }
        }
    }
}

extension OutputPlan {
    fileprivate func writeJobs(to writer: inout ByteWriter, _ choice: OutputChoice) {
        let all = templates.templates
        writer.write(all.count)
        // The same jobs at the same positions.
        if let known = choice.earlier?.details, hasSameJobs, choice.hasSamePaths, known.templates.count == all.count {
            for template in known.templates { writer.write(raw: template.range, of: known.bytes) }
            return
        }
        var positions = [Int](repeating: 0, count: jobs.count)
        for (position, output) in choice.outputs.enumerated() {
            if case .job(let job) = output.maker { positions[job] = position }
        }
        for (index, template) in all.enumerated() {
            writer.write(template.path)
            writer.write(template.locale ?? -1)
            let bytes = bytes(ofJobsOf: index, positions)
            writer.write(bytes != nil)
            if let bytes { writer.write(part: bytes) }
        }
    }
}

extension ByteWriter {
    fileprivate mutating func write(facts: [UInt64]) {
        write(facts.count * 8)
        for fact in facts { writeFixed(fact) }
    }

    fileprivate mutating func write(_ valuePages: [String: ContentHash]) {
        write(valuePages.count)
        for (key, hash) in valuePages.sorted(by: { $0.key < $1.key }) {
            write(key)
            write(hash)
        }
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
