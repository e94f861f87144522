/// Where on its first line the scalar that starts at `start` ends; Yams tells only where it starts.
func yamlScalarEnd(in bytes: [UInt8], at start: Int, text: String, isPlain: Bool) -> Int {
    guard start < bytes.count else { return start }
    if isPlain {
        let end = start + text.utf8.count
        if end <= bytes.count, bytes[start..<end].elementsEqual(text.utf8) { return end }
        return trimmedLineEnd(in: bytes, from: start)
    }
    switch bytes[start] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
        return closingQuote(in: bytes, from: start) ?? trimmedLineEnd(in: bytes, from: start)
    default: return bytes[start...].firstIndex(where: isYAMLSpace) ?? bytes.count
    }
}

/// The offset after the quote that closes the one at `start`, or nil when there is none, or none on its line.
func closingQuote(in bytes: [UInt8], from start: Int, acrossLines: Bool = false) -> Int? {
    let quote = bytes[start]
    var index = start + 1
    while index < bytes.count, acrossLines || bytes[index] != newline {
        if bytes[index] == quote {
            guard quote == UInt8(ascii: "'"), index + 1 < bytes.count, bytes[index + 1] == quote else {
                return index + 1
            }
            index += 1
        } else if bytes[index] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
            index += 1
        }
        index += 1
    }
    return nil
}

private func trimmedLineEnd(in bytes: [UInt8], from start: Int) -> Int {
    var end = bytes[start...].firstIndex(of: newline) ?? bytes.count
    while end > start, isYAMLSpace(bytes[end - 1]) { end -= 1 }
    return end
}

func isYAMLSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == newline || byte == UInt8(ascii: "\r")
}
