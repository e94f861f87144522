/// Outputs that a build takes over from another.
package struct KeptFiles: Sendable {
    package var paths: [String]
    /// What they hold, when that build was not published; nil when they are as they were published.
    var unpublished: (@Sendable (_ path: String) -> [UInt8]?)?

    package init(_ paths: [String] = [], unpublished: (@Sendable (_ path: String) -> [UInt8]?)? = nil) {
        (self.paths, self.unpublished) = (paths, unpublished)
    }
}
