internal import Glibc
internal import KairanContent

/// A file for `writeFiles`.
package struct WishedFile {
    /// As the process sees it.
    package var path: String
    package var bytes: [UInt8]
    /// Whether nothing may stand there yet.
    package var isNew: Bool

    package init(path: String, bytes: [UInt8], isNew: Bool) {
        (self.path, self.bytes, self.isNew) = (path, bytes, isNew)
    }
}

/// Writes files among those that people keep: first all of them beside their places, so that a full disk leaves none and
/// never half of one. Folders are made for them.
package func writeFiles(_ files: [WishedFile]) throws(ReadError) {
    var staged: [String] = []
    defer { for path in staged { unlink(path) } }
    for file in files {
        try makeFolders(of: file.path)
        // Names that end like this are never part of a site.
        let name = nameOfItsOwn(beside: file.path) + "~"
        try telling(of: file.path) { () throws(SystemError) in
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            let descriptor = try systemCall { open(name, flags, 0o666) }
            staged.append(name)
            try writeAndClose(descriptor, file.bytes)
        }
    }
    for (file, name) in zip(files, staged) {
        try telling(of: file.path) { () throws(SystemError) in
            _ = try systemCall { file.isNew ? link(name, file.path) : rename(name, file.path) }
        }
    }
}

private func makeFolders(of path: String) throws(ReadError) {
    let folder = KairanContent.folder(of: path)
    for end in folder.indices.dropFirst().filter({ folder[$0] == "/" }) + [folder.endIndex] where !folder.isEmpty {
        let name = String(folder[..<end])
        if mkdir(name, 0o777) == -1, errno != EEXIST {
            throw ReadError(path: name, reason: String(cString: strerror(errno)))
        }
    }
}

private func telling(of path: String, _ work: () throws(SystemError) -> Void) throws(ReadError) {
    do {
        try work()
    } catch {
        throw ReadError(path: path, reason: String(cString: strerror(error.code)))
    }
}
