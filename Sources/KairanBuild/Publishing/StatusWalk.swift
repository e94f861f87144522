internal import CLinux
import Glibc

/// Looks at thousands of paths below an open folder, in the order of a sorted list.
///
/// Neighbours mostly stand in one folder, or in folders of one. That one is kept open, so that the kernel has less of the
/// way to go.
struct StatusWalk: ~Copyable {
    private let root: Int32
    /// From the root to the open folder, with its final slash; empty where that is the root.
    private var way: [CChar] = []
    private var folder: Int32
    private var count = 0
    private var last: [CChar] = []

    init(below root: Int32) { (self.root, folder) = (root, root) }

    deinit { if folder != root { close(folder) } }

    /// Nil where nothing is, and where it cannot be looked at.
    ///
    /// Symbolic links on the way are followed.
    mutating func status(of path: UnsafePointer<CChar>, _ flags: Int32 = AT_SYMLINK_NOFOLLOW) -> stat? {
        if strncmp(path, way, way.count) != 0 { enter([]) }
        // Two in a row show what many have in common.
        switch count % 32 {
        case 6: last = bytes(of: path)
        case 7: enterFolder(above: last, bytes(of: path))
        default: break
        }
        count += 1
        var status = stat()
        return fstatat(folder, path + way.count, &status, flags) == 0 ? status : nil
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
        if folder != root { close(folder) }
        (way, folder, count) = ([], root, 0)
        guard !shared.isEmpty else { return }
        let opened = openat(root, shared + [0], linux_open_path | O_DIRECTORY | O_CLOEXEC)
        if opened >= 0 { (way, folder) = (shared, opened) }
    }
}
