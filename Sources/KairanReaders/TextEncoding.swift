package import KairanModel

/// A mistake in bytes: something that no text of a site may hold.
enum TextMistake: Equatable {
    /// These bytes are not UTF-8 (RFC 3629: no overlong form, no surrogate, at most U+10FFFF).
    case encoding(offset: Int)
    case control(offset: Int)
}

/// Returns the first mistake in `bytes`, found in one pass.
func firstTextMistake(in bytes: [UInt8]) -> TextMistake? { firstTextMistake(in: bytes.span) }

private func firstTextMistake(in bytes: Span<UInt8>) -> TextMistake? {
    var index = 0
    while index < bytes.count {
        index = endOfLines(bytes, from: index)
        guard index < bytes.count else { return nil }
        let byte = bytes[index]
        if byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t") {
            index += 1
        } else if byte < 0x80 {
            return .control(offset: index)
        } else {
            let end = endOfLetters(bytes, from: index)
            if end == index {
                return sequenceLength(bytes, at: index) > 0 ? .control(offset: index) : .encoding(offset: index)
            }
            index = end
        }
    }
    return nil
}

/// Returns where lines of printable ASCII end.
private func endOfLines(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index + 8 <= bytes.count {
        let word = bytes.word(at: index)
        let low = everyByte * 0x7F
        let others = word ^ (everyByte * UInt64(newline))
        // The highest bit of each byte that is a newline, and no other bit.
        let newlines = ~(((others & low) &+ low) | others) & ~low
        // Newlines become asterisks.
        if let first = firstMarked(unprintable(word | (newlines >> 2))) { return index + first }
        index += 8
    }
    while index < bytes.count, isPrintable(bytes[index]) || bytes[index] == newline { index += 1 }
    return index
}

/// Returns whether a byte is from 0x20 to 0x7E.
@inline(__always)
func isPrintable(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x5F }

let everyByte: UInt64 = 0x0101_0101_0101_0101

/// Marks the highest bit of the first of eight bytes, the lowest first, that is not printable. Other marks may be after
/// it.
@inline(__always)
func unprintable(_ word: UInt64) -> UInt64 {
    // Adding one sets the highest bit of 0x7F. Differences borrow, and sums carry, only from marked bytes.
    (word &- everyByte * 0x20) & ~word | (word &+ everyByte) | word
}

/// Returns the position of the first byte whose highest bit is set; nil if there is none.
@inline(__always)
func firstMarked(_ marks: UInt64) -> Int? {
    let marks = marks & (everyByte * 0x80)
    return marks == 0 ? nil : marks.trailingZeroBitCount / 8
}

/// Returns where letters of several bytes end, which is at the first byte of ASCII, of a control character or of a
/// malformed sequence.
func endOfLetters(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while true {
        while index + 8 <= bytes.count, startsWithLetters(bytes.word(at: index)) { index += 6 }
        guard index < bytes.count, bytes[index] >= 0x80 else { return index }
        let length = sequenceLength(bytes, at: index)
        guard length > 0, bytes[index] != 0xC2 || bytes[index + 1] >= 0xA0 else { return index }
        index += length
    }
}

/// Returns whether eight bytes, the lowest first, start with two letters of three bytes that begin with E1 to EC, as
/// kana and Han do. After these, any two continuation bytes are well-formed.
@inline(__always)
private func startsWithLetters(_ word: UInt64) -> Bool {
    word & 0xC0C0_00C0_C000 == 0x8080_0080_8000 && UInt8(truncatingIfNeeded: word) &- 0xE1 < 0x0C
        && UInt8(truncatingIfNeeded: word >> 24) &- 0xE1 < 0x0C
}

/// Returns the length of the well-formed sequence of two to four bytes at `index`, or 0 if it is malformed (Unicode,
/// table 3-7).
@inline(__always)
private func sequenceLength(_ bytes: Span<UInt8>, at index: Int) -> Int {
    let first = bytes[index]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return 0 }
    for next in (index + 2)..<max(index + length, index + 2) where !isContinuation(bytes[next]) { return 0 }
    return length
}

/// Returns all mistakes. After bytes that are not UTF-8 the rest of the line is skipped, since text in another encoding
/// is full of such bytes.
private func textMistakes(in bytes: [UInt8]) -> [TextMistake] {
    var mistakes: [TextMistake] = []
    var start = 0
    while let mistake = firstTextMistake(in: bytes.span.extracting(start...)) {
        switch mistake {
        case .control(let offset):
            mistakes.append(.control(offset: start + offset))
            start += offset + (bytes[start + offset] == 0xC2 ? 2 : 1)
        case .encoding(let offset):
            mistakes.append(.encoding(offset: start + offset))
            start = bytes[(start + offset)...].firstIndex(of: newline) ?? bytes.count
        }
    }
    return mistakes
}

