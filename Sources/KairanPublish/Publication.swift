internal import KairanModel
internal import KairanSystem

/// The outputs of one build, checked and in order. The target must hold them, no matter what it holds now.
package struct Publication: Sendable {
    package final class File: Sendable {
        let path: TreePath
        let output: OutputFile

        init(_ output: OutputFile) { (path, self.output) = (TreePath(output.path), output) }

        package var bytes: [UInt8] { output.bytes }
    }

    /// The outputs that were made, sorted by path.
    private(set) var made: [File]
    /// The outputs that stay in the target as they are.
    let kept: [StampedFile]
    package let list: File
    let promises: PublishedPromises
    /// The paths of all outputs, sorted.
    let paths: [TreePath]

    package init(
        _ outputs: [OutputFile], keeping kept: [StampedFile] = [], promises: PublishedPromises = PublishedPromises()
    ) throws(PublishError) {
        made = outputs.map(File.init).sorted { $0.path < $1.path }
        self.kept = kept
        var files = made.map { WholeList.File(path: $0.path, hash: $0.output.hash) }
        files += kept.map { .init(path: TreePath($0.path), hash: $0.hash) }
        if !kept.isEmpty { files.sort { $0.path < $1.path } }
        paths = files.map(\.path)
        let wrong = unpublishablePaths(paths)
        if !wrong.isEmpty { throw .unpublishable(wrong) }
        self.promises = promises
        list = File(
            OutputFile(path: publishedListPath, bytes: WholeList(files: files, promises: promises).bytes))
    }

    /// The files that were made for the publication; the list is the last one.
    var files: [File] { made + [list] }

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
}

/// Returns the paths that cannot be published together. The pipeline has already reported these where they come from in
/// the sources; this is the last check.
private func unpublishablePaths(_ sorted: [TreePath]) -> [String] {
    var wrong: Set<TreePath> = []
    // The earlier paths that the present one starts with.
    var starts: [TreePath] = []
    for path in sorted {
        if !path.isPublishable || path == WholeList.path { wrong.insert(path) }
        while let last = starts.last, !path.starts(with: last) { starts.removeLast() }
        // A file is listed twice, or stands where another path needs a folder.
        wrong.formUnion(starts.filter { path == $0 || path.isInside($0) })
        starts.append(path)
    }
    return wrong.sorted().map(\.text)
}
