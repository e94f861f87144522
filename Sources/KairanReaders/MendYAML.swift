internal import KairanModel

/// Returns the mend that closes a quote at the end of its line.
func closing(_ quote: Int, in source: YAMLSource) -> Fix? {
    let bytes = source.file.bytes
    let end = valueEnd(from: quote, in: source)
    var locator = SourceLocator(source.file)
    let text = String(decoding: bytes[quote..<end], as: UTF8.self)
    // What follows a quote may be a list or a comment, and nobody knows where the text ends.
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

/// Returns the mend that writes a backslash twice, so that it stands for itself.
func doublingBackslash(_ offset: Int, _ source: YAMLSource) -> Fix? {
    let bytes = source.file.bytes
    guard let place = bytes[source.range.lowerBound..<min(offset + 1, bytes.count)].lastIndex(of: UInt8(ascii: "\\")),
        !bytes[place..<min(offset + 1, bytes.count)].contains(newline)
    else { return nil }
    var locator = SourceLocator(source.file)
    return guess(.text(locator.whole(place..<place + 1), nil, to: "\\\\"))
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
    var diagnostic = Diagnostic(
        .error, .yamlBracket, "'#' begins a comment here, up to the end of the line with its closing bracket", at: span,
        help: "put it in quotes: \"\(word)\"")
    diagnostic.fix = guess(.text(span, nil, to: "\"\(word)\""))
    return diagnostic
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
