/// A PNG with random shades of grey and some random metadata.
package func madePicture(width: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = SeededNumbers(seed: seed)
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return bigEndian(UInt32(data.count)) + body + bigEndian(checksum(body))
    }
    let height = Int.random(in: 1...2, using: &random)
    let rows = (0..<height).flatMap { _ in
        [0] + (0..<width).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    let note = Array("note\0".utf8) + [UInt8.random(in: 65...90, using: &random)]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        + chunk("IHDR", bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 0, 0, 0, 0])
        + chunk("tEXt", note) + chunk("IDAT", stored(rows)) + chunk("IEND", [])
}

/// Wraps bytes in one block that is not compressed (RFC 1950 and 1951).
private func stored(_ bytes: [UInt8]) -> [UInt8] {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
        low = (low + UInt32(byte)) % 65521
        high = (high + low) % 65521
    }
    let count = UInt8(bytes.count)
    return [0x78, 0x01, 0x01, count, 0, ~count, 0xFF] + bytes + bigEndian(high << 16 | low)
}

private func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
}

private func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
}
