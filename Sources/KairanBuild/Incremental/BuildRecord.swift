internal import KairanContent
internal import KairanModel
internal import KairanOutput

/// What a build leaves for the next one: what every output was made of, and every entry as it was read.
///
/// A source and a published file are the same if their stamps are or, where those cannot tell, their hashes.
package struct BuildRecord: Sendable {
    /// Something that all outputs depend on, with the words for it in an explanation.
    struct Basis: Sendable, Equatable {
        var name: String
        var hash: ContentHash
    }

    /// What tells whether the next build is the same in everything.
    struct Head: Sendable {
        var bases: [Basis]
        /// Seconds since 1970.
        var moment: Int
        /// All moments that give the same outputs, half-open.
        var steady: Range<Int>
        /// The first moment after it at which a window or the day makes a difference; the largest number without one.
        var nextChange: Int
        /// Those of the sources, see `readSourceTree`.
        var folders: [KnownFolder]
        /// Warnings, since nothing is published with an error.
        var diagnostics: [Diagnostic]
        var counts: BuildCounts
    }

    struct Source: Sendable {
        /// Where all of it is.
        var range: Range<Int>
        /// What its entries name, by path relative to `content/`: while that is the same too, so are they.
        var files: [String]
        /// Nil when its entries have to be read again each time.
        var entries: StoredEntries.Part?
        /// Where the facts are that their links require.
        var links: Range<Int>
    }

    struct Collection: Sendable {
        var name: String
        /// Of all its entries, in order: what the positions in `Reads` mean.
        var ids: [String]
        /// The positions of their files among the sources.
        var sources: [Int]
        /// See `Site.pages(of:)`.
        var pages: [String?]
        /// For each entry the phases of its windows, one after the other.
        var phases: [UInt64]
    }

    /// What an output was made of.
    struct Output: Sendable {
        /// Where all of it is.
        var range: Range<Int>
        /// Of everything but what it reads: its template, and which of the template's outputs it is.
        var key: ContentHash
        /// The position of its template or file among the sources; nil for a file that every site has.
        var source: Int?
        /// Where the bytes of its reads are.
        var reads: Range<Int>
        /// Where the facts are that it provides, and that its links require.
        var provided: Range<Int>
        var required: Range<Int>
    }

    /// What a template's outputs were planned of.
    struct Template: Sendable {
        /// Where all of it is.
        var range: Range<Int>
        var path: String
        /// The position of the one whose readers its outputs are for; -1 without.
        var locale: Int
        /// See `PlannedJobs`; nil where its jobs have to be found out again each time.
        var jobs: Range<Int>?
    }

    /// What the outputs were made of, and the entries as they were.
    struct Details: Sendable {
        /// All ranges are of these.
        let bytes: [UInt8]
        /// Of the record's second file; the others are of `RecordChanges.details`.
        let fileSize: Int
        /// The positions of `Source.entries` are of these.
        let entries: StoredEntries
        /// In the order of `BuildRecord.sources`.
        var sources: [Source]
        var collections: [Collection]
        /// For each key of `Schema.valuePages`, a hash of all its paths.
        var valuePages: [String: ContentHash]
        /// In the order of `BuildRecord.outputs`.
        var outputs: [Output]
        /// In the order of the plan.
        var templates: [Template]
        /// The positions of the sources and outputs that are not as in the record's second file.
        var changed: (sources: [Int], outputs: [Int]) = ([], [])
    }

    /// The bytes of `Details`.
    enum StoredDetails: Sendable {
        case made(DetailsBytes)
        /// In a file, and what changed since.
        case kept(DetailsFile, changes: DetailsBytes)
    }

    /// What a record's second file holds, one after the other, and what of it changed since.
    struct DetailsBytes: Sendable {
        var details: [UInt8] = []
        /// See `StoredEntries`.
        var entries: [UInt8] = []

        var count: Int { details.count + entries.count }
    }

    /// A record's second file, whose details mean something while they have this hash.
    struct DetailsFile: Sendable {
        var hash: ContentHash
        var detailsSize: Int
        /// Some of its bytes, with room for as many more; nil where they cannot be read.
        var read: @Sendable (_ range: Range<Int>, _ room: Int) -> [UInt8]?
    }

    /// The record's first file, and the positions of the sources and outputs that are not as in it.
    struct Base: Sendable {
        var seal: ContentHash
        var sources: [Int] = []
        var outputs: [Int] = []
    }

    let head: Head
    /// Sorted by path.
    package let sources: [KnownFile]
    /// As they were published, sorted by path.
    let outputs: [KnownFile]
    /// What `details()` reads.
    let storedDetails: StoredDetails
    /// Nil for a record that stands in no file.
    let base: Base?
}

/// What a build has to say of itself.
package struct BuildCounts: Sendable, Equatable {
    package var entries = 0
    package var pages = 0
    package var endpoints = 0

    package init() {}

    init(_ plan: OutputPlan) {
        entries = plan.site.content.collections.reduce(0) { $0 + $1.entries.count }
        (pages, endpoints) = (plan.pageCount, plan.endpointCount)
    }
}
