internal import KairanContent
internal import KairanModel
package import KairanPublish
internal import KairanTemplates

/// The store that a build leaves for the next one. It says what every output was made of, and holds every entry as it
/// was read.
///
/// A source or a published file counts as unchanged if its stamp is the same or, when the stamp cannot tell, its hash.
package final class BuildStore: Sendable {
    /// Something that all outputs depend on, with the words for it in an explanation.
    struct GlobalInput: Sendable, Equatable {
        var name: String
        var hash: ContentHash
    }

    /// The facts that tell whether the next build would be the same in everything.
    struct Head: Sendable {
        var inputs: [GlobalInput]
        /// The moment of the build, in seconds since 1970.
        var moment: Int
        /// The half-open range of moments at which a build makes the same outputs, in seconds since 1970.
        var steady: Range<Int>
        /// The first moment after `moment` at which some output may change; `Int.max` if there is none.
        var nextChange: Int
        /// The warnings of the build. There are no errors, since a build with an error publishes nothing.
        var diagnostics: [Diagnostic]
        var counts: BuildCounts
    }

    /// The facts about one source that are stored. All ranges are ranges of `Details.bytes`.
    struct Source: Sendable {
        /// The range of all that the store says about it.
        var range: Range<Int>
        /// The files that its entries name, by path relative to `content/`. While these are the same too, the entries
        /// are.
        var files: [String]
        /// The range of the keys of its entries, each with its collection and a hash of where the entry's pages are.
        var keys: Range<Int>
        /// The range of its entries; nil if each build has to read them again.
        var entries: Range<Int>?
        /// The range of the facts that the links of its entries need.
        var links: Range<Int>
    }

    /// The facts about one output and its sources that are stored. All ranges are ranges of `Details.bytes`.
    struct Output: Sendable {
        /// The range of all that the store says about it.
        var range: Range<Int>
        /// A hash of what it depends on besides its trace: its template, and which of the template's outputs it is.
        var key: ContentHash
        /// The fact of its template or file; see `PlannedOutput.sourceFact`.
        var source: UInt64
        /// The range of its trace.
        var trace: Range<Int>
        /// The ranges of the facts that it provides, and of those that its links need.
        var provided: Range<Int>
        var required: Range<Int>
    }

    /// The details of all sources and outputs.
    struct Details: Sendable {
        let bytes: [UInt8]
        /// The sources, in the order of `BuildStore.sources`.
        var sources: [Source] = []
        /// The outputs, in the order of `BuildStore.outputs`.
        var outputs: [Output] = []
    }

    let head: Head
    /// The sources of the build, sorted by path.
    package let sources: [StampedFile]
    /// The outputs as they were published, sorted by path.
    let outputs: [StampedFile]
    /// The list of what was published.
    let list: StoredList
    /// The bytes that `Details` reads.
    let storedDetails: ByteReader
    /// The details; nil if they are damaged. They are several times as large as the rest of the store, so they are read
    /// only if something has changed, and once.
    let details: Concurrent<Details?>

    /// The result is nil if the parts, which `StoreDraft` wrote, are damaged.
    init?(_ parts: [ByteReader]) {
        guard parts.count == 4 else { return nil }
        let (sourcesPart, outputsPart, details) = (parts[0], parts[1], parts[3])
        var reader = parts[2]
        do {
            list = StoredList(
                hash: try reader.readHash(), promises: Array(reader.bytes[try reader.readPart()]))
            head = try Head(reading: &reader)
            let outputs = Concurrent { undamaged { () throws(DamagedBytes) in try readKnown(outputsPart) } }
            sources = try readKnown(sourcesPart)
            guard let outputs = outputs.value else { return nil }
            (self.outputs, storedDetails) = (outputs, details)
            self.details = Concurrent(isUrgent: true, begins: false) { [sources = sources.count] in
                undamaged { () throws(DamagedBytes) in
                    try Details(reading: details, sources: sources, outputs: outputs.count)
                }
            }
        } catch {
            return nil
        }
    }
}

/// A build reports these of what it made: the numbers of entries, pages and endpoints, and the versions of the API that
/// promise nothing yet.
package struct BuildCounts: Sendable, Equatable {
    package var entries = 0
    package var pages = 0
    package var endpoints = 0
    /// The names of the drafts among the versions, sorted.
    package var drafts: [String] = []
    /// The files that entries name but no output does yet, by path relative to `content/`, sorted.
    package var waiting: [String] = []

    package init() {}

    /// - Parameter waiting: See `OutputChoice.waitingFiles`.
    init(_ plan: OutputPlan, waiting: some Sequence<String>) {
        entries = plan.site.content.collections.reduce(0) { $0 + $1.entries.count }
        (pages, endpoints, drafts) = (plan.pageCount, plan.endpointCount, plan.templates.drafts)
        self.waiting = waiting.sorted()
    }
}
