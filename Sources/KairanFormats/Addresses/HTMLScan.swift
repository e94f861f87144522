internal import KairanModel

/// The addresses and the places of an HTML page, found in one pass over its bytes.
///
/// It reads what templates and cmark-gfm write. It does not validate, and accepts any bytes.
package struct HTMLScan: Sendable {
    package private(set) var addresses: [AddressPlace] = []
    /// Every `id`, and the `name` of every `a`.
    package private(set) var names: [Name] = []

    package struct Name: Sendable {
        package var range: Range<Int>
        package var isID: Bool
    }

    private let bytes: [UInt8]
    private let isXML: Bool
    /// The open `<svg>`, `<math>` and `<foreignObject>` elements. In the first two, texts are markup as in XML.
    private var languages: [Tag] = []
    private var isForeign: Bool { languages.last.map { $0 != .foreignObject } ?? false }
    private var index = 0
    private var baseRange: Range<Int>?
    /// The name of the `<meta>` being read, if it was already found.
    private var metaName = 0..<0

    package init(_ bytes: [UInt8], isXML: Bool = false) {
        (self.bytes, self.isXML) = (bytes, isXML)
        addresses.reserveCapacity(32)
        while findTag() {
            // Nearly all are tags, so these are looked for first.
            if index < bytes.count, isASCIILetter(bytes[index]) {
                readTag()
            } else if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "/"), isASCIILetter(bytes[index + 1]) {
                index += 1
                readEndTag()
            } else if starts("!--") {
                skipComment()
            } else if isXML || isForeign, starts("![CDATA[") {
                skip(past: "]]>")
            } else if starts("?"), isXML {
                skip(past: "?>")
            } else if starts("!") || starts("?") {
                skip(past: ">")
            }
        }
    }

    package var links: [FoundAddress] { addresses.map { $0.found(in: bytes) } }

    package var anchors: [String] { names.map { attributeText(bytes[$0.range]) } }

    package var ids: [FoundAddress] {
        names.filter(\.isID).map { FoundAddress(value: attributeText(bytes[$0.range]), range: $0.range) }
    }

    /// The address in `<base>`, at which relative addresses start.
    package var base: String? { baseRange.map { attributeText(bytes[$0]) } }

    /// Moves past the next `<`.
    private mutating func findTag() -> Bool {
        index = offset(of: UInt8(ascii: "<"))
        guard index < bytes.count else { return false }
        index += 1
        return true
    }

    /// Returns the place of the next such byte, or the end if there is none.
    private func offset(of byte: UInt8) -> Int {
        bytes.span.firstOffset(of: byte, in: index..<bytes.count) ?? bytes.count
    }

    private mutating func readTag() {
        let tag = Tag(bytes, word { !isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") })
        metaName = 0..<0
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            if isSpace(bytes[index]) || bytes[index] == UInt8(ascii: "/") {
                index += 1
            } else {
                readAttribute(of: tag)
            }
        }
        let isClosed = index < bytes.count && bytes[index - 1] == UInt8(ascii: "/")
        index = min(index + 1, bytes.count)
        if !isClosed, tag == .svg || tag == .math || tag == .foreignObject && isForeign { languages.append(tag) }
        let start = index
        if tag == .style, !isClosed {
            skipText("</style")
            addresses += CSSScan(bytes[start..<index]).addresses
            // In XML and SVG the text of a style sheet may hold markup, so it is read again as markup.
            if isXML || isForeign { index = start }
            return
        }
        // The text of these elements is not HTML (HTML standard, 13.2.5.2 to 13.2.5.4).
        guard !isXML, !isForeign, let end = tag.endOfText else { return }
        skipText(end)
    }

    private mutating func readEndTag() {
        let tag = Tag(bytes, word { !isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") })
        if let place = languages.lastIndex(of: tag) { languages.removeSubrange(place...) }
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            if isSpace(bytes[index]) || bytes[index] == UInt8(ascii: "/") {
                index += 1
            } else {
                readAttribute(of: .other)
            }
        }
        index = min(index + 1, bytes.count)
    }

    /// Skips text up to an end tag of that name.
    private mutating func skipText(_ end: StaticString) {
        while index < bytes.count {
            skip(past: end)
            guard index < bytes.count, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: "/") else { return }
            if bytes[index] == UInt8(ascii: ">") { return }
        }
    }

    /// Skips a comment. `<!-->` and `<!--->` are complete comments.
    private mutating func skipComment() {
        index += 3
        if isXML { return skip(past: "-->") }
        if starts(">") { return index += 1 }
        if starts("->") { return index += 2 }
        while index < bytes.count, !starts("-->"), !starts("--!>") { index += 1 }
        index = min(index + (starts("-->") ? 3 : 4), bytes.count)
    }

    private mutating func readAttribute(of tag: Tag) {
        let name = word {
            !isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
        }
        if name.isEmpty {
            index += 1
            return
        }
        skipSpaces()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return }
        index += 1
        skipSpaces()
        guard index < bytes.count else { return }
        let value = attributeValue()
        if let attribute = Attribute(bytes, name) { take(attribute, value, of: tag) }
    }

    private mutating func attributeValue() -> Range<Int> {
        let quote = bytes[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = index
            while index < bytes.count, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">") { index += 1 }
            return start..<index
        }
        index += 1
        let start = index
        let end = offset(of: quote)
        index = min(end + 1, bytes.count)
        return start..<end
    }

    private mutating func take(_ attribute: Attribute, _ range: Range<Int>, of tag: Tag) {
        switch attribute {
        case .href where tag == .base: baseRange = baseRange ?? bytes[range].trimmedRange
        case .href where tag == .link: takeLink(range)
        case .href: takeAddress(range, tag == .image ? .picture : .open)
        case .source: takeAddress(range, tag.useOfSource)
        case .action: takeAddress(range)
        case .poster: takeAddress(range, .picture)
        case .data: if tag == .object { takeAddress(range) }
        case .candidates: takeCandidates(range)
        case .content: if tag == .meta { takeMeta(range) }
        case .style: takeStyle(range)
        case .id: names.append(Name(range: range, isID: true))
        case .property: if tag == .meta { metaName = range }
        case .name:
            if tag == .meta { metaName = range }
            if tag == .a { names.append(Name(range: range, isID: false)) }
        }
    }

    private mutating func takeAddress(_ range: Range<Int>, _ use: FoundAddress.Use = .open) {
        addresses.append(AddressPlace(range: bytes[range].trimmedRange, use: use))
    }

    /// Takes the address of a `<link>`. One for searches holds the place of their words (OpenSearch 1.1), so only what
    /// stands before it leads somewhere, and nothing of a static site does if that place is in the path.
    private mutating func takeLink(_ range: Range<Int>) {
        guard let words = bytes.span.firstOffset(of: Array("{searchTerms".utf8), in: range) else {
            return takeAddress(range, .load)
        }
        let start = bytes[range.lowerBound..<words]
        if let end = start.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
            takeAddress(range.lowerBound..<end, .load)
        }
    }

    private mutating func takeStyle(_ range: Range<Int>) {
        for var place in CSSScan(bytes[range]).addresses {
            place.form = .styleAttribute
            addresses.append(place)
        }
    }

    /// Reads addresses that each have a width or density (HTML standard, 4.8.4.2.1). A comma may be part of an address.
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

    /// Reads `<meta http-equiv="refresh" content="0; url=/clubs/">`, and the absolute addresses of `og:image` and
    /// similar properties.
    private mutating func takeMeta(_ range: Range<Int>) {
        let value = bytes[range]
        let refresh = value.drop { isSpace($0) || isASCIIDigit($0) }.drop { isSpace($0) }
        if refresh.first == UInt8(ascii: ";") || refresh.first == comma {
            let target = refresh.dropFirst().drop(while: isSpace)
            guard target.count > 4, String(decoding: target.prefix(4), as: UTF8.self).lowercased() == "url=" else {
                return
            }
            takeAddress(target.startIndex + 4..<range.upperBound)
        } else if isAddressOfMeta {
            takeAddress(range, .load)
        }
    }

    private var isAddressOfMeta: Bool {
        guard bytes[metaName].contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "&") }) else {
            return false
        }
        let name = attributeText(bytes[metaName]).lowercased()
        return [":image", ":url", ":secure_url", ":video", ":audio"].contains(where: name.hasSuffix)
    }

    @inline(__always)
    private mutating func word(while isPart: (UInt8) -> Bool) -> Range<Int> {
        let start = index
        while index < bytes.count, isPart(bytes[index]) { index += 1 }
        return start..<index
    }

    private mutating func skipSpaces() {
        while index < bytes.count, isSpace(bytes[index]) { index += 1 }
    }

    private mutating func skip(past text: StaticString) {
        while index < bytes.count, !starts(text) { index += 1 }
        index = min(index + text.utf8CodeUnitCount, bytes.count)
    }

    private func starts(_ text: StaticString) -> Bool {
        let end = index + text.utf8CodeUnitCount
        return end <= bytes.count && isWord(bytes, index..<end, text)
    }
}

