package import KairanFormats
package import KairanModel

/// A set of fields of a collection's entries.
package struct FieldSet: Hashable, BitwiseCopyable, Sendable {
    package var bits: UInt64

    package init(bits: UInt64 = 0) { self.bits = bits }

    /// Makes a set of one field. The two uppermost bits have meanings of their own, so field 61 and all after it share
    /// a bit.
    package init(field: Int) { bits = 1 << UInt64(min(field, 61)) }

    /// This bit stands for the place of an entry's page, or for the lack of a page.
    package static let page = FieldSet(bits: 1 << 62)
    /// This bit stands for the question which entries there are.
    package static let entries = FieldSet(bits: 1 << 63)
    /// This set holds all fields of an entry.
    package static let everything = FieldSet(bits: .max ^ entries.bits ^ page.bits)

    package mutating func formUnion(_ other: FieldSet) { bits |= other.bits }

    package func intersection(_ other: FieldSet) -> FieldSet { FieldSet(bits: bits & other.bits) }

    package var isEmpty: Bool { bits == 0 }

    /// The lowest field of the set.
    package var first: Int { bits.trailingZeroBitCount }
}

/// Everything that an output read of the site while it was made. Entries are named by their positions in this build.
package struct Reads: Sendable, Equatable {
    /// The way in which an output depends on the moment of the build.
    package struct Validity: Sendable, Equatable {
        /// The range of moments, in seconds since 1970, in which the output asks the same and is answered the same. It
        /// holds the moment of the build. Within it every comparison with the moment has the same result, every window
        /// that was read is in the same phase, and it is the same day if the day was asked for.
        package var steady = Int.min..<Int.max
        /// This is true for an output that holds the moment itself, which is another one in each build.
        package var showsMoment = false

        package static let always = Validity()

        package init(steady: Range<Int> = Int.min..<Int.max, showsMoment: Bool = false) {
            (self.steady, self.showsMoment) = (steady, showsMoment)
        }

        /// Returns the validity of something that depends on both.
        package func and(_ other: Validity) -> Validity {
            // Both ranges hold the moment of the build, unless they were read from damaged bytes.
            Validity(steady: steady.clamped(to: other.steady), showsMoment: showsMoment || other.showsMoment)
        }
    }

    package struct EntryFields: Sendable, Equatable, BitwiseCopyable {
        package var entry: EntryReference
        package var fields: FieldSet
    }

    package struct Columns: Sendable, Equatable {
        package var collection: Int
        package var fields: FieldSet
    }

    /// The fields that were read of single entries, in the order of reading.
    package var entries: [EntryFields] = []
    /// The fields that were read of every entry of a collection, to choose among the entries.
    package var columns: [Columns] = []
    /// The keys of `Schema.valuePages` whose pages' places were read.
    package var valuePages: [String] = []
    package var validity = Validity.always

    package init() {}

    fileprivate mutating func note(_ entry: EntryReference, _ fields: FieldSet) {
        // Mostly, several fields of the same entry are read one after the other.
        if let last = entries.indices.last, entries[last].entry == entry {
            entries[last].fields.formUnion(fields)
        } else {
            entries.append(EntryFields(entry: entry, fields: fields))
        }
    }
}

/// Records what one output reads while it is made.
package final class ReadRecorder {
    package private(set) var reads = Reads()
    /// The mistakes in queries that only the moment and the content could show.
    package private(set) var mistakes: [Diagnostic] = []
    /// The addresses in the output, if the shape that makes it tells them.
    package var addresses: [AddressPlace]?
    /// This is set if the output is too large to be made to its end.
    package private(set) var excess: OutputExcess?
    private let limits: OutputLimits
    private var elementCount = 0

    package init(limits: OutputLimits = OutputLimits()) { self.limits = limits }

    /// Counts elements that the output goes through. Returns false once it is too large.
    ///
    /// - Parameter size: The number of bytes so far.
    package func count(elements: Int = 1, size: Int = 0) -> Bool {
        elementCount += elements
        if elementCount > limits.elements { excess = excess ?? .elements(limits.elements) }
        if size > limits.bytes { excess = excess ?? .bytes(limits.bytes) }
        return excess == nil
    }

    package func note(_ entry: EntryReference, _ fields: FieldSet) { reads.note(entry, fields) }

    package func note(column fields: FieldSet, of collection: Int) {
        if let index = reads.columns.firstIndex(where: { $0.collection == collection }) {
            reads.columns[index].fields.formUnion(fields)
        } else {
            reads.columns.append(.init(collection: collection, fields: fields))
        }
    }

    package func note(valuePages key: String) {
        if !reads.valuePages.contains(key) { reads.valuePages.append(key) }
    }

    package func note(_ mistake: Diagnostic) { mistakes.append(mistake) }

    package func note(_ validity: Reads.Validity) { reads.validity = reads.validity.and(validity) }
}
