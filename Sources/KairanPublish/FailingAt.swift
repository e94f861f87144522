internal import KairanSystem

extension SystemError {
    /// Returns the error with the path that people know.
    func at(_ path: String) -> PublishError { .io(path: path, reason: description) }
}

/// Does work, and adds to the error of a failing system call the path that the call was about.
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
    /// - Parameter top: The path of the folder that the cursor starts from.
    init(top path: String, makesFolders: Bool = false) throws(PublishError) {
        self.init(below: try openFolder(path), makesFolders: makesFolders)
    }
}
