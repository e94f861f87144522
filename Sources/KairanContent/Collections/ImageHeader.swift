/// A picture's format and size in pixels, read from its bytes and never from its name.
package struct ImageHeader: Equatable, Sendable {
    package enum Format: Sendable {
        case png, jpeg, gif, webp

        package var name: String {
            switch self {
            case .png: "PNG"
            case .jpeg: "JPEG"
            case .gif: "GIF"
            case .webp: "WebP"
            }
        }

        /// The usual one first.
        package var extensions: [String] {
            switch self {
            case .png: ["png"]
            case .jpeg: ["jpg", "jpeg"]
            case .gif: ["gif"]
            case .webp: ["webp"]
            }
        }

        package var mediaType: String { "image/" + (self == .jpeg ? "jpeg" : extensions[0]) }
    }

    package let format: Format
    package let width: Int
    package let height: Int

    /// Why bytes are no picture that can be published.
    package enum Mistake: Error {
        /// Of another format, or without a size.
        case noPicture
        /// The end is missing, as after a broken upload: browsers show the upper half, or nothing.
        case cutOff
    }

    /// Reads the first bytes, and of the others only what tells that the end is there.
    package init(_ bytes: [UInt8]) throws(Mistake) {
        let size: (Int, Int)?
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            (format, size) = (.png, Self.png(bytes))
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            (format, size) = (.jpeg, Self.jpeg(bytes))
        } else if bytes.starts(with: Array("GIF8".utf8)) {
            (format, size) = (.gif, Self.gif(bytes))
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            (format, size) = (.webp, Self.webp(bytes))
        } else {
            throw .noPicture
        }
        guard format.isWhole(bytes) else { throw .cutOff }
        guard let size, size.0 > 0, size.1 > 0 else { throw .noPicture }
        (width, height) = size
    }

    /// W3C PNG, 11.2.2: IHDR comes first.
    private static func png(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 33, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        return (bigEndian(bytes, at: 16, count: 4), bigEndian(bytes, at: 20, count: 4))
    }

    /// ITU T.81, B.2.2: the size stands in the frame header, SOF0 to SOF15 without DHT, JPG and DAC.
    private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
        var position = 2
        while position + 9 < bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            if marker == 0xFF {
                position += 1
                continue
            }
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                return (bigEndian(bytes, at: position + 7, count: 2), bigEndian(bytes, at: position + 5, count: 2))
            }
            position += 2 + bigEndian(bytes, at: position + 2, count: 2)
        }
        return nil
    }

    private static func gif(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 13 else { return nil }
        return (littleEndian(bytes, at: 6, count: 2), littleEndian(bytes, at: 8, count: 2))
    }

    /// RFC 9649, 2.5 to 2.7: the simple, lossless and extended layouts keep the size in different places.
    private static func webp(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 30 else { return nil }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8X": return (littleEndian(bytes, at: 24, count: 3) + 1, littleEndian(bytes, at: 27, count: 3) + 1)
        case "VP8 ":
            return (littleEndian(bytes, at: 26, count: 2) & 0x3FFF, littleEndian(bytes, at: 28, count: 2) & 0x3FFF)
        case "VP8L":
            let bits = littleEndian(bytes, at: 21, count: 4)
            return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        default: return nil
        }
    }

}

func bigEndian(_ bytes: [UInt8], at start: Int, count: Int) -> Int {
    bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
}

func littleEndian(_ bytes: [UInt8], at start: Int, count: Int) -> Int {
    bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | Int($1) }
}
