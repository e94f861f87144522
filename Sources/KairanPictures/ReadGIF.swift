/// Reads GIF89a, 17 to 27, from block to block up to the trailer. Each block is a series of parts of up to 255 bytes.
/// Comments, texts and data of applications are removed, but the number of an animation's repetitions stays.
func readGIF(_ bytes: [UInt8]) -> PictureParts {
    var parts = PictureParts()
    guard bytes.count > 13 else { return parts }
    parts.size = (littleEndian(bytes, at: 6, count: 2), littleEndian(bytes, at: 8, count: 2))
    parts.kept.reserveCapacity(bytes.count)
    var position = 13 + tableLength(bytes[10])
    guard position <= bytes.count else { return parts }
    parts.kept += bytes[..<position]
    while position < bytes.count {
        let start = position
        switch bytes[position] {
        case 0x3B:
            parts.kept.append(0x3B)
            parts.isWhole = true
            return parts
        // Some programs pad with zeros.
        case 0:
            position += 1
            continue
        case 0x21: position += 2
        case 0x2C where position + 9 < bytes.count: position += 11 + tableLength(bytes[position + 9])
        default: return parts
        }
        while position < bytes.count, bytes[position] > 0 { position += 1 + Int(bytes[position]) }
        position += 1
        guard position <= bytes.count else { return parts }
        if isNeeded(bytes[start..<position]) { parts.kept += bytes[start..<position] }
    }
    return parts
}

private func tableLength(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 6 << Int(flags & 7) }

private func isNeeded(_ block: ArraySlice<UInt8>) -> Bool {
    guard block.first == 0x21 else { return true }
    switch block.dropFirst().first {
    // This block says how a frame is shown.
    case 0xF9: return true
    case 0xFF:
        let name = block.dropFirst(3).prefix(11)
        return name.elementsEqual("NETSCAPE2.0".utf8) || name.elementsEqual("ANIMEXTS1.0".utf8)
    default: return false
    }
}