/// Returns as many bytes, with spaces and question marks in place of those that no text may hold, so that the rest can
/// be read.
func withoutTextMistakes(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var start = 0
    while let mistake = firstTextMistake(in: bytes.span.extracting(start...)) {
        switch mistake {
        case .control(let offset):
            start += offset
            if bytes[start] == 0xC2 { bytes[start + 1] = 0x20 }
            bytes[start] = 0x20
        case .encoding(let offset):
            start += offset
            bytes[start] = UInt8(ascii: "?")
        }
    }
    return bytes
}

let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

extension SourceFile {
    /// Returns the error for the first bytes that no text may hold, or nil if there are none.
    package func textError() -> Diagnostic? {
        var locator = SourceLocator(self)
        switch firstTextMistake(in: bytes) {
        case nil: return nil
        case .control(let offset):
            return isUTF16 ? encodingError(at: offset, &locator) : .controlCharacter(at: locator.span(at: offset))
        case .encoding(let offset): return encodingError(at: offset, &locator)
        }
    }

    /// Returns every such error.
    func textErrors() -> [Diagnostic] {
        var locator = SourceLocator(self)
        let all = textMistakes(in: bytes)
        if !all.isEmpty, isUTF16 { return [encodingError(at: 0, &locator)] }
        // A file that is full of mistakes is not UTF-8 text at all, so only the first one is reported.
        let isText = all.count * 8 < bytes.count || all.count < 8
        return (isText ? all : Array(all.prefix(1))).map { mistake in
            switch mistake {
            case .control(let offset): .controlCharacter(at: locator.span(at: offset))
            case .encoding(let offset): encodingError(at: offset, &locator)
            }
        }
    }

    private func encodingError(at offset: Int, _ locator: inout SourceLocator) -> Diagnostic {
        if isUTF16 {
            return Diagnostic(
                .error, .textEncoding, "the file is UTF-16, of which every reader of UTF-8 makes something else",
                at: SourceSpan(path: path),
                help: Help("save it as UTF-8" + excelHelp))
        }
        let digits = String(bytes[offset], radix: 16, uppercase: true)
        return Diagnostic(
            .error, .textEncoding, "the byte 0x\(digits) is not part of UTF-8 text", at: locator.span(at: offset),
            help: Help(
                "save the file as UTF-8 (it may be \(looksKorean ? "CP949 or EUC-KR" : "Shift_JIS or Latin-1"))"
                    + excelHelp))
    }

    private var excelHelp: String { fileExtension == "csv" ? "; Excel calls that 'CSV UTF-8'" : "" }

    /// Tells whether the file begins with the mark of UTF-16, or is text in that without a mark. In such text, line ends
    /// and other ASCII have zeros.
    private var isUTF16: Bool {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
        let zeros = bytes.count { $0 == 0 }
        let mayBe = zeros * 8 >= bytes.count || zeros > 0 && String(validating: bytes, as: UTF8.self) == nil
        return mayBe && bytes.count.isMultiple(of: 2)
            && (isTextOfUTF16 { $0 | $1 << 8 } || isTextOfUTF16 { $0 << 8 | $1 })
    }

    /// - Parameter join: Makes a code unit of two bytes.
    private func isTextOfUTF16(_ join: (UInt16, UInt16) -> UInt16) -> Bool {
        let units = stride(from: 0, to: bytes.count, by: 2).map { join(UInt16(bytes[$0]), UInt16(bytes[$0 + 1])) }
        return String(validating: units, as: UTF16.self)?.unicodeScalars.allSatisfy { scalar in
            !isControlCharacter(scalar.value)
                && ![.unassigned, .privateUse].contains(scalar.properties.generalCategory)
        } ?? false
    }

    /// Tells whether most pairs of bytes beyond ASCII are syllables of KS X 1001, as in EUC-KR and CP949.
    private var looksKorean: Bool {
        var (pairs, syllables, index) = (0, 0, 0)
        while index + 1 < bytes.count {
            guard bytes[index] >= 0x80 else {
                index += 1
                continue
            }
            pairs += 1
            if (0xB0...0xC8).contains(bytes[index]), bytes[index + 1] >= 0xA1 { syllables += 1 }
            index += 2
        }
        return syllables * 5 >= pairs * 4 && pairs > 0
    }

    /// Returns the error for an invisible mark at the start, which strict clients refuse, or nil if there is none.
    func byteOrderMarkError(rule: Rule = .textByteOrderMark) -> Diagnostic? {
        guard bytes.starts(with: byteOrderMark) else { return nil }
        return Diagnostic(
            .error, rule, "the file starts with an invisible byte order mark", at: SourceSpan(path: path),
            help: Help.delete("save it as 'UTF-8' rather than 'UTF-8 with BOM'", "\u{FEFF}"))
    }
}
