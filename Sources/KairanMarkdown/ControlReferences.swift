internal import KairanModel

extension [UInt8] {
    /// Returns the first reference such as `&#27;` or `&#x1b;` that stands for a control character (CommonMark 0.29,
    /// 6.2). References in code are ignored, because they are only shown.
    func controlReference() -> Range<Int>? {
        var at = 0
        while let start = span.firstOffset(of: Array("&#".utf8), in: at..<count) {
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
    /// This is true if a text shows a control character. Literal ones were found before, because no file may contain
    /// them.
    var hasControlCharacter: Bool {
        openHTML.unicodeScalars.contains { isControlCharacter($0.value) }
    }
}
