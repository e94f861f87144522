internal import KairanContent
internal import KairanModel
internal import KairanOutput

// The bytes of a record: a line that says what it is, the four parts sources, outputs, head and details, each with its
// length before it, and a hash of all that at the end, which tells a damaged file from a whole one.

let recordSignature = Array("kairan build record 4\n".utf8)

extension BuildRecord {
    /// Nil for anything but a whole record of this format.
    init?(reading bytes: [UInt8]) {
        let content = recordSignature.count..<max(recordSignature.count, bytes.count - 16)
        guard bytes.count >= recordSignature.count + 16, bytes.starts(with: recordSignature) else { return nil }
        var reader = ByteReader(bytes, in: content)
        var seal = ByteReader(bytes, in: content.upperBound..<bytes.count)
        do {
            let (sources, outputs) = (try reader.readPart(), try reader.readPart())
            let head = try reader.readPart()
            detailsRange = try reader.readPart()
            let parts = [bytes[..<detailsRange.lowerBound], bytes[detailsRange]]
            guard detailsRange.upperBound == content.upperBound, try seal.readHash() == sealHash(of: parts) else {
                return nil
            }
            self.bytes = bytes
            self.head = try Head(reading: ByteReader(bytes, in: head))
            self.outputs = try readKnown(ByteReader(bytes, in: outputs))
            self.sources = try readKnown(ByteReader(bytes, in: sources))
        } catch {
            return nil
        }
    }

    func details() throws(DamagedBytes) -> Details {
        var reader = ByteReader(bytes, in: detailsRange)
        var details = Details(sources: [], collections: [], valuePages: [:], outputs: [])
        let sourceCount = try reader.readCount()
        details.sources.reserveCapacity(sourceCount)
        for _ in 0..<sourceCount { details.sources.append(try Source(reading: &reader)) }
        for _ in 0..<(try reader.readCount()) { details.collections.append(try Collection(reading: &reader)) }
        details.valuePages = try reader.readValuePages()
        let outputCount = try reader.readCount()
        details.outputs.reserveCapacity(outputCount)
        for _ in 0..<outputCount { details.outputs.append(try Output(reading: &reader)) }
        guard details.outputs.allSatisfy({ $0.source.map(details.sources.indices.contains) != false }),
            details.collections.allSatisfy({ $0.sources.allSatisfy { $0 < details.sources.count } })
        else { throw DamagedBytes() }
        return details
    }

    func entries(_ source: Source) throws(DamagedBytes) -> [KnownEntry] {
        guard let range = source.entries else { throw DamagedBytes() }
        var reader = ByteReader(bytes, in: range)
        return try KnownEntry.read(&reader)
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

    func clock(_ output: Output) -> Reads.Clock {
        var reader = ByteReader(bytes, in: output.reads)
        let clock = undamaged { () throws(DamagedBytes) in try reader.readInt() }
        return clock.flatMap(Reads.Clock.init(rawValue:)) ?? .moment
    }

    func reads(_ output: Output) throws(DamagedBytes) -> Reads {
        var reader = ByteReader(bytes, in: output.reads)
        return try Reads(reading: &reader)
    }
}

func sealHash(of parts: [ArraySlice<UInt8>]) -> ContentHash {
    var hash = ContentHash()
    for part in parts { part.withUnsafeBytes { hash.combine($0) } }
    return hash
}

private func readKnown(_ reader: ByteReader) throws(DamagedBytes) -> [KnownFile] {
    var reader = reader
    var known: [KnownFile] = []
    let count = try reader.readCount()
    known.reserveCapacity(count)
    for _ in 0..<count {
        let (path, hash) = (try reader.readText(), try reader.readHash())
        known.append(KnownFile(path: path, hash: hash, stamp: try FileStamp(reading: &reader)))
    }
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
        diagnostics = try reader.readList { (reader) throws(DamagedBytes) in try Diagnostic(reading: &reader) }
        counts = BuildCounts()
        (counts.entries, counts.pages) = (try reader.readInt(), try reader.readInt())
        counts.endpoints = try reader.readInt()
    }
}

extension BuildRecord.Source {
    fileprivate init(reading reader: inout ByteReader) throws(DamagedBytes) {
        files = try reader.readTexts()
        entries = try reader.readFlag() ? try reader.readPart() : nil
        links = try reader.readPart()
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
        key = try reader.readHash()
        let source = try reader.readInt()
        self.source = source < 0 ? nil : source
        (reads, provided) = (try reader.readPart(), try reader.readPart())
        required = try reader.readPart()
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
