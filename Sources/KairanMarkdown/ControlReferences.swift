internal import KairanModel

extension UnsafeBufferPointer<UInt8> {
    /// The first `&#27;` or `&#x1b;` that stands for a control character (CommonMark 0.29, 6.2). One in code
    /// is only shown.
    func controlReference() -> Range<Int>? {
        var at = 0
        while let start = firstOffset(of: [UInt8(ascii: "&"), UInt8(ascii: "#")], in: at..<count) {
            at = start + 2
            let isHexadecimal = at < count && self[at] | 0x20 == UInt8(ascii: "x")
            if isHexadecimal { at += 1 }
            let end = self[at...].prefix(8).firstIndex(of: UInt8(ascii: ";")) ?? at
            let digits = String(decoding: self[at..<end], as: UTF8.self)
            guard let scalar = UInt32(digits, radix: isHexadecimal ? 16 : 10), scalar > 0 else { continue }
            if isControlCharacter(scalar) { return start..<(end + 1) }
        }
        return nil
    }
}

extension RenderedMarkdown {
    /// True when a text shows a control character; raw ones were found before, as no file may hold them.
    var hasControlCharacter: Bool {
        openHTML.unicodeScalars.contains { isControlCharacter($0.value) }
    }
}
