package import KairanModel

/// The differences of a site from an earlier build with the same declarations.
package struct SiteChanges: Sendable {
    /// For each collection, its changed entries by their keys, each with the fields that changed.
    package var entries: [[UInt64: FieldSet]]
    /// For each collection, the fields that changed in some entry.
    package var columns: [FieldSet]
    /// For each key of `Schema.valuePages`, a hash of all paths of this build.
    package var valuePages: [String: ContentHash]
    /// The moment of this build, in seconds since 1970.
    package var moment: Int
    package var isAnotherMoment: Bool

    package init(
        entries: [[UInt64: FieldSet]], columns: [FieldSet], valuePages: [String: ContentHash], moment: Int,
        isAnotherMoment: Bool
    ) {
        (self.entries, self.columns, self.valuePages) = (entries, columns, valuePages)
        (self.moment, self.isAnotherMoment) = (moment, isAnotherMoment)
    }

    /// A question whose answer changed.
    package enum Difference {
        case fields(FieldSet, collection: Int, key: UInt64)
        case columns(FieldSet, collection: Int)
        case valuePages
        /// Some comparison with the moment has another result outside this range of moments.
        case moments(Range<Int>)
        /// The output shows the moment itself.
        case moment
    }

    /// Finds the first question of a trace whose answer changed. Most traces are read only to find that there is none.
    package func first(in trace: ByteReader) throws(DamagedBytes) -> Difference? {
        var reader = trace
        let clock = try Reads.Clock(reading: &reader)
        for _ in 0..<(try reader.readCount()) {
            let group = try reader.readColumns()
            guard columns.indices.contains(group.collection) else { throw DamagedBytes() }
            let list = try reader.readPart()
            // In most collections, nothing changed that this output reads.
            if columns[group.collection].intersection(group.fields).isEmpty { continue }
            if let first = try first(of: group.collection, in: ByteReader(reader.bytes, in: list)) { return first }
        }
        for _ in 0..<(try reader.readCount()) {
            let asked = try reader.readColumns()
            guard columns.indices.contains(asked.collection) else { throw DamagedBytes() }
            let changed = columns[asked.collection].intersection(asked.fields)
            if !changed.isEmpty { return .columns(changed, collection: asked.collection) }
        }
        for _ in 0..<(try reader.readCount()) {
            let (key, hash) = (try reader.readText(), try reader.readHash())
            if (valuePages[key] ?? ContentHash()) != hash { return .valuePages }
        }
        if !clock.steady.contains(moment) { return .moments(clock.steady) }
        return clock.showsMoment && isAnotherMoment ? .moment : nil
    }

    private func first(of collection: Int, in list: ByteReader) throws(DamagedBytes) -> Difference? {
        var reader = list
        while !reader.isAtEnd {
            let (key, fields) = (try reader.readFixed(), try reader.readFields())
            guard let changed = entries[collection][key]?.intersection(fields), !changed.isEmpty else { continue }
            return .fields(changed, collection: collection, key: key)
        }
        return nil
    }
}
