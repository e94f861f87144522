internal import KairanModel

/// Returns where the plain text of a JSON string ends: at the first byte from `start` on that is a quote, a backslash
/// or a control character, or at the end of the bytes.
package func endOfPlainJSON(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index + 8 <= bytes.count {
        if let special = firstSpecial(in: bytes.word(at: index)) { return index + special }
        index += 8
    }
    // The bytes that are left are the upper ones of the last word. The zeros that are shifted in count as special, and
    // so end the text.
    if bytes.count >= 8 {
        let left = bytes.word(at: bytes.count - 8) >> UInt64((8 - (bytes.count - index)) * 8)
        return index + (firstSpecial(in: left) ?? bytes.count - index)
    }
    // Shorter text holds no whole word.
    while index < bytes.count, bytes[index] >= 0x20, bytes[index] != Byte.quote, bytes[index] != Byte.backslash {
        index += 1
    }
    return index
}

/// Returns the position of the first of eight bytes, the lowest first, that is a quote, a backslash or a control
/// character; nil if there is none.
@inline(__always)
private func firstSpecial(in word: UInt64) -> Int? {
    firstMarked((word &- everyByte * 0x20) & ~word | quotesAndBackslashes(word))
}

/// Marks the highest bit of the first of eight bytes that is a quote or a backslash. Other marks may be after it.
@inline(__always)
private func quotesAndBackslashes(_ word: UInt64) -> UInt64 {
    let quotes = word ^ (everyByte * UInt64(Byte.quote))
    let backslashes = word ^ (everyByte * UInt64(Byte.backslash))
    // A difference borrows only from the bytes above a special one, so the lowest that is found is right.
    return (quotes &- everyByte) & ~quotes | (backslashes &- everyByte) & ~backslashes
}

/// Returns where text ends that a JSON string may hold as it is: at the first byte from `start` on that is a quote or a
/// backslash or belongs to a control character or a malformed sequence, or at the end of the bytes.
private func endOfCertainText(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while true {
        while index + 8 <= bytes.count {
            let word = bytes.word(at: index)
            guard let first = firstMarked(unprintable(word) | quotesAndBackslashes(word)) else {
                index += 8
                continue
            }
            index += first
            break
        }
        guard index < bytes.count else { return index }
        let byte = bytes[index]
        if byte >= 0x80 {
            let end = endOfLetters(bytes, from: index)
            if end == index { return index }
            index = end
        } else if isPrintable(byte), byte != Byte.quote, byte != Byte.backslash {
            index += 1
        } else {
            return index
        }
    }
}

/// Finds out fast whether bytes are valid JSON beyond doubt; otherwise `JSONScanner` must say what is wrong, if
/// anything is. `\u` escapes, escapes in keys, and objects with very many keys are left to that too. With the scanner
/// alone, a cold build of 10,000 entries takes a twentieth longer.
struct JSONCheck {
    private var index = 0
    private var open: [Container] = []
    /// The keys of all open objects.
    private var keys: [Key] = []

    private struct Container {
        var isObject: Bool
        var firstKey: Int
        /// A bit for each key, which most keys do not share with another one.
        var marks: UInt64 = 0
    }

    private struct Key {
        var start: Int
        var length: Int
        /// The last bytes of the key, up to eight.
        var end: UInt64
    }

    private static let maximumDepth = 128
    private static let maximumKeys = 64

    private init() {
        open.reserveCapacity(8)
        keys.reserveCapacity(32)
    }

    static func isCertain(_ bytes: [UInt8]) -> Bool {
        var check = JSONCheck()
        return check.isCertain(bytes.span)
    }

    private mutating func isCertain(_ bytes: Span<UInt8>) -> Bool {
        while true {
            skipSpaces(bytes)
            guard index < bytes.count else { return false }
            switch bytes[index] {
            case Byte.openBrace, Byte.openBracket:
                let isObject = bytes[index] == Byte.openBrace
                guard open.count < Self.maximumDepth else { return false }
                index += 1
                skipSpaces(bytes)
                open.append(Container(isObject: isObject, firstKey: keys.count))
                if index == bytes.count || bytes[index] != closing(isObject) {
                    guard !isObject || key(bytes) else { return false }
                    continue
                }
            case Byte.quote: guard string(bytes) else { return false }
            case UInt8(ascii: "t"): guard word("true", bytes) else { return false }
            case UInt8(ascii: "f"): guard word("false", bytes) else { return false }
            case UInt8(ascii: "n"): guard word("null", bytes) else { return false }
            default: guard number(bytes) else { return false }
            }
            switch next(bytes) {
            case .value: break
            case .end: return index == bytes.count
            case .doubt: return false
            }
        }
    }

    private enum Next { case value, end, doubt }

