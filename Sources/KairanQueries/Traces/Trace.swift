package import KairanContent
package import KairanModel

extension Reads {
    /// Returns the fields that a trace says were read of single entries, without entries that are gone. The list is empty
    /// if the trace is damaged.
    package static func entries(of trace: ByteReader, in content: Content) -> [EntryFields] {
        var (reader, found): (ByteReader, [EntryFields]) = (trace, [])
        return undamaged { () throws(DamagedBytes) in
            _ = try Validity(reading: &reader)
            for _ in 0..<(try reader.readCount()) {
                let collection = try reader.readColumns().collection
                var list = ByteReader(reader.bytes, in: try reader.readPart())
                guard content.collections.indices.contains(collection) else { continue }
                let keys = content.collections[collection].keys
                let positions = Dictionary(zip(keys, keys.indices)) { first, _ in first }
                while !list.isAtEnd {
                    let (key, fields) = (try list.readFixed(), try list.readFields())
                    guard let index = positions[key] else { continue }
                    let entry = EntryReference(collection: collection, index: index)
                    found.append(EntryFields(entry: entry, fields: fields))
                }
            }
            return found
        } ?? []
    }
}

/// The trace of an output is everything that it asked of the site, in the form in which later builds keep it. While every
/// question has the same answer, the output is the same.
///
/// A trace refers to entries by their keys, so it stays as it is when other entries come and go. The answers are kept
/// once for all outputs, with the entries themselves (`CachedContent`).
extension Reads {
    /// Writes the validity; then, for each collection, the fields that were read of any of its entries, followed by each
    /// entry; then the columns; and last the pages of values, with the hash of all their paths. With the fields in
    /// front, most collections can be skipped.
    package func trace(in site: Site) -> [UInt8] {
        var writer = ByteWriter(capacity: entries.count * 10 + 32)
        validity.write(to: &writer)
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

extension Reads.Validity {
    fileprivate func write(to writer: inout ByteWriter) {
        let isSteady = steady == Self.always.steady
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
    package mutating func readFields() throws(DamagedBytes) -> FieldSet {
        let bits = try readUnsigned()
        return FieldSet(bits: bits >> 2 | bits << 62)
    }

    package mutating func readColumns() throws(DamagedBytes) -> Reads.Columns {
        Reads.Columns(collection: try readInt(), fields: try readFields())
    }
}
