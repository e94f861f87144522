internal import KairanReaders
internal import KairanSystem

/// What others put into the folder of a publication: `CNAME`, or the file that proves to a search engine whose site it is.
///
/// A host serves these files like those that Kairan made.
package struct ForeignFiles {
    private let folder: String

    package init(in folder: String) { self.folder = folder }

    /// Nil for what Kairan made, and where no file is. No symbolic link is followed, and nothing of Git's is a file of
    /// the site.
    package func bytes(at path: String) -> [UInt8]? {
        guard let bytes = anyBytes(at: path) else { return nil }
        // Only now, as most of what is asked for is not there.
        return isMade(TreePath(path)) ? nil : bytes
    }

    /// Whether a file there is the same, whoever made it.
    package func holds(_ bytes: [UInt8], at path: String) -> Bool { anyBytes(at: path) == bytes }

    private func anyBytes(at path: String) -> [UInt8]? {
        let path = TreePath(path)
        let names = path.bytes.split(separator: UInt8(ascii: "/"))
        guard path.isPublishable, path != PublicationManifest.path,
            !names.contains(where: { $0.starts(with: ".git".utf8) })
        else { return nil }
        do {
            var cursor = try FolderCursor(top: folder)
            return try read(path, in: try cursor.folder(of: path))
        } catch {
            return nil
        }
    }

    private func read(_ path: TreePath, in parent: FileDescriptor) throws(SystemError) -> [UInt8] {
        let file = try parent.openFile(path.lastName)
        defer { file.close() }
        guard try file.status().isFile else { throw .invalidArgument }
        return try file.readToEnd()
    }

    private func isMade(_ path: TreePath) -> Bool {
        switch readPublished(PublicationManifest.path.text, in: folder) {
        case .bytes(let manifest): PublicationManifest(reading: manifest)?.paths.contains(path) == true
        case .nothing: false
        case .unreadable: true
        }
    }
}
