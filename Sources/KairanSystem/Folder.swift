internal import Glibc

/// The process's working folder (AT_FDCWD): what a path is of that is not one of another open folder. An absolute path is
/// the same in all of them.
package let workingFolder = FileDescriptor(rawValue: AT_FDCWD)

extension FileDescriptor {
    /// Opens a file of this folder to read it. No pipe that stands there can hold that up.
    ///
    /// - Parameter followsLink: Whether a symbolic link at the path is followed; else it throws
    ///   `.tooManySymbolicLinkLevels`. Those on the way always are.
    package func openFile(_ path: some SystemPath, followsLink: Bool = false) throws(SystemError) -> FileDescriptor {
        try open(path, O_RDONLY | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW))
    }

    /// Opens a file of this folder to read and write it.
    package func openFileForUpdate(_ path: some SystemPath) throws(SystemError) -> FileDescriptor {
        try open(path, O_RDWR | O_NOFOLLOW)
    }

    /// Makes a file in this folder, open for reading and writing. Throws `.fileExists` if anything has its name, a link
    /// that leads nowhere too.
    ///
    /// - Parameter permissions: Of chmod(2), of which the process's mask takes some away.
    package func createFile(
        _ path: some SystemPath, permissions: UInt32 = 0o666
    ) throws(SystemError) -> FileDescriptor {
        try open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, permissions)
    }

    /// Opens a folder only to name what is in it, which takes no right to list it where the system can tell the two apart.
    package func openFolder(_ path: some SystemPath, followsLink: Bool = false) throws(SystemError) -> FileDescriptor {
        try open(path, Self.namingFlags | O_DIRECTORY | (followsLink ? 0 : O_NOFOLLOW))
    }

    /// The same for a folder that may be listed too.
    package func openReadableFolder(
        _ path: some SystemPath, followsLink: Bool = false
    ) throws(SystemError) -> FileDescriptor {
        try open(path, O_RDONLY | O_DIRECTORY | (followsLink ? 0 : O_NOFOLLOW))
    }

    func open(_ path: some SystemPath, _ flags: Int32, _ permissions: UInt32 = 0) throws(SystemError) -> FileDescriptor
    {
        FileDescriptor(
            rawValue: try systemCall { path.withPointer { openat(rawValue, $0, flags | O_CLOEXEC, permissions) } })
    }
}

extension FileDescriptor {
    /// What stands at a path of this folder (fstatat(2)).
    ///
    /// - Parameter followsLink: Whether it is asked of what a symbolic link at the path leads to.
    package func status(of path: some SystemPath, followsLink: Bool = false) throws(SystemError) -> FileStatus {
        var status = stat()
        let flags = followsLink ? 0 : AT_SYMLINK_NOFOLLOW
        try systemCall { path.withPointer { fstatat(rawValue, $0, &status, flags) } }
        return FileStatus(status)
    }

    /// The same; nil where nothing is, and where it cannot be looked at.
    package func knownStatus(of path: some SystemPath, followsLink: Bool = false) -> FileStatus? {
        var status = stat()
        let flags = followsLink ? 0 : AT_SYMLINK_NOFOLLOW
        return path.withPointer { fstatat(rawValue, $0, &status, flags) } == 0 ? FileStatus(status) : nil
    }

    /// What kind of entry stands at a path; nil where nothing does.
    package func kind(of path: some SystemPath) throws(SystemError) -> EntryKind? {
        do {
            return try status(of: path).kind
        } catch {
            if error == .noSuchFileOrDirectory || error == .notDirectory { return nil }
            throw error
        }
    }

    /// What a symbolic link says, as it says it (readlink(2)).
    package func readLink(_ path: some SystemPath) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = try systemCall {
            bytes.withUnsafeMutableBytes { buffer in
                path.withPointer {
                    readlinkat(rawValue, $0, buffer.bindMemory(to: CChar.self).baseAddress!, Int(PATH_MAX))
                }
            }
        }
        return Array(bytes[..<count])
    }

    /// What a file that a person named holds; it may be a pipe that is waited for, and any link is followed.
    package func readGivenFile(_ path: some SystemPath) throws(SystemError) -> [UInt8] {
        let file = try open(path, O_RDONLY)
        defer { file.close() }
        return try file.readToEnd()
    }

    /// What a file of this folder holds; no symbolic link is followed at the path.
    package func readFile(_ path: some SystemPath) throws(SystemError) -> [UInt8] {
        let file = try openFile(path)
        defer { file.close() }
        return try file.readToEnd()
    }
}

