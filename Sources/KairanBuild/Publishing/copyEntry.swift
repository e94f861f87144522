import Glibc

/// Copies a file or link with its permissions and time stamps, where the two trees cannot share it.
func copyEntry(_ path: TreePath, _ kind: EntryKind, from old: Int32, in new: Int32) throws(SystemError) {
    switch kind {
    case .file: try copyFile(path, from: old, in: new)
    case .symbolicLink: try copyLink(path, from: old, in: new)
    case .folder, .special: throw SystemError(code: EOPNOTSUPP)
    }
}

private func copyFile(_ path: TreePath, from old: Int32, in new: Int32) throws(SystemError) {
    let source = try systemCall { path.withName { openat(old, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) } }
    defer { close(source) }
    var status = stat()
    try systemCall { fstat(source, &status) }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let copy = try systemCall { path.withName { openat(new, $0, flags, 0o600) } }
    try writeAndClose(copy, try readToEnd(source))
    if fchownat(new, path, status) == -1 && errno != EPERM { throw SystemError(code: errno) }
    try systemCall { path.withName { fchmodat(new, $0, status.st_mode & 0o7777, 0) } }
    try takeOverTimes(of: status, for: path, in: new)
}

private func copyLink(_ path: TreePath, from old: Int32, in new: Int32) throws(SystemError) {
    var status = stat()
    try systemCall { path.withName { fstatat(old, $0, &status, AT_SYMLINK_NOFOLLOW) } }
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    try systemCall { path.withName { readlinkat(old, $0, &target, Int(PATH_MAX)) } }
    try systemCall { path.withName { symlinkat(target, new, $0) } }
    if fchownat(new, path, status) == -1 && errno != EPERM { throw SystemError(code: errno) }
    try takeOverTimes(of: status, for: path, in: new)
}

private func fchownat(_ folder: Int32, _ path: TreePath, _ status: stat) -> Int32 {
    path.withName { Glibc.fchownat(folder, $0, status.st_uid, status.st_gid, AT_SYMLINK_NOFOLLOW) }
}

private func takeOverTimes(of status: stat, for path: TreePath, in folder: Int32) throws(SystemError) {
    let times = [status.st_atim, status.st_mtim]
    try systemCall { path.withName { utimensat(folder, $0, times, AT_SYMLINK_NOFOLLOW) } }
}

func readToEnd(_ descriptor: Int32) throws(SystemError) -> [UInt8] {
    var status = stat()
    try systemCall { fstat(descriptor, &status) }
    var bytes: [UInt8] = []
    // What is written while it is read makes another round.
    var expected = max(Int(status.st_size), 0) + 1
    while true {
        let part = try readPart(descriptor, upTo: expected)
        if bytes.isEmpty { bytes = part } else { bytes += part }
        if part.count < expected { return bytes }
        expected = 1 << 16
    }
}

/// Some bytes of a file, or fewer at its end.
///
/// - Parameter room: For how many bytes more there should be memory.
func readPart(_ descriptor: Int32, _ range: Range<Int>, room: Int) throws(SystemError) -> [UInt8] {
    var status = stat()
    try systemCall { fstat(descriptor, &status) }
    let end = min(range.upperBound, Int(status.st_size))
    guard range.lowerBound < end, lseek(descriptor, off_t(range.lowerBound), SEEK_SET) >= 0 else { return [] }
    return try readPart(descriptor, upTo: end - range.lowerBound, room: room)
}

private func readPart(_ descriptor: Int32, upTo limit: Int, room: Int = 0) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: limit + room) { buffer, count in
        do throws(SystemError) {
            while count < limit {
                let (start, rest) = (buffer.baseAddress! + count, limit - count)
                let got = try systemCall { read(descriptor, start, rest) }
                if got == 0 { break }
                count += got
            }
        } catch {
            failure = error
        }
    }
    if let failure { throw failure }
    return bytes
}
