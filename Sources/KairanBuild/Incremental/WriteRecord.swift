internal import KairanContent
internal import KairanContracts
internal import KairanModel
internal import KairanPublish
internal import KairanQueries
internal import KairanReaders
internal import KairanTemplates

/// A record without the stamps of its outputs, which are known only once they are published.
package struct RecordDraft: Sendable {
    /// The outputs, sorted by path; their stamps are those of an earlier record, if there is one.
    private let outputs: [StampedFile]
    /// The sources, sorted by path.
    let sources: [StampedFile]
    fileprivate let head: [UInt8]
    fileprivate let details: StoredDetails

    /// Returns the bytes of the store, or nil if they need bytes of an earlier store that cannot be read.
    ///
    /// - Parameter stamps: A stamp for each output, in the order of their paths; nil for an output that is already
    ///   gone.
    func parts(_ stamps: [FileStamp?]) -> [ArraySlice<UInt8>]? {
        details.bytes.map { StoreFile.parts(head: headPart(stamps), details: $0) }
    }

    /// Returns whether the record says the same, apart from the stamps of outputs.
    func isSame(as record: BuildRecord) -> Bool { sources == record.sources && head == record.head.bytes }

    fileprivate func headPart(_ stamps: [FileStamp?]) -> [UInt8] {
        var writer = ByteWriter(capacity: (outputs.count + sources.count) * 100 + head.count)
        writer.write(sources, sources.lazy.map { $0.stamp })
        writer.write(outputs, stamps)
        writer.write(raw: head)
        return writer.bytes
    }
}

extension BuildRecord {
    /// The record of a build that is not published, as if it had been written and read again.
    init?(_ draft: RecordDraft) {
        self.init(head: draft.headPart(draft.unknownStamps), details: draft.details)
    }
}

extension RecordDraft {
    fileprivate var unknownStamps: [FileStamp?] { outputs.map { _ in nil } }

    /// Makes the draft for a build that was the same in everything.
    init(_ record: BuildRecord, _ sources: [StampedFile], in folders: [StampedFolder]) {
        (self.sources, outputs, details) = (sources, record.outputs, record.storedDetails)
        var now = record.head
        now.folders = folders
        head = now.bytes
    }

    /// Makes the draft for a build without errors.
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

/// A record that is not put together yet. That takes as long as a small build, so it waits until somebody needs the
/// record.
enum UnwrittenRecord: Sendable {
    /// The build was the same in everything as the one of this record; only stamps may differ.
    case same(BuildRecord, [StampedFile], in: [StampedFolder])
    case made(MadeBuild)

    var draft: RecordDraft {
        switch self {
        case .same(let record, let sources, let folders): RecordDraft(record, sources, in: folders)
        case .made(let build): RecordDraft(build)
        }
    }
}

/// A build without errors, except for the bytes that it made.
struct MadeBuild: Sendable {
    /// The hash of each output that was made, in the order of the outputs; the traces have the same order.
    fileprivate let hashes: [ContentHash]
    fileprivate let traces: [[UInt8]]
    /// The way in which the outputs that were made depend on the moment.
    fileprivate let clock: Reads.Clock
    fileprivate let choice: OutputChoice
    fileprivate let links: LinkCheck
    fileprivate let plan: OutputPlan
    fileprivate let sources: SourceTree
    fileprivate let inputs: [BuildRecord.GlobalInput]
    /// The diagnostics that a later build repeats if it is the same in everything.
    fileprivate let diagnostics: [Diagnostic]

    init(
        _ made: [MadeOutput], _ choice: OutputChoice, _ links: LinkCheck, _ plan: OutputPlan, _ sources: SourceTree,
        inputs: [BuildRecord.GlobalInput], diagnostics: [Diagnostic]
    ) {
        (hashes, traces) = (made.map(\.hash), made.map(\.trace))
        clock = made.reduce(.none) { $0.and($1.clock) }
        (self.choice, self.links, self.plan, self.sources, self.inputs) = (choice, links, plan, sources, inputs)
        // Diagnostics of these rules are about the publication before this one, so a later build does not repeat them.
        self.diagnostics = diagnostics.filter {
            !(PublishedState.rules + [windowOverRule, addressGoneRule]).contains($0.rule)
        }
    }
}

extension Content {
    /// Returns the files that each build has to read again: those with diagnostics, so that the diagnostics are
    /// repeated, and those with entries in the trash or only in the preview, since the record does not have these
    /// entries.
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

    fileprivate mutating func write(_ known: [StampedFile], _ stamps: some Sequence<FileStamp?>) {
        var list = ByteWriter(capacity: known.count * 96)
        list.write(known.count)
        for (file, stamp) in zip(known, stamps) {
            list.write(file.path)
            list.write(file.hash)
            list.write(stamp ?? .unknown)
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
