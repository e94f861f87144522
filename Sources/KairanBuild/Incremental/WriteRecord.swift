internal import KairanContent
internal import KairanModel
internal import KairanOutput
internal import KairanReaders

/// A record but for the stamps of the outputs, which are known when they are published.
package struct RecordDraft: Sendable {
    /// Sorted by path; the stamps are those of an earlier record, if any.
    private let outputs: [StampedFile]
    /// Sorted by path.
    let sources: [StampedFile]
    fileprivate let head: [UInt8]
    fileprivate let details: StoredDetails

    /// The bytes of the store; nil where those of an earlier one are needed and cannot be read.
    ///
    /// - Parameter stamps: One for each output, in the order of their paths; nil for one that is gone already.
    func parts(_ stamps: [FileStamp?]) -> [ArraySlice<UInt8>]? {
        details.bytes.map { StoreFile.parts(head: headPart(stamps), details: $0) }
    }

    /// Whether the record says the same, but for the stamps of outputs.
    func isSame(as record: BuildRecord) -> Bool { sources == record.sources && head == record.head.bytes }

    fileprivate func headPart(_ stamps: [FileStamp?]) -> [UInt8] {
        var writer = ByteWriter(capacity: (outputs.count + sources.count) * 100 + head.count)
        writer.write(sources)
        var outputs = outputs
        for (index, stamp) in zip(outputs.indices, stamps) { outputs[index].stamp = stamp ?? .unknown }
        writer.write(outputs)
        writer.write(raw: head)
        return writer.bytes
    }
}

extension BuildRecord {
    /// Of a build that is not published, as it would be read again.
    init?(_ draft: RecordDraft) {
        self.init(head: draft.headPart(draft.unknownStamps), details: draft.details)
    }
}

extension RecordDraft {
    fileprivate var unknownStamps: [FileStamp?] { outputs.map { _ in nil } }

    /// The draft of a build that was the same in everything.
    init(_ record: BuildRecord, _ sources: [StampedFile], in folders: [StampedFolder]) {
        (self.sources, outputs, details) = (sources, record.outputs, record.storedDetails)
        var now = record.head
        now.folders = folders
        head = now.bytes
    }

    /// The draft of a build without errors.
    fileprivate init(_ build: MadeBuild) {
        let (choice, plan) = (build.choice, build.plan)
        details = .made(
            DetailsWriter(
                traces: build.traces, choice: choice, links: build.links, plan: plan, sources: build.sources,
                noticed: plan.site.content.filesToRead(build.diagnostics)
            ).bytes)
        sources = build.sources.known
        var hashes = build.hashes[...]
        outputs = choice.outputs.indices.map { index in
            let known = choice.kept[index].flatMap { choice.earlier?.record.outputs[$0].hash }
            return StampedFile(
                path: choice.outputs[index].path, hash: known ?? hashes.removeFirst(), stamp: .unknown)
        }
        let clock = choice.keptClocks.reduce(plan.clock.and(build.clock)) { $0.and($1) }
        let now = plan.site.moment.epochSeconds
        let steady = clock.showsMoment ? now..<(now + 1) : clock.steady
        head =
            BuildRecord.Head(
                inputs: build.inputs, moment: now, steady: steady.clamped(to: plan.site.steadyWarnings),
                nextChange: clock.steady.upperBound, folders: build.sources.folders, diagnostics: build.diagnostics,
                counts: BuildCounts(plan)
            ).bytes
    }
}

/// What a record is put together of. That takes as long as a small build, so it waits until somebody needs the record.
enum UnwrittenRecord: Sendable {
    /// The build was the same in everything as the one of this record; only stamps may be others.
    case same(BuildRecord, [StampedFile], in: [StampedFolder])
    case made(MadeBuild)

    var draft: RecordDraft {
        switch self {
        case .same(let record, let sources, let folders): RecordDraft(record, sources, in: folders)
        case .made(let build): RecordDraft(build)
        }
    }
}

/// A build without errors, but for the bytes that it made.
struct MadeBuild: Sendable {
    /// One for each output that was made, in order; as are the traces.
    fileprivate let hashes: [ContentHash]
    fileprivate let traces: [[UInt8]]
    /// How what was made depends on the moment.
    fileprivate let clock: Reads.Clock
    fileprivate let choice: OutputChoice
    fileprivate let links: LinkCheck
    fileprivate let plan: OutputPlan
    fileprivate let sources: SourceTree
    fileprivate let inputs: [BuildRecord.GlobalInput]
    /// What a later build says again that is the same in everything.
    fileprivate let diagnostics: [Diagnostic]

    init(
        _ made: [MadeOutput], _ choice: OutputChoice, _ links: LinkCheck, _ plan: OutputPlan, _ sources: SourceTree,
        inputs: [BuildRecord.GlobalInput], diagnostics: [Diagnostic]
    ) {
        (hashes, traces) = (made.map(\.hash), made.map(\.trace))
        clock = made.reduce(.none) { $0.and($1.clock) }
        (self.choice, self.links, self.plan, self.sources, self.inputs) = (choice, links, plan, sources, inputs)
        // These are about the publication before this one.
        self.diagnostics = diagnostics.filter { !(PublishedState.rules + [windowOverRule]).contains($0.rule) }
    }
}

extension Content {
    /// The files that have to be read again in each build: what was said of a file is said again then, and what is in the
    /// trash or in the preview alone is not among the entries.
    fileprivate func filesToRead(_ diagnostics: [Diagnostic]) -> Set<String> {
        Set(
            diagnostics.lazy.filter { $0.rule != untranslatedRule }.map(\.span.path)
                + trash.map(\.entry.span.path) + withheld.map(\.entry.span.path))
    }
}

extension BuildRecord.Head {
    fileprivate var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.write(inputs) { writer, basis in
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

    fileprivate mutating func write(_ known: [StampedFile]) {
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
