internal import Glibc
package import KairanContent
package import KairanModel
internal import Synchronization

/// Every file of `content/` and `templates/`, read once at the top of the pipeline.
package struct SourceTree: Sendable {
    /// Sorted by path.
    package let files: [SourceFile]
    /// What the next build knows them by, in their order.
    let known: [KnownFile]
    private let failure: LateFailure

    /// Of files that are in no folder.
    package init(files: [SourceFile]) {
        let files = files.sorted { $0.path < $1.path }
        let known = concurrentMap(files.count) { index in
            KnownFile(path: files[index].path, hash: ContentHash(files[index].bytes), stamp: .unknown)
        }
        self.init(files: files, known: known, failure: LateFailure())
    }

    fileprivate init(files: [SourceFile], known: [KnownFile], failure: LateFailure) {
        (self.files, self.known, self.failure) = (files, known, failure)
    }

    /// Why some file could not be read when it was needed; what was built of the tree then means nothing.
    package var lateFailure: ReadError? { failure.first.withLock { $0 } }
}

private final class LateFailure: Sendable {
    let first = Mutex<ReadError?>(nil)
}

/// Text larger than this is a mistake, not a page.
private let textLimit = 16 * 1024 * 1024
/// Pictures and other files that are copied.
private let fileLimit = 256 * 1024 * 1024

private let sourceFolders = ["content", "templates"]

/// True when the folder holds what a site is made of.
package func isSite(_ folder: String) -> Bool {
    sourceFolders.allSatisfy(SourceFileFinder(root: folder).isFolder)
}

/// Reads the site in `folder`. What cannot be part of a site is a diagnostic; what cannot be read at all is thrown.
///
/// - Parameter known: What an earlier build found, sorted by path: what still has its stamp is read only if it is needed.
package func readSourceTree(
    _ folder: String, known: [KnownFile] = []
) throws(ReadError) -> Diagnosed<SourceTree> {
    // A folder that is not there is a mistyped command, no mistake in a site.
    let root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard root >= 0 else { throw ReadError(path: folder, reason: String(cString: strerror(errno))) }
    defer { close(root) }
    var finder = SourceFileFinder(root: folder)
    let missing = sourceFolders.filter { !finder.isFolder($0) }
    // A missing content/ is a missing site.yml, which is reported where declarations are read.
    if missing == ["templates"] {
        finder.report(
            "site.missing", "there is no folder 'templates'", "templates",
            help: "write a template there: templates/index.html.mustache becomes index.html")
    }
    for name in sourceFolders where !missing.contains(name) { try finder.findFiles(in: name) }
    let paths = finder.paths.sorted()
    let earlier = positions(of: paths, in: known)
    let reader = SourceFileReader(folder: folder, root: root, now: fileClock())
    let read = concurrentMap(paths.count) { index in
        reader.read(paths[index], known: earlier[index].map { known[$0] })
    }
    var (files, found): ([SourceFile], [KnownFile]) = ([], [])
    files.reserveCapacity(paths.count)
    found.reserveCapacity(paths.count)
    for read in read {
        let file = try read.get()
        if let (known, bytes) = file.value {
            // Not where the bytes are read: small objects between them would keep the memory of forgotten ones in pieces.
            files.append(SourceFile(path: known.path, bytes: bytes) { reader.readLater(known) })
            found.append(known)
        }
        finder.diagnostics += file.diagnostics
    }
    return Diagnosed(SourceTree(files: files, known: found, failure: reader.failure), finder.diagnostics)
}

/// Where each path stands among what is known; both are sorted.
private func positions(of paths: [String], in known: [KnownFile]) -> [Int?] {
    var next = 0
    return paths.map { path in
        while next < known.count, known[next].path < path { next += 1 }
        return next < known.count && known[next].path == path ? next : nil
    }
}

