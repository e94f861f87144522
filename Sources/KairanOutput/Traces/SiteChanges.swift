package import KairanModel

/// What is not as it was in an earlier build of a site with the same declarations.
package struct SiteChanges: Sendable {
    /// For each collection, its changed entries by their keys, each with the fields that are not the same.
    package var entries: [[UInt64: FieldSet]]
    /// For each collection, the fields that are not the same in some entry.
    package var columns: [FieldSet]
    /// For each key of `Schema.valuePages` a hash of all paths as they are now.
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

    /// A question that is not answered as it was.
    package enum Difference {
        case fields(FieldSet, collection: Int, key: UInt64)
        case columns(FieldSet, collection: Int)
        case valuePages
        /// The moments have passed at which everything that is compared with the moment compares as it did.
        case moments(Range<Int>)
        /// The output shows the moment itself.
        case moment
    }

    /// Finds the first question of a trace that is not answered as it was; most are looked at only to find that there is none.
    package func first(in trace: ByteReader) throws(DamagedBytes) -> Difference? {
        var reader = trace
        let clock = try Reads.Clock(reading: &reader)
        for _ in 0..<(try reader.readCount()) {
            let group = try reader.readColumns()
            guard columns.indices.contains(group.collection) else { throw DamagedBytes() }
            let list = try reader.readPart()
            // Most collections are as they were in all that is read of them.
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
