/// How a JSON output is laid out.
package enum JSONStyle: String, Sendable {
    /// One member a line, indented by two spaces: a change shows as one line of a difference.
    case pretty
    /// No white space between tokens.
    case compact
}

/// The UTF-8 bytes of `value` (RFC 8259), with a final newline in both styles.
package func writeJSON(_ value: JSONValue, style: JSONStyle = .pretty) -> [UInt8] {
    var writer = JSONWriter(isPretty: style == .pretty)
    writer.write(value)
    writer.bytes.append(UInt8(ascii: "\n"))
    return writer.bytes
}

private struct JSONWriter {
    let isPretty: Bool
    var bytes: [UInt8] = []
    private var depth = 0

    init(isPretty: Bool) {
        self.isPretty = isPretty
        bytes.reserveCapacity(4096)
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .boolean(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .integer(let number): bytes.append(contentsOf: String(number).utf8)
        case .number(let text): bytes.append(contentsOf: text.utf8)
        case .string(let text): write(text)
        case .array(let elements): write(elements)
        case .object(let members): write(members)
        }
    }

    private mutating func write(_ elements: [JSONValue]) {
        bytes.append(UInt8(ascii: "["))
        depth += 1
        for (index, element) in elements.enumerated() {
            startItem(isFirst: index == 0)
            write(element)
        }
        depth -= 1
        if !elements.isEmpty { breakLine() }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ members: [(key: String, value: JSONValue)]) {
        bytes.append(UInt8(ascii: "{"))
        depth += 1
        for (index, member) in members.enumerated() {
            startItem(isFirst: index == 0)
            write(member.key)
            bytes.append(UInt8(ascii: ":"))
            if isPretty { bytes.append(UInt8(ascii: " ")) }
            write(member.value)
        }
        depth -= 1
        if !members.isEmpty { breakLine() }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func startItem(isFirst: Bool) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        breakLine()
    }

    private mutating func breakLine() {
        guard isPretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }

    private mutating func write(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            var clean = 0
            for index in utf8.indices where Self.mustEscape(utf8[index]) {
                bytes.append(contentsOf: utf8[clean..<index])
                escape(utf8[index])
                clean = index + 1
            }
            bytes.append(contentsOf: utf8[clean...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func mustEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x00..<0x20:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            bytes.append(contentsOf: String(byte & 0x0F, radix: 16).utf8)
        default: bytes.append(byte)
        }
    }
}
