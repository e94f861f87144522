internal import KairanSystem

/// Held by the one build that may publish to a folder; freed by the kernel however the build ends.
struct PublicationLock: ~Copyable {
    private let file: FileDescriptor
    private let path: String
    /// Whether a build that was killed left it.
    let isLeft: Bool

    /// Fails at once when another build holds it, and where the file is none of Kairan's.
    init(at path: String) throws(PublishError) {
        (file, isLeft) = try lockedFile(path)
        self.path = path
        // Only for the message that another build prints: the lock holds without it.
        do { try file.replaceContent(Array("\(processIdentifier()) \(hostName())\n".utf8)) } catch {}
    }

    deinit {
        // Before the lock is freed: who opened this file meanwhile finds the name gone and tries again.
        workingFolder.discardFile(path)
        file.close()
    }
}

/// Also tells whether the file was there.
private func lockedFile(_ path: String) throws(PublishError) -> (file: FileDescriptor, isLeft: Bool) {
    while true {
        let (file, isLeft): (FileDescriptor, Bool)
        do {
            (file, isLeft) = try openedFile(path)
        } catch {
            throw error.at(path)
        }
        do {
            try file.lock()
        } catch {
            defer { file.close() }
            throw error == .wouldBlock ? .locked(holder: holderName(file)) : error.at(path)
        }
        // Its holder may have removed the file between our open and our lock; then the lock guards nothing.
        if let status = status(of: file, at: path) {
            // A build that finds no space left leaves it empty.
            let isSigned = holder(file) != nil
            if status.linkCount == 1, isSigned || status.size == 0 { return (file, isLeft) }
            // A build that was killed while it tried whether it could link the file left it a second name. Whatever
            // has that name is not written to.
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
            // It went in between.
            if error != .noSuchFileOrDirectory { throw error }
        }
    }
}

/// Nil for a file that is not, or no more, the one at the path.
private func status(of file: FileDescriptor, at path: String) -> FileStatus? {
    do {
        let (opened, named) = (try file.status(), try workingFolder.status(of: path))
        return (opened.inode, opened.device) == (named.inode, named.device) ? opened : nil
    } catch {
        return nil
    }
}

private func holderName(_ file: FileDescriptor) -> String {
    // Between taking the lock and writing the name the file is empty.
    holder(file) ?? "another process"
}

/// Nil for a file in which no build has written its name.
private func holder(_ file: FileDescriptor) -> String? {
    let bytes: [UInt8]
    do { bytes = try file.read(0..<512) } catch { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let process = Int(words[0]) else { return nil }
    return "process \(process) on \(words[1])"
}
