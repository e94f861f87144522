#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A file without a name, which is removed with the value (tmpfile(3)). Programs that are started do not inherit it,
/// except as one of their streams.
///
/// It is marked as safe because it owns the file.
@safe
package struct TemporaryFile: ~Copyable {
    private let file: UnsafeMutablePointer<FILE>

    /// - Parameter bytes: The bytes that the file holds at first.
    package init(_ bytes: [UInt8] = []) throws(SystemError) {
        guard let file = unsafe tmpfile() else { throw SystemError(code: errno) }
        guard unsafe fcntl(fileno(file), F_SETFD, FD_CLOEXEC) == 0,
            unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count,
            unsafe fflush(file) == 0, unsafe lseek(fileno(file), 0, SEEK_SET) == 0
        else {
            let code = errno
            unsafe fclose(file)
            throw SystemError(code: code)
        }
        unsafe self.file = file
    }

    package var descriptor: FileDescriptor { unsafe FileDescriptor(rawValue: fileno(file)) }

    /// All bytes of the file, whoever wrote them; empty if it cannot be read.
    package var content: [UInt8] { do { return try descriptor.read(0..<Int.max) } catch { return [] } }

    deinit { unsafe fclose(file) }
}

/// Makes a new folder that only its owner can use, among the system's temporary files (mkdtemp(3)). Returns its path.
///
/// - Parameter name: The beginning of the folder's name.
package func makeTemporaryFolder(_ name: String) throws(SystemError) -> String {
    // mkdtemp(3) replaces the last six letters with letters of its own choice.
    var path = Array("\(temporaryFolder())/\(name)\(String(repeating: "X", count: 6))".utf8CString)
    guard unsafe mkdtemp(&path) != nil else { throw SystemError(code: errno) }
    return String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Returns the path of the folder of the system's temporary files.
package func temporaryFolder() -> String { environmentVariable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp" }
