package import KairanContent
package import KairanModel

extension Reads {
    /// Returns the fields that a trace says were read of single entries, without entries that are gone. The list is empty
    /// if the trace is damaged.
    package static func entries(of trace: ByteReader, in content: Content) -> [EntryFields] {
        entries(
            of: trace,
            among: { collection in
                guard content.collections.indices.contains(collection) else { return [:] }
                let keys = content.collections[collection].keys
                return Dictionary(zip(keys, keys.indices)) { first, _ in first }
            })
    }

    /// - Parameter positions: Returns the entries of a collection that are asked for, by their keys.
    fileprivate static func entries(
        of trace: ByteReader, among positions: (Int) -> [UInt64: Int]
    ) -> [EntryFields] {
        var (reader, found): (ByteReader, [EntryFields]) = (trace, [])
        return undamaged { () throws(DamagedBytes) in
            _ = try Validity(reading: &reader)
            for _ in 0..<(try reader.readCount()) {
                let collection = try reader.readColumns().collection
                var list = ByteReader(reader.bytes, in: try reader.readPart())
                let positions = positions(collection)
                while !positions.isEmpty, !list.isAtEnd {
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

extension Site {
    /// Returns those of some files under `content/` that are named in a field which an output read.
    ///
    /// - Parameter traces: The traces of all outputs.
    package func files(_ paths: Set<String>, namedInFieldsOf traces: some Sequence<ByteReader>) -> Set<String> {
        var namers = content.collections.map { _ in [UInt64: Int]() }
        for entry in entries where content[entry].files.contains(where: paths.contains) {
            namers[entry.collection][content.collections[entry.collection].keys[entry.index]] = entry.index
        }
        var read: [EntryReference: FieldSet] = [:]
        for trace in traces {
            let found = Reads.entries(of: trace, among: { namers.indices.contains($0) ? namers[$0] : [:] })
            for part in found { read[part.entry, default: FieldSet()].formUnion(part.fields) }
        }
        return Set(read.flatMap { files(namedIn: $1, of: $0) }).intersection(paths)
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
