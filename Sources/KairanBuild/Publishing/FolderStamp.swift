internal import KairanModel
internal import KairanSystem

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
    init(_ status: FileStatus, readAt now: Int64) {
        (inode, changed) = (status.inode, status.changed)
        modified = FileStamp.isSettled(changed, at: now) ? status.modified : FileStamp.unsettled
    }

    /// `unknown` for one that cannot be looked at.
    init(of path: TreePath, on walk: inout StatusWalk, readAt now: Int64) {
        self = walk.status(of: path).map { FolderStamp($0, readAt: now) } ?? .unknown
    }

    /// Of a folder that takes over the time of this one's last entry. Since that is long past, whatever comes from now on
    /// shows, be it within the same tick of the clock.
    func takenOver(by path: TreePath, below root: FileDescriptor) -> FolderStamp {
        guard modified != FileStamp.unsettled else { return .unknown }
        do { try root.setTimes(of: path, accessed: modified, modified: modified) } catch { return .unknown }
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
