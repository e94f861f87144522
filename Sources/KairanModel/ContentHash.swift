/// 128 bits that tell whether an input changed. Equal inputs have equal hashes on every machine and in every process,
/// unlike with Swift's own hashes, which are seeded anew at each start.
///
/// The hash is not for security: whoever wants two inputs with the same hash can make them.
package struct ContentHash: Hashable, Sendable {
    package private(set) var low: UInt64
    package private(set) var high: UInt64

    package init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }

    /// The hash of nothing yet, to combine the parts of a key into.
    package init() { self.init(low: 0x2D35_8DCC_AA6C_78A5, high: 0x8BB8_4B93_962E_ACC9) }

    package init(_ bytes: [UInt8]) { self.init(bytes[...]) }

    package init(_ bytes: ArraySlice<UInt8>) {
        self.init()
        combine(bytes.span)
    }

    /// The hash as 32 hexadecimal digits.
    package var text: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(32)
        appendHexadecimal(to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }

    /// Appends the digits of `text` without making a text.
    package func appendHexadecimal(to bytes: inout [UInt8]) {
        for half in [high, low] {
            bytes.append(word: digits(of: half >> 32))
            bytes.append(word: digits(of: half & 0xFFFF_FFFF))
        }
    }

    /// Reads 32 hexadecimal digits in lower case; the result is nil for anything else.
    package init?(hexadecimal digits: Span<UInt8>) {
        guard digits.count == 32 else { return nil }
        guard let high = Self.number(digits.extracting(..<16)), let low = Self.number(digits.extracting(16...)) else {
            return nil
        }
        self.init(low: low, high: high)
    }

    private static func number(_ digits: Span<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for index in digits.indices {
            let (digit, letter) = (digits[index] &- UInt8(ascii: "0"), digits[index] &- UInt8(ascii: "a"))
            guard digit < 10 || letter < 6 else { return nil }
            number = number << 4 | UInt64(digit < 10 ? digit : letter + 10)
        }
        return number
    }

    /// The first eight digits, which are enough to tell the versions of one file apart.
    package var shortText: String { String(text.prefix(8)) }

    package mutating func combine(_ number: UInt64) { mix(number, 0x4E75_6D62_6572) }

    package mutating func combine(_ other: ContentHash) { mix(other.low, other.high ^ 0x4861_7368) }

    package mutating func combine(_ text: String) { combine(text.utf8.span) }

    /// Adds bytes to the hash. Their count goes in last, so that zeros at the end count, and so does where one part
    /// ends and the next begins.
    package mutating func combine(_ bytes: Span<UInt8>) { unsafe combine(bytes.bytes) }

    /// Does the same for the memory of other elements.
    package mutating func combine(_ bytes: RawSpan) {
        var offset = 0
        while offset + 16 <= bytes.byteCount {
            mix(bytes.word(at: offset), bytes.word(at: offset + 8))
            offset += 16
        }
        if offset < bytes.byteCount { mix(partialWord(bytes, offset), partialWord(bytes, offset + 8)) }
        mix(UInt64(bytes.byteCount), 0x42_7974_6573)
    }

    /// Mixes two words into the hash. Each half multiplies both words and folds the product, as wyhash does, with a
    /// secret of its own.
    private mutating func mix(_ first: UInt64, _ second: UInt64) {
        low = folded(low ^ first, second ^ 0x4B33_A62E_D433_D4A3)
        high = folded(high ^ second, first ^ 0x4D5A_2DA5_1DE1_AA47)
    }
}

/// Returns the eight hexadecimal digits of a number, the first of them in the lowest byte.
private func digits(of number: UInt64) -> UInt64 {
    // Each step moves the upper halves of all groups apart, until each digit has a byte of its own.
    var digits = (number << 16 | number) & 0x0000_FFFF_0000_FFFF
    digits = (digits << 8 | digits) & 0x00FF_00FF_00FF_00FF
    digits = (digits << 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
    // A digit above 9 carries into the next four bits if 6 is added to it.
    let letters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return (digits + 0x3030_3030_3030_3030 + letters * 39).byteSwapped
}

private func folded(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
}

/// Returns the bytes from `offset` on, at most eight, followed by zeros.
private func partialWord(_ bytes: RawSpan, _ offset: Int) -> UInt64 {
    if offset + 8 <= bytes.byteCount { return bytes.word(at: offset) }
    var word: UInt64 = 0
    for index in (min(offset, bytes.byteCount)..<bytes.byteCount).reversed() { word = word << 8 | UInt64(bytes[index]) }
    return word
}
