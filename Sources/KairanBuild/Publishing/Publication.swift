internal import KairanOutput

/// The outputs of one build, checked and in order: what the target must hold, no matter what it holds now.
struct Publication: Sendable {
    enum Content: Sendable {
        case bytes([UInt8])
        /// What the target's file of this stamp holds.
        case kept(FileStamp)

        /// Nil for what is kept.
        var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }

        var size: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .kept(let stamp): Int(stamp.size)
            }
        }
    }

    struct File: Sendable {
        var path: TreePath
        var content: Content
    }

    /// Sorted by path.
    let files: [File]
    let paths: [TreePath]
    let manifest: File

    /// - Parameter target: Where the kept ones are.
    init(
        _ outputs: [OutputFile], keeping kept: [KeptOutput] = [], in target: String = ""
    ) throws(PublishError) {
        var files: [File] = []
        files.reserveCapacity(outputs.count + kept.count)
        for output in outputs { files.append(File(path: TreePath(output.path), content: .bytes(output.bytes))) }
        for output in kept { files.append(File(path: TreePath(output.path), content: .kept(output.stamp))) }
        files.sort { $0.path < $1.path }
        paths = files.map(\.path)
        let wrong = unpublishablePaths(paths)
        if !wrong.isEmpty { throw .unpublishable(wrong) }
        self.files = files
        var promises = try readPromises(kept, in: target)
        for output in outputs where SealedPromises.covers(output.path) || output.revision != nil {
            promises.add(output.path, output.bytes, revision: output.revision)
        }
        manifest = File(
            path: PublicationManifest.path, content: .bytes(PublicationManifest(paths: paths, promises: promises).bytes)
        )
    }
}

/// An output that stands as an earlier build published it.
package struct KeptOutput: Sendable {
    package var path: String
    package var stamp: FileStamp

    package init(path: String, stamp: FileStamp) { (self.path, self.stamp) = (path, stamp) }
}

func readPromises(_ kept: [KeptOutput], in target: String) throws(PublishError) -> SealedPromises {
    let earlier = SealedPromises.published { readPublished($0, in: target) }?.files ?? [:]
    var promises = SealedPromises()
    for output in kept where SealedPromises.covers(output.path) || earlier[output.path] != nil {
        let path = "\(target)/\(output.path)"
        let bytes = try failingAt(path) { () throws(SystemError) in try readFile(path) }
        promises.add(output.path, bytes, revision: earlier[output.path]?.revision)
    }
    return promises
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
