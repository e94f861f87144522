/// A picture as it may be published: its pixels as they were stored, and nothing of what else its file told, such as
/// where it was taken, by whom and with which telephone.
///
/// Files are read here and not by a library. Metadata is left out by copying the other segments or chunks, so that no
/// pixel changes and no quality is lost; and a list of what stays is safer than a list of what goes. In the tests,
/// Pillow judges the result.
package struct Picture: Sendable {
    package let format: PictureFormat
    /// In pixels, as people see it: after it was turned.
    package let width: Int
    package let height: Int
    /// The file without its metadata. A file without any stays as it is, byte for byte.
    package let bytes: [UInt8]
    /// True when it has several frames, which a size made of it would lose.
    package let isAnimated: Bool
    let orientation: Orientation
    /// What tells how its colours look: segments or chunks, as they stand in the file. Empty where it does not say, and
    /// where what it says would not be true of the colours that gd makes of it.
    let colorProfile: [UInt8]
    /// Of a format that can do both: whether it keeps each pixel as it is.
    let isLossless: Bool
    /// True when its colours are numbers of a table.
    let hasPalette: Bool

    /// Why bytes are no picture that can be published.
    package enum Mistake: Error, Equatable {
        /// Of another format, or without a size.
        case noPicture
        /// Of one that we can name.
        case other(OtherPictureFormat)
        /// The end is missing, as after a broken upload: browsers show the upper half, or nothing.
        case cutOff
        /// To decode it would take more memory than any page is worth.
        case tooLarge(width: Int, height: Int)
        /// Each goes over all pixels again.
        case tooManyScans(Int)
    }

    private static let maximumSide = 20_000
    private static let maximumPixels = 100_000_000
    /// Programs write ten, or one for each bit of each coefficient when they are told to.
    private static let maximumScans = 200

    package init(_ bytes: [UInt8]) throws(Mistake) {
        guard let format = PictureFormat(bytes) else {
            throw OtherPictureFormat(bytes).map(Mistake.other) ?? .noPicture
        }
        let parts =
            switch format {
            case .png: readPNG(bytes)
            case .jpeg: readJPEG(bytes)
            case .gif: readGIF(bytes)
            case .webp: readWebP(bytes)
            }
        guard parts.isWhole else { throw .cutOff }
        guard let (width, height) = parts.size, width > 0, height > 0 else { throw .noPicture }
        guard max(width, height) <= Self.maximumSide, width * height <= Self.maximumPixels else {
            throw .tooLarge(width: width, height: height)
        }
        guard parts.scans <= Self.maximumScans else { throw .tooManyScans(parts.scans) }
        (self.width, self.height) = parts.orientation.swapsSides ? (height, width) : (width, height)
        (self.format, self.bytes, orientation, isAnimated) = (format, parts.kept, parts.orientation, parts.isAnimated)
        (colorProfile, isLossless, hasPalette) = (parts.colorProfile, parts.isLossless, parts.hasPalette)
    }

    /// Whether its pixels cannot be told, though its header is right. It takes as long as to show it.
    package var isDamaged: Bool { decoded() == nil }

    /// Whether smaller ones can be made of it. Most GIFs are animations, and what is not is small.
    package var canShrink: Bool { format != .gif && !isAnimated }
}

/// What the one pass over a picture's file finds.
struct PictureParts {
    /// As stored.
    var size: (width: Int, height: Int)?
    var kept: [UInt8] = []
    /// True when the picture's own end is there; what follows it (padding, a telephone's film) is not kept.
    var isWhole = false
    var orientation = Orientation.upright
    var isAnimated = false
    var colorProfile: [UInt8] = []
    var isLossless = true
    var hasPalette = false
    /// Of a JPEG.
    var scans = 0
}

func bigEndian(_ bytes: [UInt8], at start: Int, count: Int) -> Int {
    bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
}

func littleEndian(_ bytes: [UInt8], at start: Int, count: Int) -> Int {
    bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | Int($1) }
}
