import Glibc

/// What one folder on disk holds, without having opened a single file.
struct ScannedTree {
    enum Kind: Equatable {
        case folder(FolderAttributes)
        case file
        case symbolicLink
        /// A pipe, socket or device.
        case special

        var isFolder: Bool { attributes != nil }

        /// A folder's, nil for anything else.
        var attributes: FolderAttributes? { if case .folder(let attributes) = self { attributes } else { nil } }
    }

    struct Entry: Equatable {
        var kind: Kind
        /// Tells a file from another that took its name.
        var inode: UInt64
    }

    var attributes: FolderAttributes
    var entries: [TreePath: Entry] = [:]
}

/// What a folder made anew must take over from the one whose place it takes.
struct FolderAttributes: Equatable {
    var mode: mode_t
    var owner: uid_t
    var group: gid_t
    var device: dev_t

    init(_ status: stat) {
        mode = status.st_mode & 0o7777
        owner = status.st_uid
        group = status.st_gid
        device = status.st_dev
    }
}

/// Lists everything below `top`, folder by folder; symbolic links are entries, never followed.
func scanTree(_ top: String) throws(PublishError) -> ScannedTree {
    let root = try openFolder(top)
    defer { close(root) }
    let attributes = try failingAt(top) { () throws(SystemError) in try folderAttributes(root) }
    var tree = ScannedTree(attributes: attributes)
    var level = [TreePath.root]
    while !level.isEmpty {
        let folders = try forEachPart(of: level) { (part) throws(PublishError) in
            try part.map { (folder) throws(PublishError) in
                try failingAt(folder.bytes.isEmpty ? top : "\(top)/\(folder.text)") { () throws(SystemError) in
                    try scanFolder(folder, below: root, on: attributes.device)
                }
            }
        }.joined()
        level = []
        for folder in folders { level += tree.add(folder) }
    }
    return tree
}

private struct ScannedFolder {
    var path: TreePath
    var attributes: FolderAttributes
    var entries: [(path: TreePath, entry: ScannedTree.Entry)] = []
}

extension ScannedTree {
    /// Returns the folders among the entries of one.
    fileprivate mutating func add(_ folder: ScannedFolder) -> [TreePath] {
        if !folder.path.bytes.isEmpty { entries[folder.path]?.kind = .folder(folder.attributes) }
        for (path, entry) in folder.entries { entries[path] = entry }
        return folder.entries.filter { $0.entry.kind.isFolder }.map(\.path)
    }
}

private func scanFolder(
    _ folder: TreePath, below root: Int32, on device: dev_t
) throws(SystemError) -> ScannedFolder {
    let descriptor = try systemCall {
        folder.bytes.isEmpty
            ? openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            : folder.withPath { openat(root, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    }
    guard let stream = fdopendir(descriptor) else {
        let code = errno
        close(descriptor)
        throw SystemError(code: code)
    }
    defer { closedir(stream) }
    let attributes = try folderAttributes(descriptor)
    // A mounted file system can be neither hard-linked nor moved, and deleting the old tree would empty it.
    if attributes.device != device { throw SystemError(code: EXDEV) }
    var scanned = ScannedFolder(path: folder, attributes: attributes)
    while let (name, entry) = try nextEntry(of: stream, placeholder: attributes) {
        scanned.entries.append((folder.appending(name), entry))
    }
    return scanned
}

/// A folder's own attributes are filled in when it is opened; until then it bears its parent's.
private func nextEntry(
    of stream: OpaquePointer, placeholder: FolderAttributes
) throws(SystemError) -> (name: [UInt8], entry: ScannedTree.Entry)? {
    while true {
        errno = 0
        guard let entry = readdir(stream) else {
            if errno != 0 { throw SystemError(code: errno) }
            return nil
        }
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
        if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { continue }
        var type = mode_t(entry.pointee.d_type) << 12
        if Int32(entry.pointee.d_type) == 0 { type = try typeByStatus(of: TreePath(name), in: dirfd(stream)) }
        return (name, ScannedTree.Entry(kind: kind(of: type, placeholder), inode: UInt64(entry.pointee.d_ino)))
    }
}

/// `d_type` holds the type bits of `st_mode` moved right by 12 (DTTOIF in dirent.h).
private func kind(of type: mode_t, _ placeholder: FolderAttributes) -> ScannedTree.Kind {
    switch type {
    case S_IFDIR: .folder(placeholder)
    case S_IFREG: .file
    case S_IFLNK: .symbolicLink
    default: .special
    }
}

/// Some file systems leave `d_type` unknown (readdir(3)).
private func typeByStatus(of name: TreePath, in folder: Int32) throws(SystemError) -> mode_t {
    var status = stat()
    try systemCall { name.withName { fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) } }
    return status.st_mode & S_IFMT
}

func folderAttributes(_ descriptor: Int32) throws(SystemError) -> FolderAttributes {
    var status = stat()
    try systemCall { fstat(descriptor, &status) }
    return FolderAttributes(status)
}
