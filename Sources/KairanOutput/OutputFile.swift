/// One file of the publication about to be made, as bytes in memory; nothing is on disk yet.
package struct OutputFile: Sendable {
    /// Relative to the publication's folder, with `/`: `api/v1/ad_items.json`.
    package var path: String
    package var bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }
}
