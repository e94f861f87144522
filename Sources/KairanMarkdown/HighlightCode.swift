internal import KairanModel

/// Returns HTML of Markdown with the parts of its code in elements of their own, such as
/// `<span class="code-string">`. How they look is up to the style sheet of the page.
///
/// Only code blocks that name one of the languages of `CodeLanguage` change, and their text stays as it is.
package func highlighted(_ html: String) -> String {
    let opening = "<pre><code class=\"language-"
    guard html.contains(opening) else { return html }
    var (result, rest) = ("", html[...])
    while let start = rest.firstRange(of: opening) {
        result += rest[..<start.upperBound]
        rest = rest[start.upperBound...]
        guard let nameEnd = rest.firstRange(of: "\">"), let end = rest.firstRange(of: "</code></pre>") else { break }
        let name = rest[..<nameEnd.lowerBound]
        result += rest[..<nameEnd.upperBound]
        let code = rest[nameEnd.upperBound..<end.lowerBound]
        if code.utf8.count <= longestCode, let language = CodeLanguage(named: name.lowercased()) {
            var highlighter = CodeHighlighter(unescaped(code), language)
            result += highlighter.run()
        } else {
            result += code
        }
        rest = rest[end.lowerBound...]
    }
    return result + rest
}

/// The longest code whose parts are told apart, in bytes. What is longer is data, and would make pages very large.
private let longestCode = 100_000

/// Returns the text of code in HTML. cmark-gfm writes no other references.
private func unescaped(_ code: Substring) -> [UInt8] {
    guard code.utf8.contains(UInt8(ascii: "&")) else { return Array(code.utf8) }
    let text = code.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
    return Array(text.replacing("&amp;", with: "&").utf8)
}

/// The rules by which the parts of code in a language are told apart.
struct CodeLanguage {
    var lineComment: String?
    var blockComment: (open: String, close: String)?
    var quotes = "\"'"
    /// The quotation marks whose texts may have several lines.
    var longQuotes = ""
    /// The character that follows a key.
    var keySign = UInt8(ascii: ":")
    /// Tells whether a value may follow a colon without a space.
    var hasTightColons = false
    var keywords: Set<String> = []
    var form = Form.program

    enum Form {
        case program
        /// Before a colon stands a key.
        case keyed
        case markup
        /// Markdown, of which only the front matter is told apart.
        case text
        /// Commands after a dollar sign, and what they print.
        case console
        /// Lines that begin with a minus go, and those that begin with a plus come.
        case diff
    }

    static let yaml = CodeLanguage(lineComment: "#", keywords: ["true", "false", "null"], form: .keyed)

    init?(named name: String) {
        switch name {
        case "yaml", "yml": self = .yaml
        case "toml":
            self = .yaml
            keySign = UInt8(ascii: "=")
        case "json":
            self.init(keywords: ["true", "false", "null"], form: .keyed)
            hasTightColons = true
        case "html", "xml", "svg", "mustache": self.init(blockComment: ("<!--", "-->"), form: .markup)
        case "markdown", "md": self.init(form: .text)
        case "console": self.init(form: .console)
        case "diff": self.init(form: .diff)
        case "sh", "bash", "shell":
            self.init(
                lineComment: "#", longQuotes: "\"'",
                keywords: ["if", "then", "else", "fi", "for", "in", "do", "done", "while", "export"])
        case "python", "py":
            self.init(
                lineComment: "#",
                keywords: [
                    "and", "as", "def", "elif", "else", "for", "from", "if", "import", "in", "is", "not", "or",
                    "return", "while", "with", "yield", "None", "True", "False",
                ])
        case "css": self.init(blockComment: ("/*", "*/"), form: .keyed)
        case "swift", "kotlin", "kt", "ts", "typescript", "js", "javascript":
            self.init(
                lineComment: "//", blockComment: ("/*", "*/"), quotes: "\"'`", longQuotes: "`",
                keywords: Self.programWords)
        default: return nil
        }
    }

