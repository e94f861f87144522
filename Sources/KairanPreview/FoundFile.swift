internal import KairanReaders

/// The file or folder that a host of static files finds at a path, in the way of GitHub Pages.
enum FoundFile: Equatable {
    case file(String)
    /// The path is that of a folder, which has to be asked for with a slash at its end.
    case folder
    case nothing

    /// - Parameter path: The path below the base path. Its letters have to be in the right case.
    init(_ path: String, isThere: (String) -> Bool) {
        if path.isEmpty || path.hasSuffix("/") {
            self = isThere(path + "index.html") ? .file(path + "index.html") : .nothing
        } else if let file = [path, path + ".html"].first(where: isThere) {
            self = .file(file)
        } else {
            self = isThere(path + "/index.html") ? .folder : .nothing
        }
    }
}
