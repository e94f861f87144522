package import KairanModel
internal import KairanOutput
internal import KairanSystem

/// The outputs of one build, checked and in order: what the target must hold, no matter what it holds now.
struct Publication: Sendable {
    struct File: Sendable {
        var path: TreePath
        var bytes: [UInt8]
    }

    /// What was made, sorted by path.
    let made: [File]
    /// What stands in the target.
    let kept: [KeptOutput]
    let manifest: File
    /// True when the target's is the same.
    let hasSameManifest: Bool

    /// - Parameter target: Where the kept ones are.
    /// - Parameter entries: Those with windows; nil where they are as the target's list says.
    init(
        _ outputs: [OutputFile], keeping kept: [KeptOutput] = [], in target: String = "",
        entries: PublishedEntries? = nil, after past: SeenPublications? = nil
    ) throws(PublishError) {
        made = outputs.map { File(path: TreePath($0.path), bytes: $0.bytes) }.sorted { $0.path < $1.path }
        self.kept = kept
        let last = target.isEmpty ? .nothing : readPublished(PublicationManifest.path.text, in: target)
        var promises = try readPromises(kept, in: target, last, entries, after: past)
        for output in outputs where PublishedHashes.covers(output.path) || output.revision != nil {
            promises.add(output.path, output.bytes, revision: output.revision)
        }
        if case .bytes(let list) = last, PublicationManifest.isList(list, of: outputs, kept, promises) {
            hasSameManifest = true
            manifest = File(path: PublicationManifest.path, bytes: list)
        } else {
            let files =
                (outputs.map { PublicationManifest.File(path: TreePath($0.path), hash: $0.hash) }
                + kept.map { PublicationManifest.File(path: TreePath($0.path), hash: $0.hash) })
                .sorted { $0.path < $1.path }
            let wrong = unpublishablePaths(files.map(\.path))
            if !wrong.isEmpty { throw .unpublishable(wrong) }
            hasSameManifest = false
            let list = PublicationManifest(files: files, promises: promises)
            manifest = File(path: PublicationManifest.path, bytes: list.bytes)
        }
    }

    /// Sorted.
    var paths: [TreePath] { sortedPaths(made, kept) }
}

private func sortedPaths(_ made: [Publication.File], _ kept: [KeptOutput]) -> [TreePath] {
    (made.map(\.path) + kept.map { TreePath($0.path) }).sorted()
}

/// An output that stands as an earlier build published it.
package struct KeptOutput: Sendable {
    package var path: String
    /// Of what was published.
    package var hash: ContentHash
    package var stamp: FileStamp

    package init(path: String, hash: ContentHash, stamp: FileStamp) {
        (self.path, self.hash, self.stamp) = (path, hash, stamp)
    }
}

/// Where an output of one of two lists stands in it.
enum OutputPlace {
    case made(Int)
    case kept(Int)
}

/// Both lists by path, as they are sorted.
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

/// - Parameter last: The list of the last publication.
func readPromises(
    _ kept: [KeptOutput], in target: String, _ last: PublishedFile, _ entries: PublishedEntries?,
    after past: SeenPublications?
) throws(PublishError) -> PublishedHashes {
    let published = PublishedList(last).promises
    let earlier = published?.files ?? [:]
    var promises = PublishedHashes()
    promises.entries = entries ?? published?.entries
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

/// The same fence as `unpublishablePaths`, for paths that come one by one, sorted by their bytes.
struct PathFence {
    private var last: [UInt8] = []
    /// How long those before are that the last one starts with.
    private var starts: [Int] = []

    /// False for one that cannot be published beside those before, and where they are not in order.
    mutating func lets(_ path: UnsafeRawBufferPointer) -> Bool {
        var (common, nameStart) = (0, 0)
        while common < min(last.count, path.count), last[common] == path[common] {
            if path[common] == UInt8(ascii: "/") { nameStart = common + 1 }
            common += 1
        }
        guard common < path.count, common == last.count || last[common] < path[common] else { return false }
        starts.removeAll { $0 > common }
        // Where others need a folder.
        if starts.contains(where: { path[$0] == UInt8(ascii: "/") }) { return false }
        last.replaceSubrange(common..., with: path[common...])
        starts.append(path.count)
        // The names before are those of the last one.
        return TreePath.areNames(UnsafeRawBufferPointer(rebasing: path[nameStart...]))
            && !path.elementsEqual(PublicationManifest.path.bytes)
    }
}

/// The pipeline has already told the maintainer of these at their place in the source; this is the last fence.
private func unpublishablePaths(_ sorted: [TreePath]) -> [String] {
    var wrong: Set<TreePath> = []
    // The earlier paths that the present one starts with.
    var starts: [TreePath] = []
    for path in sorted {
        if !path.isPublishable || path == PublicationManifest.path { wrong.insert(path) }
        while let last = starts.last, !path.starts(with: last) { starts.removeLast() }
        // A file twice, or where others need a folder.
        wrong.formUnion(starts.filter { path == $0 || path.isInside($0) })
        starts.append(path)
    }
    return wrong.sorted().map(\.text)
}
