package import KairanContent
package import KairanModel
package import KairanOutput

/// What a build leaves for the next one: what every output was made of, and every entry as it was read.
package struct BuildRecord: Sendable {
    /// Something that all outputs depend on, with the words for it in an explanation.
    package struct Basis: Sendable, Equatable {
        var name: String
        var hash: ContentHash
    }

    package struct Source: Sendable {
        var path: String
        var hash: ContentHash
        /// Its entries; nil when they have to be read again each time, and for all other files.
        var entries: [KnownEntry]?
    }

    package struct Collection: Sendable {
        var name: String
        /// Of all its entries, in order: what the positions in `Reads` mean.
        var ids: [String]
        /// The output paths of their pages; empty when it has none.
        var pages: [String?]
        /// For each entry the phases of its windows, one after the other.
        var phases: [UInt64]
    }

    package struct Output: Sendable {
        var path: String
        /// Of the bytes.
        var hash: ContentHash
        /// Of everything but what it reads: its template, and which of the template's outputs it is.
        var key: ContentHash
        /// The template, or the file it is copied from; empty for a file that every site has.
        var source: String
        var reads: Reads
        var links: LinkFacts
        var stamp: FileStamp?
    }

    var bases: [Basis]
    /// Seconds since 1970.
    var moment: Int
    /// All moments that give the same outputs, half-open.
    var steady: Range<Int>
    /// Sorted by path.
    var sources: [Source]
    var collections: [Collection]
    /// For each key of `Schema.valuePages`, a hash of all its paths.
    var valuePages: [String: ContentHash]
    /// Sorted by path.
    var outputs: [Output]
    /// Warnings, since nothing is published with an error.
    var diagnostics: [Diagnostic]
    var counts: BuildCounts
}

/// What a build has to say of itself.
package struct BuildCounts: Sendable, Equatable {
    package var entries = 0
    package var pages = 0
    package var endpoints = 0

    package init() {}
}
