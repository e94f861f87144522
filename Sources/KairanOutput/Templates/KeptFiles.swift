/// Outputs that a build takes over from another.
package struct KeptFiles: Sendable {
    package var paths: [String]
    /// How each of them depends on the moment.
    var clocks: [Reads.Clock]
    /// Tells whether the folder for outputs holds these files; a preview keeps its own in memory.
    let arePublished: Bool
    /// Reads what one of them holds; nil where that cannot be read.
    let bytes: @Sendable (_ path: String) -> [UInt8]?

    package init(
        _ paths: [String] = [], _ clocks: [Reads.Clock] = [], arePublished: Bool = true,
        bytes: @escaping @Sendable (_ path: String) -> [UInt8]? = { _ in nil }
    ) {
        (self.paths, self.clocks, self.arePublished, self.bytes) = (paths, clocks, arePublished, bytes)
    }

    func file(_ path: String) -> OutputFile? { bytes(path).map { OutputFile(path: path, bytes: $0) } }
}
