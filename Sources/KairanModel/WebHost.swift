/// Returns why browsers and apps could not ask the host of an address on the web, by the rules of the WHATWG's URL
/// standard (section 3.5, Host parsing); nil if they can. Hosts in brackets and outside ASCII are not judged here.
///
/// - Parameter address: An address with a scheme, such as `https://example.org:8080/page`.
package func mistakeInHost(of address: String) -> (message: String, help: String)? {
    if hasPlainHost(address.utf8.span) { return nil }
    guard let start = address.firstRange(of: "//")?.upperBound else { return nil }
    let authority = address[start...].prefix { !"/?#".contains($0) }
    let place = authority[(authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex)...]
    let parts = place.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let host = parts.first, !host.isEmpty else { return ("the address has no host", "write it after //") }
    if parts.count == 2, !isPort(parts[1]) {
        return ("'\(parts[1])' is not a port", "write a number from 0 to 65535, or leave the port out")
    }
    if host.utf8.contains(UInt8(ascii: "%")) {
        return ("the host '\(host)' has a '%' in it", "write the letters themselves")
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let last = labels.last?.isEmpty == true && labels.count > 1 ? labels[labels.count - 2] : labels[labels.count - 1]
    if isNumber(last), !isIPv4(labels) {
        return ("the host '\(host)' ends like an address of four numbers and is none", "write it as 192.0.2.1")
    }
    if let label = labels.first(where: { $0.lowercased().hasPrefix("xn--") && !isPunycode($0.dropFirst(4)) }) {
        return ("'\(label)' in the host stands for no letters", "copy the host from a browser's address bar")
    }
    return nil
}

/// Tells of nearly all addresses at a glance that nothing is wrong with their hosts: these are names of letters, digits
/// and single hyphens, and the last of them begins with a letter.
private func hasPlainHost(_ address: Span<UInt8>) -> Bool {
    guard let colon = address.firstOffset(of: UInt8(ascii: ":"), in: 0..<address.count),
        address.count > colon + 3, address[colon + 1] == UInt8(ascii: "/"), address[colon + 2] == UInt8(ascii: "/")
    else { return false }
    var (before, endsLikeName) = (UInt8(ascii: "."), false)
    for offset in colon + 3..<address.count {
        let byte = address[offset]
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"):
            return endsLikeName && before != UInt8(ascii: ".")
        case UInt8(ascii: "."), UInt8(ascii: "-"):
            if before == UInt8(ascii: ".") || before == byte { return false }
        default:
            guard isASCIILetter(byte) || isASCIIDigit(byte) else { return false }
            if before == UInt8(ascii: ".") { endsLikeName = isASCIILetter(byte) }
        }
        before = byte
    }
    return endsLikeName && before != UInt8(ascii: ".")
}

private func isPort(_ text: Substring) -> Bool {
    text.isEmpty || text.utf8.allSatisfy(isASCIIDigit) && (Int(text).map { $0 <= 65535 } ?? false)
}

/// Returns whether browsers take a label for a number, and so the host for an address of IP version 4.
private func isNumber(_ label: Substring) -> Bool {
    if !label.isEmpty, label.utf8.allSatisfy(isASCIIDigit) { return true }
    return label.lowercased().hasPrefix("0x") && label.utf8.dropFirst(2).allSatisfy { hexadecimalValue($0) != nil }
}

private func isIPv4(_ labels: [Substring]) -> Bool {
    let labels = labels.count > 1 && labels.last?.isEmpty == true ? labels.dropLast() : labels[...]
    let numbers = labels.compactMap(value)
    guard labels.count <= 4, numbers.count == labels.count, let last = numbers.last else { return false }
    return numbers.dropLast().allSatisfy { $0 <= 255 } && last < 1 << (8 * (5 - UInt64(numbers.count)))
}

/// Returns the value of a decimal, octal (`017`) or hexadecimal number (`0x0f`).
private func value(of label: Substring) -> UInt64? {
    let text = label.lowercased()
    if text.hasPrefix("0x") { return text == "0x" ? 0 : UInt64(text.dropFirst(2), radix: 16) }
    if text.count > 1, text.hasPrefix("0") { return UInt64(text, radix: 8) }
    return text.utf8.first.map { isASCIIDigit($0) } == true ? UInt64(text) : nil
}

/// Returns whether a label stands for letters in the form that browsers look up (RFC 3492).
private func isPunycode(_ label: Substring) -> Bool {
    guard let scalars = decodedPunycode(label.lowercased()), scalars.contains(where: { $0.value >= 0x80 }),
        !scalars.contains(where: \.isNoLetter)
    else { return false }
    let text = String(String.UnicodeScalarView(scalars))
    // Letters in other forms, such as capital ones, would be looked up as another host.
    return text.lowercased() == text && compatibleForm(of: text).unicodeScalars.elementsEqual(scalars)
}

/// Returns the letters of a label after its `xn--`, or nil if it is damaged (RFC 3492, 6.2).
private func decodedPunycode(_ label: String) -> [Unicode.Scalar]? {
    let bytes = Array(label.utf8)
    let cut = bytes.lastIndex(of: UInt8(ascii: "-"))
    var output = bytes[..<(cut ?? 0)].map { Unicode.Scalar($0) }
    var (index, code, bias) = (0, 128, 72)
    var rest = bytes[(cut.map { $0 + 1 } ?? 0)...]
    while !rest.isEmpty {
        let start = index
        var (weight, step) = (1, 36)
        while true {
            guard let byte = rest.popFirst(), let digit = punycodeDigit(byte), digit <= (1 << 40) / weight else {
                return nil
            }
            index += digit * weight
            let threshold = min(max(step - bias, 1), 26)
            if digit < threshold { break }
            weight *= 36 - threshold
            step += 36
            guard weight < 1 << 40, index < 1 << 40 else { return nil }
        }
        let count = output.count + 1
        bias = adapted(index - start, count, isFirst: start == 0)
        code += index / count
        index %= count
        guard code <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
        output.insert(scalar, at: index)
        index += 1
    }
    return output
}

extension Unicode.Scalar {
    fileprivate var isNoLetter: Bool {
        [.control, .unassigned, .privateUse, .surrogate, .spaceSeparator].contains(properties.generalCategory)
    }
}

private func punycodeDigit(_ byte: UInt8) -> Int? {
    if isASCIIDigit(byte) { return Int(byte - UInt8(ascii: "0")) + 26 }
    return isASCIILetter(byte) ? Int(byte | 0x20) - Int(UInt8(ascii: "a")) : nil
}

private func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var step = 0
    while delta > 455 {
        delta /= 35
        step += 36
    }
    return step + 36 * delta / (delta + 38)
}
