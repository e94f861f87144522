internal import Glibc
package import KairanContent
package import KairanModel

/// Every file of `content/` and `templates/`, read once at the top of the pipeline.
package struct SourceTree: Sendable {
    /// Sorted by path.
    package var files: [SourceFile]

    package init(files: [SourceFile]) { self.files = files.sorted { $0.path < $1.path } }
}

/// Text larger than this is a mistake, not a page.
private let textLimit = 16 * 1024 * 1024
/// Pictures and other files that are copied.
private let fileLimit = 256 * 1024 * 1024

private let sourceFolders = ["content", "templates"]

/// True when the folder holds what a site is made of.
package func isSite(_ folder: String) -> Bool {
    let reader = SourceTreeReader(root: folder)
    return sourceFolders.allSatisfy(reader.isFolder)
}

/// Reads the site in `folder`. What cannot be part of a site is a diagnostic; what cannot be read at all is thrown.
package func readSourceTree(_ folder: String) throws(ReadError) -> Diagnosed<SourceTree> {
    var reader = SourceTreeReader(root: folder)
    try reader.checkRoot()
    let missing = sourceFolders.filter { !reader.isFolder($0) }
    // A missing content/ is a missing site.yml, which is reported where declarations are read.
    if missing == ["templates"] {
        reader.report(
            "site.missing", "there is no folder 'templates'", "templates",
            help: "write a template there: templates/index.html.mustache becomes index.html")
    }
    for name in sourceFolders where !missing.contains(name) { try reader.readFolder(name) }
    return Diagnosed(SourceTree(files: reader.files), reader.diagnostics)
}

/// The system refused to read something.
package struct ReadError: Error, CustomStringConvertible {
    package var path: String
    package var reason: String

    package var description: String { "\(path): \(reason)" }
}

private struct SourceTreeReader {
    let root: String
    private let realRoot: String?
    var files: [SourceFile] = []
    var diagnostics: [Diagnostic] = []

    init(root: String) {
        self.root = root
        realRoot = realPath(root)
    }

    /// A folder that is not there is a mistyped command, no mistake in a site.
    func checkRoot() throws(ReadError) {
        guard let folder = opendir(root) else { throw ReadError(path: root, reason: String(cString: strerror(errno))) }
        closedir(folder)
    }

    func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(onDisk(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    mutating func readFolder(_ path: String) throws(ReadError) {
        for name in try names(in: path) {
            let child = "\(path)/\(name)"
            var status = stat()
            guard lstat(onDisk(child), &status) == 0 else { throw error(child) }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: try readFolder(child)
            case S_IFLNK: try readLink(child)
            case S_IFREG: try readFile(child, size: Int(status.st_size))
            default: report("path.kind", "this is neither a file nor a folder", child, help: "move it out of the site")
            }
        }
    }

    private mutating func readLink(_ path: String) throws(ReadError) {
        guard let target = realPath(onDisk(path)), let realRoot, target.hasPrefix(realRoot + "/") else {
            return report(
                "path.symlink", "this symbolic link leads out of the site", path,
                help: "copy the file it names into the site")
        }
        var status = stat()
        guard stat(onDisk(path), &status) == 0 else { throw error(path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return report(
                "path.symlink", "this symbolic link leads to a folder", path, help: "move the folder itself here")
        }
        try readFile(path, size: Int(status.st_size))
    }

    private mutating func readFile(_ path: String, size: Int) throws(ReadError) {
        let isText = ["md", "yml", "yaml", "toml", "json", "csv", "mustache"].contains(fileExtension(of: path))
        let limit = isText ? textLimit : fileLimit
        guard size <= limit else {
            return report(
                "file.tooLarge", "this file has \(mebibytes(size)) MiB, more than \(mebibytes(limit))", path,
                help: "split it, or move it out of the site")
        }
        let descriptor = open(onDisk(path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw error(path) }
        defer { close(descriptor) }
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = read(descriptor, buffer.baseAddress! + count, size - count)
                if got < 0 { failure = errno }
                guard got > 0 else { break }
                count += got
            }
        }
        guard failure == 0 else { throw ReadError(path: path, reason: String(cString: strerror(failure))) }
        files.append(SourceFile(path: path, bytes: bytes))
    }

    /// Those that are read, sorted; the others that somebody might miss are reported.
    private mutating func names(in path: String) throws(ReadError) -> [String] {
        guard let folder = opendir(onDisk(path)) else { throw error(path) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let bytes = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            let name = String(decoding: bytes, as: UTF8.self)
            guard !isIgnored(name, in: path) else { continue }
            if isReadable(bytes, as: name, in: path) { names.append(name) }
        }
        return names.sorted()
    }

    /// Names become addresses and stand in reports, so they keep to what texts may hold.
    private mutating func isReadable(_ bytes: [UInt8], as name: String, in folder: String) -> Bool {
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

    private func onDisk(_ path: String) -> String { root == "." ? path : "\(root)/\(path)" }

    private func error(_ path: String) -> ReadError {
        ReadError(path: onDisk(path), reason: String(cString: strerror(errno)))
    }

    mutating func report(_ rule: String, _ message: String, _ path: String, help: String) {
        diagnostics.append(Diagnostic(.error, rule, message, at: SourceSpan(path: path), help: help))
    }
}

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
