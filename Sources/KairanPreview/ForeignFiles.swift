internal import KairanPublish
internal import KairanSystem

/// The files that others put into the folder of a publication, such as `CNAME`, or the file that proves to a search
/// engine whose site it is.
///
/// A host serves these files like those that Kairan made.
struct ForeignFiles {
    private let folder: String

    init(in folder: String) { self.folder = folder }

    /// Returns the bytes of a file, or nil if Kairan made it or there is none. No symbolic link is followed, and Git's
    /// own files are not files of the site.
    func bytes(at path: String) -> [UInt8]? {
        guard let bytes = anyBytes(at: path) else { return nil }
        // The list of what Kairan made is read only now, since most paths that are asked for have no file.
        return isMade(TreePath(path)) ? nil : bytes
    }

    /// Returns whether there is a file with these bytes, whoever made it.
    func holds(_ bytes: [UInt8], at path: String) -> Bool { anyBytes(at: path) == bytes }

    /// Returns the bytes of a file, whoever made it, or nil if there is none.
    func anyBytes(at path: String) -> [UInt8]? {
        let path = TreePath(path)
        let names = path.bytes.split(separator: UInt8(ascii: "/"))
        guard path.isPublishable, path != WholeList.path,
            !names.contains(where: { $0.starts(with: ".git".utf8) })
        else { return nil }
        do {
            var cursor = try FolderCursor(top: folder)
            return try readStamped(path, below: &cursor)?.bytes
        } catch {
            return nil
        }
    }

    private func isMade(_ path: TreePath) -> Bool {
        switch readPublished(WholeList.path.text, in: folder) {
        case .bytes(let manifest): WholeList(reading: manifest)?.paths.contains(path) == true
        case .nothing: false
        case .unreadable: true
        }
    }
}
