internal import KairanContent

/// The addresses and the places of an HTML page, found in one pass over its bytes.
///
/// It reads what templates and cmark-gfm write; it is no validator, and any bytes get through it.
struct HTMLScan: Sendable {
    struct Link: Sendable, Equatable {
        /// With character references resolved.
        var value: String
        /// The byte at which the attribute's value starts.
        var offset: Int
    }

    private(set) var links: [Link] = []
    /// Every `id`, and the `name` of every `a`.
    private(set) var anchors: [String] = []

    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start + 1
            if starts("!--") {
                skip(past: "-->")
            } else if index < bytes.count, isASCIILetter(bytes[index]) {
                readTag()
            }
        }
    }

    private mutating func readTag() {
        let name = word { !isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            if isSpace(bytes[index]) || bytes[index] == UInt8(ascii: "/") {
                index += 1
            } else {
                readAttribute(of: name)
            }
        }
        index = min(index + 1, bytes.count)
        // The text of these two is not HTML (HTML standard, 13.2.5.2 and 13.2.5.4).
        if name == "script" || name == "style" { skip(past: "</\(name)") }
    }

    private mutating func readAttribute(of tag: String) {
        let name = word { !isSpace($0) && !"=>/".utf8.contains($0) }
        if name.isEmpty {
            index += 1
            return
        }
        skipSpaces()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return }
        index += 1
        skipSpaces()
        guard index < bytes.count else { return }
        let value: Range<Int>
        if bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") {
            let end = bytes[(index + 1)...].firstIndex(of: bytes[index]) ?? bytes.count
            value = (index + 1)..<end
            index = min(end + 1, bytes.count)
        } else {
            let start = index
            while index < bytes.count, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">") { index += 1 }
            value = start..<index
        }
        take(name, value, of: tag)
    }

    private mutating func take(_ name: String, _ range: Range<Int>, of tag: String) {
        switch name {
        case "href", "src", "poster", "action":
            links.append(Link(value: text(range), offset: range.lowerBound))
        case "srcset":
            for candidate in text(range).split(separator: ",") {
                guard let address = candidate.split(separator: " ").first else { continue }
                links.append(Link(value: String(address), offset: range.lowerBound))
            }
        case "id": anchors.append(text(range))
        case "name": if tag == "a" { anchors.append(text(range)) }
        default: break
        }
    }

    private func text(_ range: Range<Int>) -> String {
        let slice = bytes[range]
        let text = String(decoding: slice, as: UTF8.self)
        return slice.contains(UInt8(ascii: "&")) ? resolvingCharacterReferences(text) : text
    }

    private mutating func word(while isPart: (UInt8) -> Bool) -> String {
        let start = index
        while index < bytes.count, isPart(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
    }

    private mutating func skipSpaces() {
        while index < bytes.count, isSpace(bytes[index]) { index += 1 }
    }

    private mutating func skip(past text: String) {
        let first = Array(text.utf8)[0]
        while let start = bytes[index...].firstIndex(of: first) {
            index = start
            if starts(text) { return index += text.utf8.count }
            index += 1
        }
        index = bytes.count
    }

    /// Tag names are compared without case.
    private func starts(_ text: String) -> Bool {
        guard index + text.utf8.count <= bytes.count else { return false }
        return zip(bytes[index...], text.utf8).allSatisfy { $0 == $1 || (isASCIILetter($1) && $0 | 0x20 == $1) }
    }
}

private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
