internal import KairanContent
internal import KairanModel
internal import KairanOutput

/// A record but for the stamps of the outputs, which are known when they are published.
package struct RecordDraft: Sendable {
    /// Sorted by path.
    fileprivate let outputs: [(path: String, hash: ContentHash)]
    /// Sorted by path.
    let sources: [KnownFile]
    fileprivate let head: [UInt8]
    let details: BuildRecord.StoredDetails

    /// The bytes of the record's first file.
    ///
    /// - Parameter stamps: Of each output, in the order of their paths; nil for one that is gone already.
    func parts(_ stamps: [FileStamp?]) -> [ArraySlice<UInt8>] {
        let known = zip(outputs, stamps).map { output, stamp in
            KnownFile(path: output.path, hash: output.hash, stamp: stamp ?? .unknown)
        }
        let details = details
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
}

extension BuildRecord.StoredDetails {
    fileprivate var hash: ContentHash {
        switch self {
        case .made(let bytes): ContentHash(bytes)
        case .kept(let hash, _): hash
        }
    }
}

extension BuildRecord {
    /// Of a build that is not published, as it would be read again.
    init?(_ draft: RecordDraft) {
        let head = undamaged { () throws(DamagedBytes) in try Head(reading: ByteReader(draft.head)) }
        guard let head else { return nil }
        (self.head, storedDetails, sources) = (head, draft.details, draft.sources)
        outputs = draft.outputs.map { KnownFile(path: $0.path, hash: $0.hash, stamp: .unknown) }
    }
}

extension RecordDraft {
    /// Of a build that was the same in everything.
    init(_ record: BuildRecord, _ sources: [KnownFile]) {
        self.sources = sources
        outputs = record.outputs.map { ($0.path, $0.hash) }
        head = record.head.bytes
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
        // A build never takes more memory than now, so this does not grow; room that stays empty costs nothing.
        let facts = links.facts.reduce(0) { $0 + $1.provided.count + $1.required.count }
        let size = reads.reduce((choice.earlier?.details.bytes.count ?? 0) + facts * 8) { $0 + $1.count }
        var writer = ByteWriter(capacity: size + (sources.files.count + reads.count) * 1000)
        sources.write(to: &writer, plan.site, choice, links, diagnostics)
        plan.site.writeCollections(to: &writer, sources.known)
        writer.write(plan.valuePageKeys)
        writer.write(choice.outputs.count)
        var outputs: [(path: String, hash: ContentHash)] = []
        outputs.reserveCapacity(choice.outputs.count)
        var next = 0
        // Thousands of outputs have the same few templates.
        let paths = Set(choice.outputs.lazy.compactMap(\.sources.first))
        let positions = Dictionary(uniqueKeysWithValues: paths.map { ($0, sources.known.position(of: $0)) })
        let known = choice.earlier?.record.outputs ?? []
        let details = choice.earlier?.details
        for (output, earlier) in zip(choice.outputs, choice.kept) {
            let source = output.sources.first.flatMap { positions[$0] ?? nil }
            if let earlier, let details {
                outputs.append((output.path, known[earlier].hash))
                let known = details.outputs[earlier]
                let moved = choice.movedReads(ofEarlier: earlier)
                if moved == nil, source == known.source {
                    writer.write(raw: known.range, of: details.bytes)
                    continue
                }
                writer.write(output.key)
                writer.write(source ?? -1)
                if let moved {
                    writer.write(part: moved)
                } else {
                    writer.write(part: known.reads, of: details.bytes)
                }
                writer.write(part: known.provided, of: details.bytes)
                writer.write(part: known.required, of: details.bytes)
            } else {
                writer.write(output.key)
                writer.write(source ?? -1)
                outputs.append((output.path, hashes[next]))
                writer.write(part: reads[next])
                writer.write(facts: links.facts[next].provided)
                writer.write(facts: links.facts[next].required)
                next += 1
            }
        }
        plan.writeJobs(to: &writer, choice)
        (self.outputs, self.sources) = (outputs, sources.known)
        self.details = .made(writer.bytes)
        let clock = max(plan.clock, choice.keptClock, clock)
        head =
            BuildRecord.Head(
                bases: bases, moment: plan.site.moment.epochSeconds,
                steady: plan.site.steadyMoments(clock).clamped(to: plan.site.steadyWarnings),
                nextChange: plan.site.steadyMoments(min(clock, .day)).upperBound, diagnostics: diagnostics,
                counts: counts
            ).bytes
    }
}

extension SourceTree {
    fileprivate func write(
        to writer: inout ByteWriter, _ site: Site, _ choice: OutputChoice, _ links: LinkCheck,
        _ diagnostics: [Diagnostic]
    ) {
        // What was said of a file is said again when it is read again.
        // And what is in the trash or in the preview alone is read each time, as it is not among the entries.
        let noticed = Set(
            diagnostics.lazy.filter { $0.rule != untranslatedRule }.map(\.span.path)
                + site.content.trash.map(\.entry.span.path) + site.content.withheld.map(\.entry.span.path))
        let (earlier, bytes) = (choice.earlier?.details.sources ?? [], choice.earlier?.details.bytes ?? [])
        let same = files.indices.map { choice.sameLinks($0) == nil ? nil : choice.knownSource($0) }
        let fresh = files.indices.filter { same[$0] == nil }
        let sources = concurrentMap(fresh.count) { position in
            let index = fresh[position]
            var writer = ByteWriter()
            let entries = Array(site.content.entries(inFile: files[index].path))
            let isNoticed =
                noticed.contains(files[index].path)
                || entries.contains { site.content[$0].files.contains { noticed.contains("content/\($0)") } }
            if let known = choice.knownSource(index).map({ earlier[$0] }), let entries = known.entries {
                writer.write(known.files) { $0.write($1) }
                writer.write(true)
                writer.write(part: entries, of: bytes)
            } else {
                writer.write(Set(entries.flatMap { site.content[$0].files }).sorted()) { $0.write($1) }
                let known = isNoticed || entries.isEmpty ? nil : site.content.knownBytes(entries)
                writer.write(known != nil)
                if let known { writer.write(part: known) }
            }
            writer.write(facts: links.required[index] ?? [])
            return writer.bytes
        }
        writer.write(files.count)
        var next = 0
        for known in same {
            if let known {
                writer.write(raw: earlier[known].range, of: bytes)
            } else {
                writer.write(raw: sources[next])
                next += 1
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
