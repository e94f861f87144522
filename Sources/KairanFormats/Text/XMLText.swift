internal import KairanModel

/// Builds XML 1.0 or inline SVG as UTF-8.
///
/// No library is used, because another release could write the same document differently, and published bytes must not
/// change.
package struct XMLText {
    package private(set) var bytes: [UInt8] = []

    package init(bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    package typealias Attributes = KeyValuePairs<String, String>

    /// Appends markup unchanged.
    package mutating func markup(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends character data or the contents of a quoted attribute.
    ///
    /// Characters that XML 1.0 (2.2) does not allow are dropped, because one of them would make a reader refuse the
    /// document.
    package mutating func text(_ text: String) {
        let utf8 = text.utf8.span
        var clean = 0
        for index in utf8.indices {
            guard let escape = escape(in: utf8, at: index) else { continue }
            bytes.append(copying: utf8.extracting(clean..<index))
            bytes.append(contentsOf: escape.text.utf8)
            clean = index + escape.length
        }
        bytes.append(copying: utf8.extracting(clean...))
    }

    /// Appends one line `<name>text</name>`, indented by `depth` times two spaces.
    package mutating func element(_ name: String, _ content: String, depth: Int, attributes: Attributes = [:]) {
        startLine(depth, name, attributes)
        markup(">")
        text(content)
        markup("</\(name)>\n")
    }

    /// Appends one line `<name …/>`.
    mutating func emptyElement(_ name: String, depth: Int, attributes: Attributes) {
        startLine(depth, name, attributes)
        markup("/>\n")
    }

    private mutating func startLine(_ depth: Int, _ name: String, _ attributes: Attributes) {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
        markup("<\(name)")
        for attribute in attributes {
            markup(" \(attribute.key)=\"")
            text(attribute.value)
            markup("\"")
        }
    }
}

/// Returns the escape for the character that starts at `index` and the number of bytes that it replaces, or nil if the
/// byte stays.
private func escape(in utf8: Span<UInt8>, at index: Int) -> (text: String, length: Int)? {
    switch utf8[index] {
    case UInt8(ascii: "&"): ("&amp;", 1)
    case UInt8(ascii: "<"): ("&lt;", 1)
    case UInt8(ascii: ">"): ("&gt;", 1)
    case UInt8(ascii: "\""): ("&quot;", 1)
    // A bare carriage return would be read back as a newline.
    case 0x0D: ("&#13;", 1)
    case 0x09, 0x0A: nil
    case 0x00..<0x20: ("", 1)
    // These are U+FFFE and U+FFFF.
    case 0xEF where utf8.hasBytes([0xEF, 0xBF, 0xBE], at: index) || utf8.hasBytes([0xEF, 0xBF, 0xBF], at: index):
        ("", 3)
    default: nil
    }
}