/// The elements whose attributes or text have a meaning of their own.
private enum Tag {
    case a, base, foreignObject, iframe, image, input, link, math, media, meta, noembed, noframes, object, picture,
        script
    case style, svg, textarea, title, xmp, other

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        func isNamed(_ name: StaticString) -> Bool { isWord(bytes, range, name) }
        self =
            switch bytes[range.lowerBound] | 0x20 {
            case UInt8(ascii: "a"): isNamed("a") ? .a : isNamed("audio") ? .media : .other
            case UInt8(ascii: "b"): isNamed("base") ? .base : .other
            case UInt8(ascii: "i"):
                isNamed("img")
                    ? .picture
                    : isNamed("input") ? .input : isNamed("image") ? .image : isNamed("iframe") ? .iframe : .other
            case UInt8(ascii: "l"): isNamed("link") ? .link : .other
            case UInt8(ascii: "m"): isNamed("meta") ? .meta : isNamed("math") ? .math : .other
            case UInt8(ascii: "f"): isNamed("foreignobject") ? .foreignObject : .other
            case UInt8(ascii: "n"): isNamed("noembed") ? .noembed : isNamed("noframes") ? .noframes : .other
            case UInt8(ascii: "o"): isNamed("object") ? .object : .other
            case UInt8(ascii: "x"): isNamed("xmp") ? .xmp : .other
            case UInt8(ascii: "s"):
                isNamed("script")
                    ? .script
                    : isNamed("style") ? .style : isNamed("source") ? .media : isNamed("svg") ? .svg : .other
            case UInt8(ascii: "t"):
                isNamed("title") ? .title : isNamed("textarea") ? .textarea : isNamed("track") ? .media : .other
            case UInt8(ascii: "v"): isNamed("video") ? .media : .other
            default: .other
            }
    }

    /// The end tag up to which an element's text holds no markup; nil if the text may hold markup.
    var endOfText: StaticString? {
        switch self {
        case .script: "</script"
        case .title: "</title"
        case .textarea: "</textarea"
        case .xmp: "</xmp"
        case .iframe: "</iframe"
        case .noembed: "</noembed"
        case .noframes: "</noframes"
        default: nil
        }
    }

    var useOfSource: FoundAddress.Use {
        switch self {
        case .picture, .input: .picture
        case .media: .load
        default: .open
        }
    }
}

