internal import Glibc
internal import KairanModel

/// Finds the files of a site, one folder after the other.
struct SourceFileFinder: Sendable {
    let root: String
    /// What the root is, for messages.
    private let place: String
    private let realRoot: String?
    var paths: [String] = []
    var diagnostics: [Diagnostic] = []
    /// Those that were looked into.
    private(set) var folders: [KnownFolder] = []
    private(set) var foundLinks = false
    /// Before any folder was looked at.
    private let now = fileClock()

    init(root: String, called place: String = "site") {
        (self.root, self.place) = (root, place)
        realRoot = resolvedPath(root)
    }

    func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(onDisk(path, in: root), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether all of some folders that were looked into, at least one, still hold the entries that they held.
    func haveStamps(_ folders: [KnownFolder]) -> Bool {
        !folders.isEmpty && folders.allSatisfy { stamp(of: $0.path).proves($0.stamp) }
    }

    /// All files of a site, sorted.
    mutating func findSourceFiles() throws(ReadError) {
        let missing = sourceFolders.filter { !isFolder($0) }
        // A missing content/ is a missing site.yml, which is reported where declarations are read.
        if missing == ["templates"] {
            report(
                "site.missing", "there is no folder 'templates'", "templates",
                help: "write a template there: templates/index.html.mustache becomes index.html")
        }
        for name in sourceFolders where !missing.contains(name) { try findFiles(in: name) }
        paths.sort()
    }

    private func stamp(of folder: String) -> FolderStamp {
        var status = stat()
        return stat(onDisk(folder, in: root), &status) == 0 ? FolderStamp(status, readAt: now) : .unknown
    }

    mutating func findFiles(in folder: String) throws(ReadError) {
        folders.append(KnownFolder(path: folder, stamp: stamp(of: folder)))
        for (name, type) in try names(in: folder) {
            let path = "\(folder)/\(name)"
            switch try type == DT_UNKNOWN ? self.type(of: path) : type {
            case DT_DIR: try findFiles(in: path)
            case DT_LNK: try findTarget(of: path)
            case DT_REG: paths.append(path)
            default:
                report("path.kind", "this is neither a file nor a folder", path, help: "move it out of the \(place)")
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
        guard let target = resolvedPath(onDisk(path, in: root)) else {
            let isLoop = errno == ELOOP
            return report(
                "path.symlink", "this symbolic link leads \(isLoop ? "round in a circle" : "to nothing")", path,
                help: "put the file that it stands for here, or remove it")
        }
        guard let realRoot, target == realRoot || target.hasPrefix(realRoot + "/") else {
            return report(
                "path.symlink", "this symbolic link leads out of the \(place)", path,
                help: "copy the file it names into the \(place)")
        }
        var status = stat()
        guard stat(onDisk(path, in: root), &status) == 0 else { throw ReadError(path, in: root) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return report(
                "path.symlink", "this symbolic link leads to a folder", path,
                help: "copy the folder itself here, in place of the link")
        }
        paths.append(path)
        foundLinks = true
    }

    /// Those that are read, sorted, with what `readdir` says they are; the others that somebody might miss are reported.
    private mutating func names(in path: String) throws(ReadError) -> [(name: String, type: Int)] {
        guard let folder = opendir(onDisk(path, in: root)) else { throw ReadError(path, in: root) }
        defer { closedir(folder) }
        var names: [(name: String, type: Int)] = []
        while let entry = readdir(folder) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            let name = String(decoding: bytes, as: UTF8.self)
            guard !isIgnored(name, in: path) else {
                if isHiddenEntry(name) {
                    report(
                        "path.hidden", "this file is left out, as its name begins with a dot", "\(path)/\(name)",
                        help: "remove the dot, or move the file out of the \(place)")
                }
                continue
            }
            if isReadable(bytes, as: name, in: path) { names.append((name, Int(entry.pointee.d_type))) }
        }
        return names.sorted { $0.name < $1.name }
    }

    /// Names become addresses and stand in reports, so they keep to what texts may hold.
    private mutating func isReadable(_ bytes: [UInt8], as name: String, in folder: String) -> Bool {
        if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) { return true }
        let shown = "\(folder)/\(escapedName(bytes))"
        guard name.utf8.elementsEqual(bytes) else {
            report("path.encoding", "the name '\(escapedName(bytes))' is not UTF-8", shown, help: renaming)
            return false
        }
        guard name.unicodeScalars.contains(where: { $0.value < 0x20 || isControlCharacter($0.value) }) else {
            return true
        }
        report("text.control", "the name '\(escapedName(bytes))' holds a control character", shown, help: renaming)
        return false
    }

    mutating func report(_ rule: String, _ message: String, _ path: String, help: String) {
        diagnostics.append(Diagnostic(.error, rule, message, at: SourceSpan(path: path), help: help))
    }
}

/// What editors, version control and file managers leave; and in `content/` whatever is hidden. In `templates/` hidden
/// names are published, since some have a meaning on the web: `.well-known/`, `.htaccess`.
func isIgnored(_ name: String, in folder: String) -> Bool {
    if name.hasSuffix("~") || (name.hasPrefix("#") && name.hasSuffix("#")) { return true }
    guard name.hasPrefix(".") else { return false }
    return name == "." || name == ".." || folder == "content" || folder.hasPrefix("content/") || name == ".DS_Store"
        || name.hasSuffix(".swp")
        || ["._", ".#", ".git"].contains(where: name.hasPrefix)
}

/// What nobody but a writer of content makes: settings of tools are in other formats.
private func isHiddenEntry(_ name: String) -> Bool {
    name.hasPrefix(".") && !["._", ".#"].contains(where: name.hasPrefix)
        && ["md", "csv", "png", "jpg", "jpeg", "gif", "webp"].contains { name.lowercased().hasSuffix("." + $0) }
}

/// Somebody's app or link may have the address that the old name makes.
private let renaming = "rename it; if it is already published, that breaks whatever uses its address"

/// Everything but visible ASCII as `\xE9`.
private func escapedName(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF")
    return bytes.map { byte in
        (0x20..<0x7F).contains(byte)
            ? String(Unicode.Scalar(byte)) : "\\x\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }.joined()
}

func resolvedPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}
