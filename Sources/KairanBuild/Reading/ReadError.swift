internal import KairanReaders
package import KairanSystem

/// An error that says that the system could not read something.
package struct ReadError: Error, CustomStringConvertible {
    package var path: String
    package var reason: String
    /// This is true if a source that was found had changed or gone when its bytes were needed.
    var isLate = false

    package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

    package init(path: String, _ error: SystemError) { self.init(path: path, reason: error.description) }

    package var description: String { "\(path): \(reason)" }
}

/// Reads a file that somebody named on the command line. Symbolic links are followed there.
package func readGiven(_ path: String) throws(ReadError) -> [UInt8] {
    do { return try workingFolder.readGivenFile(path) } catch { throw ReadError(path: path, error) }
}
