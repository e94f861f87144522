internal import KairanOutput

/// The outputs of one build, checked and in order: what the target must hold, no matter what it holds now.
struct Publication: Sendable {
    struct File: Sendable {
        var path: TreePath
        var bytes: [UInt8]
    }

    /// Sorted by path.
    let files: [File]
    let manifest: File

    init(_ outputs: [OutputFile]) throws(PublishError) {
        let files = outputs.map { File(path: TreePath($0.path), bytes: $0.bytes) }.sorted { $0.path < $1.path }
        let wrong = unpublishablePaths(files.map(\.path))
        if !wrong.isEmpty { throw .unpublishable(wrong) }
        self.files = files
        manifest = File(
            path: PublicationManifest.path, bytes: PublicationManifest(paths: files.map(\.path)).bytes)
    }
}

/// The pipeline has already told the maintainer of these at their place in the source; this is the last fence.
private func unpublishablePaths(_ sorted: [TreePath]) -> [String] {
    let folders = folders(leadingTo: sorted)
    var wrong = sorted.filter { !$0.isPublishable || $0 == PublicationManifest.path || folders.contains($0) }
    wrong += zip(sorted, sorted.dropFirst()).filter { $0 == $1 }.map { $1 }
    return wrong.map(\.text)
}
