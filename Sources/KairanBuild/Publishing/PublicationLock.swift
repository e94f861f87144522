import Glibc

/// Held by the one build that may publish to a folder; freed by the kernel however the build ends.
struct PublicationLock: ~Copyable {
    private let descriptor: Int32
    private let path: String
    /// Whether a build that was killed left it.
    let isLeft: Bool

    /// Fails at once when another build holds it, and where the file is none of Kairan's.
    init(at path: String) throws(PublishError) {
        (descriptor, isLeft) = try lockedFile(path)
        self.path = path
        // Only for the message that another build prints: the lock holds without it.
        let holder = Array("\(getpid()) \(hostName())\n".utf8)
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, holder, holder.count, 0) }
    }

    deinit {
        // Before the lock is freed: who opened this file meanwhile finds the name gone and tries again.
        unlink(path)
        close(descriptor)
    }
}

/// Also tells whether the file was there.
private func lockedFile(_ path: String) throws(PublishError) -> (descriptor: Int32, isLeft: Bool) {
    while true {
        let flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC
        var descriptor = open(path, flags | O_CREAT | O_EXCL, 0o644)
        let isLeft = descriptor == -1 && errno == EEXIST
        if isLeft { descriptor = open(path, flags) }
        if descriptor == -1 {
            if isLeft, errno == ENOENT { continue }
            throw SystemError(code: errno).at(path)
        }
        if flock(descriptor, LOCK_EX | LOCK_NB) == -1 {
            let code = errno
            defer { close(descriptor) }
            throw code == EWOULDBLOCK ? .locked(holder: holderName(descriptor)) : SystemError(code: code).at(path)
        }
        // Its holder may have removed the file between our open and our lock; then the lock guards nothing.
        if isFile(descriptor, at: path) {
            var status = stat()
            // A build that finds no space left leaves it empty.
            let hasOneName = fstat(descriptor, &status) == 0 && status.st_nlink == 1
            let isSigned = holder(descriptor) != nil
            if hasOneName, isSigned || status.st_size == 0 { return (descriptor, isLeft) }
            // A build that was killed while it tried whether it could link the file left it a second name. Whatever
            // has that name is not written to.
            guard isSigned, unlink(path) == 0 else {
                close(descriptor)
                throw .foreign(path: path, .file)
            }
        }
        close(descriptor)
    }
}

private func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
        && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
}

private func holderName(_ descriptor: Int32) -> String {
    // Between taking the lock and writing the name the file is empty.
    holder(descriptor) ?? "another process"
}

/// Nil for a file in which no build has written its name.
private func holder(_ descriptor: Int32) -> String? {
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = buffer.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress!, $0.count, 0) }
    let words = String(decoding: buffer[..<max(count, 0)], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let process = Int(words[0]) else { return nil }
    return "process \(process) on \(words[1])"
}

private func hostName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0, name[0] != 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
