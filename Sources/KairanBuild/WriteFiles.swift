internal import KairanContent
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

/// A file for `writeFiles`.
package struct WishedFile {
    /// The path as the process sees it.
    package var path: String
    /// The bytes that it shall have; nil if it is to go.
    package var bytes: [UInt8]?
    /// Tells whether nothing may stand there yet.
    package var isNew: Bool
    /// The bytes that the file must still have; nil if it does not matter.
    package var expected: [UInt8]?

    package init(path: String, bytes: [UInt8]?, isNew: Bool, expected: [UInt8]? = nil) {
        (self.path, self.bytes, self.isNew, self.expected) = (path, bytes, isNew, expected)
    }
}

/// The reason of the error for a file that does not have the expected bytes any more.
package let changedMeanwhile = "somebody changed it in the meantime"

/// The reason of the error for a file or folder that nobody may write to.
package let readOnly = "it is read-only, so nothing was written; allow changes first (chmod u+w), or leave it"

/// Writes files among those that people keep, makes folders for them, and removes others: all of this or nothing.
///
/// All bytes are first written beside their places, so that a full disk leaves none of them and never half of one. Once
/// they are on the disk, each takes its place, and the file that was there gets another name until all others are there
/// too. If one cannot, or if one of the files that were there is not the expected one, all are put back. After a power
/// failure each file is the old or the new one.
package func writeFiles(_ files: [WishedFile]) throws(ReadError) {
    var moves: [FileMove] = []
    for file in files { try file.requireWritable() }
    let folders = files.reduce(into: Set<String>()) { $0.formUnion($1.changedFolders) }.sorted()
    do throws(ReadError) {
        for file in files { moves.append(try FileMove(staging: file)) }
        if let first = files.first {
            try telling(of: first.path) { () throws(SystemError) in try forceToDisk(moves.compactMap(\.stagedPath)) }
        }
        for file in files { try file.requireExpected(at: file.path) }
        for index in moves.indices { try moves[index].begin() }
        // Somebody may have written between the look above and the exchange, so what was there is looked at again.
        for move in moves { try move.requireExpected() }
    } catch {
        for index in moves.indices.reversed() { moves[index].takeBack() }
        throw error
    }
    // The names come to the disk before the old files go. A failure changes nothing any more: all is written.
    do { try forceToDisk(folders) } catch {}
    for move in moves { move.finish() }
}

extension WishedFile {
    /// Refuses a file that its owner protects from changes. It would not be asked: a file is replaced as its folder
    /// allows, whatever its own permissions are, and root may write everything.
    fileprivate func requireWritable() throws(ReadError) {
        if !isNew, workingFolder.isReadOnly(path) { throw ReadError(path: path, reason: readOnly) }
        let folder = changedFolders.last ?? "."
        if workingFolder.isReadOnly(folder) { throw ReadError(path: folder, reason: readOnly) }
    }

    /// The folder of the file and those above it that are not there yet, up to the one in which they are made.
    fileprivate var changedFolders: [String] {
        var folders = [String(KairanReaders.folder(of: path))]
        while let folder = folders.last, !folder.isEmpty,
            workingFolder.knownStatus(of: folder, followsLink: true) == nil
        {
            folders.append(String(KairanReaders.folder(of: folder)))
        }
        return folders.map { $0.isEmpty ? path.hasPrefix("/") ? "/" : "." : $0 }
    }

    /// - Parameter place: The path at which the file is now.
    fileprivate func requireExpected(at place: String) throws(ReadError) {
        guard let expected else { return }
        var now: [UInt8]?
        do { now = try workingFolder.readGivenFile(place) } catch { now = nil }
        if now != expected { throw ReadError(path: path, reason: changedMeanwhile) }
    }
}

/// The way of one file to its place, which can be taken back until all are there.
private struct FileMove {
    private enum State {
        case staged
        /// The new file is where nothing was before.
        case added
        /// The old file has the other name, and the new one is in its place if there is one.
        case replaced
    }

