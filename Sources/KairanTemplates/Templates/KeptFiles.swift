package import KairanPublish
package import KairanQueries

/// Outputs that a build keeps from an earlier one.
package struct KeptFiles: Sendable {
    package var paths: [String]
    /// For each file, how it depends on the moment.
    package var validities: [Reads.Validity]
    /// This is true if the output folder holds these files. A preview keeps its own in memory.
    package let arePublished: Bool
    /// Returns the bytes of a file, or nil if they cannot be read.
    package let bytes: @Sendable (_ path: String) -> [UInt8]?
    /// Returns the bytes of a file of the last publication, or nil if they cannot be read.
    package let publishedBytes: @Sendable (_ path: String) -> [UInt8]?

    package init(
        _ paths: [String] = [], _ validities: [Reads.Validity] = [], arePublished: Bool = true,
        bytes: @escaping @Sendable (_ path: String) -> [UInt8]? = { _ in nil },
        publishedBytes: @escaping @Sendable (_ path: String) -> [UInt8]? = { _ in nil }
    ) {
        (self.paths, self.validities, self.arePublished) = (paths, validities, arePublished)
        (self.bytes, self.publishedBytes) = (bytes, publishedBytes)
    }

    package func file(_ path: String) -> OutputFile? { bytes(path).map { OutputFile(path: path, bytes: $0) } }
}
