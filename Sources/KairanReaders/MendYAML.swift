internal import KairanModel

/// Returns the mend that closes a quote at the end of its line.
func closing(_ quote: Int, in source: YAMLSource) -> Fix? {
    let bytes = source.file.bytes
    let end = valueEnd(from: quote, in: source)
    var locator = SourceLocator(source.file)
    let text = String(decoding: bytes[quote..<end], as: UTF8.self)
    // A comma, a bracket or a comment may stand behind the text, and then nobody knows where the text ends.
    guard !text.dropFirst().contains(where: { "#,]}".contains($0) }), let mark = text.first else { return nil }
    return guess(.text(locator.whole(quote..<end), nil, to: text + String(mark)))
}

/// Returns the mend that puts the value of a line into quotes; nil if it is a list or a mapping, or goes on.
func quoting(_ offset: Int, _ source: YAMLSource) -> Fix? {
    let bytes = source.file.bytes
    let start = bytes[..<min(offset, bytes.count)].lastIndex(of: newline).map { $0 + 1 } ?? source.range.lowerBound
    let lineEnd = bytes[start..<source.range.upperBound].firstIndex(of: newline) ?? source.range.upperBound
    guard let value = valueStart(in: bytes, start..<lineEnd) else { return nil }
    let end = valueEnd(from: value, in: source)
    let text = String(decoding: bytes[value..<end], as: UTF8.self)
    guard let first = text.first, !"\"'[{|>&".contains(first), !text.contains(" #") else { return nil }
    var locator = SourceLocator(source.file)
    let quoted = text.contains(where: { "\"\\".contains($0) }) ? "'\(text.replacing("'", with: "''"))'" : "\"\(text)\""
    return guess(.text(locator.whole(value..<end), nil, to: quoted))
}

/// Returns the mend that writes each backslash of a text twice, so that all of them stand for themselves; nil if one of
/// them may be meant as an escape.
func doublingBackslashes(_ offset: Int, _ source: YAMLSource) -> Fix? {
    let bytes = source.file.bytes
    let before = bytes[source.range.lowerBound..<min(offset, source.range.upperBound)]
    let line = before.suffix(from: before.lastIndex(of: newline) ?? before.startIndex)
    guard let quote = line.lastIndex(of: Byte.quote),
        quote == line.startIndex || "\n [{,:".utf8.contains(bytes[quote - 1]),
        let text = withBackslashesDoubled(bytes, from: quote, isEscape: isYAMLEscape)
    else { return nil }
    var locator = SourceLocator(source.file)
    return guess(.text(locator.whole(text.range), nil, to: text.new))
}

private func isYAMLEscape(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let letter = rest.first else { return true }
    let digitCounts: [UInt8: Int] = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8]
    guard let count = digitCounts[letter] else { return "0abt\tnvfre \"/\\N_LP".utf8.contains(letter) }
    let digits = rest.dropFirst().prefix(count)
    return digits.count == count && digits.allSatisfy { hexadecimalValue($0) != nil }
}

/// Returns where a text in double quotes stands that ends on its line, and the same with each backslash twice; nil if a
/// backslash may be meant as an escape, since then nobody knows which of the others are.
///
/// - Parameter isEscape: Tells whether the bytes behind a backslash make it an escape.
func withBackslashesDoubled(
    _ bytes: [UInt8], from quote: Int, isEscape: (ArraySlice<UInt8>) -> Bool
) -> (range: Range<Int>, new: String)? {
    var new: [UInt8] = [Byte.quote]
    for index in bytes.indices[(quote + 1)...] {
        let byte = bytes[index]
        if byte == newline { return nil }
        if byte == Byte.backslash {
            if isEscape(bytes[(index + 1)...]) { return nil }
            new.append(byte)
        }
        new.append(byte)
        if byte == Byte.quote { return (quote..<(index + 1), String(decoding: new, as: UTF8.self)) }
    }
    return nil
}

/// Returns the mend of one tab that indents a line.
func tabAsSpaces(_ offset: Int, _ source: YAMLSource) -> Fix? {
    let bytes = source.file.bytes
    let lineStart = (bytes[..<offset].lastIndex(of: newline) ?? -1) + 1
    let tabs = bytes[lineStart...].prefix { $0 == UInt8(ascii: "\t") }
    guard !tabs.isEmpty, tabs.endIndex < bytes.count else { return nil }
    var locator = SourceLocator(source.file)
    let spaces = String(repeating: "  ", count: tabs.count)
    return guess(.text(locator.whole(tabs.startIndex..<tabs.endIndex), nil, to: spaces))
}

/// Returns the error for a `#` that begins a comment inside of brackets on one line, where the rest of the line with its
/// closing bracket is lost; nil if there is none.
func commentAfterBracket(at offset: Int, in source: YAMLSource) -> Diagnostic? {
    let bytes = source.file.bytes
    let lineEnd = bytes[offset..<source.range.upperBound].firstIndex(of: newline) ?? source.range.upperBound
    let line = bytes[offset..<lineEnd]
    guard
        let hash = line.indices.dropFirst().first(where: {
            line[$0] == UInt8(ascii: "#") && line[$0 - 1] == UInt8(ascii: " ")
        }), line[hash...].contains(UInt8(ascii: "}")) || line[hash...].contains(UInt8(ascii: "]"))
    else { return nil }
    let text = line[hash...].prefix { !isYAMLSpace($0) && !",]}".utf8.contains($0) }
    let word = String(decoding: text, as: UTF8.self)
    var locator = SourceLocator(source.file)
    let span = locator.span(text.startIndex..<text.endIndex)
    let isValue = isPlaceOfValue(hash, in: line, isList: bytes[offset] == Byte.openBracket)
    let isWhole = line[text.endIndex...].allSatisfy { isYAMLSpace($0) || ",]}\r".utf8.contains($0) }
    var diagnostic = Diagnostic(
        .error, .yamlBracket, "'#' begins a comment here, up to the end of the line with its closing bracket", at: span,
        help: isValue && text.count > 1
            ? "put it in quotes: \"\(word)\"" : "close the bracket before the comment, or put text with '#' in quotes")
    if isValue, isWhole, text.count > 1 { diagnostic.fix = guess(.text(span, nil, to: "\"\(word)\"")) }
    return diagnostic
}

/// Tells whether a value is missing before an offset, so that what stands there is one and no comment.
private func isPlaceOfValue(_ offset: Int, in line: ArraySlice<UInt8>, isList: Bool) -> Bool {
    guard let before = line[..<offset].last(where: { !isYAMLSpace($0) }) else { return false }
    return before == UInt8(ascii: ":") || isList && (before == Byte.comma || before == Byte.openBracket)
}

private func valueEnd(from start: Int, in source: YAMLSource) -> Int {
    let bytes = source.file.bytes
    let lineEnd = bytes[start..<source.range.upperBound].firstIndex(of: newline) ?? source.range.upperBound
    return (bytes[start..<lineEnd].lastIndex { !isYAMLSpace($0) } ?? start) + 1
}

private func guess(_ change: Fix.Change) -> Fix {
    var fix = Fix(change)
    fix.isCertain = false
    return fix
}
