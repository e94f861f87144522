internal import CLinux
import Glibc

/// Walks a tree path by path and keeps the folders on the way to the present one open.
///
/// Paths come sorted, so each folder is opened once and every file costs one short look-up. No symbolic link is followed
/// below the top.
struct FolderCursor: ~Copyable {
    private let top: Int32
    private let makesFolders: Bool
    /// The present folder with its final slash, and where each open folder's part of it ends.
    private var prefix: [UInt8] = []
    private var levels: [(end: Int, descriptor: Int32)] = []

    init(top path: String, makesFolders: Bool = false) throws(PublishError) {
        top = try openFolder(path)
        self.makesFolders = makesFolders
    }

    deinit {
        for level in levels { close(level.descriptor) }
        close(top)
    }

    /// The open folder that holds `path`; the cursor closes it.
    mutating func folder(of path: TreePath) throws(SystemError) -> Int32 {
        let wanted = path.folderPrefix
        if wanted.elementsEqual(prefix) { return levels.last?.descriptor ?? top }
        leaveFolders(notIn: wanted)
        while prefix.count < wanted.count { try enterFolder(on: wanted) }
        return levels.last?.descriptor ?? top
    }

    private mutating func leaveFolders(notIn wanted: ArraySlice<UInt8>) {
        while let last = levels.last, !wanted.starts(with: prefix) {
            close(last.descriptor)
            levels.removeLast()
            prefix.removeSubrange((levels.last?.end ?? 0)...)
        }
    }

    private mutating func enterFolder(on wanted: ArraySlice<UInt8>) throws(SystemError) {
        let rest = wanted[prefix.count...]
        let part = rest[...(rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex - 1)]
        let name = TreePath(part.dropLast())
        let parent = levels.last?.descriptor ?? top
        if makesFolders { try makeFolder(name, in: parent) }
        let descriptor = try systemCall {
            name.withPath { openat(parent, $0, linux_open_path | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        }
        prefix.append(contentsOf: part)
        levels.append((prefix.count, descriptor))
    }
}

/// Makes one folder, or leaves the one that is there.
func makeFolder(_ name: TreePath, in parent: Int32) throws(SystemError) {
    do {
        try systemCall { name.withName { mkdirat(parent, $0, 0o777) } }
    } catch {
        if error.code != EEXIST { throw error }
    }
}
