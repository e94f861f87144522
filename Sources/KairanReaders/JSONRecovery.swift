internal import KairanModel

// These functions let the scanner go on after something that it does not understand.
extension JSONScanner {
    /// Reports a token where another one should be, and goes on after it.
    mutating func unexpected(_ expected: String) -> State {
        let range = tokenRange()
        let isBehindQuote = index > 0 && bytes[index - 1] == Byte.quote && isASCIILetter(bytes[index])
        report(
            .jsonSyntax, "'\(String(decoding: bytes[range], as: UTF8.self))' where \(expected) was expected", range,
            help: isBehindQuote ? "write \\\" for a quote in a text, and close every text with a quote" : nil)
        tree?.damage()
        if isBehindQuote {
            // After a stray quote nobody knows what is text and what is not.
            skipLine()
            return .afterValue
        }
        isSkipping = true
        defer { isSkipping = false }
        var inner: [Bool] = []
        while !isStopped {
            skipSpace()
            guard index < bytes.count else { break }
            switch bytes[index] {
            case Byte.comma, Byte.closeBrace, Byte.closeBracket:
                if inner.isEmpty { return .afterValue }
                if bytes[index] != Byte.comma, inner.popLast() != (bytes[index] == Byte.closeBrace) {
                    // One of the skipped brackets closes a container around them.
                    lose()
                    break
                }
                index += 1
            case Byte.openBrace, Byte.openBracket:
                inner.append(bytes[index] == Byte.openBrace)
                index += 1
            default: skipToken()
            }
        }
        return .afterValue
    }

    private mutating func skipToken() {
        if bytes[index] == Byte.quote || bytes[index] == UInt8(ascii: "'") {
            _ = string()
        } else {
            index = tokenRange().upperBound
        }
    }

    /// Reports a mistake after which nobody knows what belongs together. From then on only mistakes are reported that
    /// are wrong in any place.
    mutating func lose(_ rule: Rule, _ message: String, _ range: Range<Int>, help: Help? = nil) {
        report(rule, message, range, help: help, hasOneMeaning: false)
        lose()
    }

    private mutating func lose() {
        isSkipping = true
        while !isStopped {
            skipSpace()
            guard index < bytes.count else { break }
            if bytes[index] == Byte.comma {
                let comma = index
                index += 1
                skipSpace()
                guard index < bytes.count, [Byte.closeBrace, Byte.closeBracket].contains(bytes[index]) else { continue }
                reportTrailingComma(comma)
            } else if isASCIIDigit(bytes[index]) || "+-.".utf8.contains(bytes[index]) {
                number()
            } else {
                skipToken()
            }
        }
        isStopped = true
    }

    /// Goes to the commas and brackets that end the line, as far as they fit the open containers.
    mutating func skipLine() {
        let end = bytes[index...].firstIndex(of: newline) ?? bytes.count
        endLine(from: index, at: end)
    }

    /// Goes to the commas and brackets at the end of a line. They are taken for data, not for a part of a text whose
    /// closing quote was forgotten.
    mutating func endLine(from start: Int, at end: Int) {
        let signs = [Byte.comma, Byte.closeBrace, Byte.closeBracket]
        var place = end
        index = end
        while place > start, end - place < 100, bytes[place - 1] <= 0x20 || signs.contains(bytes[place - 1]) {
            place -= 1
            if fits(bytes[place..<end]) { index = place }
        }
        mayLackComma = true
    }

    /// Returns whether the brackets close the open containers, the innermost first.
    private func fits(_ tail: ArraySlice<UInt8>) -> Bool {
        var rest = open[...]
        return tail.allSatisfy { byte in
            switch byte {
            case Byte.closeBrace: rest.popLast()?.isObject == true
            case Byte.closeBracket: rest.popLast()?.isObject == false
            default: true
            }
        }
    }
}
