/// An address on the web in the parts that decide whether Kairan asks for it.
package struct WebPlace: Hashable, Sendable {
    package let address: String
    package let scheme: String
    /// The host, in small letters and without a port.
    package let host: String
    /// The scheme, host and port, by which two addresses belong together.
    package let origin: String

    /// The result is nil for an address that is none of the web.
    package init?(_ address: String) {
        guard let end = address.firstRange(of: "://") else { return nil }
        scheme = address[..<end.lowerBound].lowercased()
        guard scheme == "https" || scheme == "http" else { return nil }
        let authority = address[end.upperBound...].prefix { !"/?#".contains($0) }.lowercased()
        let place = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        guard !place.isEmpty, !authority.contains("@"), unwritableInRequest(address) == nil else { return nil }
        host = String(place)
        origin = "\(scheme)://\(authority)"
        self.address = String(address.prefix { $0 != "#" })
    }

    /// Returns the place to which a reference leads from here (RFC 3986, 5.2). Dots in its path are left to curl.
    package func following(_ reference: String) -> WebPlace? {
        let reference = reference.trimmingSpaces().description
        if reference.contains("://"), hasScheme(reference) { return WebPlace(reference) }
        if hasScheme(reference) || reference.isEmpty { return nil }
        if reference.hasPrefix("//") { return WebPlace("\(scheme):\(reference)") }
        if reference.hasPrefix("/") { return WebPlace(origin + reference) }
        let path = address.prefix { $0 != "?" }
        if reference.hasPrefix("?") { return WebPlace(path + reference) }
        let start = address.index(address.startIndex, offsetBy: origin.count, limitedBy: address.endIndex)
        let folder = path[(start ?? path.endIndex)...].lastIndex(of: "/").map { path[...$0] }
        return WebPlace((folder.map(String.init) ?? origin + "/") + reference)
    }

    /// Tells whether the host is, or is meant to be, a machine of one's own network.
    package var isPrivate: Bool {
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        if privateNames.contains(where: { name == $0 || name.hasSuffix("." + $0) }) { return true }
        if name.hasPrefix("[") { return isPrivateIP(String(name.dropFirst().dropLast())) }
        if !name.contains(".") { return true }
        // A host that ends with a number is an address in one of its many forms.
        let last = name.split(separator: ".").last ?? ""
        return last.utf8.allSatisfy(isASCIIDigit) || last.hasPrefix("0x") ? isPrivateIP(name) : false
    }
}

/// The last parts of names that are none on the public network (RFC 6761, RFC 8375, and habits of networks).
private let privateNames = [
    "local", "localhost", "localdomain", "internal", "lan", "home", "home.arpa", "intranet", "corp",
]

/// Returns the first character of an address with which no program can ask for it (RFC 3986, 2).
package func unwritableInRequest(_ address: String) -> Unicode.Scalar? {
    address.unicodeScalars.first { $0.value <= 0x20 || $0.value >= 0x7F || "\"\\<>^`{|}".unicodeScalars.contains($0) }
}

/// Returns whether an IP address is one of a private network, of this machine, or of nobody (RFC 6890). One that cannot
/// be read counts as such.
package func isPrivateIP(_ text: String) -> Bool {
    if text.contains(":") { return isPrivateIPv6(text.lowercased()) }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
        part.count > 1 && part.hasPrefix("0") ? nil : UInt8(part)
    }
    guard parts.count == 4, numbers.count == 4 else { return true }
    switch (numbers[0], numbers[1]) {
    case (0, _), (10, _), (127, _), (169, 254), (192, 168), (192, 0), (198, 18), (198, 19): return true
    case (172, 16...31), (100, 64...127): return true
    default: return numbers[0] >= 224
    }
}

private func isPrivateIPv6(_ text: String) -> Bool {
    if let dot = text.lastIndex(of: ":"), text[dot...].contains(".") {
        return isPrivateIP(String(text[text.index(after: dot)...]))
    }
    let first = text.prefix { $0 != ":" }
    guard let number = UInt16(first, radix: 16) else { return true }
    // Only addresses of 2000::/3 are of the public network, and a few of these carry others.
    if !(0x2000...0x3FFF).contains(number) || number == 0x2002 { return true }
    let second = text.split(separator: ":", omittingEmptySubsequences: false).dropFirst().first ?? ""
    return number == 0x2001 && (second.isEmpty || UInt16(second, radix: 16) == 0)
}
