internal import KairanContent
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

/// A place whose files are read and written by a program such as rclone.
protocol DeployHost: Sendable {
    /// Copies the files that are there into a local folder. It is no failure if one is not there.
    func fetch(_ paths: [TreePath], into folder: String) throws

    /// Returns what is there. It is no failure if the place itself is not there yet.
    func listing() throws -> HostListing

    /// Returns which of these files are there with the same bytes.
    func equals(of files: [DeployedFile]) throws -> Set<TreePath>

    /// Writes files, also over those that are there. They come in any order.
    func upload(_ files: [DeployedFile]) throws

    /// Removes files. It is no failure if one is not there.
    func remove(_ paths: [TreePath]) throws

    /// Removes folders in which there are no files.
    ///
    /// - Parameter paths: The folders, those in others first.
    func removeFolders(_ paths: [TreePath]) throws
}

/// The list of everything that is at a place, whoever put it there.
struct HostListing {
    private(set) var folders: Set<TreePath> = []
    /// Files, links and whatever else is no folder.
    private(set) var others: Set<TreePath> = []

    /// - Parameter paths: The paths, of which those of folders end with a slash.
    init(_ paths: some Sequence<ArraySlice<UInt8>>) {
        for path in paths {
            if path.last == UInt8(ascii: "/") {
                folders.insert(TreePath(path.dropLast()))
            } else {
                others.insert(TreePath(path))
            }
        }
    }
}

/// A file that belongs on the host.
struct DeployedFile: Sendable {
    let path: TreePath
    let hash: ContentHash
    let size: Int
    /// The local folder in which it has the same path.
    var folder: String
    /// Tells whether its name changes whenever its content does.
    var isNamedByContent = false
    /// The path of the file of which this is a copy that has to be made first.
    var original: TreePath?

    /// The content type. Apple wants its list as JSON, though the name has no ending.
    var contentType: String {
        let name = path.text
        return KairanContent.contentType(of: fileName(of: name) == "apple-app-site-association" ? "\(name).json" : name)
    }

    /// The header that tells caches how long they may keep the file (RFC 9111, RFC 8246).
    var cacheControl: String { isNamedByContent ? "public, max-age=31536000, immutable" : "no-cache" }
}
