internal import KairanModel

extension TOMLScanner {
    /// Reads a boolean, number, date or time.
    mutating func plainValue() throws(TOMLMistake) -> SourceNode {
        let start = index
        let range = plainRange()
        let text = String(decoding: bytes[range], as: UTF8.self)
        guard let (content, kind) = plainContent(text) else { throw explain(text, range) }
        index = range.upperBound
        return SourceNode(.scalar(content, kind), span: span(start..<index), range: start..<index)
    }

    /// Returns the range of one value. A single space in it may separate a date from a time.
    private func plainRange() -> Range<Int> {
        var range = wordRange()
        let isDate = range.count == 10 && bytes[range.lowerBound + 4] == UInt8(ascii: "-")
        guard isDate, range.upperBound + 3 < end, bytes[range.upperBound] == UInt8(ascii: " "),
            isASCIIDigit(bytes[range.upperBound + 1]), bytes[range.upperBound + 3] == UInt8(ascii: ":")
        else { return range }
        var rest = self
        rest.index = range.upperBound + 1
        range = range.lowerBound..<rest.wordRange().upperBound
        return range
    }

    private func plainContent(_ text: String) -> (String, SourceNode.ScalarKind)? {
        if text == "true" || text == "false" { return (text, .boolean) }
        if let number = tomlInteger(text) ?? tomlFloat(text) { return (number, .number) }
        return tomlDateTime(text).map { ($0, .dateTime) }
    }

    private mutating func explain(_ text: String, _ range: Range<Int>) -> TOMLMistake {
        guard let first = text.utf8.first else {
            return mistake(
                .tomlSyntax, "there is no value here", range, help: "write a value; \"\" is an empty text")
        }
        if ["True", "False", "TRUE", "FALSE"].contains(text) {
            return mistake(
                .tomlSyntax, "'\(text)' is not a TOML value", range,
                help: .write("write \(text.lowercased())", text.lowercased(), for: text))
        }
        let isNumeric = isASCIIDigit(first) || first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
        if isNumeric, text.contains(":60") {
            return mistake(
                .tomlDateTime, "'\(text)' is in a leap second, which Kairan does not support", range,
                help: .write("write :59", text.replacing(":60", with: ":59"), for: text))
        }
        if isNumeric, text.utf8.contains(UInt8(ascii: ":")) || text.utf8.filter({ $0 == UInt8(ascii: "-") }).count > 1 {
            return mistake(
                .tomlDateTime, "'\(text)' is not a date or time", range,
                help: "write 2026-04-01, 09:00:00 or 2026-04-01T09:00:00+09:00")
        }
        if text.wholeMatch(of: /[-+]?[1-9][0-9_]*/) != nil {
            return mistake(
                .tomlNumber, "'\(text)' is not a number that TOML knows", range,
                help: "write a number from \(Int.min) to \(Int.max), or put text in quotes")
        }
        return isNumeric
            ? mistake(.tomlNumber, "'\(text)' is not a number that TOML knows", range, help: "put text in quotes")
            : mistake(.tomlSyntax, "'\(text)' is not a TOML value", range, help: "put text in quotes")
    }
}

