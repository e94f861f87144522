#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// An open file or folder. Whoever opens it closes it.
package struct FileDescriptor: Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Closes the file (close(2)). A failure matters only after writing; see `writeAndClose`.
    package func close() { _ = closeDescriptor(rawValue) }

    /// Returns the status of the open file (fstat(2)).
    package func status() throws(SystemError) -> FileStatus {
        var status = stat()
        try systemCall { unsafe fstat(rawValue, &status) }
        return FileStatus(status)
    }

    /// Sets the permissions of the open file (fchmod(2)).
    package func setPermissions(_ permissions: UInt32) throws(SystemError) {
        try systemCall { fchmod(rawValue, mode_t(permissions)) }
    }

    /// Takes the lock of the file (flock(2)), which is free again once the file is closed, however the process ends.
    /// Throws `.wouldBlock` at once if the file is open elsewhere and locked there.
    package func lock() throws(SystemError) { try systemCall { flock(rawValue, LOCK_EX | LOCK_NB) } }

    /// Tells whether this is a terminal (isatty(3)).
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    package static let standardInput = FileDescriptor(rawValue: STDIN_FILENO)
    package static let standardOutput = FileDescriptor(rawValue: STDOUT_FILENO)
    package static let standardError = FileDescriptor(rawValue: STDERR_FILENO)
}

extension FileDescriptor {
    /// Calls read(2) once to fill the start of a buffer, and returns how many bytes came; 0 at the end of the file.
    package func read(upTo count: Int, into buffer: inout [UInt8]) throws(SystemError) -> Int {
        precondition(count <= buffer.count)
        return try systemCall {
            unsafe buffer.withUnsafeMutableBytes { unsafe readDescriptor(rawValue, $0.baseAddress, count) }
        }
    }

    /// Reads from the present position up to the end, but at most `limit` bytes.
    ///
    /// - Parameter room: The number of bytes that the result may grow by without being copied.
    package func read(upTo limit: Int, room: Int = 0) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit + room) { buffer, count in
            do throws(SystemError) {
                while count < limit {
                    let (start, rest) = unsafe (buffer.baseAddress! + count, limit - count)
                    let got = try systemCall { unsafe readDescriptor(rawValue, start, rest) }
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

    /// Reads from the present position up to the end.
    package func readToEnd() throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        // If more is written while the file is read, another round reads that.
        var expected = max(try status().size, 0) + 1
        while true {
            let part = try read(upTo: expected)
            if bytes.isEmpty { bytes = part } else { bytes += part }
            if part.count < expected { return bytes }
            expected = 1 << 16
        }
    }

    /// Reads a range of bytes of a file, or fewer bytes at its end.
    ///
    /// - Parameter room: The number of bytes that the result may grow by without being copied.
    package func read(_ range: Range<Int>, room: Int = 0) throws(SystemError) -> [UInt8] {
        let end = min(range.upperBound, try status().size)
        guard range.lowerBound < end, lseek(rawValue, off_t(range.lowerBound), SEEK_SET) >= 0 else { return [] }
        return try read(upTo: end - range.lowerBound, room: room)
    }

    /// Writes all bytes, with as many calls of write(2) as that takes.
    package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
        var offset = 0
        while offset < bytes.count {
            offset += try systemCall {
                unsafe bytes.withUnsafeBytes {
                    unsafe writeDescriptor(rawValue, $0.baseAddress! + offset, bytes.count - offset)
                }
            }
        }
    }

    /// Writes all parts and closes the file, even if writing fails. A network file system may report only at the end
    /// that there was no space, so a failure of close(2) counts too.
    ///
    /// - Parameter isForced: If this is true, all bytes are on the disk afterwards.
    package func writeAndClose(
        _ parts: some Sequence<ArraySlice<UInt8>>, isForced: Bool = false
    ) throws(SystemError) {
        do {
            for part in parts { try write(part) }
            if isForced { try force() }
        } catch {
            close()
            throw error
        }
        // close(2) is not called again after an interruption, since Linux has released the descriptor by then.
        if closeDescriptor(rawValue) == -1, errno != EINTR { throw SystemError(code: errno) }
    }

    /// Replaces all that the file holds with these bytes (ftruncate(2), pwrite(2)).
    package func replaceContent(_ bytes: [UInt8]) throws(SystemError) {
        try systemCall { ftruncate(rawValue, 0) }
        try systemCall { unsafe pwrite(rawValue, bytes, bytes.count, 0) }
    }
}
