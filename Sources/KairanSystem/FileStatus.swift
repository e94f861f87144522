#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The facts that stat(2) gives about a file, folder or link.
package struct FileStatus: Sendable {
    package var kind: EntryKind
    /// The twelve bits that chmod(2) sets.
    package var permissions: UInt32
    package var owner: UInt32
    package var group: UInt32
    /// The size in bytes.
    package var size: Int
    package var inode: UInt64
    package var device: UInt64
    /// The number of its names; 0 if it was removed while it was open.
    package var linkCount: Int
    /// The time when it was last read, as far as the system keeps that, in nanoseconds since 1970.
    package var accessed: Int64
    /// The time of the last write, in nanoseconds since 1970.
    package var modified: Int64
    /// The time of the last change of anything but the name, in nanoseconds since 1970.
    package var changed: Int64

    init(_ status: stat) {
        kind = EntryKind(status.st_mode)
        permissions = UInt32(status.st_mode & 0o7777)
        (owner, group) = (status.st_uid, status.st_gid)
        size = Int(status.st_size)
        (inode, device) = (UInt64(status.st_ino), UInt64(truncatingIfNeeded: status.st_dev))
        linkCount = Int(status.st_nlink)
        #if canImport(Darwin)
            let times = (status.st_atimespec, status.st_mtimespec, status.st_ctimespec)
        #else
            let times = (status.st_atim, status.st_mtim, status.st_ctim)
        #endif
        (accessed, modified, changed) = (nanoseconds(times.0), nanoseconds(times.1), nanoseconds(times.2))
    }

    package var isFile: Bool { kind == .file }

    package var isFolder: Bool { kind == .folder }

    /// Tells whether its owner may list it, write to it and enter it.
    package var allowsOwner: Bool { permissions & UInt32(S_IRWXU) == UInt32(S_IRWXU) }
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
}

func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) }
