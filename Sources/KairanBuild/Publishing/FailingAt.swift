internal import KairanSystem

extension SystemError {
    /// What becomes of it where the path that people know is at hand.
    func at(_ path: String) -> PublishError { .io(path: path, reason: description) }
}

/// Gives failing system calls the path that they are about.
@discardableResult
func failingAt<Result>(
    _ path: @autoclosure () -> String, _ work: () throws(SystemError) -> Result
) throws(PublishError) -> Result {
    do {
        return try work()
    } catch {
        throw error.at(path())
    }
}

/// Opens a folder only to name what is in it; the caller closes it.
func openFolder(_ path: String) throws(PublishError) -> FileDescriptor {
    try failingAt(path) { () throws(SystemError) in try workingFolder.openFolder(path) }
}

extension FolderCursor {
    /// - Parameter top: The path of the folder that the others are in.
    init(top path: String, makesFolders: Bool = false) throws(PublishError) {
        self.init(below: try openFolder(path), makesFolders: makesFolders)
    }
}
