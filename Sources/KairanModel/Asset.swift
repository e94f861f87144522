/// A picture or other file that an entry names.
package struct Asset: Hashable, Sendable {
    /// Relative to `content/`.
    package var path: String
    /// As it is published.
    package var byteCount: Int
    /// Such as `image/png`.
    package var mediaType: String
    /// Nil for a file that is not a picture.
    package var picture: Picture?

    package init(path: String, byteCount: Int, mediaType: String, picture: Picture? = nil) {
        (self.path, self.byteCount, self.mediaType, self.picture) = (path, byteCount, mediaType, picture)
    }

    package struct Picture: Hashable, Sendable {
        /// Of the bytes that are published.
        package var hash: ContentHash
        /// In pixels, as people see it.
        package var width: Int
        package var height: Int
        /// Of the smaller ones that are made of it, growing, all less than its own.
        package var widths: [Int]

        package init(hash: ContentHash, width: Int, height: Int, widths: [Int] = []) {
            (self.hash, self.width, self.height, self.widths) = (hash, width, height, widths)
        }
    }

    /// Its place in the published site. The name of a picture changes with its bytes, so whoever has one by that name
    /// never has an old one.
    package var publishedPath: String { picture.map { path.marked($0.hash.shortText) } ?? path }
}

extension String {
    /// The same path with a mark before the extension: `ads/cafe.png` becomes `ads/cafe.3f2a91bc.png`.
    package func marked(_ mark: String) -> String {
        guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")) else { return self }
        return "\(self[..<dot]).\(mark)\(self[dot...])"
    }
}
