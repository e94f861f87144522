#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The process's working folder (AT_FDCWD), from which a relative path starts unless another open folder is given. An
/// absolute path is the same in all folders.
package let workingFolder = FileDescriptor(rawValue: AT_FDCWD)

extension FileDescriptor {
    /// Opens a file of this folder to read it. If a pipe has that path, opening does not wait for it.
    ///
    /// - Parameter followsLink: If this is true, a symbolic link at the path is followed; if not, it throws
    ///   `.tooManySymbolicLinkLevels`. Links on the way to it are always followed.
    package func openFile(_ path: some SystemPath, followsLink: Bool = false) throws(SystemError) -> FileDescriptor {
        try open(path, O_RDONLY | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW))
    }

    /// Opens a file of this folder to read and write it.
    package func openFileForUpdate(_ path: some SystemPath) throws(SystemError) -> FileDescriptor {
        try open(path, O_RDWR | O_NOFOLLOW)
    }

    /// Makes a file in this folder and opens it for reading and writing. Throws `.fileExists` if anything has its name,
    /// even a link that leads nowhere.
    ///
    /// - Parameter permissions: The permissions as for chmod(2), less those that the process's mask takes away.
    package func createFile(
        _ path: some SystemPath, permissions: UInt32 = 0o666
    ) throws(SystemError) -> FileDescriptor {
        try open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, permissions)
    }

    /// Opens a folder only to reach what is in it by name. This needs no right to list it, on systems that know the
    /// difference.
    package func openFolder(_ path: some SystemPath, followsLink: Bool = false) throws(SystemError) -> FileDescriptor {
        try open(path, Self.namingFlags | O_DIRECTORY | (followsLink ? 0 : O_NOFOLLOW))
    }

    /// Opens a folder so that it can also be listed.
    package func openReadableFolder(
        _ path: some SystemPath, followsLink: Bool = false
    ) throws(SystemError) -> FileDescriptor {
        try open(path, O_RDONLY | O_DIRECTORY | (followsLink ? 0 : O_NOFOLLOW))
    }

    func open(_ path: some SystemPath, _ flags: Int32, _ permissions: UInt32 = 0) throws(SystemError) -> FileDescriptor
    {
        FileDescriptor(
            rawValue: try systemCall {
                unsafe path.withPointer { unsafe openat(rawValue, $0, flags | O_CLOEXEC, mode_t(permissions)) }
            })
    }
}

extension FileDescriptor {
    /// Returns the status of what is at a path of this folder (fstatat(2)).
    ///
    /// - Parameter followsLink: If this is true, the status is that of what a symbolic link at the path leads to.
    package func status(of path: some SystemPath, followsLink: Bool = false) throws(SystemError) -> FileStatus {
        var status = stat()
        let flags = followsLink ? 0 : AT_SYMLINK_NOFOLLOW
        try systemCall { unsafe path.withPointer { unsafe fstatat(rawValue, $0, &status, flags) } }
        return FileStatus(status)
    }

    /// Returns the same status, or nil if nothing is there or it cannot be looked at.
    package func knownStatus(of path: some SystemPath, followsLink: Bool = false) -> FileStatus? {
        var status = stat()
        let flags = followsLink ? 0 : AT_SYMLINK_NOFOLLOW
        return unsafe path.withPointer { unsafe fstatat(rawValue, $0, &status, flags) } == 0 ? FileStatus(status) : nil
    }

    /// Tells whether something is there that nobody may write to by its permissions, or not this process (access(2)).
    package func isReadOnly(_ path: some SystemPath) -> Bool {
        guard let status = knownStatus(of: path, followsLink: true) else { return false }
        let isForbidden = unsafe path.withPointer { unsafe faccessat(rawValue, $0, W_OK, AT_EACCESS) } != 0
        return status.permissions & 0o222 == 0 || isForbidden
    }

    /// Returns the kind of the entry at a path, or nil if nothing is there.
    package func kind(of path: some SystemPath) throws(SystemError) -> EntryKind? {
        do {
            return try status(of: path).kind
        } catch {
            if error == .noSuchFileOrDirectory || error == .notDirectory { return nil }
            throw error
        }
    }

    /// Returns the bytes of a symbolic link as they are (readlink(2)).
    package func readLink(_ path: some SystemPath) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = try systemCall {
            unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe path.withPointer {
                    unsafe readlinkat(rawValue, $0, buffer.bindMemory(to: CChar.self).baseAddress!, Int(PATH_MAX))
                }
            }
        }
        return Array(bytes[..<count])
    }

    /// Reads a file that a person named, and any link is followed. A pipe or device may have no end, and nobody writes a
    /// longer file by hand.
    package func readGivenFile(_ path: some SystemPath) throws(SystemError) -> [UInt8] {
        let file = try openFile(path, followsLink: true)
        defer { file.close() }
        let status = try file.status()
        if status.isFolder { throw .isDirectory }
        if !status.isFile { throw .notRegularFile }
        if status.size > 256 << 20 { throw .fileTooLarge }
        return try file.readToEnd()
    }

    /// Reads a file of this folder. A symbolic link at the path is not followed.
    package func readFile(_ path: some SystemPath) throws(SystemError) -> [UInt8] {
        let file = try openFile(path)
        defer { file.close() }
        return try file.readToEnd()
    }

    /// Reads a file of this folder like `readFile`, but returns nil if it cannot be read.
    package func readKnownFile(_ path: some SystemPath) -> [UInt8]? {
        do { return try readFile(path) } catch { return nil }
    }
}

