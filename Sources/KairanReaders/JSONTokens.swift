internal import KairanModel

extension JSONScanner {
    /// Skips white space; reports comments and spaces that JSON does not know, and skips them too.
    mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            case UInt8(ascii: "/"), UInt8(ascii: "#"):
                guard skipComment() else { return }
            case 0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xE3, 0xEF, 0xF3:
                guard skipForeignSpace() else { return }
            default: return
            }
        }
    }

    private mutating func skipComment() -> Bool {
        let start = index
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        var end = bytes[index...].firstIndex(of: newline) ?? bytes.count
        if bytes[index] == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
            end = index + 2
            while end < bytes.count,
                bytes[end] != UInt8(ascii: "/") || bytes[end - 1] != UInt8(ascii: "*") || end < start + 3
            {
                end += 1
            }
            end = min(end + 1, bytes.count)
        } else if bytes[index] == UInt8(ascii: "/"), next != UInt8(ascii: "/") {
            return false
        }
        report(
            .jsonComment, "JSON has no comments", start..<end, help: .delete("remove it"),
            mended: wholeComment(start..<end))
        index = end
        return true
    }

    /// Returns a comment with the spaces before it, and with its lines if nothing else is on them.
    private func wholeComment(_ comment: Range<Int>) -> Range<Int> {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let start = (bytes[..<comment.lowerBound].lastIndex { !isSpace($0) } ?? -1) + 1
        let isAlone = start == 0 || bytes[start - 1] == newline
        guard isAlone, comment.upperBound < bytes.count, bytes[comment.upperBound] == newline else {
            return start..<comment.upperBound
        }
        return start..<comment.upperBound + 1
    }

    /// Goes past a character that looks like a space or like nothing, and reports it.
    private mutating func skipForeignSpace() -> Bool {
        let start = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self)
        guard let scalar = start.unicodeScalars.first, let character = InvisibleCharacter(scalar) else { return false }
        let length = UTF8.width(scalar)
        report(.jsonSpace, "\(character), stands between the data", index..<(index + length), help: character.help)
        index += length
        return true
    }

    /// Goes past a string and tells whether it holds escapes.
    mutating func string() -> Bool {
        let start = index
        let quote = bytes[start]
        if quote != Byte.quote {
            report(.jsonQuote, "text needs double quotes, not single ones", start..<(start + 1), help: "write \"…\"")
        }
        var (hasEscapes, mayBeEscapes) = (false, false)
        let earlierCount = mistakes.count
        // A path with `\n` beside `\d` may mean either, so then no backslash of the text is doubled.
        defer { if mayBeEscapes { withdrawMends(of: .jsonEscape, after: earlierCount) } }
        var endOfLine: Int?
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            if byte == quote {
                index += 1
                return hasEscapes
            } else if byte == Byte.backslash {
                hasEscapes = true
                if index + 1 < bytes.count, "\"\\/bfnrtu".utf8.contains(bytes[index + 1]) { mayBeEscapes = true }
                escape()
            } else if byte == newline || byte == UInt8(ascii: "\r") {
                if endOfLine == nil { reportOpenQuote(start) }
                endOfLine = endOfLine ?? index
                guard goOnBehindLineBreak() else {
                    endLine(from: start + 1, at: endOfLine ?? index)
                    return hasEscapes
                }
            } else {
                if byte < 0x20 { reportTab() }
                index += 1
            }
        }
        if endOfLine == nil { reportOpenQuote(start) }
        endLine(from: start + 1, at: endOfLine ?? bytes.count)
        return hasEscapes
    }

    private mutating func reportOpenQuote(_ start: Int) {
        report(
            .jsonQuote, "this quote is not closed on its line", start..<(start + 1),
            help: "add the missing quote, or write \\n for a line break", hasOneMeaning: false)
        tree?.damage()
    }

    /// Returns false if data follow the line break, so that it does not belong to the text and a quote was forgotten.
    private mutating func goOnBehindLineBreak() -> Bool {
        guard let next = bytes[index...].firstIndex(where: { $0 > 0x20 }) else { return false }
        let brackets = [Byte.openBrace, Byte.closeBrace, Byte.openBracket, Byte.closeBracket]
        let quoteCount = bytes[next...].prefix { $0 != newline }.count { $0 == Byte.quote }
        if brackets.contains(bytes[next]) || bytes[next] == Byte.quote && quoteCount.isMultiple(of: 2) { return false }
        index = next
        return true
    }

    /// Reports a tab in a text. Other control characters were reported before, since no text file may hold them.
    private mutating func reportTab() {
        report(.jsonControlCharacter, "a tab inside text", index..<(index + 1), help: .write("write \\t", "\\t"))
    }

    private mutating func reportControlCharacter(_ range: Range<Int>) {
        let model = Diagnostic.controlCharacter(at: SourceSpan(path: ""))
        report(model.rule, model.message, range, help: .delete())
    }

    private mutating func escape() {
        let start = index
        guard index + 1 < bytes.count else {
            index += 1
            return
        }
        index += 2
        switch bytes[start + 1] {
        case Byte.quote, Byte.backslash, UInt8(ascii: "/"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        case UInt8(ascii: "b"), UInt8(ascii: "f"): reportControlCharacter(start..<index)
        case UInt8(ascii: "u"): unicodeEscape(start)
        default:
            if bytes[start + 1] < 0x20 { index -= 1 }
            while index < bytes.count, isContinuation(bytes[index]) { index += 1 }
            report(
                .jsonEscape, "this escape means nothing in JSON", start..<index,
                help: .write("write the backslash twice", "\\" + text(start..<index)))
        }
    }

    private mutating func unicodeEscape(_ start: Int) {
        guard let unit = hexadecimal(at: start + 2) else {
            report(.jsonEscape, "'\\u' needs four hexadecimal digits", start..<(start + 2))
            return
        }
        index = start + 6
        if (0xD800..<0xDC00).contains(unit), bytes[index...].starts(with: [Byte.backslash, UInt8(ascii: "u")]),
            let second = hexadecimal(at: index + 2), (0xDC00..<0xE000).contains(second)
        {
            index += 6
        } else if (0xD800..<0xE000).contains(unit) {
            report(
                .jsonSurrogate, "half of a surrogate pair", start..<index,
                help: "write the character itself, or both halves")
        } else if isControlCharacter(unit) {
            reportControlCharacter(start..<index)
        }
    }

    func hexadecimal(at start: Int) -> UInt32? {
        guard start + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[start..<(start + 4)] {
            guard let digit = hexadecimalValue(byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    mutating func number() {
        let range = tokenRange()
        index = range.upperBound
        if !isNumber(range) {
            let text = text(range)
            let hasLeadingZero = text.utf8.drop { $0 == UInt8(ascii: "-") }.first == UInt8(ascii: "0")
            report(
                .jsonNumber, "'\(text)' is not a JSON number", range,
                help: hasLeadingZero ? "remove the leading zero, or put it in double quotes" : numberHelp(text))
        }
        addScalar(.number, range)
    }

    /// Returns help with a number that other languages write so: `+5`, `.5` and `5.`
    private func numberHelp(_ text: String) -> Help {
        let words = "write it as 12, -0.5 or 1.5e3"
        guard let match = text.wholeMatch(of: /([-+]?)([0-9]*)(\.?)([0-9]*)/), !(match.2 + match.4).isEmpty else {
            return Help(words)
        }
        let whole = match.2.isEmpty ? "0" : match.2
        let plain = (match.1 == "-" ? "-" : "") + whole + (match.4.isEmpty ? "" : "." + match.4)
        return .write(words, plain, for: text)
    }

    /// Returns whether the token is a number (RFC 8259, section 6).
    private func isNumber(_ range: Range<Int>) -> Bool {
        var rest = bytes[range]
        func skipDigits() -> Int {
            let count = rest.prefix { isASCIIDigit($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let integerDigits = skipDigits()
        guard integerDigits > 0, !startsWithZero || integerDigits == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard skipDigits() > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard skipDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    mutating func word() {
        let range = tokenRange()
        index = range.upperBound
        switch text(range) {
        case "true", "false": addScalar(.boolean, range)
        case "null": addScalar(.null, range)
        case let word:
            let known = ["true", "false", "null"].first { $0 == word.lowercased() }
            report(
                .jsonSyntax, "'\(word)' is not a JSON value", range,
                help: known.map { .write("write \($0)", $0, for: word) }
                    ?? "text needs double quotes; there are only true, false and null")
            addScalar(.string, range)
        }
    }

    func startsValue(_ byte: UInt8) -> Bool {
        byte == Byte.quote || byte == Byte.openBrace || byte == Byte.openBracket || byte == UInt8(ascii: "-")
            || isASCIIDigit(byte) || isASCIILetter(byte)
    }

    /// Returns the range of the word or number at the index, or of one Unicode scalar of something else.
    func tokenRange() -> Range<Int> {
        var end = index
        while end < bytes.count,
            isASCIIDigit(bytes[end]) || isASCIILetter(bytes[end]) || "+-._$".utf8.contains(bytes[end])
        {
            end += 1
        }
        if end == index, end < bytes.count {
            end += 1
            while end < bytes.count, isContinuation(bytes[end]) { end += 1 }
        }
        return index..<end
    }

    /// Returns the text of a token; for a string, the text between its quotes.
    func text(_ range: Range<Int>, _ hasEscapes: Bool = false) -> String {
        var content = bytes[range]
        if let first = content.first, first == Byte.quote || first == UInt8(ascii: "'") {
            content = content.dropFirst()
            if content.last == first { content = content.dropLast() }
        }
        return hasEscapes ? unescaped(content) : String(decoding: content, as: UTF8.self)
    }

    private func unescaped(_ content: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(content.count)
        var index = content.startIndex
        while index < content.endIndex {
            guard content[index] == Byte.backslash, index + 1 < content.endIndex else {
                result.append(content[index])
                index += 1
                continue
            }
            let letter = content[index + 1]
            index += 2
            switch letter {
            // This escape was reported already; a space in its place must not cause other mistakes.
            case UInt8(ascii: "b"), UInt8(ascii: "f"): result.append(0x20)
            case UInt8(ascii: "n"): result.append(newline)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"):
                guard var value = hexadecimal(at: index) else { continue }
                index += 4
                if (0xD800..<0xDC00).contains(value), let second = hexadecimal(at: index + 2),
                    (0xDC00..<0xE000).contains(second)
                {
                    value = 0x1_0000 + (value - 0xD800) << 10 + (second - 0xDC00)
                    index += 6
                }
                let scalar = isControlCharacter(value) ? " " : Unicode.Scalar(value) ?? "\u{FFFD}"
                result += Array(String(scalar).utf8)
            default: result.append(letter)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
