internal import KairanContent
internal import KairanModel
internal import KairanTemplates

/// Writes the bytes that `BuildStore.Details` reads, part by part, since a build takes the most memory while it does.
struct DetailsWriter: Sendable {
    /// The trace of each output that was made, in order.
    let traces: [[UInt8]]
    let choice: OutputChoice
    let links: LinkCheck
    let plan: OutputPlan
    let sources: SourceTree
    /// The paths of sources that every build has to read again.
    var noticed: Set<String> = []

    private var earlier: BuildStore.Details? { choice.details }

    /// Returns the parts, some of which are made while others are written.
    func parts() -> MadeAhead<ArraySlice<UInt8>> {
        let size = 1 << 8
        let sourceParts = (sources.files.count + size - 1) / size
        var trace = 0
        let outputParts = stride(from: 0, to: choice.decisions.count, by: size).map { start in
            let part = choice.decisions[start...].prefix(size)
            defer { trace += part.count { $0.kept == nil } }
            return (outputs: part.indices, trace: trace)
        }
        return MadeAhead(sourceParts + outputParts.count) { [self] index in
            // Room that stays empty costs nothing.
            var writer = ByteWriter(capacity: size << 10)
            if index < sourceParts {
                for source in sources.files.indices[(index * size)...].prefix(size) { write(source, to: &writer) }
            } else {
                let part = outputParts[index - sourceParts]
                write(part.outputs, from: part.trace, to: &writer)
            }
            return writer.bytes[...]
        }
    }

    private func write(_ source: Int, to writer: inout ByteWriter) {
        // A source is known if it is the same in everything, including where its links lead.
        guard let earlier, choice.sameLinks(source) != nil, let known = choice.knownSource(source) else {
            return writer.write(raw: bytes(ofFresh: source))
        }
        writer.write(raw: earlier.sources[known].range, of: earlier.bytes)
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

    /// - Parameter trace: The position of the trace of the first of these outputs that was made.
    private func write(_ outputs: Range<Int>, from trace: Int, to writer: inout ByteWriter) {
        var trace = trace
        for decision in choice.decisions[outputs] {
            if let earlier, let kept = decision.kept {
                writer.write(raw: earlier.outputs[kept].range, of: earlier.bytes)
                continue
            }
            writer.write(decision.output.key)
            writer.writeFixed(decision.output.sourceFact)
            writer.write(part: traces[trace])
            writer.write(facts: links.facts[trace].provided)
            writer.write(facts: links.facts[trace].required)
            trace += 1
        }
    }
}

extension ByteWriter {
    fileprivate mutating func write(facts: [UInt64]) {
        write(facts.count * 8)
        for fact in facts { writeFixed(fact) }
    }
}
