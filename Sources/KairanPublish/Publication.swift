package import KairanContracts
package import KairanModel
internal import KairanSystem
package import KairanTemplates

/// The outputs of one build, checked and in order. The target must hold them, no matter what it holds now.
package struct Publication: Sendable {
    package struct File: Sendable {
        let path: TreePath
        let output: OutputFile

        init(_ output: OutputFile) { (path, self.output) = (TreePath(output.path), output) }

        package var bytes: [UInt8] { output.bytes }
    }

    /// The outputs that were made, sorted by path.
    private(set) var made: [File]
    /// The outputs that stay in the target as they are.
    let kept: [KeptOutput]
    package let manifest: File
    /// This is true if the target's manifest is the same.
    let hasSameManifest: Bool

    /// - Parameter target: The folder that holds the kept outputs.
    /// - Parameter notes: What the next publication needs to know; nil if it is as the target's list says.
    package init(
        _ outputs: [OutputFile], keeping kept: [KeptOutput] = [], in target: String = "",
        notes: PublishedNotes? = nil, after past: SeenPublications? = nil
    ) throws(PublishError) {
        made = outputs.map(File.init).sorted { $0.path < $1.path }
        self.kept = kept
        let last = target.isEmpty ? .nothing : readPublished(PublicationManifest.path.text, in: target)
        var promises = try readPromises(kept, in: target, last, notes, after: past)
        for output in outputs where PublishedHashes.covers(output.path) || output.revision != nil {
            promises.add(output.path, output.bytes, revision: output.revision)
        }
        if case .bytes(let list) = last, PublicationManifest.isList(list, of: outputs, kept, promises) {
            hasSameManifest = true
            manifest = File(OutputFile(path: publishedListPath, bytes: list))
        } else {
            let files =
                (outputs.map { PublicationManifest.File(path: TreePath($0.path), hash: $0.hash) }
                + kept.map { PublicationManifest.File(path: TreePath($0.path), hash: $0.hash) })
                .sorted { $0.path < $1.path }
            let wrong = unpublishablePaths(files.map(\.path))
            if !wrong.isEmpty { throw .unpublishable(wrong) }
            hasSameManifest = false
            let list = PublicationManifest(files: files, promises: promises)
            manifest = File(OutputFile(path: publishedListPath, bytes: list.bytes))
        }
    }

    /// This is true if outputs are in the staging folder already.
    var isStaged: Bool { made.contains { $0.output.store != nil } }

    /// Returns the publication with all bytes in memory. Throws if an output is not in the staging folder any more.
    func inMemory(from staging: String) throws(PublishError) -> Publication {
        var publication = self
        for index in made.indices where made[index].output.store != nil {
            let output = made[index].output
            let held = OutputFile(path: output.path, bytes: output.bytes, revision: output.revision)
            if held.hash != output.hash { throw lostOutput(output.path, in: staging) }
            publication.made[index] = File(held)
        }
        return publication
    }

    /// Throws if an output is not in the staging folder any more, or could not be read there meanwhile.
    func checkStaged(in staging: String) throws(PublishError) {
        let stored = made.filter { $0.output.store != nil }
        if let path = stored.first?.output.store?.lost { throw lostOutput(path, in: staging) }
        if stored.isEmpty { return }
        let root = try openFolder(staging)
        defer { root.close() }
        try forEachPart(of: stored) { (part) throws(PublishError) in
            for file in part {
                let status = root.knownStatus(of: file.path)
                if status?.isFile != true || status.map({ Int($0.size) }) != file.output.size {
                    throw lostOutput(file.output.path, in: staging)
                }
            }
        }
    }

    /// The paths of all outputs, sorted.
    var paths: [TreePath] { sortedPaths(made, kept) }
}

private func lostOutput(_ path: String, in staging: String) -> PublishError {
    .io(path: "\(staging)/\(path)", reason: "somebody changed this file while the site was built, or it cannot be read")
}

private func sortedPaths(_ made: [Publication.File], _ kept: [KeptOutput]) -> [TreePath] {
    (made.map(\.path) + kept.map { TreePath($0.path) }).sorted()
}

