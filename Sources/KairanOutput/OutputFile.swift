package import KairanModel

/// One file of the publication about to be made, as bytes in memory; nothing is on disk yet.
package struct OutputFile: Sendable {
    /// Relative to the publication's folder, with `/`: `api/v1/ad_items.json`.
    package var path: String
    package var bytes: [UInt8]
    /// Of the bytes that it was made with: it stays when they are let go.
    package let hash: ContentHash
    /// Of a file that holds a number and nothing else, which the next build counts on from.
    package var revision: Int?

    package init(path: String, bytes: [UInt8], revision: Int? = nil) {
        (self.path, self.bytes, self.revision) = (path, bytes, revision)
        hash = ContentHash(bytes)
    }
}
