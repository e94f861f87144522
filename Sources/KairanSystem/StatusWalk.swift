#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Looks at thousands of paths below an open folder, in the order of a sorted list.
///
/// Neighbours are mostly in one folder, or in subfolders of one. That folder is kept open, so that the kernel has a
/// shorter path to walk.
package struct StatusWalk: ~Copyable {
    private let root: FileDescriptor
    /// The path from the root to the open folder, with its final slash; empty if that is the root.
    private var way: [CChar] = []
    private var folder: FileDescriptor
    private var count = 0
    private var last: [CChar] = []

    package init(below root: FileDescriptor) { (self.root, folder) = (root, root) }

    deinit { if folder != root { folder.close() } }

    /// Returns the status of what is at a path, or nil if nothing is there or it cannot be looked at.
    ///
    /// Symbolic links on the way are followed.
    ///
    /// - Parameter followsLink: If this is true, a symbolic link at the path itself is followed too.
    package mutating func status(of path: some SystemPath, followsLink: Bool = false) -> FileStatus? {
        unsafe path.withPointer { unsafe status(of: $0, followsLink ? 0 : AT_SYMLINK_NOFOLLOW) }
    }

    private mutating func status(of path: UnsafePointer<CChar>, _ flags: Int32) -> FileStatus? {
        if unsafe strncmp(path, way, way.count) != 0 { enter([]) }
        // Two paths in a row show which folder the next ones probably share.
        switch count % 32 {
        case 6: last = unsafe bytes(of: path)
        case 7: unsafe enterFolder(above: last, bytes(of: path))
        default: break
        }
        count += 1
        var status = stat()
        return unsafe fstatat(folder.rawValue, path + way.count, &status, flags) == 0 ? FileStatus(status) : nil
    }

    private func bytes(of path: UnsafePointer<CChar>) -> [CChar] {
        unsafe Array(UnsafeBufferPointer(start: path, count: strlen(path)))
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
            // If the folder cannot be opened, each path is walked from the root.
        }
    }
}