    /// Goes on to the next value, past the key of a member. There is doubt if something else follows the last one.
    private mutating func next(_ bytes: Span<UInt8>) -> Next {
        while true {
            skipSpaces(bytes)
            guard let isObject = open.last?.isObject else { return .end }
            guard index < bytes.count else { return .doubt }
            let byte = bytes[index]
            index += 1
            if byte == Byte.comma {
                guard isObject else { return .value }
                skipSpaces(bytes)
                return key(bytes) ? .value : .doubt
            }
            guard byte == closing(isObject) else { return .doubt }
            if let closed = open.popLast() { keys.removeLast(keys.count - closed.firstKey) }
        }
    }

    private func closing(_ isObject: Bool) -> UInt8 { isObject ? Byte.closeBrace : Byte.closeBracket }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == newline || byte == 0x0D || byte == 0x09 }

    private mutating func skipSpaces(_ bytes: Span<UInt8>) {
        while index < bytes.count, isSpace(bytes[index]) {
            index += 1
            // Mostly a line ends here and the next one is indented, so up to eight spaces are passed at once.
            guard index + 8 <= bytes.count else { continue }
            index += (bytes.word(at: index) ^ everyByte * 0x20).trailingZeroBitCount / 8
        }
    }

    private mutating func word(_ word: String, _ bytes: Span<UInt8>) -> Bool {
        guard bytes.hasBytes(word.utf8, at: index) else { return false }
        index += word.utf8.count
        return true
    }

    /// Goes past a number (RFC 8259, section 6). Returns false if it is not one.
    private mutating func number(_ bytes: Span<UInt8>) -> Bool {
        func byte() -> UInt8? { index < bytes.count ? bytes[index] : nil }
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        let start = index
        guard skipDigits(bytes), bytes[start] != UInt8(ascii: "0") || index == start + 1 else { return false }
        if byte() == UInt8(ascii: ".") {
            index += 1
            guard skipDigits(bytes) else { return false }
        }
        if byte() == UInt8(ascii: "e") || byte() == UInt8(ascii: "E") {
            index += 1
            if byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-") { index += 1 }
            guard skipDigits(bytes) else { return false }
        }
        return true
    }

    /// Goes past digits. Returns false if there are none.
    private mutating func skipDigits(_ bytes: Span<UInt8>) -> Bool {
        let start = index
        while index < bytes.count, isASCIIDigit(bytes[index]) { index += 1 }
        return index > start
    }

    private mutating func string(_ bytes: Span<UInt8>) -> Bool {
        index += 1
        while true {
            index = endOfCertainText(bytes, from: index)
            guard index < bytes.count else { return false }
            if bytes[index] == Byte.quote {
                index += 1
                return true
            }
            guard bytes[index] == Byte.backslash, index + 1 < bytes.count, isEscape(bytes[index + 1]) else {
                return false
            }
            index += 2
        }
    }

    private func isEscape(_ letter: UInt8) -> Bool {
        switch letter {
        case Byte.quote, Byte.backslash, UInt8(ascii: "/"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            true
        default: false
        }
    }

    /// Goes past a key and its colon. Returns false if they are not there, or if the object has the key already.
    private mutating func key(_ bytes: Span<UInt8>) -> Bool {
        guard index < bytes.count, bytes[index] == Byte.quote, let last = open.indices.last else { return false }
        let start = index + 1
        let end = endOfCertainText(bytes, from: start)
        guard end < bytes.count, bytes[end] == Byte.quote else { return false }
        index = end + 1
        let key = Key(start: start, length: end - start, end: ending(bytes, start, end))
        let first = open[last].firstKey
        // The upper bits of the product depend on all bytes.
        let mark: UInt64 = 1 << ((key.end &* 0x9E37_79B9_7F4A_7C15) >> 58)
        guard keys.count - first < Self.maximumKeys else { return false }
        if open[last].marks & mark != 0, isKnown(key, from: first, bytes) { return false }
        open[last].marks |= mark
        keys.append(key)
        skipSpaces(bytes)
        guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return false }
        index += 1
        return true
    }

    /// Returns the last bytes of a key, up to eight, the first of them as the lowest.
    private func ending(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> UInt64 {
        let length = min(end - start, 8)
        guard length > 0 else { return 0 }
        if end >= 8 { return bytes.word(at: end - 8) >> UInt64((8 - length) * 8) }
        return (start..<end).reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
    }

    private func isKnown(_ key: Key, from first: Int, _ bytes: Span<UInt8>) -> Bool {
        let text = bytes.extracting(key.start..<(key.start + key.length))
        return keys[first...].contains {
            $0.end == key.end && $0.length == key.length && bytes.hasBytes(text, at: $0.start)
        }
    }
}
