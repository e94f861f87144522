import Glibc

/// Held by the one build that may publish to a folder; freed by the kernel however the build ends.
struct PublicationLock: ~Copyable {
    private let descriptor: Int32
    private let path: String

    /// Fails at once when another build holds it.
    init(at path: String) throws(PublishError) {
        descriptor = try lockedFile(path)
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

private func lockedFile(_ path: String) throws(PublishError) -> Int32 {
    while true {
        let descriptor = try systemCall(at: path) { open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == -1 {
            let code = errno
            defer { close(descriptor) }
            throw code == EWOULDBLOCK ? .locked(holder: holderName(descriptor)) : SystemError(code: code).at(path)
        }
        // Its holder may have removed the file between our open and our lock; then the lock guards nothing.
        if isFile(descriptor, at: path) { return descriptor }
        close(descriptor)
    }
}

private func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
        && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
}

private func holderName(_ descriptor: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = buffer.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress!, $0.count, 0) }
    let words = String(decoding: buffer[..<max(count, 0)], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    // Between taking the lock and writing the name the file is empty.
    guard words.count == 2, let process = Int(words[0]) else { return "another process" }
    return "process \(process) on \(words[1])"
}

private func hostName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0, name[0] != 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
