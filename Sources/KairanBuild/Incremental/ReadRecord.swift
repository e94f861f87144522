internal import KairanContent
internal import KairanModel
internal import KairanOutput

// The bytes of a record's first file: a line that says what it is, a hash of all that follows, the parts sources,
// outputs and head, each with its length before it, and the hash and the size of the details, which are another file with
// the entries behind them. What changed since then may be in a third one (`RecordChanges`).

let recordSignature = Array("kairan build record 10\n".utf8)

extension BuildRecord {
    /// Nil for anything but a whole record of this format.
    ///
    /// - Parameter changes: What changed since then; those of another record mean nothing.
    init?(
        reading bytes: [UInt8], changes: RecordChanges?,
        details read: @escaping @Sendable (_ range: Range<Int>, _ room: Int) -> [UInt8]?
    ) {
        guard bytes.starts(with: recordSignature) else { return nil }
        var reader = ByteReader(bytes, in: recordSignature.count..<bytes.count)
        do {
            let seal = try reader.readHash()
            guard seal == ContentHash(bytes[reader.index...]) else { return nil }
            let (sourcesPart, outputsPart) = (try reader.readPart(), try reader.readPart())
            let head = try reader.readPart()
            let changes = changes?.base == seal ? changes : nil
            let file = DetailsFile(hash: try reader.readHash(), detailsSize: try reader.readInt(), read: read)
            storedDetails = .kept(file, changes: changes?.details ?? DetailsBytes())
            self.head = try Head(reading: changes.map { ByteReader($0.head) } ?? ByteReader(bytes, in: head))
            let ofOutputs = Concurrent {
                undamaged { () throws(DamagedBytes) in try readKnown(bytes, in: outputsPart, changes?.outputs ?? []) }
            }
            sources = try readKnown(bytes, in: sourcesPart, changes?.sources ?? [])
            guard let outputs = ofOutputs.value else { return nil }
            self.outputs = outputs
            base = Base(
                seal: seal, sources: changes?.sources.map(\.position) ?? [],
                outputs: changes?.outputs.map(\.position) ?? [])
        } catch {
            return nil
        }
    }

    func details() throws(DamagedBytes) -> Details {
        switch storedDetails {
        case .made(let bytes):
            return try Details(reading: bytes.details, changesAt: bytes.details.count) { _ in
                StoredEntries(bytes.entries)
            }
        case .kept(let file, let changes):
            let size = file.detailsSize
            guard size >= 0, var bytes = file.read(0..<size, changes.details.count), bytes.count == size,
                ContentHash(bytes) == file.hash
            else { throw DamagedBytes() }
            bytes += changes.details
            return try Details(reading: bytes, changesAt: size) { entriesSize in
                StoredEntries(size: entriesSize, changed: changes.entries) { range in
                    file.read(size + range.lowerBound..<size + range.upperBound, 0)
                }
            }
        }
    }
}

extension BuildRecord.Details {
    /// - Parameter stored: The entries, of which so many bytes are in the record's second file.
    fileprivate init(
        reading bytes: [UInt8], changesAt end: Int, entries stored: (_ size: Int) -> StoredEntries
    ) throws(DamagedBytes) {
        self.bytes = bytes
        (sources, collections, outputs, templates) = ([], [], [], [])
        var reader = ByteReader(bytes, in: 0..<end)
        var entriesSize = 0
        let sourceCount = try reader.readCount()
        sources.reserveCapacity(sourceCount)
        for _ in 0..<sourceCount { sources.append(try BuildRecord.Source(reading: &reader, &entriesSize)) }
        for _ in 0..<(try reader.readCount()) { collections.append(try BuildRecord.Collection(reading: &reader)) }
        valuePages = try reader.readValuePages()
        let outputCount = try reader.readCount()
        outputs.reserveCapacity(outputCount)
        for _ in 0..<outputCount { outputs.append(try BuildRecord.Output(reading: &reader)) }
        for _ in 0..<(try reader.readCount()) { templates.append(try BuildRecord.Template(reading: &reader)) }
        (entries, fileSize) = (stored(entriesSize), end + entriesSize)
        if end < bytes.count { try readChanges(ByteReader(bytes, in: end..<bytes.count), entriesAt: entriesSize) }
        let count = sources.count
        guard outputs.allSatisfy({ $0.source.map((0..<count).contains) != false }),
            collections.allSatisfy({ $0.sources.allSatisfy { $0 < count } })
        else { throw DamagedBytes() }
    }

