internal import KairanReaders
internal import KairanSystem

/// By what a file is known again without reading it, as one fstatat(2) gives it.
///
/// A stamp proves something only once its times are so old that any later change would have given the file others
/// (`isSettled`).
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

    init(_ status: FileStatus, readAt now: Int64) {
        self.init(
            size: Int64(status.size), inode: status.inode, device: status.device, modified: status.modified,
            changed: Self.isSettled(status.changed, at: now) ? status.changed : Self.unsettled)
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
    defer { root.close() }
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
        guard let status = walk.status(of: path), status.isFile else { return nil }
        self.init(status, readAt: now)
    }
}

/// The same where no symbolic link may be on the way.
func stamp(
    _ path: TreePath, below cursor: inout FolderCursor, readAt now: Int64
) throws(SystemError) -> FileStamp? {
    do {
        let status = try cursor.folder(of: path).status(of: path.lastName)
        return status.isFile ? FileStamp(status, readAt: now) : nil
    } catch {
        switch error {
        case .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels: return nil
        default: throw error
        }
    }
}
