import Glibc

/// By what a file is known again without reading it, as one fstatat(2) gives it.
package struct FileStamp: Hashable, Sendable {
    package var size: Int64
    package var inode: UInt64
    package var device: UInt64
    /// Nanoseconds since 1970 of the last write.
    package var modified: Int64
    /// Nanoseconds since 1970 of the last change of anything but the name, `unsettled` when that was just now.
    package var changed: Int64

    package init(size: Int64, inode: UInt64, device: UInt64, modified: Int64, changed: Int64) {
        (self.size, self.inode, self.device) = (size, inode, device)
        (self.modified, self.changed) = (modified, changed)
    }

    /// Of a file that is still to be written.
    package static let unknown = FileStamp(size: -1, inode: 0, device: 0, modified: 0, changed: unsettled)

    /// Such a stamp equals no other: a file that changes twice within a tick of the clock bears the same times.
    package static let unsettled: Int64 = -1

    /// Whether what changes from now on bears another time: a tick of the clock that gives files their times is 10 ms at
    /// 100 Hz; some file systems keep only tens of milliseconds, whole seconds, or two of them.
    static func isSettled(_ time: Int64, at now: Int64) -> Bool {
        time <= now - (time % 10_000_000 == 0 ? 2_100_000_000 : 20_000_000)
    }

    init(_ status: stat, readAt now: Int64) {
        let changed = nanoseconds(status.st_ctim)
        self.init(
            size: Int64(status.st_size), inode: UInt64(status.st_ino), device: UInt64(status.st_dev),
            modified: nanoseconds(status.st_mtim),
            changed: Self.isSettled(changed, at: now) ? changed : Self.unsettled)
    }

    /// This stamp for a file that was linked since the earlier one; if it is another one, it must be read again.
    func relinked(from earlier: FileStamp) -> FileStamp {
        var stamp = self
        if (size, inode, modified) != (earlier.size, earlier.inode, earlier.modified)
            || earlier.changed == Self.unsettled
        {
            stamp.changed = Self.unsettled
        }
        return stamp
    }

    /// Whether the file of this stamp, taken now, is the one of an earlier stamp, not written to since.
    func proves(_ earlier: FileStamp) -> Bool { self == earlier && changed != Self.unsettled }
}

/// The stamps that published files have now, in order; nil where no regular file is.
func stampFiles(_ paths: [String], in target: String) throws(PublishError) -> [FileStamp?] {
    let root = try openFolder(target)
    defer { close(root) }
    let now = fileClock()
    let parts = try forEachPart(of: paths) { (part) throws(PublishError) in
        var walk = StatusWalk(below: root)
        return part.map { FileStamp(of: $0, on: &walk, readAt: now) }
    }
    return Array(parts.joined())
}

extension FileStamp {
    /// Nil where no regular file is, and where it cannot be looked at.
    ///
    /// Symbolic links on the way are followed: which file it is, and whether it changed, the stamp itself says.
    init?(of path: String, on walk: inout StatusWalk, readAt now: Int64) {
        guard let status = path.withCString({ walk.status(of: $0) }), status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        self.init(status, readAt: now)
    }
}

/// The same where no symbolic link may be on the way.
func stamp(
    _ path: TreePath, below cursor: inout FolderCursor, readAt now: Int64
) throws(SystemError) -> FileStamp? {
    var status = stat()
    do {
        let folder = try cursor.folder(of: path)
        try systemCall { path.withName { fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) } }
    } catch {
        switch error.code {
        case ENOENT, ENOTDIR, ELOOP: return nil
        default: throw error
        }
    }
    return status.st_mode & S_IFMT == S_IFREG ? FileStamp(status, readAt: now) : nil
}

/// By the clock of the file systems' times, and before any of them is asked for.
func fileClock() -> Int64 {
    var now = timespec()
    // Whoever has not even this clock gets 0: every stamp is unsettled then.
    clock_gettime(CLOCK_REALTIME_COARSE, &now)
    return nanoseconds(now)
}

func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) }