    init(
        lineComment: String? = nil, blockComment: (open: String, close: String)? = nil, quotes: String = "\"'",
        longQuotes: String = "", keywords: Set<String> = [], form: Form = .program
    ) {
        (self.lineComment, self.blockComment, self.quotes) = (lineComment, blockComment, quotes)
        (self.longQuotes, self.keywords, self.form) = (longQuotes, keywords, form)
    }

    /// The keywords of Swift, Kotlin, TypeScript and JavaScript, of which none is a usual name in another.
    private static let programWords: Set<String> = [
        "as", "async", "await", "break", "case", "catch", "class", "const", "continue", "data", "default", "do", "else",
        "enum", "export", "extends", "extension", "false", "for", "from", "fun", "func", "function", "guard", "if",
        "import", "in", "init", "interface", "is", "let", "nil", "new", "null", "object", "of", "override", "private",
        "protocol",
        "public", "return", "self", "static", "struct", "suspend", "switch", "this", "throw", "throws", "true", "try",
        "type", "val", "var", "when", "where", "while",
    ]
}

private struct CodeHighlighter {
    private let bytes: [UInt8]
    private let language: CodeLanguage
    private var at = 0
    /// The start of what is not written yet, which belongs to no part.
    private var plainStart = 0
    private var html = ""
    private var isInTag = false

    init(_ bytes: [UInt8], _ language: CodeLanguage) { (self.bytes, self.language) = (bytes, language) }

    mutating func run() -> String {
        switch language.form {
        case .text, .markup: frontMatter()
        case .program, .keyed, .console, .diff: break
        }
        while at < bytes.count {
            switch language.form {
            case .text: at = bytes.count
            case .console: line { $0.starts(with: "$ ".utf8) ? "word" : nil }
            case .diff: line(diffPart)
            case .markup: markup()
            case .program, .keyed: program()
            }
        }
        flush(to: at)
        return html
    }

    // MARK: - Output

    private mutating func flush(to end: Int) {
        html += escapedWords(String(decoding: bytes[plainStart..<end], as: UTF8.self))
        plainStart = end
    }

    /// Writes the bytes up to `end` as a part.
    private mutating func part(_ name: String, to end: Int) {
        flush(to: at)
        html += "<span class=\"code-\(name)\">"
        flush(to: end)
        html += "</span>"
        at = end
    }

    // MARK: - Looking ahead

    private func has(_ text: String, at place: Int) -> Bool { bytes[place...].starts(with: text.utf8) }

    private func end(of text: String, from place: Int) -> Int {
        var place = place
        while place < bytes.count, !has(text, at: place) { place += 1 }
        return min(place + text.utf8.count, bytes.count)
    }

    private func lineEnd(from place: Int) -> Int { bytes[place...].firstIndex(of: 0x0A) ?? bytes.count }

    private func end(from place: Int, while isInside: (UInt8) -> Bool) -> Int {
        bytes[place...].firstIndex { !isInside($0) } ?? bytes.count
    }

    private var startsWord: Bool { at == 0 || !isWordByte(bytes[at - 1]) }

    // MARK: - Forms

    private mutating func line(_ name: (ArraySlice<UInt8>) -> String?) {
        let end = lineEnd(from: at)
        if let name = name(bytes[at..<end]) { part(name, to: end) }
        at = min(end + 1, bytes.count)
    }

    private func diffPart(_ line: ArraySlice<UInt8>) -> String? {
        if line.starts(with: "--- ".utf8) || line.starts(with: "+++ ".utf8) || line.starts(with: "@@".utf8) {
            return "comment"
        }
        return line.first == UInt8(ascii: "-") ? "removed" : line.first == UInt8(ascii: "+") ? "added" : nil
    }

    /// Writes the front matter at the start of a file as YAML.
    private mutating func frontMatter() {
        guard has("---\n", at: 0), let end = (4..<bytes.count).first(where: { has("\n---", at: $0) }) else { return }
        var yaml = CodeHighlighter(Array(bytes[4...end]), .yaml)
        html += "---\n" + yaml.run()
        (at, plainStart) = (end + 1, end + 1)
    }