/// An output that stands as an earlier build published it.
package struct KeptOutput: Sendable {
    package var path: String
    /// The hash of the published bytes.
    package var hash: ContentHash
    package var stamp: FileStamp

    package init(path: String, hash: ContentHash, stamp: FileStamp) {
        (self.path, self.hash, self.stamp) = (path, hash, stamp)
    }
}

/// The position of an output in one of two lists.
enum OutputPlace {
    case made(Int)
    case kept(Int)
}

/// Returns the positions of all outputs of two sorted lists, in the order of their paths.
func inOrder(_ made: [OutputFile], _ kept: [KeptOutput]) -> some Sequence<OutputPlace> {
    sequence(state: (made: 0, kept: 0)) { next -> OutputPlace? in
        let isMade =
            kept.count == next.kept || next.made < made.count && made[next.made].path < kept[next.kept].path
        if isMade {
            defer { next.made += 1 }
            return next.made < made.count ? .made(next.made) : nil
        }
        defer { next.kept += 1 }
        return .kept(next.kept)
    }
}

/// Returns what the publication promises: the hashes of documents and revisions, and numbers that must not be used
/// again.
///
/// - Parameter last: The list of the last publication.
func readPromises(
    _ kept: [KeptOutput], in target: String, _ last: PublishedFile, _ notes: PublishedNotes?,
    after past: SeenPublications?
) throws(PublishError) -> PublishedHashes {
    let published = PublishedList(last).promises
    let earlier = published?.files ?? [:]
    var promises = PublishedHashes()
    promises.notes = notes ?? published?.notes ?? PublishedNotes()
    for output in kept
    where PublishedHashes.covers(output.path) || !earlier.isEmpty && earlier[output.path]?.sha256 != nil {
        let path = "\(target)/\(output.path)"
        let bytes = try failingAt(path) { () throws(SystemError) in try workingFolder.readFile(path) }
        promises.add(output.path, bytes, revision: earlier[output.path]?.revision)
    }
    promises.keepNumbers(of: earlier)
    promises.keepNumbers(of: past?.numbers ?? [:])
    return promises
}

/// The same check as `unpublishablePaths`, for paths that come one by one, sorted by their bytes.
struct PathFence {
    private var last: [UInt8] = []
    /// The lengths of the earlier paths that the last one starts with, and of the last one itself.
    private var starts: [Int] = []

    /// Returns false if a path is out of order or cannot be published beside the paths before it.
    mutating func lets(_ path: Span<UInt8>) -> Bool {
        var (common, nameStart) = (0, 0)
        while common < min(last.count, path.count), last[common] == path[common] {
            if path[common] == UInt8(ascii: "/") { nameStart = common + 1 }
            common += 1
        }
        guard common < path.count, common == last.count || last[common] < path[common] else { return false }
        starts.removeAll { $0 > common }
        // An earlier file stands where this path needs a folder.
        if starts.contains(where: { path[$0] == UInt8(ascii: "/") }) { return false }
        last.removeSubrange(common...)
        last.append(copying: path.extracting(common...))
        starts.append(path.count)
        // The names before this one are those of the last path, which were checked already.
        return TreePath.areNames(path.extracting(nameStart...))
            && !PublicationManifest.path.withSpan { areSameBytes(path, $0) }
    }
}

/// Returns the paths that cannot be published together. The pipeline has already reported these where they come from in
/// the sources; this is the last check.
private func unpublishablePaths(_ sorted: [TreePath]) -> [String] {
    var wrong: Set<TreePath> = []
    // The earlier paths that the present one starts with.
    var starts: [TreePath] = []
    for path in sorted {
        if !path.isPublishable || path == PublicationManifest.path { wrong.insert(path) }
        while let last = starts.last, !path.starts(with: last) { starts.removeLast() }
        // A file is listed twice, or stands where another path needs a folder.
        wrong.formUnion(starts.filter { path == $0 || path.isInside($0) })
        starts.append(path)
    }
    return wrong.sorted().map(\.text)
}
