/// The ranges of texts in valid JSON that are values and not keys, each with its quotes, in their order.
package struct JSONTexts: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var index = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package mutating func next() -> Range<Int>? {
        while let start = bytes[index...].firstIndex(of: Byte.quote) {
            var end = start + 1
            while true {
                end = endOfPlainJSON(bytes.span, from: end)
                guard end < bytes.count, bytes[end] != Byte.quote else { break }
                // A control character would be a mistake, so this is a backslash, and the byte after it belongs to the
                // escape.
                end += 2
            }
            end = Swift.min(end + 1, bytes.count)
            index = end
            let after = bytes[end...].first { $0 > 0x20 }
            if after != UInt8(ascii: ":") { return start..<end }
        }
        return nil
    }

    /// Returns the text at `range`.
    package static func text(_ range: Range<Int>, of bytes: [UInt8]) -> String {
        text(decoding: range.dropFirst().dropLast(), of: bytes)
    }

    /// Returns the text of what stands between quotes, or of a part of it.
    package static func text(decoding range: Range<Int>, of bytes: [UInt8]) -> String {
        let content = bytes[range]
        guard content.contains(Byte.backslash) else { return String(decoding: content, as: UTF8.self) }
        return readJSON(SourceFile(path: "", bytes: [Byte.quote] + content + [Byte.quote])).value?.scalar ?? ""
    }
}
