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
    let quotes = word ^ (everyByte * UInt64(Byte.quote))
    let backslashes = word ^ (everyByte * UInt64(Byte.backslash))
    // A difference borrows only from the bytes above a special one, so the lowest that is found is right.
    let found =
        ((word &- everyByte * 0x20) & ~word | (quotes &- everyByte) & ~quotes
            | (backslashes &- everyByte) & ~backslashes) & (everyByte * 0x80)
    return found == 0 ? nil : found.trailingZeroBitCount / 8
}

private let everyByte: UInt64 = 0x0101_0101_0101_0101

/// Finds out fast whether JSON is valid beyond doubt; otherwise `JSONScanner` must say what is wrong, if anything is.
/// `\u` escapes, escapes in keys, and objects with very many keys are left to that too. With the scanner alone, a cold
/// build of 10,000 entries takes a twentieth longer.
struct JSONCheck {
    private let bytes: [UInt8]
    private var index = 0
    private var open: [Container] = []
    /// The keys of all open objects.
    private var keys: [Key] = []

    private struct Container {
        var isObject: Bool
        var firstKey: Int
    }

    private struct Key {
        var start: Int
        var length: Int
        /// The first bytes of the key, which nearly always tell it from others.
        var mark: UInt64
    }

    private enum State { case value, firstElement, firstKey, key, afterValue, doubt }

    private static let maximumDepth = 200
    private static let maximumKeys = 64

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        open.reserveCapacity(8)
        keys.reserveCapacity(32)
    }

    /// The bytes must be valid UTF-8 without control characters other than tabs and line ends.
    mutating func isCertain() -> Bool {
        var state = State.value
        while true {
            skipSpaces()
            if state == .afterValue, open.isEmpty { return index == bytes.count }
            guard index < bytes.count else { return false }
            switch state {
            case .value: state = value()
            case .firstElement: state = bytes[index] == Byte.closeBracket ? close() : value()
            case .firstKey: state = bytes[index] == Byte.closeBrace ? close() : key()
            case .key: state = key()
            case .afterValue: state = afterValue()
            case .doubt: return false
            }
        }
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == newline || byte == 0x0D || byte == 0x09 }

    private mutating func skipSpaces() {
        while index < bytes.count, isSpace(bytes[index]) {
            index += 1
            // Mostly a line ends here and the next one is indented, so up to eight spaces are passed at once.
            guard index + 8 <= bytes.count else { continue }
            index += (bytes.span.word(at: index) ^ everyByte * 0x20).trailingZeroBitCount / 8
        }
    }

    private mutating func value() -> State {
        switch bytes[index] {
        case Byte.quote: string() ? .afterValue : .doubt
        case Byte.openBrace: begin(isObject: true)
        case Byte.openBracket: begin(isObject: false)
        case UInt8(ascii: "t"): word("true")
        case UInt8(ascii: "f"): word("false")
        case UInt8(ascii: "n"): word("null")
        default: number() ? .afterValue : .doubt
        }
    }

    private mutating func begin(isObject: Bool) -> State {
        guard open.count < Self.maximumDepth else { return .doubt }
        open.append(Container(isObject: isObject, firstKey: keys.count))
        index += 1
        return isObject ? .firstKey : .firstElement
    }

    private mutating func close() -> State {
        if let closed = open.popLast() { keys.removeLast(keys.count - closed.firstKey) }
        index += 1
        return .afterValue
    }

    private mutating func afterValue() -> State {
        guard let isObject = open.last?.isObject else { return .doubt }
        switch bytes[index] {
        case Byte.comma:
            index += 1
            return isObject ? .key : .value
        case Byte.closeBrace where isObject, Byte.closeBracket where !isObject: return close()
        default: return .doubt
        }
    }

    private mutating func word(_ word: String) -> State {
        guard bytes.span.hasBytes(word.utf8, at: index) else { return .doubt }
        index += word.utf8.count
        return .afterValue
    }

    /// Goes past a number (RFC 8259, section 6). Returns false if it is not one.
    private mutating func number() -> Bool {
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        let start = index
        guard skipDigits(), bytes[start] != UInt8(ascii: "0") || index == start + 1 else { return false }
        if next == UInt8(ascii: ".") {
            index += 1
            guard skipDigits() else { return false }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            index += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
            guard skipDigits() else { return false }
        }
        return true
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Goes past digits. Returns false if there are none.
    private mutating func skipDigits() -> Bool {
        let start = index
        while index < bytes.count, isASCIIDigit(bytes[index]) { index += 1 }
        return index > start
    }

    private mutating func string() -> Bool {
        index += 1
        while true {
            index = endOfPlainJSON(bytes.span, from: index)
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

    private mutating func key() -> State {
        guard bytes[index] == Byte.quote, let first = open.last?.firstKey else { return .doubt }
        let start = index + 1
        let end = endOfPlainJSON(bytes.span, from: start)
        guard end < bytes.count, bytes[end] == Byte.quote else { return .doubt }
        index = end + 1
        let key = Key(start: start, length: end - start, mark: mark(start, end))
        guard keys.count - first < Self.maximumKeys, !isKnown(key, from: first) else { return .doubt }
        keys.append(key)
        skipSpaces()
        guard next == UInt8(ascii: ":") else { return .doubt }
        index += 1
        return .value
    }

    private func mark(_ start: Int, _ end: Int) -> UInt64 {
        let length = min(end - start, 8)
        if start + 8 <= bytes.count { return bytes.span.word(at: start) << UInt64((8 - length) * 8) }
        return bytes[start..<(start + length)].reduce(0) { $0 >> 8 | UInt64($1) << 56 }
    }

    private func isKnown(_ key: Key, from first: Int) -> Bool {
        for index in first..<keys.count where keys[index].mark == key.mark && keys[index].length == key.length {
            let (other, length) = (keys[index].start, key.length)
            if bytes[other..<(other + length)].elementsEqual(bytes[key.start..<(key.start + length)]) { return true }
        }
        return false
    }
}