    private mutating func readChanges(_ reader: ByteReader, entriesAt start: Int) throws(DamagedBytes) {
        var (reader, end) = (reader, start)
        for _ in 0..<(try reader.readCount()) {
            let position = try reader.readInt()
            guard sources.indices.contains(position) else { throw DamagedBytes() }
            sources[position] = try BuildRecord.Source(reading: &reader, &end)
            changed.sources.append(position)
        }
        for _ in 0..<(try reader.readCount()) {
            let position = try reader.readInt()
            guard outputs.indices.contains(position) else { throw DamagedBytes() }
            outputs[position] = try BuildRecord.Output(reading: &reader)
            changed.outputs.append(position)
        }
    }

    /// What `KnownEntry.read` reads the entries of a source of.
    func entries(of source: Int) throws(DamagedBytes) -> ByteReader {
        guard let part = sources[source].entries else { throw DamagedBytes() }
        let (bytes, range) = try entries.bytes(of: part)
        return ByteReader(bytes, in: range)
    }

    /// The same, read; nil also where they have to be read again each time.
    func knownEntries(of source: Int) -> [KnownEntry]? {
        undamaged { () throws(DamagedBytes) in
            var reader = try entries(of: source)
            return try KnownEntry.read(&reader)
        }
    }

    /// The facts that stand in a range.
    func facts(_ range: Range<Int>) -> [UInt64] {
        var facts: [UInt64] = []
        append(range, to: &facts)
        return facts
    }

    /// The same, appended to others.
    func append(_ range: Range<Int>, to facts: inout [UInt64]) {
        forEachFact(range) { facts.append($0) }
    }

    func areProvided(_ range: Range<Int>, by provided: FactSet) -> Bool {
        var isProvided = true
        forEachFact(range) { isProvided = isProvided && provided.contains($0) }
        return isProvided
    }

    private func forEachFact(_ range: Range<Int>, _ body: (UInt64) -> Void) {
        bytes.withUnsafeBytes { bytes in
            for index in stride(from: range.lowerBound, to: range.upperBound - 7, by: 8) {
                body(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
            }
        }
    }

    func clock(_ output: BuildRecord.Output) -> Reads.Clock {
        var reader = ByteReader(bytes, in: output.reads)
        return undamaged { () throws(DamagedBytes) in try Reads.Clock(reading: &reader) }
            ?? Reads.Clock(steady: 0..<0, showsMoment: true)
    }

    func reads(_ output: BuildRecord.Output) throws(DamagedBytes) -> Reads {
        var reader = ByteReader(bytes, in: output.reads)
        return try Reads(reading: &reader)
    }
}

private func readKnown(
    _ bytes: [UInt8], in part: Range<Int>, _ changes: [RecordChanges.File]
) throws(DamagedBytes) -> [KnownFile] {
    var reader = ByteReader(bytes, in: part)
    var known: [KnownFile] = []
    let count = try reader.readCount()
    known.reserveCapacity(count)
    for _ in 0..<count {
        let (path, hash) = (try reader.readText(), try reader.readHash())
        known.append(KnownFile(path: path, hash: hash, stamp: try FileStamp(reading: &reader)))
    }
    try known.apply(changes)
    return known
}

extension ByteReader {
    fileprivate mutating func readValuePages() throws(DamagedBytes) -> [String: ContentHash] {
        var pages: [String: ContentHash] = [:]
        for _ in 0..<(try readCount()) { pages[try readText()] = try readHash() }
        return pages
    }