/// Returns the integer in plain decimal, or nil if it is not one or does not fit into 64 bits.
private func tomlInteger(_ text: String) -> String? {
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
        let digits = Array(text.utf8.dropFirst(2))
        guard
            let plain = withoutUnderscores(digits[...], isDigit: { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") })
        else { return nil }
        return Int64(plain, radix: radix).map { String($0) }
    }
    let (sign, digits) = splitSign(text)
    guard let plain = withoutUnderscores(digits, isDigit: isASCIIDigit), plain == "0" || !plain.hasPrefix("0") else {
        return nil
    }
    return Int64(sign + plain).map { String($0) }
}

private func tomlFloat(_ text: String) -> String? {
    let (sign, rest) = splitSign(text)
    let word = String(decoding: rest, as: UTF8.self)
    if word == "inf" || word == "nan" { return sign + word }
    let halves = rest.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
    let parts = halves[0].split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 || halves.count == 2, let integer = withoutUnderscores(parts[0], isDigit: isASCIIDigit),
        integer == "0" || !integer.hasPrefix("0")
    else { return nil }
    var result = sign + integer
    if parts.count == 2 {
        guard let fraction = withoutUnderscores(parts[1], isDigit: isASCIIDigit) else { return nil }
        result += "." + fraction
    }
    if halves.count == 2 {
        let (exponentSign, digits) = splitSign(String(decoding: halves[1], as: UTF8.self))
        guard let exponent = withoutUnderscores(digits, isDigit: isASCIIDigit) else { return nil }
        result += "e" + exponentSign + exponent
    }
    return result
}

/// Splits the sign off a number. A leading `+` means nothing and is dropped.
private func splitSign(_ text: String) -> (sign: String, rest: ArraySlice<UInt8>) {
    let bytes = Array(text.utf8)[...]
    switch bytes.first {
    case UInt8(ascii: "-"): return ("-", bytes.dropFirst())
    case UInt8(ascii: "+"): return ("", bytes.dropFirst())
    default: return ("", bytes)
    }
}

/// Returns digits without the single underscores between them, or nil if there is anything else.
private func withoutUnderscores(_ bytes: ArraySlice<UInt8>, isDigit: (UInt8) -> Bool) -> String? {
    var digits: [UInt8] = []
    var isAfterDigit = false
    for byte in bytes {
        if byte == UInt8(ascii: "_") {
            guard isAfterDigit else { return nil }
            isAfterDigit = false
        } else {
            guard isDigit(byte) else { return nil }
            digits.append(byte)
            isAfterDigit = true
        }
    }
    return isAfterDigit ? String(decoding: digits, as: UTF8.self) : nil
}

/// Returns a date or time as in RFC 3339, with a `T`, an upper-case `Z` and no fraction of zeros, or nil if it is
/// neither.
private func tomlDateTime(_ text: String) -> String? {
    guard text.utf8.count > 10 else { return isDate(text) ? text : tomlTime(text) }
    guard let separator = text.utf8.dropFirst(10).first, "Tt ".utf8.contains(separator) else { return tomlTime(text) }
    let date = String(decoding: text.utf8.prefix(10), as: UTF8.self)
    let rest = text.utf8.dropFirst(11)
    let zoneStart = rest.firstIndex { "Zz+-".utf8.contains($0) } ?? rest.endIndex
    guard isDate(date), let time = tomlTime(String(decoding: rest[..<zoneStart], as: UTF8.self)),
        let zone = tomlZone(String(decoding: rest[zoneStart...], as: UTF8.self))
    else { return nil }
    return "\(date)T\(time)\(zone)"
}

private func isDate(_ text: String) -> Bool {
    guard text.utf8.count == 10, let date = LocalDate(text) else { return false }
    return date.year > 0
}

private func tomlTime(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 8, isTwoDigits(bytes[0..<2], below: 24), bytes[2] == UInt8(ascii: ":"),
        isTwoDigits(bytes[3..<5], below: 60), bytes[5] == UInt8(ascii: ":"), isTwoDigits(bytes[6..<8], below: 60)
    else { return nil }
    let fraction = bytes[8...]
    guard
        fraction.isEmpty
            || fraction.count > 1 && fraction.first == UInt8(ascii: ".")
                && fraction.dropFirst().allSatisfy(isASCIIDigit)
    else { return nil }
    let isExact = fraction.dropFirst().allSatisfy { $0 == UInt8(ascii: "0") }
    return String(decoding: isExact ? bytes[..<8] : bytes[...], as: UTF8.self)
}

private func tomlZone(_ text: String) -> String? {
    if text.isEmpty { return "" }
    if text == "Z" || text == "z" { return "Z" }
    let bytes = Array(text.utf8)
    guard bytes.count == 6, "+-".utf8.contains(bytes[0]), isTwoDigits(bytes[1..<3], below: 24),
        bytes[3] == UInt8(ascii: ":"),
        isTwoDigits(bytes[4..<6], below: 60)
    else { return nil }
    return text
}

private func isTwoDigits(_ bytes: ArraySlice<UInt8>, below limit: Int) -> Bool {
    guard let first = bytes.first, let last = bytes.last, bytes.count == 2, isASCIIDigit(first), isASCIIDigit(last)
    else {
        return false
    }
    return Int(first - UInt8(ascii: "0")) * 10 + Int(last - UInt8(ascii: "0")) < limit
}
