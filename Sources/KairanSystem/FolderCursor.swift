/// Walks a tree path by path and keeps the folders on the way to the present one open.
///
/// Paths come sorted, so each folder is opened once, and every file costs one short look-up. No symbolic link is
/// followed below the top.
package struct FolderCursor: ~Copyable {
    private let top: FileDescriptor
    private let makesFolders: Bool
    /// The path of the present folder with its final slash. `levels` says where each open folder's part of it ends.
    private var prefix: [UInt8] = []
    private var levels: [(end: Int, descriptor: FileDescriptor)] = []

    /// - Parameter top: The top folder, which the cursor closes.
    package init(below top: FileDescriptor, makesFolders: Bool = false) {
        (self.top, self.makesFolders) = (top, makesFolders)
    }

    deinit {
        for level in levels { level.descriptor.close() }
        top.close()
    }

    /// Returns the open folder that holds `path`. The cursor closes it.
    package mutating func folder(of path: TreePath) throws(SystemError) -> FileDescriptor {
        let wanted = path.folderPrefix
        if wanted.elementsEqual(prefix) { return levels.last?.descriptor ?? top }
        leaveFolders(notIn: wanted)
        while prefix.count < wanted.count { try enterFolder(on: wanted) }
        return levels.last?.descriptor ?? top
    }

    private mutating func leaveFolders(notIn wanted: ArraySlice<UInt8>) {
        while let last = levels.last, !wanted.starts(with: prefix) {
            last.descriptor.close()
            levels.removeLast()
            prefix.removeSubrange((levels.last?.end ?? 0)...)
        }
    }

    private mutating func enterFolder(on wanted: ArraySlice<UInt8>) throws(SystemError) {
        let rest = wanted[prefix.count...]
        let part = rest[...(rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex - 1)]
        let name = TreePath(part.dropLast())
        let parent = levels.last?.descriptor ?? top
        if makesFolders { try parent.makeFolderIfMissing(name) }
        let descriptor = try parent.openFolder(name)
        prefix.append(contentsOf: part)
        levels.append((prefix.count, descriptor))
    }
}
