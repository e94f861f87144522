package import KairanModel

/// Some fields of a collection's entries.
package struct FieldSet: Hashable, BitwiseCopyable, Sendable {
    package var bits: UInt64

    package init(bits: UInt64 = 0) { self.bits = bits }

    /// The last bits are taken: what is beyond them counts as one field.
    package init(field: Int) { bits = 1 << UInt64(min(field, 61)) }

    /// Where the page of an entry is, if it has one.
    package static let page = FieldSet(bits: 1 << 62)
    /// Which entries there are.
    package static let entries = FieldSet(bits: 1 << 63)
    /// Of one entry.
    package static let everything = FieldSet(bits: .max ^ entries.bits ^ page.bits)

    package mutating func formUnion(_ other: FieldSet) { bits |= other.bits }

    package func intersection(_ other: FieldSet) -> FieldSet { FieldSet(bits: bits & other.bits) }

    package var isEmpty: Bool { bits == 0 }

    /// The lowest of its fields.
    package var first: Int { bits.trailingZeroBitCount }
}

/// What an output was made of: while all of it is the same, so is the output.
package struct Reads: Sendable, Equatable {
    /// How an output depends on the moment of the build, but for the phases of windows.
    package struct Clock: Sendable, Equatable {
        /// The moments around that of the build at which everything that is compared with it compares as it does, and
        /// at which it is the same day if that is asked for; in seconds since 1970.
        package var steady = Int.min..<Int.max
        /// True for what holds the moment itself: that is another in each build.
        package var showsMoment = false

        package static let none = Clock()

        package init(steady: Range<Int> = Int.min..<Int.max, showsMoment: Bool = false) {
            (self.steady, self.showsMoment) = (steady, showsMoment)
        }

        /// That of what depends on both.
        package func and(_ other: Clock) -> Clock {
            // Both have the moment of the build in them, but for what is damaged.
            Clock(steady: steady.clamped(to: other.steady), showsMoment: showsMoment || other.showsMoment)
        }
    }

    package struct EntryFields: Sendable, Equatable, BitwiseCopyable {
        package var entry: EntryReference
        package var fields: FieldSet

        package init(entry: EntryReference, fields: FieldSet) { (self.entry, self.fields) = (entry, fields) }
    }

    package struct Columns: Sendable, Equatable {
        package var collection: Int
        package var fields: FieldSet

        package init(collection: Int, fields: FieldSet) { (self.collection, self.fields) = (collection, fields) }
    }

    /// Fields of single entries, in the order of reading.
    package var entries: [EntryFields] = []
    /// Fields that were asked of every entry of a collection, to choose among them.
    package var columns: [Columns] = []
    /// Keys of `Schema.valuePages`: where the pages of values are.
    package var valuePages: [String] = []
    package var clock = Clock.none

    package init() {}
}

extension Reads {
    /// For each collection the fields that are read of any of its entries, so that these can mostly be passed over; then
    /// each entry as its distance from the one before, as lists go through a collection in order.
    package var bytes: [UInt8] {
        var (writer, list) = (ByteWriter(), ByteWriter(capacity: entries.count * 4 + 8))
        var all: [Columns] = []
        var (last, place) = (EntryReference(collection: 0, index: 0), 0)
        list.write(entries) { list, read in
            let collection = read.entry.collection
            if !all.indices.contains(place) || all[place].collection != collection {
                place = all.firstIndex { $0.collection == collection } ?? all.count
                if place == all.count { all.append(Columns(collection: collection, fields: FieldSet())) }
            }
            all[place].fields.formUnion(read.fields)
            list.write(collection - last.collection)
            list.write(read.entry.index - last.index)
            list.write(read.fields.bits)
            last = read.entry
        }
        clock.write(to: &writer)
        writer.write(all)
        writer.write(part: list.bytes)
        writer.write(columns)
        writer.write(valuePages) { $0.write($1) }
        return writer.bytes
    }

    package init(reading reader: inout ByteReader) throws(DamagedBytes) {
        self.init()
        clock = try Clock(reading: &reader)
        var last = EntryReference(collection: 0, index: 0)
        _ = try reader.readColumns()
        var list = ByteReader(reader.bytes, in: try reader.readPart())
        entries = try list.readList { (reader) throws(DamagedBytes) in
            last.collection += try reader.readInt()
            last.index += try reader.readInt()
            return EntryFields(entry: last, fields: FieldSet(bits: try reader.readUnsigned()))
        }
        columns = try reader.readColumns()
        valuePages = try reader.readList { (reader) throws(DamagedBytes) in try reader.readText() }
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
    fileprivate mutating func write(_ columns: [Reads.Columns]) {
        write(columns) { writer, columns in
            writer.write(columns.collection)
            writer.write(columns.fields.bits)
        }
    }
}

extension ByteReader {
    fileprivate mutating func readColumns() throws(DamagedBytes) -> [Reads.Columns] {
        try readList { (reader) throws(DamagedBytes) in
            Reads.Columns(collection: try reader.readInt(), fields: FieldSet(bits: try reader.readUnsigned()))
        }
    }
}

/// Notes what one output reads while it is made.
final class ReadRecorder {
    private(set) var reads = Reads()
    /// What of a query only the moment and the content could show to be wrong.
    private(set) var mistakes: [Diagnostic] = []

    func note(_ entry: EntryReference, _ fields: FieldSet) {
        // Nearly always the same entry is asked for one field after the other.
        if let last = reads.entries.indices.last, reads.entries[last].entry == entry {
            reads.entries[last].fields.formUnion(fields)
        } else {
            reads.entries.append(.init(entry: entry, fields: fields))
        }
    }

    func note(column fields: FieldSet, of collection: Int) {
        if let index = reads.columns.firstIndex(where: { $0.collection == collection }) {
            reads.columns[index].fields.formUnion(fields)
        } else {
            reads.columns.append(.init(collection: collection, fields: fields))
        }
    }

    func note(valuePages key: String) {
        if !reads.valuePages.contains(key) { reads.valuePages.append(key) }
    }

    func note(_ mistake: Diagnostic) { mistakes.append(mistake) }

    func note(_ clock: Reads.Clock) { reads.clock = reads.clock.and(clock) }
}
