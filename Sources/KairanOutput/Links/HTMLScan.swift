internal import KairanContent

/// An address as an output writes it.
struct FoundAddress: Sendable, Equatable {
    /// With character references resolved.
    var value: String
    /// The bytes it stands in, without quotes and without the spaces that browsers drop.
    var range: Range<Int>
    var use = Use.open

    enum Use: Sendable {
        /// A browser goes there, or runs what is there with the rights of the page.
        case open
        /// The page shows it as a picture, which runs nothing.
        case picture
        /// The page loads it: a style sheet, a film, the font of a style.
        case load
    }
}

/// The addresses and the places of an HTML page, found in one pass over its bytes.
///
/// It reads what templates and cmark-gfm write; it is no validator, and any bytes get through it.
struct HTMLScan: Sendable {
    private(set) var links: [FoundAddress] = []
    /// What `<base>` says that relative addresses start from.
    private(set) var base: String?
    /// Every `id`, and the `name` of every `a`.
    private(set) var anchors: [String] = []
    private(set) var ids: [FoundAddress] = []
    /// What a browser runs: scripts, `on…` attributes, and the page inside `srcdoc`.
    private(set) var code: [Range<Int>] = []
    /// The parts of tags that stand outside quotes; of templates only.
    private(set) var unquoted: [Range<Int>] = []

    private let isTemplate: Bool
    private let bytes: [UInt8]
    private var index = 0
    /// What the `<meta>` being read is, if it has said so.
    private var metaName = ""

    init(_ bytes: [UInt8], isTemplate: Bool = false) {
        (self.bytes, self.isTemplate) = (bytes, isTemplate)
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
        metaName = ""
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            if isSpace(bytes[index]) || bytes[index] == UInt8(ascii: "/") {
                index += 1
            } else {
                readAttribute(of: name)
            }
        }
        index = min(index + 1, bytes.count)
        // The text of these two is not HTML (HTML standard, 13.2.5.2 and 13.2.5.4).
        let start = index
        if name == "script" || name == "style" { skip(past: "</\(name)") }
        if name == "script" { code.append(start..<index) }
        if name == "style" { links += CSSScan(bytes[start..<index]).links }
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
            if isTemplate { unquoted.append(value) }
        }
        take(name, value, of: tag)
    }

    private mutating func take(_ name: String, _ range: Range<Int>, of tag: String) {
        switch name {
        case "href" where tag == "base": base = base ?? text(bytes[range].trimmedRange)
        case "href", "xlink:href": takeAddress(range, linkUses[tag])
        case "src": takeAddress(range, sourceUses[tag])
        case "action", "formaction": takeAddress(range)
        case "poster": takeAddress(range, .picture)
        case "data": if tag == "object" { takeAddress(range) }
        case "srcdoc": code.append(range)
        case _ where name.hasPrefix("on"): code.append(range)
        case "srcset", "imagesrcset": takeCandidates(range)
        case "property" where tag == "meta", "name" where tag == "meta": metaName = text(range).lowercased()
        case "content": if tag == "meta" { takeMeta(range) }
        case "style":
            // Its quotes may be references too.
            links += CSSScan(bytes[range]).links.map { link in
                let quotes: [Character] = ["\"", "'"]
                let value = resolvingCharacterReferences(link.value).split { quotes.contains($0) }.joined()
                return FoundAddress(value: value, range: link.range, use: link.use)
            }
        case "id":
            ids.append(FoundAddress(value: text(range), range: range))
            anchors.append(text(range))
        case "name": if tag == "a" { anchors.append(text(range)) }
        default: break
        }
    }

    private mutating func takeAddress(_ range: Range<Int>, _ use: FoundAddress.Use? = nil) {
        let range = bytes[range].trimmedRange
        links.append(FoundAddress(value: text(range), range: range, use: use ?? .open))
    }

    /// Addresses with a width or density each (HTML standard, 4.8.4.2.1); a comma may be part of an address.
    private mutating func takeCandidates(_ range: Range<Int>) {
        var rest = bytes[range].drop { isSpace($0) || $0 == comma }
        while !rest.isEmpty {
            var address = rest.prefix { !isSpace($0) }
            rest = rest[address.endIndex...]
            if address.last == comma {
                while address.last == comma { address.removeLast() }
            } else {
                rest = rest.drop { $0 != comma }
            }
            takeAddress(address.startIndex..<address.endIndex, .picture)
            rest = rest.drop { isSpace($0) || $0 == comma }
        }
    }

    /// `<meta http-equiv="refresh" content="0; url=/clubs/">`, and the whole addresses of `og:image` and its like.
    private mutating func takeMeta(_ range: Range<Int>) {
        let value = bytes[range]
        let refresh = value.drop { isSpace($0) || isASCIIDigit($0) }.drop { isSpace($0) }
        if refresh.first == UInt8(ascii: ";") || refresh.first == comma {
            let target = refresh.dropFirst().drop(while: isSpace)
            guard target.count > 4, String(decoding: target.prefix(4), as: UTF8.self).lowercased() == "url=" else {
                return
            }
            takeAddress(target.startIndex + 4..<range.upperBound)
        } else if [":image", ":url", ":secure_url", ":video", ":audio"].contains(where: metaName.hasSuffix) {
            takeAddress(range, .load)
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
        if isTemplate { unquoted.append(start..<index) }
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

private let linkUses: [String: FoundAddress.Use] = ["link": .load, "image": .picture]

private let sourceUses: [String: FoundAddress.Use] = [
    "img": .picture, "input": .picture, "audio": .load, "video": .load, "source": .load, "track": .load,
]

private let comma = UInt8(ascii: ",")

func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

extension ArraySlice<UInt8> {
    /// Without the spaces and line ends around it.
    var trimmedRange: Range<Int> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return startIndex..<startIndex
        }
        return first..<last + 1
    }
}
