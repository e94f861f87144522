internal import Glibc

/// An open file or folder; whoever opens it closes it.
package struct FileDescriptor: Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// close(2); what it says is of interest only after writing, see `writeAndClose`.
    package func close() { _ = Glibc.close(rawValue) }

    /// fstat(2).
    package func status() throws(SystemError) -> FileStatus {
        var status = stat()
        try systemCall { fstat(rawValue, &status) }
        return FileStatus(status)
    }

    /// fchmod(2).
    package func setPermissions(_ permissions: UInt32) throws(SystemError) {
        try systemCall { fchmod(rawValue, permissions) }
    }

    /// Takes the lock of the file (flock(2)), which is free again when it is closed, however the process ends. Throws
    /// `.wouldBlock` at once if it is open elsewhere and locked there.
    package func lock() throws(SystemError) { try systemCall { flock(rawValue, LOCK_EX | LOCK_NB) } }

    /// isatty(3).
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    package static let standardInput = FileDescriptor(rawValue: STDIN_FILENO)
    package static let standardOutput = FileDescriptor(rawValue: STDOUT_FILENO)
    package static let standardError = FileDescriptor(rawValue: STDERR_FILENO)
}

extension FileDescriptor {
    /// One read(2) into the start of a buffer: how many bytes came, 0 at the end of the file.
    package func read(upTo count: Int, into buffer: inout [UInt8]) throws(SystemError) -> Int {
        precondition(count <= buffer.count)
        return try systemCall { buffer.withUnsafeMutableBytes { Glibc.read(rawValue, $0.baseAddress, count) } }
    }

    /// What is read from here on, up to the end or so many bytes.
    ///
    /// - Parameter room: For how many bytes more there should be memory.
    package func read(upTo limit: Int, room: Int = 0) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: limit + room) { buffer, count in
            do throws(SystemError) {
                while count < limit {
                    let (start, rest) = (buffer.baseAddress! + count, limit - count)
                    let got = try systemCall { Glibc.read(rawValue, start, rest) }
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

    /// What is read from here on.
    package func readToEnd() throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        // What is written while it is read makes another round.
        var expected = max(try status().size, 0) + 1
        while true {
            let part = try read(upTo: expected)
            if bytes.isEmpty { bytes = part } else { bytes += part }
            if part.count < expected { return bytes }
            expected = 1 << 16
        }
    }

    /// Some bytes of a file, or fewer at its end.
    ///
    /// - Parameter room: For how many bytes more there should be memory.
    package func read(_ range: Range<Int>, room: Int = 0) throws(SystemError) -> [UInt8] {
        let end = min(range.upperBound, try status().size)
        guard range.lowerBound < end, lseek(rawValue, off_t(range.lowerBound), SEEK_SET) >= 0 else { return [] }
        return try read(upTo: end - range.lowerBound, room: room)
    }

    /// All of it, by as many calls of write(2) as that takes.
    package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
        var offset = 0
        while offset < bytes.count {
            offset += try systemCall {
                bytes.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress! + offset, bytes.count - offset) }
            }
        }
    }

    /// Writes all of it and closes the file, also when that fails. A network file system may tell only at the end that
    /// there was no space, so close(2) counts too.
    package func writeAndClose(_ parts: [ArraySlice<UInt8>]) throws(SystemError) {
        do {
            for part in parts { try write(part) }
        } catch {
            close()
            throw error
        }
        // Not called again when interrupted: Linux has released the descriptor by then (close(2)).
        if Glibc.close(rawValue) == -1, errno != EINTR { throw SystemError(code: errno) }
    }

    /// Makes it hold nothing but these bytes (ftruncate(2), pwrite(2)).
    package func replaceContent(_ bytes: [UInt8]) throws(SystemError) {
        try systemCall { ftruncate(rawValue, 0) }
        try systemCall { pwrite(rawValue, bytes, bytes.count, 0) }
    }
}
