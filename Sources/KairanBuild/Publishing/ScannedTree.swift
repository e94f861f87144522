import Glibc

/// What one folder on disk holds, without having opened a single file.
struct ScannedTree {
    enum Kind: Equatable {
        case folder(FolderAttributes)
        case file
        case symbolicLink
        /// A pipe, socket or device.
        case special

        var isFolder: Bool { if case .folder = self { true } else { false } }
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
    var tree = try ScannedTree(attributes: failingAt(top) { () throws(SystemError) in try folderAttributes(root) })
    var pending = [TreePath.root]
    while let folder = pending.popLast() {
        do {
            pending += try scanFolder(folder, below: root, into: &tree)
        } catch {
            throw error.at(folder.bytes.isEmpty ? top : "\(top)/\(folder.text)")
        }
    }
    return tree
}

/// Adds the entries of one folder and returns the folders among them.
private func scanFolder(
    _ folder: TreePath, below root: Int32, into tree: inout ScannedTree
) throws(SystemError) -> [TreePath] {
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
    if attributes.device != tree.attributes.device { throw SystemError(code: EXDEV) }
    if !folder.bytes.isEmpty { tree.entries[folder]?.kind = .folder(attributes) }
    var folders: [TreePath] = []
    while let (name, entry) = try nextEntry(of: stream, placeholder: attributes) {
        let path = folder.appending(name)
        tree.entries[path] = entry
        if entry.kind.isFolder { folders.append(path) }
    }
    return folders
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
