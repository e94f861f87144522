package import KairanModel

/// The two parts of a text file: the data at its start and the text after it.
package struct FrontMatter: Sendable {
    /// The data, a mapping with places in the file; nil if there is no front matter or it could not be read.
    package var node: SourceNode?
    /// The text after the data, with LF line ends. These are the file's own bytes unless it has other line ends.
    package var body: ArraySlice<UInt8>
    /// The line of the file on which `body` starts.
    package var bodyLine: Int
    /// The offset in the file at which the text after the data starts.
    package var bodyStart: Int
}

/// Splits off the YAML between two `---` lines or the TOML between two `+++` lines at the very start of `file`.
package func splitFrontMatter(_ file: SourceFile) -> Diagnosed<FrontMatter> {
    let nothing = FrontMatter(node: nil, body: [], bodyLine: 1, bodyStart: 0)
    if let error = file.byteOrderMarkError() ?? file.textError() { return Diagnosed(nothing, [error]) }
    let bytes = file.bytes
    guard let fence = openingFence(bytes) else {
        if let error = lateFrontMatter(file) ?? openFrontMatter(file) { return Diagnosed(nothing, [error]) }
        return Diagnosed(FrontMatter(node: nil, body: bodyBytes(bytes[...]), bodyLine: 1, bodyStart: 0))
    }
    guard let closing = closingFence(bytes, fence) else {
        if let error = invisibleFence(file, onLine: { $0 > 1 }) { return Diagnosed(nothing, [error]) }
        let marks = String(repeating: Character(Unicode.Scalar(fence.mark)), count: 3)
        let error = Diagnostic(
            .error, .frontMatterUnclosed, "the front matter that starts here has no end",
            at: SourceSpan(path: file.path, length: 3), help: "write a line with only '\(marks)' after it")
        return Diagnosed(nothing, [error])
    }
    let range = fence.contentStart..<closing.range.lowerBound
    var data = fence.mark == UInt8(ascii: "-") ? readYAML(file, range: range) : readTOML(file, range: range)
    if let node = data.value, node.members == nil {
        data = node.isNull ? emptyMapping(node) : mappingExpected(node, data.diagnostics)
    }
    let body = FrontMatter(
        node: data.value, body: bodyBytes(bytes[closing.range.upperBound...]), bodyLine: closing.line + 1,
        bodyStart: closing.range.upperBound)
    return Diagnosed(body, data.diagnostics)
}

private func emptyMapping(_ node: SourceNode) -> Diagnosed<SourceNode?> {
    Diagnosed(SourceNode(.mapping([]), span: node.span, range: node.range))
}

private func mappingExpected(_ node: SourceNode, _ diagnostics: [Diagnostic]) -> Diagnosed<SourceNode?> {
    let error = Diagnostic(
        .error, .frontMatterMapping, "the front matter is \(node.kindName), not a mapping", at: node.span,
        help: "write lines such as 'title: Spring fair'")
    return Diagnosed(nil, diagnostics + [error])
}

private func openingFence(_ bytes: [UInt8]) -> (mark: UInt8, contentStart: Int)? {
    guard let mark = bytes.first, mark == UInt8(ascii: "-") || mark == UInt8(ascii: "+"),
        let end = fenceEnd(bytes, at: 0, mark: mark)
    else { return nil }
    return (mark, end)
}

/// Returns the error for front matter with empty lines above it, which would otherwise be shown as text. It has two
/// lines of marks, with `name:` after the first.
private func lateFrontMatter(_ file: SourceFile) -> Diagnostic? {
    let bytes = file.bytes
    if let error = invisibleFence(file, onLine: { $0 == 1 }) { return error }
    guard let start = bytes.firstIndex(where: { !isYAMLSpace($0) }), start > 0,
        bytes[start] == UInt8(ascii: "-") || bytes[start] == UInt8(ascii: "+"),
        let contentStart = fenceEnd(bytes, at: start, mark: bytes[start]),
        closingFence(bytes, (bytes[start], contentStart)) != nil
    else { return nil }
    let name = bytes[contentStart...].prefix { isASCIILetter($0) || isASCIIDigit($0) || $0 == UInt8(ascii: "_") }
    let separator = bytes[name.endIndex...].first { $0 != UInt8(ascii: " ") }
    guard !name.isEmpty, separator == UInt8(ascii: ":") || separator == UInt8(ascii: "=") else { return nil }
    var locator = SourceLocator(file)
    var diagnostic = Diagnostic(
        .error, .frontMatterStart, "front matter must come at the very start of the file",
        at: locator.span(start..<(start + 3)), help: "remove the empty lines and spaces above it")
    diagnostic.fix = Fix(.text(locator.whole(0..<start), nil, to: ""))
    return diagnostic
}

