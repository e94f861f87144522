internal import KairanFormats
internal import KairanModel

/// HTML as feeds have it, read as browsers roughly do. Whatever is wrong in it, the result is a tree.
indirect enum HTMLPart {
    case text(String)
    case element(name: String, attributes: [String: String], parts: [HTMLPart])
}

/// The deepest nesting of elements that counts; what is deeper stands beside.
private let deepest = 60

/// Reads HTML. Elements that show no text, such as scripts, are left out.
func readHTML(_ html: String) -> [HTMLPart] {
    var reader = HTMLTreeReader(html)
    return reader.read()
}

private struct HTMLTreeReader {
    private let characters: [Unicode.Scalar]
    private var index = 0
    private var open: [(name: String, attributes: [String: String], parts: [HTMLPart])] = [("", [:], [])]

    init(_ html: String) { characters = Array(html.unicodeScalars) }

    mutating func read() -> [HTMLPart] {
        while index < characters.count {
            let start = index
            while index < characters.count, characters[index] != "<" { index += 1 }
            addText(start..<index)
            if index < characters.count { readMarkup() }
        }
        while open.count > 1 { close() }
        return open[0].parts
    }

    private mutating func addText(_ range: Range<Int>) {
        if range.isEmpty { return }
        add(.text(withoutEntities(String(String.UnicodeScalarView(characters[range])))))
    }

    private mutating func add(_ part: HTMLPart) { open[open.count - 1].parts.append(part) }

    private mutating func close() {
        guard open.count > 1, let last = open.popLast() else { return }
        add(.element(name: last.name, attributes: last.attributes, parts: last.parts))
    }

    private mutating func readMarkup() {
        let start = index
        index += 1
        if starts("!--") { return skip(past: "-->") }
        if starts("![CDATA[") || starts("!") || starts("?") { return skip(past: ">") }
        let isEnd = starts("/")
        if isEnd { index += 1 }
        guard index < characters.count, characters[index].properties.isAlphabetic, characters[index].isASCII else {
            return addText(start..<index)
        }
        let name = word { !$0.properties.isWhitespace && $0 != ">" && $0 != "/" }.lowercased()
        let attributes = readAttributes()
        if isEnd { return end(name) }
        if skipped.contains(name) { return skipElement(name) }
        if blocks.contains(name), let paragraph = open.lastIndex(where: { $0.name == "p" }), paragraph == open.count - 1
        {
            close()
        }
        if name == "li", open.last?.name == "li" { close() }
        if ["td", "th"].contains(name), let last = open.last?.name, ["td", "th"].contains(last) { close() }
        if void.contains(name) { return add(.element(name: name, attributes: attributes, parts: [])) }
        if open.count <= deepest { open.append((name, attributes, [])) }
    }

    private mutating func end(_ name: String) {
        guard let place = open.lastIndex(where: { $0.name == name }), place > 0 else { return }
        while open.count > place { close() }
    }

    private mutating func readAttributes() -> [String: String] {
        var attributes: [String: String] = [:]
        while index < characters.count, characters[index] != ">" {
            if characters[index].properties.isWhitespace || characters[index] == "/" {
                index += 1
                continue
            }
            let name = word { !$0.properties.isWhitespace && $0 != "=" && $0 != ">" }.lowercased()
            if name.isEmpty { index += 1 }
            _ = word { $0.properties.isWhitespace }
            guard index < characters.count, characters[index] == "=" else { continue }
            index += 1
            _ = word { $0.properties.isWhitespace }
            guard index < characters.count else { break }
            let quote = characters[index]
            if quote == "\"" || quote == "'" {
                index += 1
                attributes[name] = withoutEntities(word { $0 != quote })
                index += 1
            } else {
                attributes[name] = withoutEntities(word { !$0.properties.isWhitespace && $0 != ">" })
            }
        }
        index += 1
        return attributes
    }

    private mutating func word(_ isPart: (Unicode.Scalar) -> Bool) -> String {
        let start = index
        while index < characters.count, isPart(characters[index]) { index += 1 }
        return String(String.UnicodeScalarView(characters[start..<index]))
    }

    private func starts(_ text: String) -> Bool { characters[index...].starts(with: text.unicodeScalars) }

    private mutating func skip(past text: String) {
        while index < characters.count, !starts(text) { index += 1 }
        index += text.unicodeScalars.count
    }

