internal import KairanSystem

/// The lock of the one build that may publish to a folder. The kernel frees it however the build ends.
struct PublicationLock: ~Copyable {
    let file: FileDescriptor
    private let path: String
    /// Tells whether a build that was killed left the lock file.
    let isLeft: Bool

    /// Takes the lock. It fails at once if another build holds it, or if the file is not Kairan's.
    init(at path: String) throws(PublishError) {
        (file, isLeft) = try lockedFile(path)
        self.path = path
        // The name is only for the message that another build prints; the lock holds without it.
        do { try file.replaceContent(Array("\(processIdentifier()) \(hostName())\n".utf8)) } catch {}
    }

    deinit {
        // The file goes before the lock is freed, so that another build that opened it meanwhile finds the name gone
        // and tries again.
        workingFolder.discardFile(path)
        file.close()
    }
}

/// Opens and locks the file, and says whether it was there.
private func lockedFile(_ path: String) throws(PublishError) -> (file: FileDescriptor, isLeft: Bool) {
    while true {
        let (file, isLeft) = try failingAt(path) { () throws(SystemError) in try openedFile(path) }
        do {
            try file.lock()
        } catch {
            defer { file.close() }
            throw error == .wouldBlock ? .locked(holder: holder(file) ?? "another process") : error.at(path)
        }
        // Its holder may have removed the file after we opened it and before we locked it; then our lock guards
        // nothing.
        if let status = status(of: file, at: path) {
            let isSigned = holder(file) != nil
            if status.linkCount == 1, isSigned || isBlank(file) { return (file, isLeft) }
            // A build that was killed while it tried to link the file left it a second name. A file with two names is
            // not written to, so that nothing changes under the other name.
            guard isSigned, workingFolder.discardFile(path) else {
                file.close()
                throw .foreign(path: path, .file)
            }
        }
        file.close()
    }
}

private func openedFile(_ path: String) throws(SystemError) -> (file: FileDescriptor, isLeft: Bool) {
    while true {
        do {
            return (try workingFolder.createFile(path, permissions: 0o644), false)
        } catch {
            if error != .fileExists { throw error }
        }
        do {
            return (try workingFolder.openFileForUpdate(path), true)
        } catch {
            // The file was removed in between.
            if error != .noSuchFileOrDirectory { throw error }
        }
    }
}

/// Returns the file's status, or nil if it is not the file at the path, or no longer.
private func status(of file: FileDescriptor, at path: String) -> FileStatus? {
    do {
        let (opened, named) = (try file.status(), try workingFolder.status(of: path))
        return (opened.inode, opened.device) == (named.inode, named.device) ? opened : nil
    } catch {
        return nil
    }
}

/// Returns whether there is nothing in the file, as a build leaves it if no space is left on the disk, or only zeros, as a
/// power failure may leave it.
private func isBlank(_ file: FileDescriptor) -> Bool {
    do {
        let bytes = try file.read(0..<513)
        return bytes.count < 513 && bytes.allSatisfy { $0 == 0 }
    } catch {
        return false
    }
}

/// Returns the build that holds the lock, or nil if none has written its name into the file, which it does once it has
/// the lock.
private func holder(_ file: FileDescriptor) -> String? {
    let bytes: [UInt8]
    do { bytes = try file.read(0..<512) } catch { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let process = Int(words[0]) else { return nil }
    return "process \(process) on \(words[1])"
}
