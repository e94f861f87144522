internal import KairanContent
internal import KairanModel
internal import KairanOutput

/// What a build leaves for the next one: what every output was made of, and every entry as it was read.
///
/// A source and a published file are the same if their stamps are or, where those cannot tell, their hashes.
package struct BuildRecord: Sendable {
    /// Something that all outputs depend on, with the words for it in an explanation.
    struct GlobalInput: Sendable, Equatable {
        var name: String
        var hash: ContentHash
    }

    /// What tells whether the next build is the same in everything.
    struct Head: Sendable {
        var inputs: [GlobalInput]
        /// The moment of the build, in seconds since 1970.
        var moment: Int
        /// All moments that give the same outputs, half-open.
        var steady: Range<Int>
        /// The first moment after it at which some output may be another; the largest number without one.
        var nextChange: Int
        /// The folders of the sources, see `readSourceTree`.
        var folders: [StampedFolder]
        /// Warnings, since nothing is published with an error.
        var diagnostics: [Diagnostic]
        var counts: BuildCounts
    }

    /// What a source says. All ranges are of `Details.bytes`.
    struct Source: Sendable {
        /// Where all of it is.
        var range: Range<Int>
        /// The files that its entries name, by path relative to `content/`: while these are the same too, so are the entries.
        var files: [String]
        /// The position of the collection that its entries are in; nil for a file without entries.
        var collection: Int?
        /// Where the keys of its entries are, each with a hash of where the entry's pages are.
        var keys: Range<Int>
        /// Where its entries are; nil when they have to be read again each time.
        var entries: Range<Int>?
        /// Where the facts are that the links of its entries require.
        var links: Range<Int>
    }

    /// What an output was made of. All ranges are of `Details.bytes`.
    struct Output: Sendable {
        /// Where all of it is.
        var range: Range<Int>
        /// A hash of everything that it depends on besides its trace: its template, and which of the template's outputs it is.
        var key: ContentHash
        /// The position of its template or file among the sources; nil for a file that every site has.
        var source: Int?
        /// Where its `Trace` is.
        var trace: Range<Int>
        /// Where the facts are that it provides, and those that its links require.
        var provided: Range<Int>
        var required: Range<Int>
    }

    /// What the outputs were made of, and the entries as they were. It is several times as large as the rest, and asked for
    /// only when something changed.
    struct Details: Sendable {
        let bytes: [UInt8]
        /// In the order of `BuildRecord.sources`.
        var sources: [Source] = []
        /// In the order of `BuildRecord.outputs`.
        var outputs: [Output] = []
    }

    let head: Head
    /// Sorted by path.
    package let sources: [StampedFile]
    /// As they were published, sorted by path.
    let outputs: [StampedFile]
    let storedDetails: StoredDetails
}

/// The bytes that `BuildRecord.Details` reads.
enum StoredDetails: Sendable {
    case made([UInt8])
    case kept(StoreFile)

    /// Nil where they are damaged.
    var bytes: [UInt8]? {
        switch self {
        case .made(let bytes): bytes
        case .kept(let file): file.details
        }
    }
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