    /// Passes over an element whose content is no text of the page.
    private mutating func skipElement(_ name: String) {
        while index < characters.count {
            skip(past: "</")
            if word({ $0 != ">" && !$0.properties.isWhitespace }).lowercased() == name { return skip(past: ">") }
        }
    }
}

private let skipped: Set = [
    "script", "style", "iframe", "noscript", "template", "svg", "math", "head", "title", "select", "textarea", "object",
    "video", "audio", "canvas",
]
private let void: Set = ["br", "hr", "img", "input", "meta", "link", "wbr", "source", "embed", "col", "area"]
/// The elements that begin a line of their own.
let blocks: Set = [
    "p", "div", "section", "article", "header", "footer", "main", "aside", "nav", "figure", "figcaption", "ul", "ol",
    "li", "dl", "dt", "dd", "blockquote", "pre", "table", "thead", "tbody", "tr", "h1", "h2", "h3", "h4", "h5", "h6",
    "hr",
    "address", "details", "summary", "form", "fieldset", "center",
]

private let inlines: Set = [
    "a", "b", "strong", "i", "em", "u", "s", "del", "code", "span", "sub", "sup", "small", "cite",
]

/// Tells whether a text that may be plain has elements of HTML: the end of a known one, or one that has no end.
func holdsElements(_ text: String) -> Bool {
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
        rest = rest[rest.index(after: start)...]
        let isEnd = rest.first == UInt8(ascii: "/")
        if isEnd { rest = rest.dropFirst() }
        let word = rest.prefix(12).prefix { isASCIIDigit($0) || (0x61...0x7A).contains($0 | 0x20) }
        let name = String(Substring(word)).lowercased()
        guard let next = rest.dropFirst(word.count).first, [0x20, 0x2F, 0x3E, 0x0A].contains(next) else { continue }
        if isEnd ? blocks.contains(name) || inlines.contains(name) : ["br", "hr", "img"].contains(name) { return true }
    }
    return false
}

/// Returns a text with the letters that entities of HTML stand for. Unknown ones stay.
func withoutEntities(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    return text.replacing(/&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,10}));/) { match in
        if let name = match.output.3 { return entities[String(name)] ?? String(match.output.0) }
        let number = match.output.1.flatMap { UInt32($0) } ?? match.output.2.flatMap { UInt32($0, radix: 16) } ?? 0
        guard let scalar = Unicode.Scalar(number), number >= 0x20 || number == 10 || number == 9 else { return "" }
        return String(scalar)
    }
}

private let entities: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "hellip": "…", "ndash": "–", "mdash": "—",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "sbquo": "‚", "bdquo": "„", "laquo": "«", "raquo": "»",
    "lsaquo": "‹", "rsaquo": "›", "bull": "•", "middot": "·", "deg": "°", "euro": "€", "pound": "£", "yen": "¥",
    "cent": "¢", "copy": "©", "reg": "®", "trade": "™", "sect": "§", "para": "¶", "times": "×", "divide": "÷",
    "plusmn": "±", "frac12": "½", "frac14": "¼", "frac34": "¾", "sup2": "²", "sup3": "³", "micro": "µ", "iexcl": "¡",
    "iquest": "¿", "szlig": "ß", "aring": "å", "Aring": "Å", "aelig": "æ", "AElig": "Æ", "oslash": "ø", "Oslash": "Ø",
    "auml": "ä", "Auml": "Ä", "ouml": "ö", "Ouml": "Ö", "uuml": "ü", "Uuml": "Ü", "eacute": "é", "Eacute": "É",
    "egrave": "è", "Egrave": "È", "ecirc": "ê", "euml": "ë", "agrave": "à", "Agrave": "À", "aacute": "á", "acirc": "â",
    "atilde": "ã", "ccedil": "ç", "Ccedil": "Ç", "iacute": "í", "igrave": "ì", "icirc": "î", "iuml": "ï", "ntilde": "ñ",
    "Ntilde": "Ñ", "oacute": "ó", "ograve": "ò", "ocirc": "ô", "otilde": "õ", "uacute": "ú", "ugrave": "ù",
    "ucirc": "û", "yacute": "ý", "scaron": "š", "Scaron": "Š", "larr": "←", "rarr": "→", "uarr": "↑", "darr": "↓",
    "shy": "", "zwnj": "", "ensp": " ", "emsp": " ", "thinsp": " ", "minus": "−", "ordm": "º", "ordf": "ª",
]