    fileprivate mutating func readTexts() throws(DamagedBytes) -> [String] {
        var texts: [String] = []
        let count = try readCount()
        texts.reserveCapacity(count)
        for _ in 0..<count { texts.append(try readText()) }
        return texts
    }
}

extension BuildRecord.Head {
    init(reading reader: ByteReader) throws(DamagedBytes) {
        var reader = reader
        bases = try reader.readList { (reader) throws(DamagedBytes) in
            BuildRecord.Basis(name: try reader.readText(), hash: try reader.readHash())
        }
        moment = try reader.readInt()
        let (lower, upper) = (try reader.readInt(), try reader.readInt())
        guard lower <= upper else { throw DamagedBytes() }
        steady = lower..<upper
        nextChange = try reader.readInt()
        folders = try reader.readList { (reader) throws(DamagedBytes) in
            KnownFolder(path: try reader.readText(), stamp: try FolderStamp(from: &reader))
        }
        diagnostics = try reader.readList { (reader) throws(DamagedBytes) in try Diagnostic(reading: &reader) }
        counts = BuildCounts()
        (counts.entries, counts.pages) = (try reader.readInt(), try reader.readInt())
        counts.endpoints = try reader.readInt()
    }
}

extension BuildRecord.Source {
    /// - Parameter end: Of the entries of those before it, and then of its own.
    fileprivate init(reading reader: inout ByteReader, _ end: inout Int) throws(DamagedBytes) {
        let start = reader.index
        files = try reader.readTexts()
        if try reader.readFlag() {
            let (next, overflows) = end.addingReportingOverflow(try reader.readInt())
            guard !overflows, next >= end else { throw DamagedBytes() }
            entries = StoredEntries.Part(range: end..<next, hash: try reader.readHash())
            end = next
        }
        links = try reader.readPart()
        range = start..<reader.index
    }
}

extension BuildRecord.Collection {
    fileprivate init(reading reader: inout ByteReader) throws(DamagedBytes) {
        name = try reader.readText()
        ids = try reader.readTexts()
        sources = []
        for _ in 0..<(try reader.readCount()) { sources.append(try reader.readInt()) }
        pages = try reader.readTexts().map { $0.isEmpty ? nil : $0 }
        phases = []
        for _ in 0..<(try reader.readCount()) { phases.append(try reader.readUnsigned()) }
        guard sources.count == ids.count, pages.count == ids.count else { throw DamagedBytes() }
    }
}

extension BuildRecord.Output {
    fileprivate init(reading reader: inout ByteReader) throws(DamagedBytes) {
        let start = reader.index
        key = try reader.readHash()
        let source = try reader.readInt()
        self.source = source < 0 ? nil : source
        (reads, provided) = (try reader.readPart(), try reader.readPart())
        required = try reader.readPart()
        range = start..<reader.index
    }
}

extension BuildRecord.Template {
    fileprivate init(reading reader: inout ByteReader) throws(DamagedBytes) {
        let start = reader.index
        path = try reader.readText()
        locale = try reader.readInt()
        jobs = try reader.readFlag() ? try reader.readPart() : nil
        range = start..<reader.index
    }
}

extension FileStamp {
    init(reading reader: inout ByteReader) throws(DamagedBytes) {
        self.init(
            size: Int64(try reader.readInt()), inode: try reader.readUnsigned(), device: try reader.readUnsigned(),
            modified: Int64(try reader.readInt()), changed: Int64(try reader.readInt()))
    }
}

extension Diagnostic {
    /// Only warnings are kept.
    fileprivate init(reading reader: inout ByteReader) throws(DamagedBytes) {
        let (rule, message) = (try reader.readText(), try reader.readText())
        let help = try reader.readText()
        let span = SourceSpan(
            path: try reader.readText(), line: try reader.readInt(), column: try reader.readInt(),
            length: try reader.readInt())
        self.init(.warning, rule, message, at: span, help: help.isEmpty ? nil : help)
    }
}