/// The system refused to read something.
package struct ReadError: Error, CustomStringConvertible {
    package var path: String
    package var reason: String

    package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

    /// What the last system call says of a file of the site in `folder`.
    fileprivate init(_ path: String, in folder: String) {
        self.init(path: onDisk(path, in: folder), reason: String(cString: strerror(errno)))
    }

    package var description: String { "\(path): \(reason)" }
}

/// Finds the files of a site, one folder after the other.
private struct SourceFileFinder {
    let root: String
    private let realRoot: String?
    var paths: [String] = []
    var diagnostics: [Diagnostic] = []

    init(root: String) {
        self.root = root
        realRoot = realPath(root)
    }

    func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(onDisk(path, in: root), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    mutating func findFiles(in folder: String) throws(ReadError) {
        for (name, type) in try names(in: folder) {
            let path = "\(folder)/\(name)"
            switch try type == DT_UNKNOWN ? self.type(of: path) : type {
            case DT_DIR: try findFiles(in: path)
            case DT_LNK: try findTarget(of: path)
            case DT_REG: paths.append(path)
            default: report("path.kind", "this is neither a file nor a folder", path, help: "move it out of the site")
            }
        }
    }

    /// Of what a file system does not tell with the names of a folder.
    private func type(of path: String) throws(ReadError) -> Int {
        var status = stat()
        guard lstat(onDisk(path, in: root), &status) == 0 else { throw ReadError(path, in: root) }
        return switch status.st_mode & S_IFMT {
        case S_IFDIR: DT_DIR
        case S_IFLNK: DT_LNK
        case S_IFREG: DT_REG
        default: DT_UNKNOWN
        }
    }

    private mutating func findTarget(of path: String) throws(ReadError) {
        guard let target = realPath(onDisk(path, in: root)), let realRoot, target.hasPrefix(realRoot + "/") else {
            return report(
                "path.symlink", "this symbolic link leads out of the site", path,
                help: "copy the file it names into the site")
        }
        var status = stat()
        guard stat(onDisk(path, in: root), &status) == 0 else { throw ReadError(path, in: root) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return report(
                "path.symlink", "this symbolic link leads to a folder", path, help: "move the folder itself here")
        }
        paths.append(path)
    }

    /// Those that are read, sorted, with what `readdir` says they are; the others that somebody might miss are reported.
    private mutating func names(in path: String) throws(ReadError) -> [(name: String, type: Int)] {
        guard let folder = opendir(onDisk(path, in: root)) else { throw ReadError(path, in: root) }
        defer { closedir(folder) }
        var names: [(name: String, type: Int)] = []
        while let entry = readdir(folder) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            let name = String(decoding: bytes, as: UTF8.self)
            guard !isIgnored(name, in: path) else { continue }
            if isReadable(bytes, as: name, in: path) { names.append((name, Int(entry.pointee.d_type))) }
        }
        return names.sorted { $0.name < $1.name }
    }

    /// Names become addresses and stand in reports, so they keep to what texts may hold.
    private mutating func isReadable(_ bytes: [UInt8], as name: String, in folder: String) -> Bool {
        if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) { return true }
        let shown = "\(folder)/\(escapedName(bytes))"
        guard name.utf8.elementsEqual(bytes) else {
            report("path.encoding", "the name '\(escapedName(bytes))' is not UTF-8", shown, help: "rename it")
            return false
        }
        guard name.unicodeScalars.contains(where: { $0.value < 0x20 || isControlCharacter($0.value) }) else {
            return true
        }
        report("text.control", "the name '\(escapedName(bytes))' holds a control character", shown, help: "rename it")
        return false
    }

    mutating func report(_ rule: String, _ message: String, _ path: String, help: String) {
        diagnostics.append(Diagnostic(.error, rule, message, at: SourceSpan(path: path), help: help))
    }
}

private struct SourceFileReader: Sendable {
    let folder: String
    /// The same, open.
    let root: CInt
    let now: Int64
    let failure = LateFailure()

    /// The bytes are nil when they were not read.
    typealias Found = (known: KnownFile, bytes: [UInt8]?)

