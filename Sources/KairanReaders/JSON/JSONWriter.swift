package import KairanModel

/// The layout of a JSON output.
package enum JSONStyle: String, Sendable {
    /// Each member has its own line, indented by two spaces, so that a change shows as one line in a comparison.
    case pretty
    /// There is no white space between tokens.
    case compact
}

/// Returns the UTF-8 bytes of `value` (RFC 8259), with a final newline in both styles.
package func writeJSON(_ value: JSONValue, style: JSONStyle = .pretty) -> [UInt8] {
    var writer = JSONWriter(style)
    writer.write(value)
    return writer.finish()
}

/// Writes JSON from its start to its end.
///
/// Another release of Foundation's writer may lay out or escape the same value differently, and published bytes must
/// not change with it.
package struct JSONWriter {
    private let isPretty: Bool
    /// The bytes written so far.
    package var bytes: [UInt8] = []
    /// The number of arrays and objects that are not closed yet.
    package private(set) var depth = 0

    package init(_ style: JSONStyle) {
        isPretty = style == .pretty
        bytes.reserveCapacity(4096)
    }

    package mutating func write(_ value: JSONValue) {
        switch value {
        case .null: writeNull()
        case .boolean(let flag): write(flag)
        case .integer(let number): bytes.append(contentsOf: String(number).utf8)
        case .number(let text): bytes.append(contentsOf: text.utf8)
        case .string(let text): write(text)
        case .array(let elements):
            open(JSONWriter.array)
            for element in elements {
                startItem()
                write(element)
            }
            close(JSONWriter.array)
        case .object(let members):
            open(JSONWriter.object)
            write(members: members)
            close(JSONWriter.object)
        }
    }

    package mutating func writeNull() { bytes.append(contentsOf: "null".utf8) }

    package mutating func write(_ flag: Bool) { bytes.append(contentsOf: (flag ? "true" : "false").utf8) }

    package mutating func write(_ text: String) { write(text.utf8.span) }

    private mutating func write(_ utf8: Span<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        writeParts(of: utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes the digits of a hash as a text.
    package mutating func write(_ hash: ContentHash) {
        bytes.append(UInt8(ascii: "\""))
        hash.appendHexadecimal(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func writeParts(of utf8: Span<UInt8>) {
        var clean = 0
        while true {
            let end = endOfPlainJSON(utf8, from: clean)
            bytes.append(copying: utf8.extracting(clean..<end))
            guard end < utf8.count else { break }
            escape(utf8[end])
            clean = end + 1
        }
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

    /// Returns all bytes, with a final newline.
    package mutating func finish() -> [UInt8] {
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

// Arrays and objects are written part by part.
extension JSONWriter {
    package static let array = (open: UInt8(ascii: "["), close: UInt8(ascii: "]"))
    package static let object = (open: UInt8(ascii: "{"), close: UInt8(ascii: "}"))

    package mutating func open(_ brackets: (open: UInt8, close: UInt8)) {
        bytes.append(brackets.open)
        depth += 1
    }

    package mutating func close(_ brackets: (open: UInt8, close: UInt8)) {
        depth -= 1
        if bytes.last != brackets.open { breakLine() }
        bytes.append(brackets.close)
    }

    /// Starts an element of an array.
    package mutating func startItem() {
        // No value ends with an opening bracket.
        if bytes.last != JSONWriter.array.open, bytes.last != JSONWriter.object.open { bytes.append(UInt8(ascii: ",")) }
        breakLine()
    }

    /// Starts a value of an object.
    package mutating func startItem(key: String) { startItem(key: key.utf8.span) }

    /// Does the same with the UTF-8 bytes of the key.
    package mutating func startItem(key: Span<UInt8>) {
        startItem()
        write(key)
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(UInt8(ascii: " ")) }
    }

    package mutating func write(members: [(key: String, value: JSONValue)]) {
        for member in members {
            startItem(key: member.key)
            write(member.value)
        }
    }

    /// Removes everything that was written after the first `count` bytes.
    package mutating func takeBack(to count: Int) { bytes.removeLast(bytes.count - count) }

    private mutating func breakLine() {
        guard isPretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }
}

extension Value {
    /// This is true if JSON writes the value without quotes.
    package var isBareInJSON: Bool {
        if case .boolean = self { true } else { isNumber }
    }

    private var isNumber: Bool {
        if case .integer = self { return true }
        return if case .decimal = self { true } else { false }
    }
}
