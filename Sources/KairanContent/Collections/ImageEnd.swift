extension ImageHeader.Format {
    /// True when the picture's own end is among the bytes; what follows it (padding, a telephone's film) does not matter.
    func isWhole(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .png: hasPNGEnd(bytes)
        case .jpeg: hasJPEGEnd(bytes)
        case .gif: hasGIFEnd(bytes)
        case .webp: bytes.count >= 12 && littleEndian(bytes, at: 4, count: 4) + 8 <= bytes.count
        }
    }
}

/// W3C PNG, 5.3: from chunk to chunk, each with its length before it, up to IEND.
private func hasPNGEnd(_ bytes: [UInt8]) -> Bool {
    var position = 8
    while position + 12 <= bytes.count {
        if bytes[position + 4..<position + 8].elementsEqual("IEND".utf8) { return true }
        position += 12 + bigEndian(bytes, at: position, count: 4)
    }
    return false
}

/// ITU T.81, B.1.1.2: from segment to segment up to the first scan. Scans cannot hold the bytes of an EOI marker, so it
/// is looked for from the file's end, where it nearly always is.
private func hasJPEGEnd(_ bytes: [UInt8]) -> Bool {
    var position = 2
    while position + 4 <= bytes.count, bytes[position] == 0xFF, bytes[position + 1] != 0xDA {
        position += bytes[position + 1] == 0xFF ? 1 : 2 + bigEndian(bytes, at: position + 2, count: 2)
    }
    var last = bytes.count - 1
    while last > position {
        if bytes[last] == 0xD9, bytes[last - 1] == 0xFF { return true }
        last -= 1
    }
    return false
}

/// GIF89a, 20 to 27: from block to block, each a row of parts of up to 255 bytes, up to the trailer.
private func hasGIFEnd(_ bytes: [UInt8]) -> Bool {
    func tableLength(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 6 << Int(flags & 7) }
    guard bytes.count > 13 else { return false }
    var position = 13 + tableLength(bytes[10])
    while position < bytes.count {
        switch bytes[position] {
        case 0x3B: return true
        // Some writers pad with zeros.
        case 0: break
        case 0x21: position += 2
        case 0x2C where position + 9 < bytes.count: position += 11 + tableLength(bytes[position + 9])
        default: return false
        }
        while position < bytes.count, bytes[position] > 0 { position += 1 + Int(bytes[position]) }
        position += 1
    }
    return false
}
