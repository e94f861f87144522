package import KairanModel
internal import KairanSystem

/// The facts about earlier publications that a build knows. The next build knows them too once this one's publication
/// stands.
package struct SeenPublications: Sendable {
    /// The publications that were known. What this build publishes was compared with all of them.
    package var publications: Set<ContentHash> = []
    /// The state of the repository; see `PublishedBranches`.
    package var repository = ContentHash()
    /// The numbers that were promised last, by path.
    package var numbers: [String: PublishedPromises.File] = [:]
    /// The lists that tell which files are Kairan's if the folder's own list cannot be read.
    package var lists: [WholeList] = []
    /// Tells which files of a publication are remembered.
    let promisingPaths: @Sendable (PublishedList) -> Set<String>

    package init(promisingPaths: @escaping @Sendable (PublishedList) -> Set<String>) {
        self.promisingPaths = promisingPaths
    }
}

/// The files of a target's last publication that tell what apps and users rely on. They are kept in the work folder, so
/// that the promises are known even if the target is gone or was set back to an older publication.
package struct PublicationMemory: Sendable {
    /// The files, by path.
    package var files: [String: [UInt8]]
    /// The publications before it, the latest ones at the end.
    package var earlier: [ContentHash] = []
    /// The state of the repository when the publication was made.
    var repository = ContentHash()

    private static let mark = "kairan published 3\n"
    private static let maximumOfEarlier = 2000

    /// - Parameter promisingPaths: Tells which files of a publication are kept, from its list.
    package init(of read: ReadPublished, _ promisingPaths: (PublishedList) -> Set<String>) {
        files = [:]
        for path in promisingPaths(PublishedList(read(publishedListPath))) {
            files[path] = read(path).contents
        }
    }

    /// The result is nil if the bytes are damaged or not a memory.
    init?(reading bytes: [UInt8]) {
        guard var reader = unsealed(Self.mark, bytes)?.first else { return nil }
        do {
            repository = try reader.readHash()
            earlier = try reader.readList { reader throws(DamagedBytes) in try reader.readHash() }
            let files = try reader.readList { reader throws(DamagedBytes) in
                (try reader.readText(), Array(reader.bytes[try reader.readPart()]))
            }
            self.files = Dictionary(files) { first, _ in first }
        } catch {
            return nil
        }
    }

    /// Notes the publications that this one follows, with all that came before them.
    mutating func follow(_ past: SeenPublications, _ old: PublicationMemory?) {
        let known = (old?.earlier ?? []) + (old.map { [$0.id] } ?? []) + past.publications.sorted { $0.text < $1.text }
        var seen: Set = [id]
        earlier = Array(known.reversed().filter { seen.insert($0).inserted }.prefix(Self.maximumOfEarlier).reversed())
        repository = past.repository
    }

    fileprivate var id: ContentHash { ContentHash(files[publishedListPath] ?? []) }

    var parts: [ArraySlice<UInt8>] {
        var body = ByteWriter()
        body.write(repository)
        body.write(earlier) { $0.write($1) }
        body.write(files.sorted { $0.key < $1.key }) { writer, file in
            writer.write(file.key)
            writer.write(part: file.value)
        }
        return sealed(Self.mark, [body.bytes[...]])
    }

    /// Reads the kept files by path.
    package var read: ReadPublished {
        { [files] path in files[path].map(PublishedFile.bytes) ?? .nothing }
    }
}

/// The memory of a target's last publication: the work folder has a file for each target of the site.
///
/// While a publication is being made, its memory lies beside that of the last one: if the build is killed then, either
/// publication may stand.
package struct PublicationMemories: Sendable {
    private let path: String
    private let workFolder: String

    /// The result is nil if the work folder is missing or a path cannot be resolved.
    package init?(of target: String, in workFolder: String) {
        // A symbolic link in the folder's place is refused when the site is published.
        guard workingFolder.knownStatus(of: workFolder)?.isFolder == true else { return nil }
        let parts: [[Substring]]
        do { parts = [try plannedPath(target), try plannedPath(workFolder)].map { $0.split(separator: "/") } } catch {
            return nil
        }
        // The target is named as seen from the work folder, so that a site may be moved.
        let common = zip(parts[0], parts[1]).prefix { $0 == $1 }.count
        let name = "\(parts[1].count - common) " + parts[0].dropFirst(common).joined(separator: "/")
        self.workFolder = workFolder
        path = "\(workFolder)/\(Self.prefix)\(ContentHash(Array(name.utf8)).shortText)"
    }

    private static let prefix = "published-"

    /// Tells whether the work folder remembers no other target, so that all that is in it is about this one.
    package var areAlone: Bool {
        do {
            let names = try OpenFolder(workFolder).entries().map(\.name.text).filter { $0.hasPrefix(Self.prefix) }
            return names.allSatisfy { "\(workFolder)/\($0)".hasPrefix(path) }
        } catch {
            return false
        }
    }

    /// Reads the spare tree, which mostly is the publication before the last one.
    package var spare: ReadPublished { { [workFolder] in readPublished($0, in: "\(workFolder)/spare") } }

    /// Reads a file of the work folder; the result is nil if that is impossible.
    package func readWorkFile(_ name: String) -> [UInt8]? { workingFolder.readKnownFile("\(workFolder)/\(name)") }

    private var pendingPath: String { path + "-pending" }

    /// The memory of the last publication, and that of one that may have been published after it.
    package var all: [PublicationMemory] { [path, pendingPath].compactMap(read) }

    private func read(_ path: String) -> PublicationMemory? {
        workingFolder.readKnownFile(path).flatMap(PublicationMemory.init)
    }

    /// Returns the last publication if it has this list and was made in this state of the repository, and no other one
    /// was begun; else nil.
    package func last(with list: [UInt8], _ repository: () -> ContentHash) -> PublicationMemory? {
        guard workingFolder.knownStatus(of: pendingPath) == nil, let memory = read(path) else { return nil }
        return memory.files[publishedListPath] == list && memory.repository == repository() ? memory : nil
    }

    /// Notes what a publication promises, before it takes the target's place. Returns false if that cannot be written.
    func prepare(for publication: ReadPublished, after past: SeenPublications) -> Bool {
        var memory = PublicationMemory(of: publication, past.promisingPaths)
        memory.follow(past, read(path))
        return writeWhole(pendingPath, memory.parts, isForced: true)
    }

    /// Makes the pending memory that of the last publication, once that stands. Returns false if that fails.
    func keep() -> Bool {
        do {
            try workingFolder.rename(pendingPath, to: path)
            return true
        } catch {
            return false
        }
    }

    /// Drops the pending memory, if nothing was published.
    func forget() { workingFolder.discardFile(pendingPath) }
}