    func read(_ path: String, known: KnownFile?) -> Result<Diagnosed<Found?>, ReadError> {
        // As texts, two normal forms are equal; as names of files they are not.
        if let known, known.path.utf8.elementsEqual(path.utf8), isSame(known) {
            return .success(Diagnosed((known, nil)))
        }
        return read(path)
    }

    /// Symbolic links are followed, as they were when it was read.
    private func isSame(_ known: KnownFile) -> Bool {
        var status = stat()
        return fstatat(root, known.path, &status, 0) == 0 && FileStamp(status, readAt: now).proves(known.stamp)
    }

    private func read(_ path: String) -> Result<Diagnosed<Found?>, ReadError> {
        let descriptor = openat(root, path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return .failure(ReadError(path, in: folder)) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .failure(ReadError(path, in: folder)) }
        if let error = sizeError(path, Int(status.st_size)) { return .success(Diagnosed(nil, [error])) }
        return bytes(of: descriptor, size: Int(status.st_size), path).map { bytes in
            let stamp = FileStamp(status, readAt: now)
            return Diagnosed((KnownFile(path: path, hash: ContentHash(bytes), stamp: stamp), bytes))
        }
    }

    private func bytes(of descriptor: CInt, size: Int, _ path: String) -> Result<[UInt8], ReadError> {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = Glibc.read(descriptor, buffer.baseAddress! + count, size - count)
                if got < 0 { failure = errno }
                guard got > 0 else { break }
                count += got
            }
        }
        guard failure == 0 else {
            return .failure(ReadError(path: path, reason: String(cString: strerror(failure))))
        }
        return .success(bytes)
    }

    /// By then the folder may be open no more.
    func readLater(_ known: KnownFile) -> [UInt8] {
        let root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(root) }
        let reader = SourceFileReader(folder: folder, root: root, now: now)
        let read = reader.read(known.path).map { $0.value }
        if case .success((let found, let bytes?)?) = read, found.hash == known.hash { return bytes }
        failure.first.withLock { first in
            if first != nil { return }
            if case .failure(let error) = read {
                first = error
            } else {
                first = ReadError(path: onDisk(known.path, in: folder), reason: "it changed meanwhile; build again")
            }
        }
        return []
    }
}

private func sizeError(_ path: String, _ size: Int) -> Diagnostic? {
    guard size > textLimit else { return nil }
    let isText = ["md", "yml", "yaml", "toml", "json", "csv", "mustache"].contains(fileExtension(of: path))
    let limit = isText ? textLimit : fileLimit
    guard size > limit else { return nil }
    return Diagnostic(
        .error, "file.tooLarge", "this file has \(mebibytes(size)) MiB, more than \(mebibytes(limit))",
        at: SourceSpan(path: path), help: "split it, or move it out of the site")
}

private func onDisk(_ path: String, in root: String) -> String { root == "." ? path : "\(root)/\(path)" }

/// What editors, version control and file managers leave; and in `content/` whatever is hidden. In `templates/` hidden
/// names are published, since some have a meaning on the web: `.well-known/`, `.htaccess`.
private func isIgnored(_ name: String, in folder: String) -> Bool {
    if name.hasSuffix("~") || (name.hasPrefix("#") && name.hasSuffix("#")) { return true }
    guard name.hasPrefix(".") else { return false }
    return name == "." || name == ".." || folder == "content" || folder.hasPrefix("content/") || name == ".DS_Store"
        || name.hasSuffix(".swp")
        || ["._", ".#", ".git"].contains(where: name.hasPrefix)
}

/// Rounded up to a tenth, so that what is too large also looks larger than the limit.
private func mebibytes(_ bytes: Int) -> DecimalNumber {
    DecimalNumber(significand: (bytes * 10 + 1_048_575) / 1_048_576, scale: 1)
}

/// Everything but visible ASCII as `\xE9`.
private func escapedName(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF")
    return bytes.map { byte in
        (0x20..<0x7F).contains(byte)
            ? String(Unicode.Scalar(byte)) : "\\x\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }.joined()
}

private func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}
