internal import KairanModel

/// Returns the address as it may stand between the quotes of an `href` or `src` attribute.
///
/// The rules are those of cmark-gfm (`houdini_escape_href`): bytes outside the URL syntax are percent-encoded, existing
/// percent signs are kept, and `&` and `'` become character references.
package func escapedAddress(_ address: String) -> String {
    let bytes = address.utf8
    guard let first = bytes.firstIndex(where: { !isPlainInAddress($0) }) else { return address }
    var escaped = Array(bytes[..<first])
    escaped.reserveCapacity(bytes.count + 16)
    for byte in bytes[first...] {
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

/// Returns the dangerous scheme of an address of a page, whose character references are already resolved.
package func dangerousScheme(of address: String) -> String? {
    var address = address
    return address.withUTF8 { dangerousScheme(of: $0) }
}

/// Returns the scheme of an address that could run code or read the visitor's files, such as `javascript`, or else nil.
///
/// Control characters and spaces in a scheme are skipped, as browsers do.
func dangerousScheme(of address: UnsafeBufferPointer<UInt8>) -> String? {
    guard let first = address.first(where: { $0 > 0x20 && $0 != 0x7F }), "jvfdJVFD".utf8.contains(first) else {
        return nil
    }
    var start: [UInt8] = []
    for byte in address where byte > 0x20 && byte != 0x7F {
        start.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
        if start.count == 16 { break }
    }
    for scheme in ["javascript", "vbscript", "file"] where start.starts(with: "\(scheme):".utf8) { return scheme }
    guard start.starts(with: "data:".utf8) else { return nil }
    let harmless = ["image/png", "image/gif", "image/jpeg", "image/webp"]
    return harmless.contains { start.dropFirst(5).starts(with: $0.utf8) } ? nil : "data"
}
