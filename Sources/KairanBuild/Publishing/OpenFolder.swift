internal import CLinux
import Glibc

/// A folder that is open for reading what is in it.
struct OpenFolder: ~Copyable {
    private let stream: OpaquePointer
    let descriptor: Int32
    let status: stat

    /// Of a folder below an open one; `TreePath.root` is that folder itself.
    init(_ path: TreePath, below root: Int32) throws(SystemError) {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let opened = try systemCall {
            path.bytes.isEmpty ? openat(root, ".", flags) : path.withPath { openat(root, $0, flags) }
        }
        var status = stat()
        guard fstat(opened, &status) == 0, let stream = fdopendir(opened) else {
            let code = errno
            close(opened)
            throw SystemError(code: code)
        }
        (self.stream, descriptor, self.status) = (stream, opened, status)
    }

    deinit { closedir(stream) }

    var attributes: FolderAttributes { FolderAttributes(status) }

    /// Sorted by name. For calling once.
    borrowing func entries() throws(SystemError) -> [FolderEntry] {
        var entries: [FolderEntry] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw SystemError(code: errno) }
                return entries.sorted { $0.name < $1.name }
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { TreePath($0.prefix { $0 != 0 }) }
            if name.bytes.elementsEqual(".".utf8) || name.bytes.elementsEqual("..".utf8) { continue }
            // `d_type` holds the type bits of `st_mode` moved right by 12 (DTTOIF in dirent.h).
            var type = mode_t(entry.pointee.d_type) << 12
            // Some file systems leave it unknown (readdir(3)).
            if type == 0 { type = try kindByStatus(of: name, in: descriptor) ?? 0 }
            entries.append(FolderEntry(name: name, kind: EntryKind(type), inode: UInt64(entry.pointee.d_ino)))
        }
    }
}

struct FolderEntry: Hashable {
    var name: TreePath
    var kind: EntryKind
    /// Tells a file from another that took its name.
    var inode: UInt64
}

package enum EntryKind: Sendable {
    case folder
    case file
    case symbolicLink
    /// A pipe, socket or device.
    case special

    init(_ mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFDIR: self = .folder
        case S_IFREG: self = .file
        case S_IFLNK: self = .symbolicLink
        default: self = .special
        }
    }

    /// What a person calls it.
    var name: String {
        switch self {
        case .folder: "a folder"
        case .file: "a file"
        case .symbolicLink: "a symbolic link"
        case .special: "neither a file nor a folder"
        }
    }
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

/// Nil when nothing is there. The path may be longer than a name.
func kindByStatus(of path: TreePath, in folder: Int32) throws(SystemError) -> mode_t? {
    var status = stat()
    do {
        try systemCall { path.withPath { fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) } }
        return status.st_mode & S_IFMT
    } catch {
        if error.code == ENOENT || error.code == ENOTDIR { return nil }
        throw error
    }
}
