internal import KairanModel

/// Returns the address as it may stand between the quotes of an `href` or `src` attribute.
///
/// The rules are those of cmark-gfm (`houdini_escape_href`): bytes outside the URL syntax are percent-encoded, existing
/// percent signs are kept, and `&` and `'` become character references.
package func escapedAddress(_ address: String) -> String {
    if address.utf8.span.allSatisfy(isPlainInAddress) { return address }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(address.utf8.count + 16)
    for byte in address.utf8 {
        switch byte {
        case UInt8(ascii: "&"): escaped += "&amp;".utf8
        case UInt8(ascii: "'"): escaped += "&#x27;".utf8
        case _ where isPlainInAddress(byte): escaped.append(byte)
        default: appendPercentEncoded(byte, to: &escaped)
        }
    }
    return String(decoding: escaped, as: UTF8.self)
}

private func isPlainInAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "@")...UInt8(ascii: "Z"),
        UInt8(ascii: "(")...UInt8(ascii: ";"), UInt8(ascii: "#")...UInt8(ascii: "%"),
        UInt8(ascii: "!"), UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        true
    default: false
    }
}

/// Returns words as they may stand in HTML, in an element or in an attribute.
package func escapedWords(_ words: String) -> String {
    words.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        .replacing("\"", with: "&quot;")
}
