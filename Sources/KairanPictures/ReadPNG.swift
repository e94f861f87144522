/// Reads W3C PNG, 5, from chunk to chunk up to IEND. All chunks that decoding needs stay, and of the others only those
/// that change how the pixels look.
func readPNG(_ bytes: [UInt8]) -> PictureParts {
    var parts = PictureParts()
    parts.kept.reserveCapacity(bytes.count)
    parts.kept += bytes[..<8]
    var position = 8
    var headerEnd = 8
    while position + 12 <= bytes.count {
        let end = position + 12 + bigEndian(bytes, at: position, count: 4)
        guard end <= bytes.count else { return parts }
        let chunk = bytes[position..<end]
        let name = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
        switch name {
        case "IHDR" where chunk.count == 25 && position == 8:
            parts.size = (
                bigEndian(bytes, at: position + 8, count: 4), bigEndian(bytes, at: position + 12, count: 4)
            )
            parts.hasPalette = bytes[position + 17] == 3
            headerEnd = end
        case "eXIf": parts.orientation = Orientation(exif: bytes[position + 8..<end - 4])
        case "acTL": parts.isAnimated = true
        default: break
        }
        if isNeeded(name) { parts.kept += chunk }
        // gd converts grey to RGB, so a profile for grey would be wrong.
        if colorNames.contains(name), bytes.count > 25, bytes[25] & 2 != 0 { parts.colorProfile += chunk }
        if name == "IEND" {
            parts.isWhole = true
            if parts.orientation != .upright {
                parts.kept.insert(contentsOf: pngChunk("eXIf", parts.orientation.exif), at: headerEnd)
            }
            return parts
        }
        position = end
    }
    return parts
}

/// Returns the same file with only the chunks that decoding needs.
func pngPixels(_ bytes: [UInt8]) -> [UInt8] {
    var kept = Array(bytes[..<8])
    var position = 8
    while position + 12 <= bytes.count {
        let end = min(position + 12 + bigEndian(bytes, at: position, count: 4), bytes.count)
        let name = bytes[position + 4..<position + 8]
        if bytes[position + 4] & 0x20 == 0 || name.elementsEqual("tRNS".utf8) { kept += bytes[position..<end] }
        position = end
    }
    return kept
}

private let colorNames = ["iCCP", "sRGB", "gAMA", "cHRM", "cICP"]

private func isNeeded(_ name: String) -> Bool {
    // A capital letter marks a critical chunk.
    guard let first = name.utf8.first, first & 0x20 != 0 else { return true }
    return colorNames.contains(name) || ["tRNS", "bKGD", "sBIT", "pHYs", "acTL", "fcTL", "fdAT"].contains(name)
}

func pngChunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return bigEndianBytes(UInt32(data.count)) + content + bigEndianBytes(cyclicRedundancyCode(content))
}

private func bigEndianBytes(_ number: UInt32) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
}

/// Returns the CRC of W3C PNG, 5.5.
private func cyclicRedundancyCode(_ bytes: [UInt8]) -> UInt32 {
    // Without these types the compiler would take ten seconds to find them.
    ~bytes.reduce(UInt32.max) { (code: UInt32, byte: UInt8) -> UInt32 in
        (0..<8).reduce(code ^ UInt32(byte)) { (code: UInt32, _: Int) -> UInt32 in
            code & 1 == 0 ? code >> 1 : 0xEDB8_8320 ^ (code >> 1)
        }
    }
}