    private mutating func markup() {
        if let (open, close) = language.blockComment, has(open, at: at) {
            return part("comment", to: end(of: close, from: at))
        }
        if has("{{", at: at) { return part("word", to: end(of: has("{{{", at: at) ? "}}}" : "}}", from: at)) }
        let byte = bytes[at]
        if isInTag {
            if byte == UInt8(ascii: ">") { isInTag = false }
            if language.quotes.utf8.contains(byte), at > 0, bytes[at - 1] == UInt8(ascii: "=") {
                return string(to: byte)
            }
            if isWordByte(byte) { return part("key", to: end(from: at, while: isWordByte)) }
        } else if byte == UInt8(ascii: "<"), at + 1 < bytes.count {
            let name = end(from: at + 1) { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "!") }
            guard name < bytes.count, isWordByte(bytes[name]) else { return at += 1 }
            isInTag = true
            return part("tag", to: end(from: name, while: isWordByte))
        }
        at += 1
    }

    private mutating func program() {
        let byte = bytes[at]
        if let (open, close) = language.blockComment, has(open, at: at) {
            return part("comment", to: end(of: close, from: at))
        }
        if let mark = language.lineComment, has(mark, at: at), at == 0 || bytes[at - 1] <= 0x20 {
            return part("comment", to: lineEnd(from: at))
        }
        // A quotation mark inside a word is an apostrophe.
        if language.quotes.utf8.contains(byte), startsWord { return string(to: byte) }
        guard startsWord, isWordByte(byte) else { return at += 1 }
        let end = end(from: at, while: isWordByte)
        if isKey(endingAt: end) { return part("key", to: end) }
        if language.keywords.contains(String(decoding: bytes[at..<end], as: UTF8.self)) { return part("word", to: end) }
        if let end = numberEnd() { return part("number", to: end) }
        at = end
    }

    private mutating func string(to quote: UInt8) {
        let triple = String(repeating: String(UnicodeScalar(quote)), count: 3)
        if language.form == .program, has(triple, at: at) {
            return part("string", to: self.end(of: triple, from: at + 3))
        }
        let isLong = language.longQuotes.utf8.contains(quote)
        var end = at + 1
        while end < bytes.count, bytes[end] != quote, bytes[end] != 0x0A || isLong {
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        end = min(end, bytes.count)
        if end < bytes.count, bytes[end] == quote { end += 1 }
        part(isKey(endingAt: end, isQuoted: true) ? "key" : "string", to: end)
    }

    /// Tells whether a key ends here. A space or a line end follows its colon, unless the key is quoted.
    private func isKey(endingAt end: Int, isQuoted: Bool = false) -> Bool {
        guard language.form == .keyed else { return false }
        let isSpaced = language.keySign != UInt8(ascii: ":")
        let sign = isSpaced ? self.end(from: end) { $0 == 0x20 } : end
        guard sign < bytes.count, bytes[sign] == language.keySign else { return false }
        return isQuoted || isSpaced || sign + 1 == bytes.count || bytes[sign + 1] <= 0x20
    }

    /// Returns the end of the number that begins here; nil for a date, a version or a word. In data a number is all of a
    /// value.
    private func numberEnd() -> Int? {
        let start = bytes[at] == UInt8(ascii: "-") ? at + 1 : at
        guard start < bytes.count, (0x30...0x39).contains(bytes[start]) else { return nil }
        let end = self.end(from: start) { isWordByte($0) && $0 != UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
        let digits = bytes[start..<end]
        guard digits.count(where: { $0 == UInt8(ascii: ".") }) < 2, digits.last != UInt8(ascii: ".") else { return nil }
        if language.form != .keyed { return end }
        let after = end == bytes.count ? 0x0A : bytes[end]
        let ends: [UInt8] = [0x0A, 0x20, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ";")]
        // Elsewhere a colon before digits is that of a time of day.
        let starts: [UInt8] =
            [0x0A, 0x20, UInt8(ascii: "["), UInt8(ascii: ",")]
            + (language.hasTightColons ? [UInt8(ascii: ":")] : [])
        return ends.contains(after) && (at == 0 || starts.contains(bytes[at - 1])) ? end : nil
    }
}

/// Letters, digits, `_`, `-` in keys and tags, and every byte beyond ASCII.
private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "?"), 0x80...: true
    default: false
    }
}
