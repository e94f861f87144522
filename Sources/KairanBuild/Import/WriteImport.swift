internal import Glibc
internal import KairanContent

extension ImportPlan {
    /// Writes its files into the site in `folder`: first all of them beside their places, so that a full disk leaves none.
    ///
    /// What came to be there meanwhile is not overwritten.
    package func write(in folder: String) throws(PublishError) {
        var staged: [String] = []
        defer { for path in staged { unlink(path) } }
        for file in files {
            let path = onDisk(file.path, in: folder)
            try makeFolders(of: file.path, in: folder)
            // Names that end like this are never part of a site.
            let name = path + ".import~"
            staged.append(name)
            try failingAt(path) { () throws(SystemError) in
                let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
                try writeAndClose(try systemCall { open(name, flags, 0o666) }, file.bytes)
            }
        }
        for (file, name) in zip(files, staged) {
            let path = onDisk(file.path, in: folder)
            try systemCall(at: path) { file.isNew ? link(name, path) : rename(name, path) }
        }
    }

    private func makeFolders(of path: String, in folder: String) throws(PublishError) {
        var parent = ""
        for part in KairanContent.folder(of: path).split(separator: "/") {
            parent += (parent.isEmpty ? "" : "/") + part
            let name = onDisk(parent, in: folder)
            if mkdir(name, 0o777) == -1, errno != EEXIST { throw SystemError(code: errno).at(name) }
        }
    }
}
