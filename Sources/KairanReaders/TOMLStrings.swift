internal import KairanModel

extension TOMLScanner {
    /// Reads a basic or literal string that ends on its line.
    mutating func oneLineString() throws(TOMLMistake) -> String {
        let start = index
        let quote = bytes[start]
        var text: [UInt8] = []
        index += 1
        while !isAtLineEnd {
            let byte = bytes[index]
            if byte == quote {
                index += 1
                return String(decoding: text, as: UTF8.self)
            } else if byte == Byte.backslash, quote == Byte.quote {
                try escape(into: &text, from: start)
            } else {
                try checkCharacter()
                text.append(byte)
                index += 1
            }
        }
        throw mistake(
            .tomlQuote, "this quote is not closed on its line", start..<(start + 1),
            help: "add the missing quote, or use three quotes for text of several lines")
    }

    /// Reads a string between three quotes on each side. A line end right after the opening quotes does not count.
    mutating func multiLineString() throws(TOMLMistake) -> String {
        let start = index
        let quote = bytes[start]
        var text: [UInt8] = []
        index += 3
        if index < end, isAtLineEnd { skipLineEnd() }
        while index < end {
            let byte = bytes[index]
            if byte == quote, closesMultiLine(quote, into: &text) {
                return String(decoding: text, as: UTF8.self)
            } else if byte == Byte.backslash, quote == Byte.quote {
                if !skipEscapedLineEnd() { try escape(into: &text) }
            } else if isAtLineEnd {
                text.append(newline)
                skipLineEnd()
            } else if byte != quote {
                try checkCharacter()
                text.append(byte)
                index += 1
            }
        }
        throw mistake(
            .tomlQuote, "these three quotes are never closed", start..<(start + 3),
            help: "add three quotes at the end")
    }

    /// Goes past a run of quotes. Three to five quotes close the string, and those beyond three belong to its text.
    private mutating func closesMultiLine(_ quote: UInt8, into text: inout [UInt8]) -> Bool {
        var count = 0
        while count < 5, index < end, bytes[index] == quote {
            count += 1
            index += 1
        }
        text += Array(repeating: quote, count: count >= 3 ? count - 3 : count)
        return count >= 3
    }

    /// Goes past a backslash at the end of a line, which removes the line end and the white space after it.
    private mutating func skipEscapedLineEnd() -> Bool {
        let start = index
        index += 1
        skipSpace()
        guard index < end, isAtLineEnd else {
            index = start
            return false
        }
        while index < end {
            if isAtLineEnd {
                skipLineEnd()
            } else if isYAMLSpace(bytes[index]), !isAt("\r") {
                skipSpace()
            } else {
                break
            }
        }
        return true
    }

    /// - Parameter quote: Where the text begins; nil if it may have several lines.
    private mutating func escape(into text: inout [UInt8], from quote: Int? = nil) throws(TOMLMistake) {
        let start = index
        index += 1
        let letter = peek ?? 0
        index += 1
        switch letter {
        case UInt8(ascii: "b"), UInt8(ascii: "f"): throw controlCharacterMistake(start..<index)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "n"): text.append(newline)
        case UInt8(ascii: "r"): text.append(0x0D)
        case Byte.quote, Byte.backslash: text.append(letter)
        case UInt8(ascii: "u"): text += try unicodeEscape(start, digits: 4)
        case UInt8(ascii: "U"): text += try unicodeEscape(start, digits: 8)
        default:
            var mistake = mistake(
                .tomlEscape, "this escape means nothing in TOML", start..<(start + 1),
                help: "write the backslash twice, or use single quotes")
            let whole = quote.flatMap { withBackslashesDoubled(bytes, from: $0, isEscape: isTOMLEscape) }
            if let whole, mistake.diagnostic.rule == .tomlEscape {
                mistake.diagnostic.fix = Fix(.text(self.whole(whole.range), nil, to: whole.new))
            }
            throw mistake
        }
    }

    private mutating func unicodeEscape(_ start: Int, digits: Int) throws(TOMLMistake) -> [UInt8] {
        var value: UInt32 = 0
        var count = 0
        while count < digits, let byte = peek, let digit = hexadecimalValue(byte) {
            value = value << 4 | UInt32(digit)
            index += 1
            count += 1
        }
        guard count == digits, let scalar = Unicode.Scalar(value) else {
            throw mistake(
                .tomlEscape, "this is not the number of a character", start..<index,
                help: "write \\u and four hexadecimal digits, or \\U and eight")
        }
        if isControlCharacter(value) { throw controlCharacterMistake(start..<index) }
        return Array(String(scalar).utf8)
    }

    private mutating func controlCharacterMistake(_ range: Range<Int>) -> TOMLMistake {
        TOMLMistake(diagnostic: .controlCharacter(at: span(range)))
    }
}

private func isTOMLEscape(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.first.map { "btnfruU\"\\".utf8.contains($0) } ?? true
}
