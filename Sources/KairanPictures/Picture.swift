/// A picture as it may be published, with its pixels as they were stored and without other information in its file,
/// such as where it was taken, by whom and with which telephone.
///
/// Files are read here and not by a library. Metadata is left out by copying the other segments or chunks, so that no
/// pixel changes and no quality is lost; an SVG is parsed and written again. A list of what stays is safer than a list
/// of what is removed. In the tests, Pillow checks the result.
package struct Picture: Sendable {
    package let format: PictureFormat
    /// The size in pixels as people see it, after the picture is turned.
    package let width: Int
    package let height: Int
    /// The file without its metadata. A file without metadata stays unchanged, byte for byte.
    package let bytes: [UInt8]
    /// This is true if the picture has several frames, which a smaller size would lose.
    package let isAnimated: Bool
    let orientation: Orientation
    /// The segments or chunks that describe its colours, as they stand in the file. It is empty if there are none, and
    /// if they would be wrong for the colours that gd makes.
    let colorProfile: [UInt8]
    /// For a format that can be lossless or lossy, whether each pixel is kept exactly.
    let isLossless: Bool
    /// This is true if its colours are indexes into a palette.
    let hasPalette: Bool
    /// The parts of an SVG that were left out because they run, load or lead somewhere.
    package let removed: [RemovedPart]

    /// The reason why bytes are not a picture that can be published.
    package enum Mistake: Error, Equatable {
        /// The bytes have another format, or no size.
        case noPicture
        /// The bytes have another format that is known by name.
        case other(OtherPictureFormat)
        /// The end is missing, as after an interrupted upload. Browsers show the upper part, or nothing.
        case cutOff
        /// Decoding the picture would take more memory than any page is worth.
        case tooLarge(width: Int, height: Int)
        /// The picture has too many scans, each of which goes over all pixels again.
        case tooManyScans(Int)
        /// The bytes begin as an SVG and are not well-formed.
        case malformed(line: Int, reason: String)
        /// The root of an SVG has no namespace, so that no browser shows it as a picture.
        case lacksNamespace
        /// It is an SVG in UTF-16.
        case inUTF16
        /// The parts of an SVG repeat or nest each other so often that no browser could show it.
        case drawsTooMuch
    }

    static let maximumSide = 20_000
    private static let maximumPixels = 100_000_000
    /// The largest number of scans. Programs write ten, or on request one for each bit of each coefficient.
    private static let maximumScans = 200

    package init(_ bytes: [UInt8]) throws(Mistake) {
        guard let format = PictureFormat(bytes) else {
            if bytes.isSVGInUTF16 { throw .inUTF16 }
            throw OtherPictureFormat(bytes).map(Mistake.other) ?? .noPicture
        }
        let parts =
            switch format {
            case .png: readPNG(bytes)
            case .jpeg: readJPEG(bytes)
            case .gif: readGIF(bytes)
            case .webp: readWebP(bytes)
            case .svg: try readSVG(bytes)
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
        removed = parts.removed
    }

    /// This is true if its pixels cannot be decoded although its header is valid. The check takes as long as decoding.
    package var isDamaged: Bool { format != .svg && decoded() == nil }

    /// This is true if smaller sizes can be made. Most GIFs are animations, and the others are small.
    package var canShrink: Bool { format != .gif && format != .svg && !isAnimated }
}

/// The results of the single pass over a picture's file.
struct PictureParts {
    /// The size as it is stored.
    var size: (width: Int, height: Int)?
    var kept: [UInt8] = []
    /// This is true if the picture's own end was found. Data after it, such as padding or a telephone's film, are not
    /// kept.
    var isWhole = false
    var orientation = Orientation.upright
    var isAnimated = false
    var colorProfile: [UInt8] = []
    var isLossless = true
    var hasPalette = false
    /// The number of scans in a JPEG.
    var scans = 0
    var removed: [RemovedPart] = []
}

func bigEndian(_ bytes: [UInt8], at start: Int, count: Int) -> Int {
    bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
}

func littleEndian(_ bytes: [UInt8], at start: Int, count: Int) -> Int {
    bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | Int($1) }
}
