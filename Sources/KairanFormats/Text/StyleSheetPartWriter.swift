internal import KairanModel

/// Writes style sheets. Characters that could end a string, a value or a rule are written as escapes (CSS Syntax,
/// 4.3.7), which are valid in both texts and names.
struct StyleSheetPartWriter: PartWriter {
    private(set) var written = WrittenText()

    mutating func write(literal: ArraySlice<UInt8>, at place: SourceSpan) { written.bytes += literal }

    mutating func write(_ value: ArraySlice<UInt8>, _ kind: TextPart.Kind, at place: SourceSpan) {
        for byte in value {
            if isPlain(byte) {
                written.bytes.append(byte)
            } else {
                // The space ends the number and belongs to the escape.
                written.bytes += "\\\(String(byte, radix: 16)) ".utf8
            }
        }
    }

    /// Returns whether a byte needs no escape: letters of all languages, digits, and the characters of addresses,
    /// colours and lengths.
    private func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x80..., UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-_/.:#%+?=&~".utf8.contains(byte)
        }
    }
}
