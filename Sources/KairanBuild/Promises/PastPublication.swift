internal import KairanModel
internal import KairanOutput

/// What was published in a folder before, and what tells of it.
struct LookBack: Sendable {
    var past: PastPublication
    var seen = SeenPast()

    /// By what stands there, what is remembered, and what git has.
    init(_ options: BuildOptions) {
        let folder = options.output
        past = PastPublication(in: folder)
        let list = past.last(publishedListPath)
        if case .unreadable = list { return }
        if options.isAgainstAnother { return }
        let memories = PublicationMemories(of: folder, in: options.workFolder)
        let branches = PublishedBranches(of: folder)
        seen.repository = branches.state
        if case .bytes(let bytes) = list {
            seen.publications = [ContentHash(bytes)]
            // Nearly always.
            if memories?.isOf(bytes, { branches.state }) ?? false { return }
        }
        let standing = KnownPublication(past.last, of: "the folder")
        // What is damaged is said, and nothing taken for it.
        if case .bytes = list, standing == nil { return }
        compare(standing, memories?.all ?? [], branches.history())
        seen.numbers = SealedPromises.published(past.last)?.files ?? [:]
    }

    private mutating func compare(
        _ standing: KnownPublication?, _ memories: [PublicationMemory], _ history: PublishedHistory
    ) {
        var order = history.order
        let remembered = memories.compactMap { memory in
            memory.publication.map { publication in
                order.add(publication.id, after: memory.earlier)
                return publication
            }
        }
        let known = remembered + history.publications
        let newest = order.newest(of: (standing.map { [$0] } ?? []) + known)
        seen.publications.formUnion((known + newest).map(\.id))
        past.isUnknown = standing == nil && known.isEmpty
        past.gap = history.gap
        if standing == nil, known.contains(where: { $0.promises.files.keys.contains(where: isThere) }) {
            // Whether the files are the last ones, only the list could tell.
            past.last = { [last = past.last] in $0 == publishedListPath ? .unreadable("is gone") : last($0) }
        } else if newest.map(\.id) != (standing.map { [$0.id] } ?? []), let together = newest.together() {
            if let standing { past.others = newest.filter { $0.id != standing.id }.map(\.origin) }
            (past.last, past.isInFolder) = (together.last, false)
            if newest.count > 1 { past.branches = newest.map(\.last) }
        }
        past.gap = past.gap ?? newest.compactMap { $0.failure() }.first
    }

    private func isThere(_ path: String) -> Bool {
        if case .nothing = past.last(path) { false } else { true }
    }
}

extension PastPublication {
    /// What a folder holds, whatever else is known. Much is asked of its list, which is read once.
    init(in folder: String) {
        let list = readPublished(publishedListPath, in: folder)
        self.init { $0 == publishedListPath ? list : readPublished($0, in: folder) }
    }
}
