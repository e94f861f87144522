/// A picture or other file that an entry names.
package struct Asset: Hashable, Sendable {
    /// The path of the file, relative to `content/`.
    package var path: String
    /// The size of the published file in bytes.
    package var byteCount: Int
    /// The media type, such as `image/png`.
    package var mediaType: String
    /// The facts about a picture; nil for another file.
    package var picture: Picture?

    package init(path: String, byteCount: Int, mediaType: String, picture: Picture? = nil) {
        (self.path, self.byteCount, self.mediaType, self.picture) = (path, byteCount, mediaType, picture)
    }

    package struct Picture: Hashable, Sendable {
        /// The hash of the published bytes.
        package var hash: ContentHash
        /// The width in pixels, as people see the picture; `height` likewise.
        package var width: Int
        package var height: Int
        /// The widths of the smaller pictures that are made from it, in ascending order, all less than its own.
        package var widths: [Int]
        /// Tells whether it is published under its own name, see `SiteSettings.keepsPictureNames`.
        package var keepsName = false

        package init(hash: ContentHash, width: Int, height: Int, widths: [Int] = []) {
            (self.hash, self.width, self.height, self.widths) = (hash, width, height, widths)
        }
    }

    /// This is true for a picture that is drawn of lines, at any size.
    package var hasNoPixels: Bool { mediaType == "image/svg+xml" }

    /// The path in the published site. The name of a picture changes with its bytes, so that nobody keeps an old
    /// picture by the same name, unless apps know the names.
    package var publishedPath: String {
        guard let picture, !picture.keepsName else { return path }
        return path.marked(picture.hash.shortText)
    }
}

extension String {
    /// Returns the path with a mark before the extension: `ads/cafe.png` becomes `ads/cafe.3f2a91bc.png`.
    package func marked(_ mark: String) -> String {
        guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")) else { return self }
        return "\(self[..<dot]).\(mark)\(self[dot...])"
    }
}