extension FileDescriptor {
    /// Makes a folder in this one (mkdir(2)).
    package func makeFolder(_ path: some SystemPath) throws(SystemError) {
        try systemCall { unsafe path.withPointer { unsafe mkdirat(rawValue, $0, 0o777) } }
    }

    /// Makes a folder in this one, unless something already has the name.
    package func makeFolderIfMissing(_ path: some SystemPath) throws(SystemError) {
        do { try makeFolder(path) } catch { if error != .fileExists { throw error } }
    }

    /// Removes a file, or a symbolic link itself (unlink(2)).
    package func removeFile(_ path: some SystemPath) throws(SystemError) {
        try systemCall { unsafe path.withPointer { unsafe unlinkat(rawValue, $0, 0) } }
    }

    /// Removes a file if that is possible. Returns false if nothing was removed.
    @discardableResult
    package func discardFile(_ path: some SystemPath) -> Bool {
        unsafe path.withPointer { unsafe unlinkat(rawValue, $0, 0) } == 0
    }

    /// Removes a folder that holds nothing (rmdir(2)).
    package func removeFolder(_ path: some SystemPath) throws(SystemError) {
        try systemCall { unsafe path.withPointer { unsafe unlinkat(rawValue, $0, AT_REMOVEDIR) } }
    }

    /// Gives a file or folder another name, and replaces a file that has the name (rename(2)).
    package func rename(
        _ path: some SystemPath, to new: some SystemPath, in folder: FileDescriptor? = nil
    ) throws(SystemError) {
        let target = (folder ?? self).rawValue
        try systemCall {
            unsafe path.withPointer { path in unsafe new.withPointer { unsafe renameat(rawValue, path, target, $0) } }
        }
    }

    /// Gives a file, or a symbolic link itself, one more name (link(2)). Throws `.fileExists` if anything has it.
    package func link(
        _ path: some SystemPath, to new: some SystemPath, in folder: FileDescriptor? = nil
    ) throws(SystemError) {
        let target = (folder ?? self).rawValue
        try systemCall {
            unsafe path.withPointer { path in unsafe new.withPointer { unsafe linkat(rawValue, path, target, $0, 0) } }
        }
    }

    /// Makes a symbolic link that says these bytes (symlink(2)).
    package func makeLink(_ path: some SystemPath, saying target: [UInt8]) throws(SystemError) {
        let target = target.map(CChar.init(bitPattern:)) + [0]
        try systemCall { unsafe path.withPointer { unsafe symlinkat(target, rawValue, $0) } }
    }

    /// Sets the owner and group of what is at a path, also of a symbolic link itself (fchownat(2)).
    package func setOwner(of path: some SystemPath, _ owner: UInt32, _ group: UInt32) throws(SystemError) {
        try systemCall { unsafe path.withPointer { unsafe fchownat(rawValue, $0, owner, group, AT_SYMLINK_NOFOLLOW) } }
    }

    /// Sets the permissions of what is at a path, or of what a symbolic link there leads to (fchmodat(2)).
    package func setPermissions(of path: some SystemPath, _ permissions: UInt32) throws(SystemError) {
        try systemCall { unsafe path.withPointer { unsafe fchmodat(rawValue, $0, mode_t(permissions), 0) } }
    }

    /// Sets the times of what is at a path, also of a symbolic link itself, in nanoseconds since 1970 (utimensat(2)).
    package func setTimes(of path: some SystemPath, accessed: Int64, modified: Int64) throws(SystemError) {
        let times = [accessed, modified].map { time in
            let seconds = time >= 0 ? time / 1_000_000_000 : (time - 999_999_999) / 1_000_000_000
            return timespec(tv_sec: Int(seconds), tv_nsec: Int(time - seconds * 1_000_000_000))
        }
        try systemCall { unsafe path.withPointer { unsafe utimensat(rawValue, $0, times, AT_SYMLINK_NOFOLLOW) } }
    }
}

/// Returns the path of a file or folder without `.`, `..` and symbolic links (realpath(3)).
package func resolvedPath(_ path: String) throws(SystemError) -> String {
    guard let real = unsafe realpath(path, nil) else { throw SystemError(code: errno) }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
}

/// Returns a path with symbolic links resolved, or nil if nothing is there.
package func realPath(of path: String) -> String? { do { return try resolvedPath(path) } catch { return nil } }
