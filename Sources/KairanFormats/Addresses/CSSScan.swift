internal import KairanModel

/// The addresses of a style sheet, which stand in `url(…)` and `@import` (CSS Syntax, 4.3).
///
/// It reads what people and tools write. It does not validate, and accepts any bytes.
package struct CSSScan: Sendable {
    package private(set) var addresses: [AddressPlace] = []

    private let bytes: ArraySlice<UInt8>
    private var index: Int

    /// Scans a slice. The ranges of the results use the slice's own indices.
    package init(_ bytes: ArraySlice<UInt8>) {
        (self.bytes, index) = (bytes, bytes.startIndex)
        while index < bytes.endIndex { readToken() }
    }

    package var links: [FoundAddress] {
        addresses.map {
            FoundAddress(value: String(decoding: bytes[$0.range], as: UTF8.self), range: $0.range, use: $0.use)
        }
    }

    private mutating func readToken() {
        if starts("/*") {
            index += 2
            while index < bytes.endIndex, !starts("*/") { index += 1 }
            index = min(index + 2, bytes.endIndex)
        } else if isQuote(bytes[index]) {
            _ = string()
        } else if starts("url("), !followsName {
            index += 4
            skipSpaces()
            readURL()
        } else if starts("@import") {
            index += 7
            skipSpaces()
            if index < bytes.endIndex, isQuote(bytes[index]) { take(string()) }
        } else {
            index += 1
        }
    }

    private mutating func readURL() {
        if index < bytes.endIndex, isQuote(bytes[index]) { return take(string()) }
        let start = index
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: ")") { index += 1 }
        take(bytes[start..<index].trimmedRange)
    }

    /// Reads a string and returns the range between its quotes.
    private mutating func string() -> Range<Int> {
        let quote = bytes[index]
        let start = index + 1
        index = start
        while index < bytes.endIndex, bytes[index] != quote, bytes[index] != UInt8(ascii: "\n") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = min(index, bytes.endIndex)
        index = min(index + 1, bytes.endIndex)
        return start..<end
    }

    /// An address like `#shape` is a part of the page that uses the style. Addresses with escapes are skipped because
    /// they are rare.
    private mutating func take(_ range: Range<Int>) {
        let value = bytes[range]
        guard value.first != UInt8(ascii: "#"), !value.contains(UInt8(ascii: "\\")) else { return }
        addresses.append(AddressPlace(range: range, use: .load, form: .styleSheet))
    }

    /// This is true inside a longer word such as `my-url(`.
    private var followsName: Bool {
        guard index > bytes.startIndex else { return false }
        let byte = bytes[index - 1]
        return isASCIILetter(byte) || isASCIIDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private mutating func skipSpaces() {
        while index < bytes.endIndex, isSpace(bytes[index]) { index += 1 }
    }

    private func starts(_ text: StaticString) -> Bool {
        let end = index + text.utf8CodeUnitCount
        return end <= bytes.endIndex && isWord(bytes, index..<end, text)
    }
}

private func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
