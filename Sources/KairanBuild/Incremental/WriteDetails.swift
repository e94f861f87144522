internal import KairanContent
internal import KairanModel
internal import KairanOutput

/// Makes the bytes that `BuildRecord.Details` reads.
struct DetailsWriter: Sendable {
    /// Of what was made, in order, as bytes.
    let reads: [[UInt8]]
    let choice: OutputChoice
    let links: LinkCheck
    let plan: OutputPlan
    let sources: SourceTree
    /// Sources that are read again in each build.
    let noticed: Set<String>

    private var earlier: BuildRecord.Details? { choice.earlier?.details }

    var bytes: BuildRecord.DetailsBytes {
        // A build never takes more memory than now, so this does not grow; room that stays empty costs nothing.
        let facts = links.facts.reduce(0) { $0 + $1.provided.count + $1.required.count }
        let size = reads.reduce((earlier?.bytes.count ?? 0) + facts * 8) { $0 + $1.count }
        let count = sources.files.count
        var writer = ByteWriter(capacity: size + (count + reads.count) * 500)
        var entries = ByteWriter(capacity: (earlier?.fileSize ?? 0) + count * 500)
        writeSources(to: &writer, &entries)
        plan.site.writeCollections(to: &writer, sources.known)
        writer.write(plan.valuePageKeys)
        writeOutputs(to: &writer)
        plan.writeJobs(to: &writer, choice)
        return .init(details: writer.bytes, entries: entries.bytes)
    }

    /// The sources and outputs that are not as in the second file of the earlier record, with their positions; nil where
    /// more is not, or where they are so many that it had better be written anew.
    var changes: BuildRecord.DetailsBytes? {
        // With the same jobs, nothing but the values of entries is another, and each is still in its file.
        guard let earlier, plan.hasSameJobs, choice.hasSamePaths, choice.keepsCollections else { return nil }
        var changed: [Int: BuildRecord.DetailsBytes] = [:]
        for position in earlier.changed.sources {
            // Which are never damaged, as the changes have one hash.
            let own = storedEntries(of: position)
            changed[position] = .init(
                details: Array(earlier.bytes[earlier.sources[position].range]),
                entries: own.map { Array($0.bytes[$0.range]) } ?? [])
        }
        for position in freshSources {
            let bytes = bytes(ofFresh: position)
            // Those of the entries have their hash in it.
            let isSame = earlier.bytes[earlier.sources[position].range].elementsEqual(bytes.details)
            if !isSame { changed[position] = bytes }
        }
        var (writer, entries) = (ByteWriter(), ByteWriter())
        writer.write(changed.sorted { $0.key < $1.key }) { writer, source in
            writer.write(source.key)
            writer.write(raw: source.value.details)
            entries.write(raw: source.value.entries)
        }
        var outputs: [Int: [UInt8]] = [:]
        for position in earlier.changed.outputs {
            outputs[position] = Array(earlier.bytes[earlier.outputs[position].range])
        }
        for (position, index) in zip(choice.made, reads.indices) {
            let output = choice.outputs[position]
            var writer = ByteWriter()
            write(made: index, output, output.sources.first.flatMap(sources.known.position), to: &writer)
            outputs[position] = writer.bytes
        }
        writer.write(outputs.sorted { $0.key < $1.key }) { writer, output in
            writer.write(output.key)
            writer.write(raw: output.value)
        }
        let bytes = BuildRecord.DetailsBytes(details: writer.bytes, entries: entries.bytes)
        // The least that a disk writes is always worth it.
        return bytes.count < max(4096, earlier.fileSize / 4) ? bytes : nil
    }

    /// The positions of those that the earlier record does not have as they are.
    private var freshSources: [Int] { sources.files.indices.filter { !isSame($0) } }

    private func isSame(_ source: Int) -> Bool {
        choice.sameLinks(source) != nil && choice.knownSource(source) != nil
    }

    private func writeSources(to writer: inout ByteWriter, _ entries: inout ByteWriter) {
        let positions = freshSources
        let made = concurrentMap(positions.count) { bytes(ofFresh: positions[$0]) }
        writer.write(sources.files.count)
        var fresh = zip(positions, made).makeIterator()
        var next = fresh.next()
        for position in sources.files.indices {
            let made = next?.0 == position ? next?.1 : nil
            if made != nil {
                next = fresh.next()
            } else if let earlier, let known = choice.knownSource(position), let own = storedEntries(of: known) {
                writer.write(raw: earlier.sources[known].range, of: earlier.bytes)
                entries.write(raw: own.range, of: own.bytes)
                continue
            }
            let bytes = made ?? bytes(ofFresh: position)
            writer.write(raw: bytes.details)
            entries.write(raw: bytes.entries)
        }
    }

    /// Those of a source of the earlier record; nil where they are damaged, and where it has none.
    private func storedEntries(of source: Int) -> (bytes: [UInt8], range: Range<Int>)? {
        guard let earlier, let part = earlier.sources[source].entries else { return nil }
        return undamaged { () throws(DamagedBytes) in try earlier.entries.bytes(of: part) }
    }

    private func bytes(ofFresh source: Int) -> BuildRecord.DetailsBytes {
        let (content, path) = (plan.site.content, sources.files[source].path)
        let files: [String]
        let bytes: [UInt8]?
        if let earlier, let known = choice.knownSource(source) {
            // Damaged ones nobody asked for, and the next build reads their file.
            files = earlier.sources[known].files
            bytes = storedEntries(of: known).map { Array($0.bytes[$0.range]) }
        } else {
            let entries = Array(content.entries(inFile: path))
            let isNoticed =
                noticed.contains(path)
                || entries.contains { content[$0].files.contains { noticed.contains("content/\($0)") } }
            files = Set(entries.flatMap { content[$0].files }).sorted()
            bytes = isNoticed || entries.isEmpty ? nil : content.knownBytes(entries)
        }
        var writer = ByteWriter()
        writer.write(files) { $0.write($1) }
        writer.write(bytes != nil)
        if let bytes {
            writer.write(bytes.count)
            writer.write(ContentHash(bytes))
        }
        writer.write(facts: links.required[source] ?? [])
        return .init(details: writer.bytes, entries: bytes ?? [])
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
