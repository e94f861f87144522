import Glibc
internal import KairanModel

/// By what a folder is known to hold the same entries.
package struct FolderStamp: Equatable, Sendable {
    var inode: UInt64
    /// As in `FileStamp`.
    var changed: Int64

    /// Of a folder that has to be looked into.
    static let unknown = FolderStamp(inode: 0, changed: FileStamp.unsettled)

    /// Whether the folder of this stamp is the one of an earlier stamp, with the same entries.
    func proves(_ earlier: FolderStamp) -> Bool { self == earlier && changed != FileStamp.unsettled }
}

extension FolderStamp {
    init(_ status: stat, readAt now: Int64) {
        let stamp = FileStamp(status, readAt: now)
        self.init(inode: stamp.inode, changed: stamp.changed)
    }

    /// `unknown` for one that cannot be looked at.
    init(of path: TreePath, below root: Int32, readAt now: Int64) {
        var status = stat()
        let isThere = path.withPath { fstatat(root, $0, &status, AT_SYMLINK_NOFOLLOW) } == 0
        self = isThere ? FolderStamp(status, readAt: now) : .unknown
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        self.init(inode: try reader.readFixed(), changed: Int64(bitPattern: try reader.readFixed()))
    }

    func write(to writer: inout ByteWriter) {
        writer.writeFixed(inode)
        writer.writeFixed(UInt64(bitPattern: changed))
    }
}
