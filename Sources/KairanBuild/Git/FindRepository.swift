internal import KairanReaders
internal import KairanSystem

/// The folders of a repository of git.
struct RepositoryPlace: Sendable {
    /// The folder whose files it keeps.
    var top: String
    /// Git's folder for these files: what is checked out, and the index.
    var folder: String
    /// Git's folder for all working trees of the repository: settings, branches and contents. It is the same one,
    /// unless this is a tree of `git worktree`.
    var common: String
}

/// Finds the repository that a folder is in, by a `.git` in it or above it (gitrepository-layout(5)).
///
/// Git itself would take any folder with HEAD, objects/ and refs/ for a repository, and such a folder can be part of what
/// somebody committed. A `.git` cannot: git refuses to have it in a tree.
///
/// - Parameter folder: An absolute path without symbolic links.
func findRepository(above folder: String) -> Result<RepositoryPlace, GitFailure>? {
    var top = folder
    while true {
        let path = "\(top == "/" ? "" : top)/.git"
        switch workingFolder.knownStatus(of: path, followsLink: true)?.kind {
        case .folder where workingFolder.knownStatus(of: path + "/HEAD") != nil:
            return Result { () throws(GitFailure) in try place(top, path) }
        case .file: return Result { () throws(GitFailure) in try place(top, try folderNamed(by: path, in: top)) }
        case .folder, .special, .symbolicLink, nil: break
        }
        guard top != "/", let end = top.lastIndex(of: "/") else { return nil }
        top = end == top.startIndex ? "/" : String(top[..<end])
    }
}

private func place(_ top: String, _ folder: String) throws(GitFailure) -> RepositoryPlace {
    guard let real = realPath(of: folder) else { throw GitFailure(reason: "\(top)/.git leads to nothing") }
    let link = real + "/commondir"
    guard workingFolder.knownStatus(of: link) != nil else {
        return RepositoryPlace(top: top, folder: real, common: real)
    }
    guard let common = realPath(of: absolutePath(try line(of: link), from: real)) else {
        throw GitFailure(reason: "\(link) leads to nothing")
    }
    return RepositoryPlace(top: top, folder: real, common: common)
}

/// Returns the folder that a `.git` file names, as in a worktree or a submodule.
private func folderNamed(by path: String, in top: String) throws(GitFailure) -> String {
    let line = try line(of: path)
    let start = "gitdir: "
    guard line.hasPrefix(start) else { throw GitFailure(reason: "\(path) is no file of git") }
    return absolutePath(String(line.dropFirst(start.count)), from: top)
}

/// Returns a path that a file of git has, which can be relative.
private func absolutePath(_ text: String, from folder: String) -> String {
    text.hasPrefix("/") ? text : "\(folder)/\(text)"
}

private func line(of path: String) throws(GitFailure) -> String {
    let bytes = try smallFile(path)
    return String(decoding: bytes.split(separator: UInt8(ascii: "\n")).first ?? [], as: UTF8.self)
}

/// Reads a file of git that people can write too. An archive can bring anything in its place.
func smallFile(_ path: String) throws(GitFailure) -> [UInt8] {
    do {
        let file = try workingFolder.openFile(path, followsLink: true)
        defer { file.close() }
        let status = try file.status()
        guard status.isFile, status.size <= 1 << 20 else { throw GitFailure(reason: "\(path) is no file of git") }
        return try file.read(upTo: status.size)
    } catch let failure as GitFailure {
        throw failure
    } catch {
        throw GitFailure(reason: "\(path): \(error)")
    }
}
