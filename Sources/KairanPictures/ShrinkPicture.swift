/// The error for a picture that cannot be decoded although its header is valid.
package struct DamagedPicture: Error {}

/// A text that changes with everything that affects the bytes of a shrunk picture.
package let shrinkingVersion = "\(pictureLibraryVersion), JPEG and WebP of quality \(quality), 1"

private let quality = 82

extension Picture {
    /// Returns the height of the same picture at another width.
    package static func height(ofWidth width: Int, of original: (width: Int, height: Int)) -> Int {
        max(1, (original.height * width + original.width / 2) / original.width)
    }

    /// Returns the same picture at smaller widths, upright and in its own format.
    package func shrunk(to widths: [Int]) throws(DamagedPicture) -> [[UInt8]] {
        guard let pixels = decoded() else { throw DamagedPicture() }
        var made: [[UInt8]] = []
        for width in widths {
            let height = Self.height(ofWidth: width, of: (self.width, self.height))
            let stored = orientation.swapsSides ? (height, width) : (width, height)
            // The picture is turned after it is shrunk, which is less work.
            guard let small = pixels.resampled(width: stored.0, height: stored.1),
                let upright = small.turned(orientation), let bytes = encoded(upright)
            else { throw DamagedPicture() }
            made.append(bytes)
        }
        return made
    }

    func decoded() -> Bitmap? { Bitmap(decoding: pixelData, format) }

    /// The bytes in a form that gd can read: without PNG chunks that it might complain about, and without animation in
    /// WebP.
    private var pixelData: [UInt8] {
        if format == .png { return pngPixels(bytes) }
        guard format == .webp, isAnimated else { return bytes }
        let frame = webPChunks(bytes.dropFirst(12))?.first { $0.name == "ANMF" }
        let data = frame.flatMap { webPChunks($0.data.dropFirst(16)) }?.first { $0.name.hasPrefix("VP8") }
        return data.map { webPFile([$0]) } ?? bytes
    }

    private func encoded(_ bitmap: borrowing Bitmap) -> [UInt8]? {
        switch format {
        case .png: bitmap.png(hasPalette: hasPalette).flatMap(withColorProfile)
        case .jpeg: bitmap.jpeg(quality: quality).flatMap(withColorProfile)
        case .webp: bitmap.webP(quality: isLossless ? nil : quality).flatMap(withColorProfile)
        case .gif, .svg: nil
        }
    }

    /// Returns the bytes without gd's own comments, and with the original colour profile.
    private func withColorProfile(_ bytes: [UInt8]) -> [UInt8]? {
        var parts: PictureParts
        switch format {
        case .png:
            parts = readPNG(bytes)
            // IHDR has the same length in every file.
            parts.kept.insert(contentsOf: colorProfile, at: 33)
        case .jpeg:
            parts = readJPEG(bytes)
            // gd puts JFIF first, which has the same length in every file.
            parts.kept.insert(contentsOf: colorProfile, at: 20)
        case .webp:
            parts = readWebP(bytes)
            if !colorProfile.isEmpty { parts.kept = webP(parts.kept, withProfile: colorProfile) }
        case .gif, .svg: return nil
        }
        return parts.isWhole ? parts.kept : nil
    }
}

/// Adds a profile. It needs the extended layout, in which it is the second chunk (RFC 9649, 2.7).
private func webP(_ bytes: [UInt8], withProfile profile: [UInt8]) -> [UInt8] {
    guard var chunks = webPChunks(bytes.dropFirst(12)), let size = readWebP(bytes).size,
        let profile = webPChunks(profile[...])?.first
    else { return bytes }
    if chunks.first?.name != "VP8X" {
        let sides = [size.width - 1, size.height - 1].flatMap { side in
            (0..<3).map { UInt8(truncatingIfNeeded: side >> ($0 * 8)) }
        }
        chunks.insert(WebPChunk(name: "VP8X", data: [0, 0, 0, 0] + sides), at: 0)
    }
    var head = Array(chunks[0].data)
    head[0] |= 0x20
    chunks[0].data = head[...]
    chunks.insert(profile, at: 1)
    return webPFile(chunks)
}
