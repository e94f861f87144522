internal import KairanContent
internal import KairanModel
internal import KairanOutput

// The bytes of a build record. A hash at the end tells a damaged file from a whole one, the first line another format.

private let signature = "kairan build record 2\n"

extension BuildRecord {
    /// Nil for anything but a whole record of this format.
    init?(reading bytes: [UInt8]) {
        guard bytes.count >= signature.utf8.count + 16, bytes.starts(with: signature.utf8) else { return nil }
        let (content, seal) = (bytes.dropLast(16), bytes.suffix(16))
        var sealReader = ByteReader(seal)
        guard let written = try? sealReader.readHash(), written == hash(of: content) else { return nil }
        var reader = ByteReader(content.dropFirst(signature.utf8.count))
        guard let record = try? BuildRecord(from: &reader) else { return nil }
        self = record
    }

    var bytes: [UInt8] {
        var writer = ByteWriter()
        write(to: &writer)
        var bytes = Array(signature.utf8) + writer.bytes
        var seal = ByteWriter()
        seal.write(hash(of: bytes[...]))
        bytes += seal.bytes
        return bytes
    }
}

private func hash(of bytes: ArraySlice<UInt8>) -> ContentHash {
    var hash = ContentHash()
    bytes.withUnsafeBytes { hash.combine($0) }
    return hash
}

extension BuildRecord {
    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        bases = try reader.readList { (reader) throws(DamagedBytes) in
            Basis(name: try reader.readText(), hash: try reader.readHash())
        }
        moment = try reader.readInt()
        let (lower, upper) = (try reader.readInt(), try reader.readInt())
        guard lower <= upper else { throw DamagedBytes() }
        steady = lower..<upper
        sources = try reader.readList { (reader) throws(DamagedBytes) in try Source(from: &reader) }
        collections = try reader.readList { (reader) throws(DamagedBytes) in try Collection(from: &reader) }
        valuePages = [:]
        for _ in 0..<max(try reader.readInt(), 0) { valuePages[try reader.readText()] = try reader.readHash() }
        outputs = try reader.readList { (reader) throws(DamagedBytes) in try Output(from: &reader) }
        diagnostics = try reader.readList { (reader) throws(DamagedBytes) in try Diagnostic(from: &reader) }
        counts = BuildCounts()
        (counts.entries, counts.pages) = (try reader.readInt(), try reader.readInt())
        counts.endpoints = try reader.readInt()
    }

    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(bases) { writer, basis in
            writer.write(basis.name)
            writer.write(basis.hash)
        }
        writer.write(moment)
        writer.write(steady.lowerBound)
        writer.write(steady.upperBound)
        writer.write(sources) { $1.write(to: &$0) }
        writer.write(collections) { $1.write(to: &$0) }
        writer.write(valuePages.count)
        for (key, hash) in valuePages.sorted(by: { $0.key < $1.key }) {
            writer.write(key)
            writer.write(hash)
        }
        writer.write(outputs) { $1.write(to: &$0) }
        writer.write(diagnostics) { $1.write(to: &$0) }
        writer.write(counts.entries)
        writer.write(counts.pages)
        writer.write(counts.endpoints)
    }
}

extension BuildRecord.Source {
    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        (path, hash) = (try reader.readText(), try reader.readHash())
        let first = try reader.readText()
        firstEntry = first.isEmpty ? nil : first
        guard try reader.readFlag() else { return }
        entries = try reader.readList { (reader) throws(DamagedBytes) in try KnownEntry(reading: &reader) }
        links = try reader.readList { (reader) throws(DamagedBytes) in try reader.readFixed() }
    }

    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(path)
        writer.write(hash)
        writer.write(firstEntry ?? "")
        writer.write(entries != nil)
        guard let entries else { return }
        writer.write(entries) { $1.write(to: &$0) }
        writer.write(links) { $0.writeFixed($1) }
    }
}

extension BuildRecord.Collection {
    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        name = try reader.readText()
        ids = try reader.readList { (reader) throws(DamagedBytes) in try reader.readText() }
        pages = try reader.readList { (reader) throws(DamagedBytes) -> String? in
            let path = try reader.readText()
            return path.isEmpty ? nil : path
        }
        phases = try reader.readList { (reader) throws(DamagedBytes) in try reader.readUnsigned() }
    }

    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(name)
        writer.write(ids) { $0.write($1) }
        writer.write(pages) { $0.write($1 ?? "") }
        writer.write(phases) { $0.write($1) }
    }
}

extension BuildRecord.Output {
    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        (path, hash, key) = (try reader.readText(), try reader.readHash(), try reader.readHash())
        let source = try reader.readText()
        self.source = source.isEmpty ? nil : source
        reads = try Reads(from: &reader)
        links = LinkFacts(
            provided: try reader.readList { (reader) throws(DamagedBytes) in try reader.readFixed() },
            required: try reader.readList { (reader) throws(DamagedBytes) in try reader.readFixed() })
        stamp = try FileStamp(from: &reader)
    }

    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(path)
        writer.write(hash)
        writer.write(key)
        writer.write(source ?? "")
        reads.write(to: &writer)
        writer.write(links.provided) { $0.writeFixed($1) }
        writer.write(links.required) { $0.writeFixed($1) }
        stamp.write(to: &writer)
    }
}

extension Reads {
    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        self.init()
        var last = EntryReference(collection: 0, index: 0)
        entries = try reader.readList { (reader) throws(DamagedBytes) in
            last.collection += try reader.readInt()
            last.index += try reader.readInt()
            return EntryFields(entry: last, fields: FieldSet(bits: try reader.readUnsigned()))
        }
        columns = try reader.readList { (reader) throws(DamagedBytes) in
            Columns(collection: try reader.readInt(), fields: FieldSet(bits: try reader.readUnsigned()))
        }
        valuePages = try reader.readList { (reader) throws(DamagedBytes) in try reader.readText() }
        guard let clock = Clock(rawValue: try reader.readInt()) else { throw DamagedBytes() }
        self.clock = clock
    }

    /// Each entry as its distance from the one before: lists go through a collection in order.
    fileprivate func write(to writer: inout ByteWriter) {
        var last = EntryReference(collection: 0, index: 0)
        writer.write(entries) { writer, read in
            writer.write(read.entry.collection - last.collection)
            writer.write(read.entry.index - last.index)
            writer.write(read.fields.bits)
            last = read.entry
        }
        writer.write(columns) { writer, columns in
            writer.write(columns.collection)
            writer.write(columns.fields.bits)
        }
        writer.write(valuePages) { $0.write($1) }
        writer.write(clock.rawValue)
    }
}

extension FileStamp {
    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        self.init(
            size: Int64(try reader.readInt()), inode: try reader.readUnsigned(), device: try reader.readUnsigned(),
            modified: Int64(try reader.readInt()), changed: Int64(try reader.readInt()))
    }

    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(Int(size))
        writer.write(inode)
        writer.write(device)
        writer.write(Int(modified))
        writer.write(Int(changed))
    }
}

extension Diagnostic {
    /// Only warnings are kept.
    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        let (rule, message) = (try reader.readText(), try reader.readText())
        let help = try reader.readText()
        let span = SourceSpan(
            path: try reader.readText(), line: try reader.readInt(), column: try reader.readInt(),
            length: try reader.readInt())
        self.init(.warning, rule, message, at: span, help: help.isEmpty ? nil : help)
    }

    fileprivate func write(to writer: inout ByteWriter) {
        for text in [rule, message, help ?? "", span.path] { writer.write(text) }
        for number in [span.line, span.column, span.length] { writer.write(number) }
    }
}