/// The attributes that hold addresses, places or code.
private enum Attribute {
    case action, candidates, content, data, href, id, name, poster, property, source, style

    init?(_ bytes: [UInt8], _ range: Range<Int>) {
        func isNamed(_ name: StaticString) -> Bool { isWord(bytes, range, name) }
        switch bytes[range.lowerBound] | 0x20 {
        case UInt8(ascii: "a") where isNamed("action"): self = .action
        case UInt8(ascii: "c") where isNamed("content"): self = .content
        case UInt8(ascii: "d") where isNamed("data"): self = .data
        case UInt8(ascii: "f") where isNamed("formaction"): self = .action
        case UInt8(ascii: "h") where isNamed("href"): self = .href
        case UInt8(ascii: "i") where isNamed("id"): self = .id
        case UInt8(ascii: "i") where isNamed("imagesrcset"): self = .candidates
        case UInt8(ascii: "n") where isNamed("name"): self = .name
        case UInt8(ascii: "p") where isNamed("poster"): self = .poster
        case UInt8(ascii: "p") where isNamed("property"): self = .property
        case UInt8(ascii: "s") where isNamed("src"): self = .source
        case UInt8(ascii: "s") where isNamed("srcset"): self = .candidates
        case UInt8(ascii: "s") where isNamed("style"): self = .style
        // An XML page may give any prefix to XLink.
        case _ where range.count > 5 && isWord(bytes, (range.upperBound - 5)..<range.upperBound, ":href"): self = .href
        default: return nil
        }
    }
}

/// Compares a range with a lower-case word without regard to case, as HTML and CSS compare names.
@inline(__always)
func isWord<Bytes: RandomAccessCollection>(_ bytes: Bytes, _ range: Range<Int>, _ word: StaticString) -> Bool
where Bytes.Element == UInt8, Bytes.Index == Int {
    guard range.count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { word in
        for offset in 0..<word.count {
            let byte = bytes[range.lowerBound + offset]
            let letter = unsafe word[offset]
            guard byte == letter || (isASCIILetter(letter) && byte | 0x20 == letter) else { return false }
        }
        return true
    }
}

private let comma = UInt8(ascii: ",")

@inline(__always)
func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

extension ArraySlice<UInt8> {
    /// The range without the spaces and line ends around it.
    var trimmedRange: Range<Int> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
        var (start, end) = (startIndex, endIndex)
        while start < end, isBlank(self[start]) { start += 1 }
        while end > start, isBlank(self[end - 1]) { end -= 1 }
        return start == end ? startIndex..<startIndex : start..<end
    }
}
