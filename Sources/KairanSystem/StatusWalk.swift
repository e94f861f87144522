internal import Glibc

/// Looks at thousands of paths below an open folder, in the order of a sorted list.
///
/// Neighbours mostly stand in one folder, or in folders of one. That one is kept open, so that the kernel has less of the
/// way to go.
package struct StatusWalk: ~Copyable {
    private let root: FileDescriptor
    /// From the root to the open folder, with its final slash; empty where that is the root.
    private var way: [CChar] = []
    private var folder: FileDescriptor
    private var count = 0
    private var last: [CChar] = []

    package init(below root: FileDescriptor) { (self.root, folder) = (root, root) }

    deinit { if folder != root { folder.close() } }

    /// Nil where nothing is, and where it cannot be looked at.
    ///
    /// Symbolic links on the way are followed.
    ///
    /// - Parameter followsLink: Whether one at the path is too.
    package mutating func status(of path: some SystemPath, followsLink: Bool = false) -> FileStatus? {
        path.withPointer { status(of: $0, followsLink ? 0 : AT_SYMLINK_NOFOLLOW) }
    }

    private mutating func status(of path: UnsafePointer<CChar>, _ flags: Int32) -> FileStatus? {
        if strncmp(path, way, way.count) != 0 { enter([]) }
        // Two in a row show what many have in common.
        switch count % 32 {
        case 6: last = bytes(of: path)
        case 7: enterFolder(above: last, bytes(of: path))
        default: break
        }
        count += 1
        var status = stat()
        return fstatat(folder.rawValue, path + way.count, &status, flags) == 0 ? FileStatus(status) : nil
    }

    private func bytes(of path: UnsafePointer<CChar>) -> [CChar] {
        Array(UnsafeBufferPointer(start: path, count: strlen(path)))
    }

    private mutating func enterFolder(above path: [CChar], _ other: [CChar]) {
        let common = zip(path, other).prefix { $0 == $1 }.map(\.0)
        let shared = common[..<(common.lastIndex(of: CChar(UInt8(ascii: "/"))).map { $0 + 1 } ?? 0)]
        if shared.count > way.count { enter(Array(shared)) }
    }

    private mutating func enter(_ shared: [CChar]) {
        if folder != root { folder.close() }
        (way, folder, count) = ([], root, 0)
        guard !shared.isEmpty else { return }
        do {
            folder = try root.openFolder(TreePath(shared.map(UInt8.init(bitPattern:))), followsLink: true)
            way = shared
        } catch {
            // Then the whole way is gone for each of them.
        }
    }
}
