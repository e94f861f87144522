import Glibc
internal import KairanOutput

/// What a folder holds at an output's path.
func readPublished(_ path: String, in folder: String) -> PublishedFile {
    do {
        return .bytes(try readFile("\(folder)/\(path)"))
    } catch {
        switch error.code {
        case ENOENT, ENOTDIR: return .nothing
        default: return .unreadable(String(cString: strerror(error.code)))
        }
    }
}
