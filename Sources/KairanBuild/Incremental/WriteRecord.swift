internal import KairanContent
internal import KairanModel
internal import KairanOutput
internal import KairanReaders

/// A record but for the stamps of the outputs, which are known when they are published.
package struct RecordDraft: Sendable {
    /// Sorted by path; the stamps are those of an earlier record, if any.
    private let outputs: [KnownFile]
    /// Sorted by path.
    let sources: [KnownFile]
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
        writer.write(
            zip(outputs, stamps).map { KnownFile(path: $0.path, hash: $0.hash, stamp: $1 ?? .unknown) })
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
    init(_ record: BuildRecord, _ sources: [KnownFile], in folders: [KnownFolder]) {
        (self.sources, outputs, details) = (sources, record.outputs, record.storedDetails)
        var now = record.head
        now.folders = folders
        head = now.bytes
    }

    /// The draft of a build without errors.
    ///
    /// - Parameter hashes: One for each output that was made, in order.
    /// - Parameter traces: The same.
    /// - Parameter clock: How what was made depends on the moment.
    init(
        hashes: [ContentHash], traces: [[UInt8]], clock: Reads.Clock, _ choice: OutputChoice, _ links: LinkCheck,
        _ plan: OutputPlan, _ sources: SourceTree, bases: [BuildRecord.Basis], diagnostics: [Diagnostic],
        counts: BuildCounts
    ) {
        details = .made(
            DetailsWriter(
                traces: traces, choice: choice, links: links, plan: plan, sources: sources,
                noticed: plan.site.content.filesToRead(diagnostics)
            ).bytes)
        self.sources = sources.known
        var hashes = hashes[...]
        outputs = zip(choice.outputs, choice.kept).map { output, kept in
            let hash = kept.flatMap { choice.earlier?.record.outputs[$0].hash } ?? hashes.removeFirst()
            return KnownFile(path: output.path, hash: hash, stamp: .unknown)
        }
        let clock = choice.keptClocks.reduce(plan.clock.and(clock)) { $0.and($1) }
        let now = plan.site.moment.epochSeconds
        let steady = clock.showsMoment ? now..<(now + 1) : clock.steady
        head =
            BuildRecord.Head(
                bases: bases, moment: now, steady: steady.clamped(to: plan.site.steadyWarnings),
                nextChange: clock.steady.upperBound, folders: sources.folders, diagnostics: diagnostics,
                counts: counts
            ).bytes
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
