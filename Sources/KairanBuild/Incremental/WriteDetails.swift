internal import KairanContent
internal import KairanModel
internal import KairanTemplates

/// Writes the bytes that `BuildRecord.Details` reads.
struct DetailsWriter: Sendable {
    /// The trace of each output that was made, in order.
    let traces: [[UInt8]]
    let choice: OutputChoice
    let links: LinkCheck
    let plan: OutputPlan
    let sources: SourceTree
    /// The paths of sources that every build has to read again.
    var noticed: Set<String> = []

    private var earlier: BuildRecord.Details? { choice.earlier?.details }

    var bytes: [UInt8] {
        // A build takes the most memory at this point, so the buffer gets its full size at once and is never copied to
        // grow. Room that stays empty costs nothing.
        let facts = links.facts.reduce(0) { $0 + $1.provided.count + $1.required.count }
        let size = traces.reduce((earlier?.bytes.count ?? 0) + facts * 8) { $0 + $1.count }
        var writer = ByteWriter(capacity: size + (sources.files.count + traces.count) * 500)
        writeSources(to: &writer)
        writeOutputs(to: &writer)
        return writer.bytes
    }

    private func writeSources(to writer: inout ByteWriter) {
        writer.write(sources.files.count)
        // The sources are written part by part, since all of them at once would need the memory of the buffer twice.
        for start in stride(from: 0, to: sources.files.count, by: 1 << 12) {
            let part = sources.files.indices[start...].prefix(1 << 12)
            let made = concurrentMap(part.count) { known(start + $0) == nil ? bytes(ofFresh: start + $0) : [] }
            for (index, made) in zip(part, made) {
                if let earlier, let known = known(index) {
                    writer.write(raw: earlier.sources[known].range, of: earlier.bytes)
                } else {
                    writer.write(raw: made)
                }
            }
        }
    }

    /// Returns the position in the record of a source that is the same in everything, including where its links lead;
    /// else nil.
    private func known(_ source: Int) -> Int? {
        choice.sameLinks(source) != nil ? choice.knownSource(source) : nil
    }

    private func bytes(ofFresh source: Int) -> [UInt8] {
        let content = plan.site.content
        let entries = content.allEntries(inFile: sources.files[source].path)
        var writer = ByteWriter(capacity: 512)
        let files = choice.knownSource(source).flatMap { earlier?.sources[$0].files }
        writer.write(files ?? Set(entries.flatMap { content[$0].files }).sorted()) { $0.write($1) }
        var keys: [UInt64] = []
        for entry in entries {
            keys += [
                content.collections[entry.collection].keys[entry.index], UInt64(entry.collection),
                plan.site.pageHash(of: entry),
            ]
        }
        writer.write(facts: keys)
        let bytes = entriesBytes(entries, source)
        writer.write(bytes != nil)
        if let bytes { writer.write(part: bytes) }
        writer.write(facts: links.required[source] ?? [])
        return writer.bytes
    }

    /// Returns the entries of a source as `StoredEntry` reads them, or nil if each build has to read them again.
    private func entriesBytes(_ entries: [EntryReference], _ source: Int) -> [UInt8]? {
        if let earlier, let known = choice.knownSource(source), let range = earlier.sources[known].entries {
            return Array(earlier.bytes[range])
        }
        let (content, path) = (plan.site.content, sources.files[source].path)
        let isNoticed =
            noticed.contains(path)
            || entries.contains { content[$0].files.contains { noticed.contains("content/\($0)") } }
        return isNoticed || entries.isEmpty ? nil : content.storedBytes(entries)
    }

    private func writeOutputs(to writer: inout ByteWriter) {
        writer.write(choice.decisions.count)
        var next = 0
        for decision in choice.decisions {
            if let earlier, let kept = decision.kept {
                writer.write(raw: earlier.outputs[kept].range, of: earlier.bytes)
                continue
            }
            writer.write(decision.output.key)
            writer.writeFixed(decision.output.sourceFact)
            writer.write(part: traces[next])
            writer.write(facts: links.facts[next].provided)
            writer.write(facts: links.facts[next].required)
            next += 1
        }
    }
}

extension ByteWriter {
    fileprivate mutating func write(facts: [UInt64]) {
        write(facts.count * 8)
        for fact in facts { writeFixed(fact) }
    }
}
