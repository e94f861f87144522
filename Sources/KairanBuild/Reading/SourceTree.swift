package import KairanModel
package import KairanPublish
package import KairanReaders
internal import KairanSystem

/// Every file of `content/` and `templates/`, with its bytes or at least their hash.
///
/// A file that still has its stamp is not read until its bytes are needed. If they no longer have the known hash then,
/// the build ends and starts again from the beginning (`buildSite`).
package struct SourceTree: Sendable {
    /// The files, sorted by path.
    package let files: [SourceFile]
    /// The stamp and hash by which the next build knows each file again, in the order of the files.
    let known: [StampedFile]
    /// Tells whether there are symbolic links. A linked file can change although nothing in the folder is touched.
    let hasLinks: Bool
    let failure: LateFailure

    /// Makes a tree of files that are in no folder.
    package init(files: [SourceFile]) {
        let files = files.sorted { $0.path < $1.path }
        let known = concurrentMap(files.count) { index in
            StampedFile(path: files[index].path, hash: ContentHash(files[index].bytes), stamp: .unknown)
        }
        self.init(files: files, known: known, failure: LateFailure())
    }

    init(files: [SourceFile], known: [StampedFile], failure: LateFailure, hasLinks: Bool = false) {
        (self.files, self.known, self.failure, self.hasLinks) = (files, known, failure, hasLinks)
    }

    /// The reason why some file could not be read when it was needed; nil if all could. What was built from the tree
    /// means nothing after a failure.
    var lateFailure: ReadError? { failure.first.withLock { $0 } }
}

let sourceFolders = ["content", "templates"]

/// Returns whether the folder holds the folders that a site is made of.
package func isSite(_ folder: String) -> Bool {
    sourceFolders.allSatisfy(SourceFileFinder(root: folder).isFolder)
}

/// Reads the site in `folder`. A file that cannot be part of a site gives a diagnostic; an error is thrown if something
/// cannot be read at all.
///
/// - Parameter output: The folder to publish to, if it may be another one than `public`.
/// - Parameter found: The search for the files, if it has begun already.
/// - Parameter known: The files that an earlier build found, sorted by path. A file that still has its stamp is not
///   read now.
/// - Parameter now: The present time of the files' clock; 0 for a caller that keeps no stamps.
package func readSourceTree(
    _ folder: String, publishedTo output: String? = nil, _ found: Concurrent<FoundSourceFiles>? = nil,
    known: [StampedFile] = [], readAt now: Int64 = 0
) throws(ReadError) -> Diagnosed<SourceTree> {
    // A missing folder means that the command was mistyped, not that a site has a mistake.
    let root = try openSite(folder)
    defer { root.close() }
    let found = try (found?.value ?? findSourceFiles(in: folder, publishedTo: output)).get()
    let paths = found.paths
    let (earlier, reader) = (find(paths, in: known), SourceFileReader(folder: folder, now: now))
    let results = concurrentMap(paths.count) { reader.read(paths[$0], in: root, known: earlier[$0]) }
    var (all, bytes): ([StampedFile], [[UInt8]?]) = ([], [])
    var diagnostics = found.diagnostics
    all.reserveCapacity(paths.count)
    bytes.reserveCapacity(paths.count)
    for index in paths.indices {
        let file = try results[index].get()
        diagnostics += file.diagnostics
        guard let value = file.value else { continue }
        let known = value.bytes == nil ? earlier[index] : nil
        all.append(known ?? StampedFile(path: paths[index], hash: value.hash, stamp: value.stamp))
        bytes.append(value.bytes)
    }
    let stored = SourceBytes(bytes) { [all] in reader.readLater(all[$0]) }
    return Diagnosed(
        SourceTree(
            files: all.indices.map { SourceFile(path: all[$0].path, bytes: stored, at: $0) }, known: all,
            failure: reader.failure, hasLinks: !found.links.isEmpty),
        diagnostics)
}

/// Opens the folder that somebody named; the caller closes it.
func openSite(_ folder: String) throws(ReadError) -> FileDescriptor {
    do {
        return try workingFolder.openReadableFolder(folder, followsLink: true)
    } catch {
        throw ReadError(path: folder, error)
    }
}

extension SourceTree {
    /// Returns the hash of a file, or nil if there is none at the path.
    package func hash(of path: String) -> ContentHash? { known.hash(of: path) }

    /// Returns the tree with other bytes in some of its files, with new files, or without some of its files.
    ///
    /// - Parameter wished: The bytes by path; nil for a file that is to go.
    package func replacing(_ wished: [String: [UInt8]?]) -> SourceTree {
        let kept = zip(files, known).filter { wished[$0.0.path] == nil }
        let added = wished.compactMap { path, bytes in
            bytes.map {
                (
                    SourceFile(path: path, bytes: $0),
                    StampedFile(path: path, hash: ContentHash($0), stamp: .unknown)
                )
            }
        }
        let all = (kept + added).sorted { $0.0.path < $1.0.path }
        return SourceTree(files: all.map(\.0), known: all.map(\.1), failure: failure, hasLinks: hasLinks)
    }

    /// Returns the tree with some of its files read again, or nil if files may have come or gone, or have mistakes.
    ///
    /// - Parameter paths: The paths of everything that was touched in the folder that the tree was read from.
    func rereading(_ paths: Set<String>, in folder: String, readAt now: Int64) throws(ReadError) -> SourceTree? {
        guard !hasLinks, lateFailure == nil else { return nil }
        let root = try openSite(folder)
        defer { root.close() }
        let reader = SourceFileReader(folder: folder, now: now, failure: failure)
        var (files, known) = (files, known)
        for path in paths {
            let status = root.knownStatus(of: path)
            guard let position = known.position(of: path) else {
                // A path that is gone again may be a file that an editor had for a moment.
                if status != nil { return nil }
                continue
            }
            guard status?.isFile == true else { return nil }
            let file = try reader.read(path, in: root).get()
            guard case (let hash, let stamp, let bytes?)? = file.value, file.diagnostics.isEmpty else { return nil }
            let found = StampedFile(path: path, hash: hash, stamp: stamp)
            files[position] = SourceFile(path: path, bytes: SourceBytes([bytes]) { _ in reader.readLater(found) })
            known[position] = found
        }
        return SourceTree(files: files, known: known, failure: failure)
    }
}

/// Finds each path among the known files. Both lists are sorted.
private func find(_ paths: [String], in known: [StampedFile]) -> [StampedFile?] {
    var rest = known[...]
    return paths.map { path in
        while let first = rest.first, first.path < path { rest.removeFirst() }
        return rest.first?.path == path ? rest.first : nil
    }
}