extension FileDescriptor {
    /// Makes a folder in this one (mkdir(2)).
    package func makeFolder(_ path: some SystemPath) throws(SystemError) {
        try systemCall { path.withPointer { mkdirat(rawValue, $0, 0o777) } }
    }

    /// The same; whatever has the name already stays.
    package func makeFolderIfMissing(_ path: some SystemPath) throws(SystemError) {
        do { try makeFolder(path) } catch { if error != .fileExists { throw error } }
    }

    /// Removes a file, or a symbolic link itself (unlink(2)).
    package func removeFile(_ path: some SystemPath) throws(SystemError) {
        try systemCall { path.withPointer { unlinkat(rawValue, $0, 0) } }
    }

    /// The same where nothing depends on it. False where nothing was removed.
    @discardableResult
    package func discardFile(_ path: some SystemPath) -> Bool {
        path.withPointer { unlinkat(rawValue, $0, 0) } == 0
    }

    /// Removes a folder that holds nothing (rmdir(2)).
    package func removeFolder(_ path: some SystemPath) throws(SystemError) {
        try systemCall { path.withPointer { unlinkat(rawValue, $0, AT_REMOVEDIR) } }
    }

    /// Gives a file or folder another name, in the place of a file that has it (rename(2)).
    package func rename(
        _ path: some SystemPath, to new: some SystemPath, in folder: FileDescriptor? = nil
    ) throws(SystemError) {
        let target = (folder ?? self).rawValue
        try systemCall { path.withPointer { path in new.withPointer { renameat(rawValue, path, target, $0) } } }
    }

    /// Gives a file, or a symbolic link itself, one more name (link(2)). Throws `.fileExists` if anything has it.
    package func link(
        _ path: some SystemPath, to new: some SystemPath, in folder: FileDescriptor? = nil
    ) throws(SystemError) {
        let target = (folder ?? self).rawValue
        try systemCall { path.withPointer { path in new.withPointer { linkat(rawValue, path, target, $0, 0) } } }
    }

    /// Makes a symbolic link that says these bytes (symlink(2)).
    package func makeLink(_ path: some SystemPath, saying target: [UInt8]) throws(SystemError) {
        let target = target.map(CChar.init(bitPattern:)) + [0]
        try systemCall { path.withPointer { symlinkat(target, rawValue, $0) } }
    }

    /// chown(2), of a symbolic link itself.
    package func setOwner(of path: some SystemPath, _ owner: UInt32, _ group: UInt32) throws(SystemError) {
        try systemCall { path.withPointer { fchownat(rawValue, $0, owner, group, AT_SYMLINK_NOFOLLOW) } }
    }

    /// chmod(2), of what a symbolic link leads to.
    package func setPermissions(of path: some SystemPath, _ permissions: UInt32) throws(SystemError) {
        try systemCall { path.withPointer { fchmodat(rawValue, $0, permissions, 0) } }
    }

    /// utimensat(2), of a symbolic link itself; nanoseconds since 1970.
    package func setTimes(of path: some SystemPath, accessed: Int64, modified: Int64) throws(SystemError) {
        let times = [accessed, modified].map { time in
            let seconds = time >= 0 ? time / 1_000_000_000 : (time - 999_999_999) / 1_000_000_000
            return timespec(tv_sec: Int(seconds), tv_nsec: Int(time - seconds * 1_000_000_000))
        }
        try systemCall { path.withPointer { utimensat(rawValue, $0, times, AT_SYMLINK_NOFOLLOW) } }
    }
}

/// The path of a file or folder without `.`, `..` and symbolic links (realpath(3)).
package func resolvedPath(_ path: String) throws(SystemError) -> String {
    guard let real = realpath(path, nil) else { throw SystemError(code: errno) }
    defer { free(real) }
    return String(cString: real)
}