    private let file: WishedFile
    /// The name of the new file beside the place. Names that end like this are never part of a site.
    private let staged: String
    /// The name of the old file beside the place.
    private var kept: String
    private var state = State.staged

    /// The path of the bytes beside the place; nil if the file is to go.
    var stagedPath: String? { file.bytes == nil ? nil : staged }

    /// Writes the bytes beside the place of the file.
    init(staging file: WishedFile) throws(ReadError) {
        self.file = file
        (staged, kept) = (nameOfItsOwn(beside: file.path) + "~", nameOfItsOwn(beside: file.path) + "~")
        guard let bytes = file.bytes else { return }
        try makeFolders(of: file.path)
        let status = file.isNew ? nil : workingFolder.knownStatus(of: file.path, followsLink: true)
        let staged = staged
        try telling(of: file.path) { () throws(SystemError) in try write(bytes, to: staged, status?.permissions) }
    }

    mutating func begin() throws(ReadError) {
        let (file, staged, kept) = (file, staged, kept)
        let kind = workingFolder.knownStatus(of: file.path)?.kind
        if kind == nil, file.expected != nil { throw ReadError(path: file.path, reason: changedMeanwhile) }
        let isAdded = file.isNew || kind == nil
        var isExchanged = false
        try telling(of: file.path) { () throws(SystemError) in
            if file.bytes == nil {
                try workingFolder.rename(file.path, to: kept)
            } else if isAdded {
                try moveToFree(staged, file.path)
            } else {
                if kind != .folder { isExchanged = try exchange(staged, file.path) }
                guard !isExchanged else { return }
                try keep(file.path, as: kept)
                try workingFolder.rename(staged, to: file.path)
            }
        }
        if isExchanged { self.kept = staged }
        state = isAdded && file.bytes != nil ? .added : .replaced
    }

    /// Refuses an old file that is not the expected one.
    func requireExpected() throws(ReadError) {
        if case .replaced = state { try file.requireExpected(at: kept) }
    }

    /// Puts everything back as it was, except what somebody else has written in its place since. An old file that
    /// cannot be put back stays beside its place.
    func takeBack() {
        switch state {
        case .staged:
            if file.bytes != nil { workingFolder.discardFile(staged) }
            workingFolder.discardFile(kept)
        case .added: if isStillOurs { workingFolder.discardFile(file.path) }
        case .replaced:
            guard isStillOurs else { return finish() }
            do { try workingFolder.rename(kept, to: file.path) } catch {}
        }
    }

    /// Tells whether the place is as this move left it.
    private var isStillOurs: Bool {
        guard workingFolder.knownStatus(of: file.path) != nil else { return file.bytes == nil }
        do { return try workingFolder.readGivenFile(file.path) == file.bytes } catch { return false }
    }

    /// Removes the old file.
    func finish() { if case .replaced = state { workingFolder.discardFile(kept) } }
}

/// Makes a file that is there completely, or not at all.
private func write(_ bytes: [UInt8], to path: String, _ permissions: UInt32?) throws(SystemError) {
    let new = try workingFolder.createFile(path)
    do throws(SystemError) {
        try new.writeAndClose([bytes[...]])
        if let permissions { try workingFolder.setPermissions(of: path, permissions) }
    } catch {
        workingFolder.discardFile(path)
        throw error
    }
}

/// Lets two files change places, so that nothing that comes between is lost, and tells whether the file system can.
private func exchange(_ first: String, _ second: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
        try workingFolder.exchange(first, second)
        return true
    } catch {
        guard error == .invalidArgument || error == .noFunction else { throw error }
        return false
    }
}

/// Gives a file a second name. Some file systems cannot, and then it is copied.
private func keep(_ path: String, as kept: String) throws(SystemError) {
    do throws(SystemError) {
        try workingFolder.link(path, to: kept)
    } catch {
        let status = workingFolder.knownStatus(of: path, followsLink: true)
        try write(try workingFolder.readGivenFile(path), to: kept, status?.permissions)
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
        workingFolder.discardFile(path)
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
