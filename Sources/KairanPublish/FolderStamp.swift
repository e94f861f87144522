package import KairanModel
package import KairanSystem

/// The facts by which a folder is recognized, and which show that it still holds the same entries.
package struct FolderStamp: Equatable, Sendable {
    var inode: UInt64
    /// The time when an entry last came, went or was replaced, in nanoseconds since 1970; `FileStamp.unsettled` if that
    /// was just now.
    var modified: Int64
    /// The time of the last change of any kind, in nanoseconds since 1970. It shows when somebody sets `modified` back.
    var changed: Int64

    /// The stamp of a folder that has to be looked into.
    package static let unknown = FolderStamp(inode: 0, modified: FileStamp.unsettled, changed: 0)

    /// Returns whether this stamp proves that the folder is that of an earlier stamp, with the same entries.
    package func proves(_ earlier: FolderStamp) -> Bool { self == earlier && modified != FileStamp.unsettled }
}

extension FolderStamp {
    package init(_ status: FileStatus, readAt now: Int64) {
        (inode, changed) = (status.inode, status.changed)
        modified = FileStamp.isSettled(changed, at: now) ? status.modified : FileStamp.unsettled
    }

    /// The stamp is `unknown` if the folder cannot be looked at.
    package init(of path: TreePath, on walk: inout StatusWalk, readAt now: Int64) {
        self = walk.status(of: path).map { FolderStamp($0, readAt: now) } ?? .unknown
    }

    /// Gives another folder this stamp's `modified` time, and returns that folder's stamp. Since the time is long past,
    /// every change from now on shows, even within the same tick of the clock.
    func takenOver(by path: TreePath, below root: FileDescriptor) -> FolderStamp {
        guard modified != FileStamp.unsettled else { return .unknown }
        do { try root.setTimes(of: path, accessed: modified, modified: modified) } catch { return .unknown }
        var walk = StatusWalk(below: root)
        return FolderStamp(of: path, on: &walk, readAt: .max)
    }

    package init(from reader: inout ByteReader) throws(DamagedBytes) {
        self.init(
            inode: try reader.readFixed(), modified: Int64(bitPattern: try reader.readFixed()),
            changed: Int64(bitPattern: try reader.readFixed()))
    }

    package func write(to writer: inout ByteWriter) {
        writer.writeFixed(inode)
        writer.writeFixed(UInt64(bitPattern: modified))
        writer.writeFixed(UInt64(bitPattern: changed))
    }
}
