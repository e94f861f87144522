internal import KairanContent
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

/// A file for `writeFiles`.
package struct WishedFile {
    /// The path as the process sees it.
    package var path: String
    package var bytes: [UInt8]
    /// Tells whether nothing may stand there yet.
    package var isNew: Bool

    package init(path: String, bytes: [UInt8], isNew: Bool) {
        (self.path, self.bytes, self.isNew) = (path, bytes, isNew)
    }
}

/// Writes files among those that people keep, and makes folders for them. All are first written beside their places, so
/// that a full disk leaves none of them and never half of one.
package func writeFiles(_ files: [WishedFile]) throws(ReadError) {
    var staged: [String] = []
    defer { for path in staged { workingFolder.discardFile(path) } }
    for file in files {
        try makeFolders(of: file.path)
        // Names that end like this are never part of a site.
        let name = nameOfItsOwn(beside: file.path) + "~"
        try telling(of: file.path) { () throws(SystemError) in
            let new = try workingFolder.createFile(name)
            staged.append(name)
            try new.writeAndClose([file.bytes[...]])
        }
    }
    for (file, name) in zip(files, staged) {
        try telling(of: file.path) { () throws(SystemError) in
            if file.isNew {
                try workingFolder.link(name, to: file.path)
            } else {
                try workingFolder.rename(name, to: file.path)
            }
        }
    }
}

private func makeFolders(of path: String) throws(ReadError) {
    let folder = KairanReaders.folder(of: path)
    for end in folder.indices.dropFirst().filter({ folder[$0] == "/" }) + [folder.endIndex] where !folder.isEmpty {
        let name = String(folder[..<end])
        try telling(of: name) { () throws(SystemError) in try workingFolder.makeFolderIfMissing(name) }
    }
}

private func telling(of path: String, _ work: () throws(SystemError) -> Void) throws(ReadError) {
    do {
        try work()
    } catch {
        throw ReadError(path: path, error)
    }
}
