internal import KairanContent
internal import KairanModel
internal import KairanOutput

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
        /// The id of its first entry, to whose page links to the file lead.
        var firstEntry: String?
        /// Its entries; nil when they have to be read again each time, and for all other files.
        var entries: [KnownEntry]?
        /// What their links require.
        var links: [UInt64] = []
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
        /// The template, or the file it is copied from; nil for a file that every site has.
        var source: String?
        var reads: Reads
        var links: LinkFacts
        var stamp: FileStamp
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

extension BuildCounts {
    init(_ plan: OutputPlan) {
        entries = plan.site.content.collections.reduce(0) { $0 + $1.entries.count }
        (pages, endpoints) = (plan.pageCount, plan.endpointCount)
    }
}

extension BuildRecord {
    /// Of a build without errors. The stamps of new outputs are known only when they are published.
    init(
        _ made: [MadeOutput], _ choice: OutputChoice, _ links: LinkCheck, _ plan: OutputPlan, _ sources: HashedSources,
        bases: [Basis], diagnostics: [Diagnostic], counts: BuildCounts
    ) {
        let site = plan.site
        (self.bases, self.diagnostics, self.counts) = (bases, diagnostics, counts)
        let chosen = choice.made
        let madeRecords = concurrentMap(made.count) { index in
            Output(
                path: made[index].file.path, hash: ContentHash(made[index].file.bytes), key: chosen[index].output.key,
                source: chosen[index].output.sources.first, reads: made[index].reads, links: links.facts[index],
                stamp: .unknown)
        }
        outputs = (madeRecords + choice.kept.map(\.record)).sorted { $0.path < $1.path }
        moment = site.moment.epochSeconds
        steady = site.steadyMoments(max(plan.clock, outputs.lazy.map(\.reads.clock).max() ?? .none))
        valuePages = plan.valuePageKeys
        collections = site.content.collections.indices.map { position in
            let entries = site.content.collections[position].entries
            return Collection(
                name: site.content.collections[position].name, ids: entries.map(\.id),
                pages: entries.indices.map { site.page(of: EntryReference(collection: position, index: $0)) },
                phases: site.windowPhases(of: site.content.collections[position]).values)
        }
        self.sources = BuildRecord.sources(of: site, sources, choice, links, diagnostics)
    }

    private static func sources(
        of site: Site, _ sources: HashedSources, _ choice: OutputChoice, _ links: LinkCheck, _ diagnostics: [Diagnostic]
    ) -> [Source] {
        // What was said of a file is said again when it is read again.
        let noticed = Set(diagnostics.map(\.span.path))
        return concurrentMap(sources.files.count) { index in
            let file = sources.files[index]
            var source = Source(path: file.path, hash: sources.list[index])
            guard let references = site.entriesBySource[file.path] else { return source }
            source.firstEntry = references.first.map { site.content[$0].id }
            if noticed.contains(file.path) { return source }
            source.entries = choice.known[file.path]
            if source.entries == nil {
                let entries = references.compactMap { site.content.known($0, in: file) }
                if entries.count == references.count { source.entries = entries }
            }
            source.links = links.entryLinks[file.path] ?? []
            return source
        }
    }
}
