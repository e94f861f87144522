internal import KairanContent
internal import KairanContracts
internal import KairanModel
internal import KairanPublish
internal import KairanQueries
internal import KairanReaders
internal import KairanTemplates

/// A record that lacks what is known only once its outputs are published.
package struct StoreDraft: Sendable {
    /// The outputs, sorted by path. If a build made an output, its stamp is not known yet.
    private let outputs: [StampedFile]
    /// The sources, sorted by path.
    private let sources: [StampedFile]
    private let facts: [UInt8]
    /// The parts of the details, which are made when they are written.
    let details: any Sequence<ArraySlice<UInt8>> & Sendable

    /// Makes the draft for a build that was the same in everything; only stamps may differ.
    init(_ store: BuildStore, outputs: [StampedFile], _ sources: SourceTree) {
        (self.sources, self.outputs, details) = (sources.known, outputs, [store.storedDetails.rest])
        facts = store.head.bytes
    }

    /// Makes the draft for a build without errors.
    ///
    /// - Parameter hashes: The hash of each output that was made, in the order of the outputs.
    /// - Parameter steady: See `BuildStore.Head`.
    /// - Parameter nextChange: See `BuildStore.Head`.
    init(
        _ writer: DetailsWriter, _ hashes: [ContentHash], _ steady: Range<Int>, next nextChange: Int,
        _ inputs: [BuildStore.GlobalInput], _ counts: BuildCounts, _ diagnostics: [Diagnostic]
    ) {
        // Diagnostics of these rules are about the publication before this one, so a later build does not repeat them.
        let passing = PublishedState.rules + [.windowOver, .addressGone]
        let diagnostics = diagnostics.filter { !passing.contains($0.rule) }
        var writer = writer
        let (choice, plan) = (writer.choice, writer.plan)
        writer.noticed = plan.site.content.filesToRead(diagnostics)
        details = writer.parts()
        sources = writer.sources.known
        var (hashes, kept) = (hashes[...], choice.keptOutputs[...])
        outputs = choice.decisions.map { decision in
            decision.kept == nil
                ? StampedFile(path: decision.output.path, hash: hashes.removeFirst(), stamp: .unknown)
                : kept.removeFirst()
        }
        facts =
            BuildStore.Head(
                inputs: inputs, moment: plan.site.moment.epochSeconds, steady: steady, nextChange: nextChange,
                diagnostics: diagnostics, counts: counts
            ).bytes
    }

    /// Returns whether the store says the same as this draft of a build that was the same.
    func isSame(as store: BuildStore) -> Bool {
        outputs == store.outputs && sources == store.sources
    }

    /// Returns the parts that a `BuildStore` reads before the details.
    func parts(_ stamps: PublishedStamps = ([], []), _ list: StoredList = StoredList()) -> [[UInt8]] {
        var head = ByteWriter(capacity: facts.count + list.promises.count + 32)
        head.write(list.hash)
        head.write(part: list.promises)
        head.write(raw: facts)
        return [sources.bytes(([], [])), outputs.bytes(stamps), head.bytes]
    }
}

extension BuildStore {
    /// The store of a build that is not published, as if it had been written and read again.
    convenience init?(_ draft: StoreDraft) {
        self.init((draft.parts() + [draft.details.reduce(into: []) { $0 += $1 }]).map { ByteReader($0) })
    }
}

extension Content {
    /// Returns the files that each build has to read again: those with diagnostics, so that the diagnostics are
    /// repeated, and those with entries in the trash or only in the preview, since the store does not have these
    /// entries.
    fileprivate func filesToRead(_ diagnostics: [Diagnostic]) -> Set<String> {
        Set(
            diagnostics.lazy.filter { $0.rule != .localeMissing }.map(\.span.path)
                + trash.map(\.entry.span.path) + withheld.map(\.entry.span.path))
    }
}

extension BuildStore.Head {
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
        writer.write(diagnostics) { $1.write(to: &$0) }
        for count in [counts.entries, counts.pages, counts.endpoints] { writer.write(count) }
        writer.write(counts.drafts) { $0.write($1) }
        writer.write(counts.waiting) { $0.write($1) }
        return writer.bytes
    }
}

extension [StampedFile] {
    fileprivate func bytes(_ stamps: PublishedStamps) -> [UInt8] {
        var list = ByteWriter(capacity: count * 96)
        var (made, relinked) = (stamps.made[...], stamps.relinked[...])
        list.write(self) { list, file in
            list.write(file.path)
            list.write(file.hash)
            let isRelinked = relinked.first?.file === file
            let stamp = isRelinked ? relinked.removeFirst().stamp : file.stamp == .unknown ? made.popFirst() : nil
            list.write(stamp ?? file.stamp)
        }
        return list.bytes
    }
}

extension Diagnostic {
    fileprivate func write(to writer: inout ByteWriter) {
        for text in [rule.rawValue, message, help ?? "", span.path] { writer.write(text) }
        for number in [span.line, span.column, span.length] { writer.write(number) }
        writer.write(fix, of: span.path)
    }
}
