import Glibc
internal import KairanModel

/// By what a folder is known to hold the same entries.
package struct FolderStamp: Equatable, Sendable {
    var inode: UInt64
    /// Nanoseconds since 1970 at which an entry last came, went or was replaced; `FileStamp.unsettled` when that was just
    /// now.
    var modified: Int64
    /// The same of anything at all, so that it shows when somebody sets the other time back.
    var changed: Int64

    /// Of a folder that has to be looked into.
    static let unknown = FolderStamp(inode: 0, modified: FileStamp.unsettled, changed: 0)

    /// Whether the folder of this stamp is the one of an earlier stamp, with the same entries.
    func proves(_ earlier: FolderStamp) -> Bool { self == earlier && modified != FileStamp.unsettled }
}

extension FolderStamp {
    init(_ status: stat, readAt now: Int64) {
        (inode, changed) = (UInt64(status.st_ino), nanoseconds(status.st_ctim))
        modified = FileStamp.isSettled(changed, at: now) ? nanoseconds(status.st_mtim) : FileStamp.unsettled
    }

    /// `unknown` for one that cannot be looked at.
    init(of path: TreePath, on walk: inout StatusWalk, readAt now: Int64) {
        self = path.withPath { walk.status(of: $0) }.map { FolderStamp($0, readAt: now) } ?? .unknown
    }

    /// Of a folder that takes over the time of this one's last entry. Since that is long past, whatever comes from now on
    /// shows, be it within the same tick of the clock.
    func takenOver(by path: TreePath, below root: Int32) -> FolderStamp {
        guard modified != FileStamp.unsettled else { return .unknown }
        let (seconds, rest) = modified.quotientAndRemainder(dividingBy: 1_000_000_000)
        let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
        guard path.withPath({ utimensat(root, $0, [time, time], AT_SYMLINK_NOFOLLOW) }) == 0 else { return .unknown }
        var walk = StatusWalk(below: root)
        return FolderStamp(of: path, on: &walk, readAt: .max)
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        self.init(
            inode: try reader.readFixed(), modified: Int64(bitPattern: try reader.readFixed()),
            changed: Int64(bitPattern: try reader.readFixed()))
    }

    func write(to writer: inout ByteWriter) {
        writer.writeFixed(inode)
        writer.writeFixed(UInt64(bitPattern: modified))
        writer.writeFixed(UInt64(bitPattern: changed))
    }
}
