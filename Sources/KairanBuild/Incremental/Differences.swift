internal import KairanModel
internal import KairanOutput

/// What is not as it was when outputs were made, by the positions that entries had then.
struct Differences: Sendable {
    /// For each entry its fields that are not the same.
    var fields: [[FieldSet]]
    /// For each collection, the fields that are not the same in some entry.
    var columns: [FieldSet]
    /// Keys of `Schema.valuePages`.
    var valuePages: Set<String> = []
    /// Of the build, in seconds since 1970.
    var moment: Int
    var isAnotherMoment: Bool

    enum Difference {
        case fields(FieldSet, EntryReference)
        case columns(FieldSet, collection: Int)
        case valuePages
        /// It compares with the moment, or shows the moment itself.
        case turn
        case moment
    }

    /// The first of what an output was made of that is not the same.
    ///
    /// - Parameter reads: As `Reads` are written; most outputs are looked at only to find that nothing of them changed.
    func first(in reads: ByteReader) throws(DamagedBytes) -> Difference? {
        var reader = reads
        let clock = try Reads.Clock(reading: &reader)
        let isReadSomewhere = try firstColumns(in: &reader) != nil
        let entries = try reader.readPart()
        if isReadSomewhere, let first = try firstFields(in: ByteReader(reader.bytes, in: entries)) { return first }
        if let first = try firstColumns(in: &reader) { return first }
        for _ in 0..<(try reader.readCount()) where valuePages.contains(try reader.readText()) { return .valuePages }
        if !clock.steady.contains(moment) { return .turn }
        return clock.showsMoment && isAnotherMoment ? .moment : nil
    }

    private func firstFields(in entries: ByteReader) throws(DamagedBytes) -> Difference? {
        var reader = entries
        var entry = EntryReference(collection: 0, index: 0)
        for _ in 0..<(try reader.readCount()) {
            entry.collection += try reader.readInt()
            entry.index += try reader.readInt()
            let read = FieldSet(bits: try reader.readUnsigned())
            guard columns.indices.contains(entry.collection) else { throw DamagedBytes() }
            // Most collections are as they were in all that is read of them.
            guard !columns[entry.collection].intersection(read).isEmpty else { continue }
            guard fields[entry.collection].indices.contains(entry.index) else { throw DamagedBytes() }
            let changed = fields[entry.collection][entry.index].intersection(read)
            if !changed.isEmpty { return .fields(changed, entry) }
        }
        return nil
    }

    /// Reads all of them.
    private func firstColumns(in reader: inout ByteReader) throws(DamagedBytes) -> Difference? {
        var first: Difference?
        for _ in 0..<(try reader.readCount()) {
            let collection = try reader.readInt()
            guard columns.indices.contains(collection) else { throw DamagedBytes() }
            let changed = columns[collection].intersection(FieldSet(bits: try reader.readUnsigned()))
            if first == nil, !changed.isEmpty { first = .columns(changed, collection: collection) }
        }
        return first
    }

    func touch(_ reads: Reads) -> Bool {
        undamaged { () throws(DamagedBytes) in try first(in: ByteReader(reads.bytes)) == nil } != true
    }
}
