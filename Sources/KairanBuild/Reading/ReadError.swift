internal import Glibc

/// The system refused to read something.
package struct ReadError: Error, CustomStringConvertible {
    package var path: String
    package var reason: String
    /// True of a source that was found but is not, or no more, as it was known when its bytes were needed.
    var isLate = false

    package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

    /// What the last system call says of a file of the site in `folder`.
    init(_ path: String, in folder: String) {
        self.init(path: onDisk(path, in: folder), reason: String(cString: strerror(errno)))
    }

    package var description: String { "\(path): \(reason)" }
}

/// A path of the site as the process sees it.
func onDisk(_ path: String, in root: String) -> String { root == "." ? path : "\(root)/\(path)" }
