import Glibc
internal import KairanModel
internal import KairanOutput

/// What a folder holds at the paths of outputs. Much is asked of its list, which is read once.
func lastPublication(in folder: String) -> LastPublication {
    let list = Concurrent { readPublished(publishedListPath, in: folder) }
    return { $0 == publishedListPath ? list.value : readPublished($0, in: folder) }
}

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
