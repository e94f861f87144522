package import KairanContent
package import KairanModel

/// Everything that an output asked of the site, in the form in which later builds keep it. While every question has the
/// same answer, the output is the same.
///
/// A trace refers to entries by their keys, so it stays as it is when other entries come and go. The answers are kept
/// once for all outputs, with the entries themselves (`CachedContent`).
package struct Trace: Sendable {
    package struct EntryFields: Sendable {
        package var collection: Int
        package var key: UInt64
        package var fields: FieldSet
    }

    package var clock = Reads.Clock.none
    /// The fields that were read of single entries, one collection after the other.
    package var entries: [EntryFields] = []

    /// Reads a trace that `Reads.trace(in:)` wrote.
    package init(reading reader: inout ByteReader) throws(DamagedBytes) {
        clock = try Reads.Clock(reading: &reader)
        for _ in 0..<(try reader.readCount()) {
            let columns = try reader.readColumns()
            var list = ByteReader(reader.bytes, in: try reader.readPart())
            while !list.isAtEnd {
                entries.append(
                    EntryFields(
                        collection: columns.collection, key: try list.readFixed(), fields: try list.readFields()))
            }
        }
    }

    /// Finds the entries in this build's content, and leaves out entries that are gone.
    package func entries(in content: Content) -> [Reads.EntryFields] {
        var positions: [Int: [UInt64: Int]] = [:]
        return entries.compactMap { read in
            guard content.collections.indices.contains(read.collection) else { return nil }
            let keys = content.collections[read.collection].keys
            let ofCollection =
                positions[read.collection] ?? Dictionary(zip(keys, keys.indices)) { first, _ in first }
            positions[read.collection] = ofCollection
            return ofCollection[read.key].map { index in
                Reads.EntryFields(
                    entry: EntryReference(collection: read.collection, index: index), fields: read.fields)
            }
        }
    }
}

extension Reads {
    /// Writes the clock; then, for each collection, the fields that were read of any of its entries, followed by each
    /// entry; then the columns; and last the pages of values, with the hash of all their paths. With the fields in
    /// front, most collections can be skipped.
    package func trace(in site: Site) -> [UInt8] {
        var writer = ByteWriter(capacity: entries.count * 10 + 32)
        clock.write(to: &writer)
        var groups: [Columns] = []
        for read in entries {
            if let group = groups.firstIndex(where: { $0.collection == read.entry.collection }) {
                groups[group].fields.formUnion(read.fields)
            } else {
                groups.append(Columns(collection: read.entry.collection, fields: read.fields))
            }
        }
        writer.write(groups) { writer, group in
            writer.write(group)
            let keys = site.content.collections[group.collection].keys
            var list = ByteWriter(capacity: entries.count * 10)
            for read in entries where read.entry.collection == group.collection {
                list.writeFixed(keys[read.entry.index])
                list.write(read.fields)
            }
            writer.write(part: list.bytes)
        }
        writer.write(columns) { $0.write($1) }
        writer.write(valuePages) { writer, key in
            writer.write(key)
            writer.write(site.valuePageHashes[key] ?? ContentHash())
        }
        return writer.bytes.trimmed
    }
}

extension Reads.Clock {
    fileprivate func write(to writer: inout ByteWriter) {
        let isSteady = steady == Self.none.steady
        writer.write((isSteady ? 0 : 2) + (showsMoment ? 1 : 0))
        if isSteady { return }
        writer.write(steady.lowerBound)
        writer.write(steady.upperBound)
    }

    package init(reading reader: inout ByteReader) throws(DamagedBytes) {
        let kind = try reader.readInt()
        guard (0...3).contains(kind) else { throw DamagedBytes() }
        showsMoment = kind & 1 == 1
        guard kind & 2 == 2 else { return }
        let (lower, upper) = (try reader.readInt(), try reader.readInt())
        guard lower <= upper else { throw DamagedBytes() }
        steady = lower..<upper
    }
}

extension ByteWriter {
    /// Moves the two uppermost bits to the front, so that a set of few fields is a small number even with one of them.
    fileprivate mutating func write(_ fields: FieldSet) { write(fields.bits << 2 | fields.bits >> 62) }

    fileprivate mutating func write(_ columns: Reads.Columns) {
        write(columns.collection)
        write(columns.fields)
    }
}

extension ByteReader {
    mutating func readFields() throws(DamagedBytes) -> FieldSet {
        let bits = try readUnsigned()
        return FieldSet(bits: bits >> 2 | bits << 62)
    }

    mutating func readColumns() throws(DamagedBytes) -> Reads.Columns {
        Reads.Columns(collection: try readInt(), fields: try readFields())
    }
}
