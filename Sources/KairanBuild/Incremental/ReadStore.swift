internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanQueries
internal import KairanTemplates

extension BuildStore.Details {
    init(reading reader: ByteReader, sources: Int, outputs: Int) throws(DamagedBytes) {
        var reader = reader
        bytes = reader.bytes
        self.sources = try (0..<sources).map { _ throws(DamagedBytes) in try BuildStore.Source(reading: &reader) }
        self.outputs = try (0..<outputs).map { _ throws(DamagedBytes) in try BuildStore.Output(reading: &reader) }
    }

    /// Returns the entries of a source as they were read, or nil if each build has to read them again.
    func storedEntries(of source: Int) -> [StoredEntry]? {
        sources[source].entries.flatMap { range in
            undamaged { () throws(DamagedBytes) in
                var reader = ByteReader(bytes, in: range)
                return try StoredEntry.read(&reader)
            }
        }
    }

    /// Returns the key of each entry of a source, with the position of its collection and a hash of where its pages are.
    func keys(of source: Int) -> [(key: UInt64, collection: Int, pages: UInt64)] {
        let (range, bytes) = (sources[source].keys, bytes.span)
        return stride(from: range.lowerBound, to: range.upperBound - 23, by: 24).map {
            (bytes.word(at: $0), Int(truncatingIfNeeded: bytes.word(at: $0 + 8)), bytes.word(at: $0 + 16))
        }
    }

    /// Returns the facts that stand in a range.
    func facts(_ range: Range<Int>) -> some Sequence<UInt64> {
        stride(from: range.lowerBound, to: range.upperBound - 7, by: 8).lazy.map { bytes.span.word(at: $0) }
    }

    func trace(_ output: Int) -> ByteReader { ByteReader(bytes, in: outputs[output].trace) }

    func validity(_ output: Int) -> Reads.Validity {
        var reader = trace(output)
        return undamaged { () throws(DamagedBytes) in try Reads.Validity(reading: &reader) }
            ?? Reads.Validity(steady: 0..<0, showsMoment: true)
    }
}

func readKnown(_ reader: ByteReader) throws(DamagedBytes) -> [StampedFile] {
    var reader = reader
    return try reader.readList { (reader) throws(DamagedBytes) in
        StampedFile(
            path: try reader.readText(), hash: try reader.readHash(), stamp: try FileStamp(reading: &reader))
    }
}

extension BuildStore.Head {
    init(reading reader: inout ByteReader) throws(DamagedBytes) {
        inputs = try reader.readList { (reader) throws(DamagedBytes) in
            BuildStore.GlobalInput(name: try reader.readText(), hash: try reader.readHash())
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
        counts.drafts = try reader.readList { (reader) throws(DamagedBytes) in try reader.readText() }
        counts.waiting = try reader.readList { (reader) throws(DamagedBytes) in try reader.readText() }
    }
}

extension BuildStore.Source {
    fileprivate init(reading reader: inout ByteReader) throws(DamagedBytes) {
        let start = reader.index
        files = try reader.readList { (reader) throws(DamagedBytes) in try reader.readText() }
        keys = try reader.readPart()
        entries = try reader.readFlag() ? try reader.readPart() : nil
        links = try reader.readPart()
        range = start..<reader.index
    }
}

extension BuildStore.Output {
    fileprivate init(reading reader: inout ByteReader) throws(DamagedBytes) {
        let start = reader.index
        key = try reader.readHash()
        source = try reader.readFixed()
        (trace, provided) = (try reader.readPart(), try reader.readPart())
        required = try reader.readPart()
        range = start..<reader.index
    }
}

extension Diagnostic {
    /// Every diagnostic in a record is a warning.
    fileprivate init(reading reader: inout ByteReader) throws(DamagedBytes) {
        guard let rule = Rule(rawValue: try reader.readText()) else { throw DamagedBytes() }
        let (message, help) = (try reader.readText(), try reader.readText())
        let span = SourceSpan(
            path: try reader.readText(), line: try reader.readInt(), column: try reader.readInt(),
            length: try reader.readInt())
        self.init(.warning, rule, message, at: span, help: help.isEmpty ? nil : help)
        fix = try reader.readFix(of: span.path)
    }
}
