internal import KairanReaders
package import KairanSystem

/// The system refused to read something.
package struct ReadError: Error, CustomStringConvertible {
    package var path: String
    package var reason: String
    /// True of a source that was found but is not, or no more, as it was known when its bytes were needed.
    var isLate = false

    package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

    package init(path: String, _ error: SystemError) { self.init(path: path, reason: error.description) }

    /// - Parameter path: Of a file of the site in `folder`.
    init(_ path: String, in folder: String, _ error: SystemError) {
        self.init(path: onDisk(path, in: folder), error)
    }

    package var description: String { "\(path): \(reason)" }
}

/// A path of the site as the process sees it.
func onDisk(_ path: String, in root: String) -> String { root == "." ? path : "\(root)/\(path)" }

/// A file that somebody named on the command line; symbolic links are followed there.
package func readGiven(_ path: String) throws(ReadError) -> [UInt8] {
    do { return try workingFolder.readGivenFile(path) } catch { throw ReadError(path: path, error) }
}
