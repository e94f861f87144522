internal import KairanModel
package import KairanSystem

/// The reason why nothing was published. The earlier publication is as it was.
package enum PublishError: Error, Equatable {
    /// Paths inside the target that Kairan did not make and will not replace, sorted.
    case conflicts([String], listIsDamaged: Bool)
    /// Another build publishes to the same folder, or it is being deployed; `holder` says which: `process 4711 on minato`.
    case locked(holder: String)
    /// A system call failed at `path`; `reason` is the reason in words, such as `no space is left on the disk`.
    case io(path: String, reason: String)
    /// Something that Kairan did not make stands where Kairan keeps its own files. Nothing is followed or removed.
    case foreign(path: String, EntryKind)
    /// Output paths that cannot be files inside the target: they are absolute, contain `..`, come twice, or are both a
    /// file and a folder.
    case unpublishable([String])
}

extension PublishError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .conflicts(let paths, listIsDamaged: false):
            "Kairan did not make these files and will not replace them; move them away: "
                + paths.joined(separator: ", ")
        case .conflicts(let paths, listIsDamaged: true):
            "\(WholeList.path.text), the list of what Kairan made, is damaged: restore it as it was "
                + "published, or move these files away: " + paths.joined(separator: ", ")
        case .locked(let holder):
            "another build or deploy is using this folder: \(holder)"
        case .io(let path, let reason):
            "\(path): \(reason)"
        case .foreign(let path, let kind):
            "\(path) is \(kind.name) that Kairan did not make, in a place reserved for Kairan: move it away, and build "
                + "again; nothing was touched"
        case .unpublishable(let paths):
            "these cannot be the paths of published files: " + paths.joined(separator: ", ")
        }
    }
}

extension EntryKind {
    /// The name that people use for it.
    fileprivate var name: String {
        switch self {
        case .folder: "a folder"
        case .file: "a file"
        case .symbolicLink: "a symbolic link"
        case .special: "neither a file nor a folder"
        }
    }
}

extension SystemError {
    /// Returns the error with the path that people know.
    func at(_ path: String) -> PublishError { .io(path: path, reason: description) }
}

/// Does work, and adds to the error of a failing system call the path that the call was about.
@discardableResult
package func failingAt<Result>(
    _ path: @autoclosure () -> String, _ work: () throws(SystemError) -> Result
) throws(PublishError) -> Result {
    do {
        return try work()
    } catch {
        throw error.at(path())
    }
}

/// Opens a folder only to name what is in it; the caller closes it.
package func openFolder(_ path: String) throws(PublishError) -> FileDescriptor {
    try failingAt(path) { () throws(SystemError) in try workingFolder.openFolder(path) }
}

extension FolderCursor {
    /// - Parameter top: The path of the folder that the cursor starts from.
    package init(top path: String, makesFolders: Bool = false) throws(PublishError) {
        self.init(below: try openFolder(path), makesFolders: makesFolders)
    }
}
