internal import KairanModel

/// Reads the keys and values of TOML from bytes.
struct TOMLScanner {
    let bytes: [UInt8]
    let end: Int
    var index: Int
    private var locator: SourceLocator

    init(_ file: SourceFile, _ range: Range<Int>) {
        bytes = file.bytes
        (index, end) = (range.lowerBound, range.upperBound)
        locator = SourceLocator(file)
    }

    var peek: UInt8? { index < end ? bytes[index] : nil }

    func isAt(_ text: String) -> Bool { bytes.span.extracting(..<end).hasBytes(text.utf8, at: index) }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    mutating func span(_ range: Range<Int>) -> SourceSpan { locator.span(range) }

    mutating func whole(_ range: Range<Int>) -> SourceSpan { locator.whole(range) }

    mutating func mistake(_ rule: Rule, _ message: String, _ range: Range<Int>, help: Help? = nil) -> TOMLMistake {
        let text = String(decoding: bytes[range], as: UTF8.self)
        let cause = Diagnostic.invisibleCharacter(in: text, at: locator.span(range))
        return TOMLMistake(
            diagnostic: cause ?? Diagnostic(.error, rule, message, at: locator.span(range), help: help))
    }

    mutating func skipSpace() {
        while let byte = peek, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { index += 1 }
    }

    /// Goes past white space, line ends and comments.
    mutating func skipBlankLines() throws(TOMLMistake) {
        while true {
            skipSpace()
            if peek == UInt8(ascii: "#") { try comment() }
            guard isAtLineEnd, index < end else { return }
            skipLineEnd()
        }
    }

    var isAtLineEnd: Bool { index >= end || bytes[index] == newline || isAt("\r\n") }

    mutating func skipLineEnd() {
        if peek == UInt8(ascii: "\r") { index += 1 }
        index += 1
    }

    mutating func endOfLine() throws(TOMLMistake) {
        skipSpace()
        if peek == UInt8(ascii: "#") { try comment() }
        guard isAtLineEnd else {
            throw mistake(
                .tomlSyntax, "nothing may follow on this line, but '\(wordText())' does", wordRange(),
                help: "put text in quotes; start each key on a line of its own")
        }
        if index < end { skipLineEnd() }
    }

    private mutating func comment() throws(TOMLMistake) {
        while !isAtLineEnd {
            try checkCharacter()
            index += 1
        }
    }

    /// Throws at a CR that ends no line: a text file may hold it, but TOML may not.
    mutating func checkCharacter() throws(TOMLMistake) {
        guard peek == UInt8(ascii: "\r") else { return }
        throw mistake(
            .tomlControlCharacter, "a CR that ends no line", index..<(index + 1),
            help: "save the file with LF or CRLF line endings")
    }

    mutating func expectEquals() throws(TOMLMistake) {
        guard !skip(UInt8(ascii: "=")) else { return skipSpace() }
        let isYAML = peek == UInt8(ascii: ":")
        throw mistake(
            .tomlSyntax, "there is no '=' after this key", wordRange(),
            help: isYAML ? "TOML writes name = value; YAML writes name: value" : "write name = value")
    }

    /// Reads a dotted key such as `a."b c".d`, and the space after it.
    mutating func keyPath() throws(TOMLMistake) -> [TOMLKey] {
        var keys = [try key()]
        skipSpace()
        while skip(UInt8(ascii: ".")) {
            skipSpace()
            keys.append(try key())
            skipSpace()
            if keys.count > maximumTOMLDepth { throw TOMLMistake(diagnostic: tooDeep(keys[0].span)) }
        }
        return keys
    }

    private mutating func key() throws(TOMLMistake) -> TOMLKey {
        let start = index
        let text: String
        if peek == Byte.quote || peek == UInt8(ascii: "'") {
            text = try oneLineString()
        } else {
            while let byte = peek, isBareKeyByte(byte) { index += 1 }
            text = String(decoding: bytes[start..<index], as: UTF8.self)
        }
        guard index > start else {
            throw mistake(
                .tomlSyntax, isAtLineEnd ? "there is no key here" : "'\(wordText())' cannot be a key", wordRange(),
                help: "a key consists of letters, digits, '_' and '-'; put anything else in quotes")
        }
        return TOMLKey(text: text, span: span(start..<index), start: start)
    }

    mutating func value(depth: Int) throws(TOMLMistake) -> SourceNode {
        let start = index
        guard depth <= maximumTOMLDepth else { throw TOMLMistake(diagnostic: tooDeep(span(start..<start))) }
        switch peek {
        case Byte.quote, UInt8(ascii: "'"):
            let text = isAt("\"\"\"") || isAt("'''") ? try multiLineString() : try oneLineString()
            return SourceNode(.scalar(text, .string), span: span(start..<index), range: start..<index)
        case Byte.openBracket: return try array(depth: depth)
        case Byte.openBrace: return try inlineTable(depth: depth)
        default: return try plainValue()
        }
    }

    private mutating func array(depth: Int) throws(TOMLMistake) -> SourceNode {
        let start = index
        let span = span(start..<start)
        var elements: [SourceNode] = []
        index += 1
        while true {
            try skipBlankLines()
            if skip(Byte.closeBracket) {
                return SourceNode(.sequence(elements), span: span, range: start..<index)
            }
            guard index < end else { break }
            elements.append(try value(depth: depth + 1))
            try skipBlankLines()
            if skip(Byte.comma) { continue }
            if skip(Byte.closeBracket) {
                return SourceNode(.sequence(elements), span: span, range: start..<index)
            }
            guard index >= end else {
                throw mistake(
                    .tomlSyntax, "a comma or ']' was expected before this", wordRange(),
                    help: "separate the values with commas and close the list with ']'")
            }
        }
        throw mistake(
            .tomlSyntax, "this '[' is never closed", start..<(start + 1), help: "add ']' where the list ends")
    }

    private mutating func inlineTable(depth: Int) throws(TOMLMistake) -> SourceNode {
        let start = index
        var table = TOMLTables(rootSpan: span(start..<start), at: start)
        index += 1
        skipSpace()
        if skip(Byte.closeBrace) { return try inlineTable(table, from: start, depth: depth) }
        while true {
            let keys = try keyPath()
            try expectEquals()
            let value = try value(depth: depth + keys.count)
            if case .failure(let clash) = table.insert(value, at: keys, in: 0) {
                throw TOMLMistake(diagnostic: clash.diagnostic)
            }
            skipSpace()
            if skip(Byte.closeBrace) { return try inlineTable(table, from: start, depth: depth) }
            guard skip(Byte.comma) else { break }
            skipSpace()
        }
        throw mistake(
            .tomlSyntax, "this '{' is not closed by '}' on its line", start..<(start + 1),
            help: "write the whole table on one line, its members separated by commas")
    }

    private func inlineTable(_ table: TOMLTables, from start: Int, depth: Int) throws(TOMLMistake) -> SourceNode {
        var node = try table.node(ofTable: 0, depth: depth)
        node.range = start..<index
        return node
    }

    /// Returns the range of the word at the index, for messages.
    func wordRange() -> Range<Int> {
        var last = index
        while last < end, bytes[last] > 0x20, !",]}#=".utf8.contains(bytes[last]) { last += 1 }
        if last == index, last < end, bytes[last] > 0x20 { last += 1 }
        return index..<last
    }

    func wordText() -> String { String(decoding: bytes[wordRange()], as: UTF8.self) }
}

private func isBareKeyByte(_ byte: UInt8) -> Bool {
    isASCIIDigit(byte) || isASCIILetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
}
