internal import CGD
internal import KairanSystem
private import Synchronization

/// Pixels in gd's memory, four bytes each.
///
/// Sizes and colours are made by libgd. Debian has it as a static library, like libjpeg, libpng and libwebp. Together
/// they add 2 MB to the program, while the shared library needs fifty others and half of the memory of a small build.
/// libvips is twice as fast (0.2 s against 0.45 s for two sizes of a photo of 12 megapixels), but it needs some 120
/// libraries. Each size is made once and stored, and pictures are spread over all processors.
///
/// It is marked as safe because it owns the image, and reads and writes pixels only inside its width and height.
@safe
struct Bitmap: ~Copyable {
    private let image: UnsafeMutablePointer<gdImageStruct>

    var width: Int { unsafe Int(image.pointee.sx) }
    var height: Int { unsafe Int(image.pointee.sy) }

    /// Takes ownership of an image that gd made. Returns nil if there is none, or not enough memory.
    private init?(_ made: UnsafeMutablePointer<gdImageStruct>?) {
        guard let made = unsafe made else { return nil }
        guard unsafe made.pointee.trueColor != 0 || gdImagePaletteToTrueColor(made) != 0 else {
            unsafe gdImageDestroy(made)
            return nil
        }
        unsafe image = made
    }

    /// Makes a bitmap of transparent black.
    init?(width: Int, height: Int) {
        unsafe self.init(gdImageCreateTrueColor(CInt(width), CInt(height)))
        unsafe gdImageAlphaBlending(image, 0)
    }

    /// Decodes the pixels as they are stored. Returns nil if the data are damaged.
    init?(decoding bytes: [UInt8], _ format: PictureFormat) {
        Self.hearsComplaints
        complaints.withLock { _ = $0.remove(threadIdentifier()) }
        let made = unsafe bytes.withUnsafeBytes { bytes in
            // The bytes are only read.
            let start = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)
            let count = CInt(clamping: bytes.count)
            return switch format {
            case .png: unsafe gdImageCreateFromPngPtr(count, start)
            case .jpeg: unsafe gdImageCreateFromJpegPtrEx(count, start, 0)
            case .gif: unsafe gdImageCreateFromGifPtr(count, start)
            case .webp: unsafe gdImageCreateFromWebpPtr(count, start)
            case .svg: unsafe gdImagePtr?.none
            }
        }
        // libjpeg fills in missing pixels, and complains about it.
        let isWhole = complaints.withLock { $0.remove(threadIdentifier()) } == nil
        if let made = unsafe made, !isWhole { unsafe gdImageDestroy(made) }
        unsafe self.init(isWhole ? made : nil)
    }

    deinit { unsafe gdImageDestroy(image) }

    /// Installs a handler for complaints, which gd would otherwise write to the standard error.
    private static let hearsComplaints: Void = unsafe gdSetErrorMethod { _, _, _ in
        complaints.withLock { _ = $0.insert(threadIdentifier()) }
    }

    /// Returns a bitmap in which each pixel is the mean of the pixels in its place, weighted by their opacity.
    func resampled(width: Int, height: Int) -> Bitmap? {
        guard let small = Bitmap(width: width, height: height) else { return nil }
        unsafe gdImageCopyResampled(
            small.image, image, 0, 0, 0, 0, CInt(width), CInt(height), image.pointee.sx, image.pointee.sy)
        return small
    }

    func turned(_ orientation: Orientation) -> Bitmap? {
        let (width, height) = (self.width, self.height)
        let sides = orientation.swapsSides ? (height, width) : (width, height)
        guard let upright = Bitmap(width: sides.0, height: sides.1) else { return nil }
        for y in 0..<upright.height {
            for x in 0..<upright.width {
                let source = orientation.source(x: x, y: y, width: width, height: height)
                unsafe upright.image.pointee.tpixels[y]?[x] = image.pointee.tpixels[source.y]?[source.x] ?? 0
            }
        }
        return upright
    }

    /// Visits the pixels row by row.
    func forEachPixel(_ body: (Pixel) -> Void) {
        for y in 0..<height {
            for x in 0..<width { unsafe body(Pixel(bits: image.pointee.tpixels[y]?[x] ?? 0)) }
        }
    }

    struct Pixel {
        fileprivate var bits: CInt

        var red: Int { Int(bits >> 16 & 0xFF) }
        var green: Int { Int(bits >> 8 & 0xFF) }
        var blue: Int { Int(bits & 0xFF) }
        /// The transparency, from 0 for opaque to 127 for invisible.
        var transparency: Int { Int(bits >> 24 & 0x7F) }
    }
}

/// The threads on which gd has complained. gd does not say which picture it means.
private let complaints = Mutex<Set<UInt>>([])

// MARK: Encoding

extension Bitmap {
    /// Returns a progressive JPEG, of which a slow connection shows the whole picture early.
    func jpeg(quality: Int) -> [UInt8]? {
        unsafe gdImageInterlace(image, 1)
        return unsafe encoded { unsafe gdImageJpegPtr(image, $0, CInt(quality)) }
    }

    /// - Parameter hasPalette: If this is true, 256 colours are enough, as for the picture from which this one is made.
    func png(hasPalette: Bool) -> [UInt8]? {
        let isOpaque = isOpaque
        unsafe gdImageSaveAlpha(image, isOpaque ? 0 : 1)
        // The palettes of gd have no half-transparent colours.
        if hasPalette, isOpaque { unsafe gdImageTrueColorToPalette(image, 0, 256) }
        return unsafe encoded { unsafe gdImagePngPtrEx(image, $0, 9) }
    }

    func webP(quality: Int?) -> [UInt8]? {
        unsafe gdImageSaveAlpha(image, 1)
        return unsafe encoded { unsafe gdImageWebpPtrEx(image, $0, quality.map { CInt($0) } ?? gdWebpLossless) }
    }

    private var isOpaque: Bool {
        var isOpaque = true
        forEachPixel { if $0.transparency > 0 { isOpaque = false } }
        return isOpaque
    }

    private func encoded(_ encode: (UnsafeMutablePointer<CInt>) -> UnsafeMutableRawPointer?) -> [UInt8]? {
        var count: CInt = 0
        guard let bytes = unsafe encode(&count) else { return nil }
        defer { unsafe gdFree(bytes) }
        return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }
}

/// The version of gd. Other versions may make other bytes from the same pixels.
package let pictureLibraryVersion = unsafe "gd " + String(cString: gdVersionString())
