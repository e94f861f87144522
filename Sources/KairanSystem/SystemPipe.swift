#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The two ends of a pipe (pipe(2)). Programs that are started inherit none of them, except as one of their streams.
package struct SystemPipe: Sendable {
    package let reading: FileDescriptor
    package let writing: FileDescriptor

    package init() throws(SystemError) {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw SystemError(code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
    }

    /// Returns what comes out of the pipe until its other end is closed; nil if that is more than a number of bytes.
    /// The caller closes the writing end before, and the reading end afterwards.
    package func read(atMost limit: Int) throws(SystemError) -> [UInt8]? {
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = try reading.read(upTo: buffer.count, into: &buffer)
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            if bytes.count > limit { return nil }
        }
    }
}
