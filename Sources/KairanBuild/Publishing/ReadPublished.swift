internal import KairanOutput
internal import KairanReaders
internal import KairanSystem

/// Reads what a folder holds at an output's path.
func readPublished(_ path: String, in folder: String) -> PublishedFile {
    do {
        return .bytes(try workingFolder.readFile("\(folder)/\(path)"))
    } catch {
        switch error {
        case .noSuchFileOrDirectory, .notDirectory: return .nothing
        default: return .unreadable(error.description)
        }
    }
}
