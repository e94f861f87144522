internal import KairanOutput

/// The outputs of one build, checked and in order: what the target must hold, no matter what it holds now.
struct Publication: Sendable {
    enum Content: Sendable {
        case bytes([UInt8])
        /// What the target's file of this stamp holds.
        case kept(FileStamp)

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
    let manifest: File

    init(_ outputs: [OutputFile], keeping kept: [KeptOutput] = []) throws(PublishError) {
        var files = outputs.map { File(path: TreePath($0.path), content: .bytes($0.bytes)) }
        files += kept.map { File(path: TreePath($0.path), content: .kept($0.stamp)) }
        files.sort { $0.path < $1.path }
        let wrong = unpublishablePaths(files.map(\.path))
        if !wrong.isEmpty { throw .unpublishable(wrong) }
        self.files = files
        manifest = File(
            path: PublicationManifest.path, content: .bytes(PublicationManifest(paths: files.map(\.path)).bytes))
    }
}

/// An output that `Publisher.verify` found to be as an earlier build published it.
package struct KeptOutput: Sendable {
    package var path: String
    package var stamp: FileStamp

    package init(path: String, stamp: FileStamp) { (self.path, self.stamp) = (path, stamp) }
}

/// The pipeline has already told the maintainer of these at their place in the source; this is the last fence.
private func unpublishablePaths(_ sorted: [TreePath]) -> [String] {
    let folders = folders(leadingTo: sorted)
    var wrong = sorted.filter { !$0.isPublishable || $0 == PublicationManifest.path || folders.contains($0) }
    wrong += zip(sorted, sorted.dropFirst()).filter { $0 == $1 }.map { $1 }
    return wrong.map(\.text)
}
