/// Reads ITU T.81, B, from segment to segment up to the end of the last scan.
///
/// Only those application segments stay that decoding needs: JFIF, the colour profile (ICC.1, B.4) and Adobe's note of
/// the colour space. Exif, XMP and makers' notes are removed, as are comments, pictures after the end, and thumbnails,
/// which may show what was cut away.
func readJPEG(_ bytes: [UInt8]) -> PictureParts {
    var reader = JPEGReader(bytes)
    reader.read()
    return reader.parts
}

private struct JPEGReader {
    let bytes: [UInt8]
    var parts = PictureParts()
    private var position = 2
    /// The place for Exif, which follows JFIF and precedes everything else.
    private var exifPlace = 2

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        parts.kept.reserveCapacity(bytes.count)
        parts.kept += bytes[..<2]
        parts.isLossless = false
    }

    mutating func read() {
        while let marker = nextMarker() {
            switch marker {
            case 0xD9:
                parts.kept += [0xFF, 0xD9]
                parts.isWhole = true
                return addOrientation()
            // These markers have no segment.
            case 0x01, 0xD0...0xD8:
                parts.kept += [0xFF, marker]
                position += 2
            default:
                guard let segment = segment() else { return }
                position = segment.endIndex
                add(segment, marker)
                if marker == 0xDA { addScan() }
            }
        }
    }

    /// Moves to the 0xFF of the next marker. Bytes between segments belong to none of them.
    private mutating func nextMarker() -> UInt8? {
        while position + 1 < bytes.count {
            if bytes[position] == 0xFF, bytes[position + 1] != 0, bytes[position + 1] != 0xFF {
                return bytes[position + 1]
            }
            position += 1
        }
        return nil
    }

    /// Returns a segment with its marker, or nil if it is longer than the file.
    private func segment() -> ArraySlice<UInt8>? {
        guard position + 4 <= bytes.count else { return nil }
        let end = position + 2 + bigEndian(bytes, at: position + 2, count: 2)
        return end >= position + 4 && end <= bytes.count ? bytes[position..<end] : nil
    }

    private mutating func add(_ segment: ArraySlice<UInt8>, _ marker: UInt8) {
        let data = segment.dropFirst(4)
        switch marker {
        case 0xE0:
            guard data.starts(with: Array("JFIF\0".utf8)), data.count >= 14 else { return }
            let isFirst = parts.kept.count == 2
            // The thumbnail that may follow is left out.
            parts.kept += [0xFF, 0xE0, 0, 16] + data.prefix(12) + [0, 0]
            if isFirst { exifPlace = parts.kept.count }
        case 0xE1:
            if data.starts(with: exifMark), parts.orientation == .upright {
                parts.orientation = Orientation(exif: data)
            }
        case 0xE2: if data.starts(with: profileMark) { addProfile(segment) }
        case 0xEE: if data.starts(with: Array("Adobe".utf8)) { parts.kept += segment }
        case 0xE3...0xEF, 0xFE: return
        default:
            // This is the frame header, SOF0 to SOF15 without DHT, JPG and DAC (ITU T.81, B.2.2).
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker), data.count >= 6,
                parts.size == nil
            {
                let start = data.startIndex
                parts.size = (
                    bigEndian(bytes, at: start + 3, count: 2), bigEndian(bytes, at: start + 1, count: 2)
                )
            }
            parts.kept += segment
        }
    }

    /// Adds a part of a colour profile. The first part says which colours it is for, and gd converts all colours to
    /// RGB.
    private mutating func addProfile(_ segment: ArraySlice<UInt8>) {
        parts.kept += segment
        let profile = segment.dropFirst(4 + profileMark.count + 2)
        if !parts.colorProfile.isEmpty || isRGBProfile(profile) { parts.colorProfile += segment }
    }

    /// Adds entropy-coded data. It ends at a 0xFF that is followed by neither 0 nor the number of a restart.
    private mutating func addScan() {
        parts.scans += 1
        let start = position
        while position + 1 < bytes.count {
            if bytes[position] == 0xFF {
                let next = bytes[position + 1]
                if next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { break }
            }
            position += 1
        }
        parts.kept += bytes[start..<position]
    }

    private mutating func addOrientation() {
        guard parts.orientation != .upright else { return }
        let data = exifMark + parts.orientation.exif
        parts.kept.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(2 + data.count)] + data, at: exifPlace)
    }
}

private let profileMark = Array("ICC_PROFILE\0".utf8)

/// Returns whether a profile is for RGB colours (ICC.1, 7.2.6).
func isRGBProfile(_ profile: ArraySlice<UInt8>) -> Bool { profile.dropFirst(16).starts(with: Array("RGB ".utf8)) }
