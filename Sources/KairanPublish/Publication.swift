package import KairanContracts
internal import KairanModel
internal import KairanSystem
package import KairanTemplates

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
    package let manifest: File
    let promises: PublishedHashes
    /// The paths of all outputs, sorted.
    let paths: [TreePath]

    /// - Parameter target: The folder that holds the kept outputs.
    /// - Parameter notes: The facts that the next publication needs to know; nil if they are as the target's list says.
    package init(
        _ outputs: [OutputFile], keeping kept: [StampedFile] = [], in target: String = "",
        notes: PublishedNotes? = nil, after past: SeenPublications? = nil
    ) throws(PublishError) {
        made = outputs.map(File.init).sorted { $0.path < $1.path }
        self.kept = kept
        var promises = try readPromises(kept, in: target, notes, after: past)
        for output in outputs where PublishedHashes.covers(output.path) || output.revision != nil {
            promises.add(output.path, output.bytes, revision: output.revision)
        }
        var files = made.map { PublicationManifest.File(path: $0.path, hash: $0.output.hash) }
        files += kept.map { .init(path: TreePath($0.path), hash: $0.hash) }
        if !kept.isEmpty { files.sort { $0.path < $1.path } }
        paths = files.map(\.path)
        let wrong = unpublishablePaths(paths)
        if !wrong.isEmpty { throw .unpublishable(wrong) }
        self.promises = promises
        let list = PublicationManifest(files: files, promises: promises)
        manifest = File(OutputFile(path: publishedListPath, bytes: list.bytes))
    }

    /// The files that were made for the publication; the manifest is the last one.
    var files: [File] { made + [manifest] }

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

/// Returns what the publication promises: the hashes of documents and revisions, and numbers that must not be used
/// again.
private func readPromises(
    _ kept: [StampedFile], in target: String, _ notes: PublishedNotes?, after past: SeenPublications?
) throws(PublishError) -> PublishedHashes {
    let published = target.isEmpty ? nil : PublishedList(readPublished(publishedListPath, in: target)).promises
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

/// Reads what a folder holds at an output's path.
package func readPublished(_ path: String, in folder: String) -> PublishedFile {
    do {
        return .bytes(try workingFolder.readFile("\(folder)/\(path)"))
    } catch {
        let isMissing = error == .noSuchFileOrDirectory || error == .notDirectory
        return isMissing ? .nothing : .unreadable(error.description)
    }
}

/// Reads a file of a publication, wherever the publication is kept.
package typealias ReadPublished = @Sendable (_ path: String) -> PublishedFile
