package import KairanContracts
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanTemplates

/// Finds the last publication of a folder, whether the folder still holds it or the work folder or git remembers it.
///
/// A revert, an old checkout or a backup takes `public/` back, but not the apps. So each publication leaves its
/// promises in the work folder (`PublicationMemory`), and a usual build only compares one hash with the list in
/// `public/`. If they differ, git's history of the list is read (`PublishedHistory`), and the newest publication,
/// version by version, takes the place of the folder. `kairan build` makes everything anew then, because the store of an
/// earlier build belongs to another publication. If branches have diverged, none is the newest: the gate compares with each,
/// and numbers go on from the highest.
///
/// The folder may also be damaged, as after a power failure. A file that is not what the folder's list says is read from
/// where the same publication is remembered, and if the list itself is lost, the newest publication that is known takes
/// its place, unless the folder promises more than that one (`unknownPromise`). Then the store of the last build and
/// the spare tree tell too (`left`).
package struct LookBack: Sendable {
    /// Reads files of the last publication, from the folder or from where it is remembered.
    private(set) var read: ReadPublished
    private var branches: [ReadPublished] = []
    /// Everything that is known of the last publication except its files.
    private var known = PublishedState(.none)
    private(set) var seen = SeenPublications()
    /// The publication of the folder's list, as it is remembered.
    private var memory: (read: ReadPublished, origin: String)?

    /// This is for a build that is compared with nothing, on purpose.
    package static let none = LookBack { _ in .nothing }

    init(_ read: @escaping ReadPublished) { self.read = read }

    /// Looks at what a folder holds, whatever else is known.
    init(in folder: String) { self.init { readPublished($0, in: folder) } }

    /// Looks at what stands in the folder for outputs, what is remembered, and what git has.
    package init(_ options: BuildOptions) {
        let folder = options.output
        self.init(in: folder)
        let list = read(publishedListPath)
        if case .unreadable = list { return }
        if options.isAgainstAnother { return }
        let memories = PublicationMemories(of: folder, in: options.workFolder)
        let git = PublishedBranches(of: folder)
        seen.repository = git.state
        if case .bytes(let bytes) = list {
            seen.publications = [ContentHash(bytes)]
            // The memory belongs to this list nearly always.
            if let last = memories?.last(with: bytes, { git.state }) {
                memory = (last.read, Self.memoryOrigin)
                return
            }
        }
        let isWhole = list.contents.flatMap(WholeList.init) != nil
        let standing = isWhole ? KnownPublication(read, of: "the folder") : nil
        let left = isWhole ? [] : memories?.left(beside: read) ?? []
        compare(standing, memories?.all ?? [], left, git.history(), folder)
        // A file of the spare tree that has its hash in a whole list is as it was published, too.
        if isWhole, memory == nil, let memories { memory = (memories.spare, PublicationMemories.spareOrigin) }
        seen.numbers = PublishedList(read(publishedListPath)).promises?.files ?? [:]
    }

    var isInFolder: Bool { known.isInFolder }

    /// Returns the bytes of an output of the last publication, or nil if they cannot be read.
    func bytes(_ path: String) -> [UInt8]? { read(path).contents }

    /// Reads what a build may ask of the last publication.
    ///
    /// - Parameter paths: The files that it may ask for, besides those that the publication itself names.
    package func state(asking paths: Set<String>) -> PublishedState {
        func files(_ read: ReadPublished) -> PublishedFiles {
            let list = PublishedList(read(publishedListPath))
            return PublishedFiles(list, paths.union(list.promisingPaths), read: read)
        }
        var state = known
        var read = read
        if let memory {
            let restored = restored(read, from: memory.read)
            read = restored.read
            state.restored += restored.paths.map { ($0, memory.origin) }
        }
        (state.last, state.branches) = (files(read), branches.map(files))
        return state
    }

    private static let memoryOrigin = "what was last published from here"

    private mutating func compare(
        _ standing: KnownPublication?, _ memories: [PublicationMemory], _ left: [KnownPublication],
        _ history: PublishedHistory, _ folder: String
    ) {
        var order = history.order
        let remembered = memories.compactMap { memory in
            KnownPublication(memory.read, of: Self.memoryOrigin).map { publication in
                order.add(publication.id, after: memory.earlier)
                return publication
            }
        }
        // The store was made after the spare tree.
        for (index, publication) in left.enumerated() {
            order.add(publication.id, after: left[(index + 1)...].map(\.id))
        }
        let publications = remembered + left + history.publications
        let newest = order.newest(of: (standing.map { [$0] } ?? []) + publications)
        seen.publications.formUnion((publications + newest).map(\.id))
        let list = read(publishedListPath).contents
        known.isUnknown = list == nil && publications.isEmpty
        known.gap = history.gap
        memory = publications.first { $0.id == standing?.id }.map { ($0.read, $0.origin) }
        if standing == nil, publications.isEmpty || publications.unknownPromise(in: folder, read) != nil {
            // Only the list could tell whether these files are those of the last publication, and it is lost.
            if list == nil, !publications.isEmpty {
                read = { [read] in $0 == publishedListPath ? .unreadable("is gone") : read($0) }
            }
        } else if newest.map(\.id) != (standing.map { [$0.id] } ?? []), let together = newest.together() {
            if let standing {
                known.others = newest.filter { $0.id != standing.id }.map(\.origin)
            } else {
                seen.lists = newest.compactMap { $0.read(publishedListPath).contents.flatMap(WholeList.init) }
                let isDamaged = list != nil || promisesSomething(publications)
                if isDamaged { known.restored = newest.map { (publishedListPath, $0.origin) } }
            }
            (read, known.isInFolder) = (together.read, false)
            if newest.count > 1 { branches = newest.map(\.read) }
        }
        known.gap = known.gap ?? newest.compactMap { $0.failure() }.first
    }

    /// Returns whether the folder holds files by which these publications promise something, whole or damaged.
    private func promisesSomething(_ publications: [KnownPublication]) -> Bool {
        publications.contains { publication in
            publication.promises.files.keys.contains { if case .nothing = read($0) { false } else { true } }
        }
    }
}
