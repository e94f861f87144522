/// Returns whether an address such as `//example.org/` names a host. A host needs a dot, so `//clubs/` is a path with
/// one slash too many.
package func namesHost(_ text: String) -> Bool {
    guard text.hasPrefix("//") else { return false }
    let host = text.dropFirst(2).prefix { !"/?#".contains($0) }
    return host.contains(".") || host.contains(":") || host == "localhost"
}

/// Returns whether an address has a scheme, like `mailto:x` and `https://…` (RFC 3986, 3.1).
package func hasScheme(_ text: String) -> Bool {
    let bytes = text.utf8.span
    guard let colon = bytes.firstOffset(of: UInt8(ascii: ":"), in: 0..<bytes.count), isASCIILetter(bytes[0]) else {
        return false
    }
    return bytes.extracting(..<colon).allSatisfy {
        isASCIILetter($0) || isASCIIDigit($0) || "+-.".utf8.contains($0)
    }
}

/// Percent-encodes the characters that a path may not hold (RFC 3986, 3.3), non-ASCII ones as UTF-8. Slashes stay.
package func escapedPath(_ path: String) -> String { percentEncoded(path, keeping: isPathByte) }

private func isPathByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "@")...UInt8(ascii: "Z"),
        UInt8(ascii: "&")...UInt8(ascii: ";"),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "!"), UInt8(ascii: "$"),
        UInt8(ascii: "="):
        true
    default: false
    }
}

/// Percent-encodes a value in the query or the fragment of an address. A sign that divides or ends values there is
/// encoded too, and so is `+`, by which forms mean a space.
package func escapedInQuery(_ value: String) -> String {
    percentEncoded(value) { isPathByte($0) && !"&+;=".utf8.contains($0) }
}

/// Decodes percent-encoding. Invalid parts stay as they are.
package func unescapedPath(_ text: String) -> String {
    guard text.utf8.span.contains(UInt8(ascii: "%")) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
        if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = hexadecimalValue(bytes[index + 1]),
            let low = hexadecimalValue(bytes[index + 2])
        {
            result.append(high << 4 | low)
            index += 3
        } else {
            result.append(bytes[index])
            index += 1
        }
    }
    return String(decoding: result, as: UTF8.self)
}

/// Returns the dangerous scheme of an address of a page, whose character references are already resolved.
package func dangerousScheme(of address: String) -> String? {
    dangerousScheme(of: address.utf8.span)
}

/// Returns the scheme of an address that could run code or read the visitor's files, such as `javascript`, or else nil.
///
/// Control characters and spaces in a scheme are skipped, as browsers do.
package func dangerousScheme(of address: Span<UInt8>) -> String? {
    var start: [UInt8] = []
    for index in address.indices {
        let byte = address[index]
        guard byte > 0x20, byte != 0x7F else { continue }
        // Nearly all addresses are harmless from their first letter on.
        if start.isEmpty, !"jvfdJVFD".utf8.contains(byte) { return nil }
        start.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
        if start.count == 16 { break }
    }
    for scheme in ["javascript", "vbscript", "file"] where start.starts(with: "\(scheme):".utf8) { return scheme }
    guard start.starts(with: "data:".utf8) else { return nil }
    let harmless = ["image/png", "image/gif", "image/jpeg", "image/webp"]
    return harmless.contains { start.dropFirst(5).starts(with: $0.utf8) } ? nil : "data"
}

/// Returns the first character that no address may contain (RFC 3986, 2), with the number of characters before it.
/// Letters outside ASCII are allowed here and are encoded later, because their meaning is clear.
package func unwritableCharacter(in address: String) -> (offset: Int, scalar: Unicode.Scalar)? {
    if address.utf8.span.allSatisfy(isPlainInURL) { return nil }
    let scalars = Array(address.unicodeScalars)
    for (offset, scalar) in scalars.enumerated() {
        let isStrayPercent = scalar == "%" && !scalars[(offset + 1)...].prefix(2).isHexPair
        if scalar.value <= 0x20 || scalar.value == 0x7F || scalar.properties.isWhitespace || isStrayPercent
            || "<>\"\\^`{|}[]".unicodeScalars.contains(scalar)
        {
            return (offset, scalar)
        }
    }
    return InvisibleCharacter.firstStray(in: address).map { ($0.offset, $0.character.scalar) }
}

/// Returns whether the scheme of an address is that of the web, `http` or `https`.
package func hasWebScheme(_ address: String) -> Bool {
    guard let colon = address.utf8.prefix(6).firstIndex(of: UInt8(ascii: ":")) else { return false }
    return ["http", "https"].contains(address[..<colon].lowercased())
}

/// Returns whether an address on the web has no host, like `https:page` and `https:///page`.
package func lacksHost(_ address: String) -> Bool {
    guard hasWebScheme(address) else { return false }
    let rest = address.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst()
    guard rest.starts(with: "//".utf8), let first = rest.dropFirst(2).first else { return true }
    return "/?#.:".utf8.contains(first)
}

/// Returns whether a byte is common in addresses and always allowed.
private func isPlainInURL(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "?")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "&")...UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "_"), UInt8(ascii: "#"),
        UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "~"):
        true
    default: false
    }
}

extension ArraySlice<Unicode.Scalar> {
    fileprivate var isHexPair: Bool { count == 2 && allSatisfy { $0.isASCII && $0.properties.isASCIIHexDigit } }
}