/// Returns the error for front matter without its first line of marks, of which two lines or more with `name:` stand
/// above the second. One such line above marks may be a heading.
private func openFrontMatter(_ file: SourceFile) -> Diagnostic? {
    var names = 0
    for line in file.bytes.prefix(10_000).split(separator: newline, omittingEmptySubsequences: false).prefix(100) {
        if names > 1, fenceEnd(Array(line), at: 0, mark: UInt8(ascii: "-")) != nil {
            var locator = SourceLocator(file)
            var diagnostic = Diagnostic(
                .error, .frontMatterStart, "the front matter does not begin with a line of its marks",
                at: SourceSpan(path: file.path, length: 1), help: "write '---' on a line above it")
            let first = String(decoding: file.bytes.prefix { $0 != newline }, as: UTF8.self)
            diagnostic.fix = Fix(.text(locator.whole(0..<first.utf8.count), nil, to: "---\n" + first))
            return diagnostic
        }
        let name = line.prefix { isASCIILetter($0) || isASCIIDigit($0) || $0 == UInt8(ascii: "_") }
        if !name.isEmpty, line[name.endIndex...].first == UInt8(ascii: ":") {
            names += 1
        } else if let first = line.first, !isYAMLSpace(first), first != UInt8(ascii: "-"), first != UInt8(ascii: "#") {
            return nil
        }
    }
    return nil
}

/// Returns the error for an invisible character on a line that would otherwise be the marks of front matter.
private func invisibleFence(_ file: SourceFile, onLine isPossible: (Int) -> Bool) -> Diagnostic? {
    for (index, bytes) in file.bytes.split(separator: newline, omittingEmptySubsequences: false).enumerated() {
        guard isPossible(index + 1) else { continue }
        let text = String(decoding: bytes.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        guard bytes.count < 40, ["---", "+++"].contains(InvisibleCharacter.plain(text)) else { continue }
        let span = SourceSpan(path: file.path, line: index + 1, length: text.unicodeScalars.count)
        if let error = Diagnostic.invisibleCharacter(in: text, at: span) { return error }
    }
    return nil
}

/// Returns the range of the closing fence with its line end, and its line.
private func closingFence(_ bytes: [UInt8], _ fence: (mark: UInt8, contentStart: Int)) -> (
    range: Range<Int>, line: Int
)? {
    var (index, line) = (fence.contentStart, 2)
    while index < bytes.count {
        if bytes[index] == fence.mark, let end = fenceEnd(bytes, at: index, mark: fence.mark) {
            return (index..<end, line)
        }
        while index < bytes.count, bytes[index] != newline { index += 1 }
        index += 1
        line += 1
    }
    return nil
}

/// Returns the offset after the line at `start` if the line holds three marks and then only spaces; otherwise nil.
private func fenceEnd(_ bytes: [UInt8], at start: Int, mark: UInt8) -> Int? {
    guard start + 3 <= bytes.count, bytes[start..<(start + 3)].allSatisfy({ $0 == mark }) else { return nil }
    var index = start + 3
    while index < bytes.count, bytes[index] != newline {
        guard isYAMLSpace(bytes[index]) else { return nil }
        index += 1
    }
    return min(index + 1, bytes.count)
}

package func bodyBytes(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.span.firstOffset(of: UInt8(ascii: "\r"), in: 0..<bytes.count) != nil else { return bytes }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for (index, byte) in zip(bytes.indices, bytes) {
        if byte == UInt8(ascii: "\r"), index + 1 < bytes.endIndex, bytes[index + 1] == newline { continue }
        text.append(byte)
    }
    return text[...]
}
