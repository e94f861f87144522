/// Outputs that a build takes over from another.
package struct KeptFiles: Sendable {
    package var paths: [String]
    /// How each of them depends on the moment.
    var clocks: [Reads.Clock]
    /// What they hold, when that build was not published; nil when they are as they were published.
    var unpublished: (@Sendable (_ path: String) -> [UInt8]?)?

    package init(
        _ paths: [String] = [], _ clocks: [Reads.Clock] = [],
        unpublished: (@Sendable (_ path: String) -> [UInt8]?)? = nil
    ) {
        (self.paths, self.clocks, self.unpublished) = (paths, clocks, unpublished)
    }
}
