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
    /// The bytes that the file must still have; nil if it does not matter.
    package var expected: [UInt8]?

    package init(path: String, bytes: [UInt8], isNew: Bool, expected: [UInt8]? = nil) {
        (self.path, self.bytes, self.isNew, self.expected) = (path, bytes, isNew, expected)
    }
}

/// The reason of the error for a file that does not have the expected bytes any more.
package let changedMeanwhile = "somebody changed it in the meantime"

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
            guard !file.isNew, let status = workingFolder.knownStatus(of: file.path, followsLink: true) else { return }
            try workingFolder.setPermissions(of: name, status.permissions)
        }
    }
    // This is the last look before they are replaced, and nothing that takes time comes after it.
    for file in files {
        guard let expected = file.expected else { continue }
        var bytes: [UInt8]?
        do { bytes = try workingFolder.readGivenFile(file.path) } catch { bytes = nil }
        if bytes != expected { throw ReadError(path: file.path, reason: changedMeanwhile) }
    }
    for (file, name) in zip(files, staged) {
        try telling(of: file.path) { () throws(SystemError) in
            if file.isNew {
                try moveToFree(name, file.path)
            } else {
                try workingFolder.rename(name, to: file.path)
            }
        }
    }
}

/// Moves a file to a place at which nothing stands. A watch takes a file that was moved for complete, which it cannot
/// know of one that got a second name, as everywhere else.
private func moveToFree(_ path: String, _ new: String) throws(SystemError) {
    do throws(SystemError) {
        try workingFolder.renameToFree(path, new)
    } catch {
        guard error == .invalidArgument || error == .noFunction else { throw error }
        try workingFolder.link(path, to: new)
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
