internal import KairanModel

/// What would end a string, a value or a rule is written as an escape (CSS Syntax, 4.3.7), which holds in texts and in
/// names.
struct StyleSheetPartWriter: PartWriter {
    private(set) var written = WrittenText()

    mutating func write(literal: ArraySlice<UInt8>, at place: SourceSpan) { written.bytes += literal }

    mutating func write(_ value: ArraySlice<UInt8>, _ kind: TextPart.Kind, at place: SourceSpan) {
        for byte in value {
            if isPlain(byte) {
                written.bytes.append(byte)
            } else {
                // The space ends the number and is a part of the escape.
                written.bytes += "\\\(String(byte, radix: 16)) ".utf8
            }
        }
    }

    /// Letters of all languages, digits, and what addresses, colours and measures are made of.
    private func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x80..., UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-_/.:#%+?=&~".utf8.contains(byte)
        }
    }
}
