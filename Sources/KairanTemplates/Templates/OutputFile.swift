package import KairanModel

/// A file of the publication that is about to be made, as bytes in memory. Nothing is on disk yet.
package struct OutputFile: Sendable {
    /// The path relative to the publication's folder, with `/`, such as `api/v1/ad_items.json`.
    package var path: String
    package var bytes: [UInt8]
    /// The hash of the original bytes, which stays when the bytes are released.
    package let hash: ContentHash
    /// The number in a file that holds only a number; the next build continues from it.
    package var revision: Int?

    package init(path: String, bytes: [UInt8], revision: Int? = nil) {
        (self.path, self.bytes, self.revision) = (path, bytes, revision)
        hash = ContentHash(bytes)
    }
}
