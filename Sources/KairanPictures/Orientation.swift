/// The way in which stored pixels have to be turned to stand upright. It is the only metadata that is kept.
struct Orientation: Equatable, Sendable {
    /// The number from 1 to 8 in Exif 2.32, 4.6.4 A.
    let number: Int

    static let upright = Orientation(number: 1)

    /// This is true for a picture that lies on its side.
    var swapsSides: Bool { number >= 5 }

    /// Returns the stored pixel for a place of the upright picture. `width` and `height` are those of the stored
    /// picture.
    func source(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
        switch number {
        case 2: (width - 1 - x, y)
        case 3: (width - 1 - x, height - 1 - y)
        case 4: (x, height - 1 - y)
        case 5: (y, x)
        case 6: (y, height - 1 - x)
        case 7: (width - 1 - y, height - 1 - x)
        case 8: (width - 1 - y, x)
        default: (x, y)
        }
    }
}

// MARK: In Exif

private let orientationTag = 0x0112
private let shortType = 3

extension Orientation {
    /// Reads a TIFF header and the data after it, with or without the mark that JPEG puts before it. The orientation is
    /// upright if the data make no sense.
    init(exif: ArraySlice<UInt8>) {
        var bytes = Array(exif)
        if bytes.starts(with: exifMark) { bytes.removeFirst(exifMark.count) }
        number = Self.number(inTIFF: bytes) ?? 1
    }

    private static func number(inTIFF bytes: [UInt8]) -> Int? {
        let isLittle = bytes.starts(with: Array("II*\0".utf8))
        guard isLittle || bytes.starts(with: Array("MM\0*".utf8)) else { return nil }
        func number(at start: Int, _ count: Int) -> Int? {
            guard start >= 0, start + count <= bytes.count else { return nil }
            return isLittle
                ? littleEndian(bytes, at: start, count: count) : bigEndian(bytes, at: start, count: count)
        }
        guard let directory = number(at: 4, 4), let count = number(at: directory, 2) else { return nil }
        for entry in 0..<count {
            let start = directory + 2 + entry * 12
            guard let tag = number(at: start, 2) else { return nil }
            guard tag == orientationTag else { continue }
            guard number(at: start + 2, 2) == shortType, let value = number(at: start + 8, 2), (1...8).contains(value)
            else { return nil }
            return value
        }
        return nil
    }

    /// A TIFF header and a directory with this one entry.
    var exif: [UInt8] {
        Array("MM\0*".utf8) + [0, 0, 0, 8] + [0, 1]
            + [0x01, 0x12, 0, UInt8(shortType), 0, 0, 0, 1, 0, UInt8(number), 0, 0] + [0, 0, 0, 0]
    }
}

/// The mark before the TIFF header in JPEG, which other formats sometimes have by mistake.
let exifMark = Array("Exif\0\0".utf8)
