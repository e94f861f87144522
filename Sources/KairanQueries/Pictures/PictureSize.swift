package import KairanModel
internal import KairanPictures

/// A smaller picture that is made from one of the content.
///
/// The name is a hash of what the size is made from (the picture, the width, the settings and gd's version) and not of
/// its own bytes, so that an incremental build knows all names without decoding a picture. The same versions of gd,
/// libjpeg, libpng and libwebp make the same bytes on the same kind of processor. The reference for the showcase is
/// Debian 12 on x86-64, where CI runs.
package struct PictureSize: Sendable {
    package let width: Int
    package let height: Int
    /// A hash of everything that its bytes depend on, so that its name is known before they are made.
    package let key: ContentHash
    /// Its path in the published site, such as `ads/cafe.320.1a2b3c4d.jpg`.
    package let path: String

    init(_ width: Int, of asset: Asset, _ picture: Asset.Picture) {
        self.width = width
        height = Picture.height(ofWidth: width, of: (picture.width, picture.height))
        var key = picture.hash
        key.combine(UInt64(width))
        key.combine(shrinkingVersion)
        self.key = key
        path = asset.path.marked("\(width).\(key.shortText)")
    }
}

extension Asset {
    /// The smaller sizes, the smallest first.
    package var smallerSizes: [PictureSize] {
        guard let picture else { return [] }
        return picture.widths.map { PictureSize($0, of: self, picture) }
    }
}
