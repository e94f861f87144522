internal import Glibc
package import KairanContent
package import KairanModel

/// Every file of `content/` and `templates/`, and what it holds: by its bytes, or by the hash that they had.
///
/// Bytes that are not there are read when they are needed, and must have that hash.
package struct SourceTree: Sendable {
    /// Sorted by path.
    package let files: [SourceFile]
    /// What the next build knows them by, in their order.
    let known: [KnownFile]
    /// Symbolic links are files that change without being touched.
    private(set) var hasLinks = false
    private let failure: LateFailure

    /// Of files that are in no folder.
    package init(files: [SourceFile]) {
        let files = files.sorted { $0.path < $1.path }
        let known = concurrentMap(files.count) { index in
            KnownFile(path: files[index].path, hash: ContentHash(files[index].bytes), stamp: .unknown)
        }
        self.init(files: files, known: known, failure: LateFailure())
    }

    fileprivate init(files: [SourceFile], known: [KnownFile], failure: LateFailure, hasLinks: Bool = false) {
        (self.files, self.known, self.failure, self.hasLinks) = (files, known, failure, hasLinks)
    }

    /// Why some file could not be read when it was needed; what was built of the tree then means nothing.
    var lateFailure: ReadError? { failure.first.withLock { $0 } }
}

let sourceFolders = ["content", "templates"]

/// True when the folder holds what a site is made of.
package func isSite(_ folder: String) -> Bool {
    sourceFolders.allSatisfy(SourceFileFinder(root: folder).isFolder)
}

/// Reads the site in `folder`. What cannot be part of a site is a diagnostic; what cannot be read at all is thrown.
///
/// - Parameter known: What an earlier build found, sorted by path: a file that still has its stamp is not read now.
package func readSourceTree(
    _ folder: String, known: [KnownFile] = []
) throws(ReadError) -> Diagnosed<SourceTree> {
    try readSourceTree(try findSourceFiles(in: folder), known: known)
}

/// The first half of it: which files there are, sorted.
func findSourceFiles(in folder: String) throws(ReadError) -> SourceFileFinder {
    // A folder that is not there is a mistyped command, no mistake in a site.
    close(try openSite(folder))
    var finder = SourceFileFinder(root: folder)
    let missing = sourceFolders.filter { !finder.isFolder($0) }
    // A missing content/ is a missing site.yml, which is reported where declarations are read.
    if missing == ["templates"] {
        finder.report(
            "site.missing", "there is no folder 'templates'", "templates",
            help: "write a template there: templates/index.html.mustache becomes index.html")
    }
    for name in sourceFolders where !missing.contains(name) { try finder.findFiles(in: name) }
    finder.paths.sort()
    return finder
}

private func openSite(_ folder: String) throws(ReadError) -> CInt {
    let root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard root >= 0 else { throw ReadError(path: folder, reason: String(cString: strerror(errno))) }
    return root
}

/// The second half.
func readSourceTree(_ found: SourceFileFinder, known: [KnownFile]) throws(ReadError) -> Diagnosed<SourceTree> {
    let (paths, folder) = (found.paths, found.root)
    let root = try openSite(folder)
    defer { close(root) }
    let earlier = positions(of: paths, in: known)
    let reader = SourceFileReader(folder: folder, now: fileClock())
    let results = concurrentMap(paths.count) { index in
        reader.read(paths[index], in: root, known: earlier[index].map { known[$0] })
    }
    var (files, read): ([SourceFile], [KnownFile]) = ([], [])
    var diagnostics = found.diagnostics
    files.reserveCapacity(paths.count)
    read.reserveCapacity(paths.count)
    for result in results {
        let file = try result.get()
        if let (known, bytes) = file.value {
            // Not where bytes are read: small objects between them would leave holes where they are forgotten.
            files.append(SourceFile(path: known.path, bytes: bytes) { reader.readLater(known) })
            read.append(known)
        }
        diagnostics += file.diagnostics
    }
    return Diagnosed(
        SourceTree(files: files, known: read, failure: reader.failure, hasLinks: found.foundLinks), diagnostics)
}

extension SourceTree {
    /// The tree with some of its files read again; nil when other files may have come or gone, or more than that is to
    /// be said of them.
    ///
    /// - Parameter paths: Of all that was touched in the folder that the tree was read from.
    func rereading(_ paths: Set<String>, in folder: String) throws(ReadError) -> SourceTree? {
        guard !hasLinks, lateFailure == nil else { return nil }
        let root = try openSite(folder)
        defer { close(root) }
        let reader = SourceFileReader(folder: folder, now: fileClock(), failure: failure)
        var (files, known) = (files, known)
        for path in paths {
            var status = stat()
            let isThere = fstatat(root, path, &status, AT_SYMLINK_NOFOLLOW) == 0
            guard let position = known.position(of: path) else {
                // Such as a file that an editor had for a moment.
                if isThere { return nil }
                continue
            }
            guard isThere, status.st_mode & S_IFMT == S_IFREG else { return nil }
            let file = try reader.read(path, in: root, known: nil).get()
            guard case (let found, let bytes)? = file.value, file.diagnostics.isEmpty else { return nil }
            files[position] = SourceFile(path: found.path, bytes: bytes) { reader.readLater(found) }
            known[position] = found
        }
        return SourceTree(files: files, known: known, failure: failure)
    }
}

/// Where each path stands among what is known; both are sorted.
private func positions(of paths: [String], in known: [KnownFile]) -> [Int?] {
    var next = 0
    return paths.map { path in
        while next < known.count, known[next].path < path { next += 1 }
        return next < known.count && known[next].path == path ? next : nil
    }
}
