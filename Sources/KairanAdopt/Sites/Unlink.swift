internal import KairanModel

extension SiteTrial {
    /// Makes words of a link that leads nowhere, and of a picture that is not there its description. Returns false if
    /// there is neither at the place of an error.
    ///
    /// - Parameter row: The line in the text of the page, from 1.
    mutating func unlink(_ path: String, row: Int, _ error: Diagnostic) -> Bool {
        guard var body = bodies[path] else { return false }
        var (start, line) = (0, 1)
        while line < row, start < body.bytes.count {
            if body.bytes[start] == UInt8(ascii: "\n") { line += 1 }
            start += 1
        }
        let place = start + offset(ofColumn: error.span.column, in: body.bytes[start...])
        guard let change = linkChange(body.bytes, at: place) else { return false }
        let removed = body.bytes[change.range].count { $0 == UInt8(ascii: "\n") }
        let kept = change.text.count { $0 == UInt8(ascii: "\n") }
        guard removed == kept else { return false }
        body.bytes.replaceSubrange(change.range, with: change.text)
        bodies[path] = body
        return true
    }

    private func offset(ofColumn column: Int, in bytes: ArraySlice<UInt8>) -> Int {
        var (count, at) = (1, bytes.startIndex)
        while count < column, at < bytes.endIndex {
            at += 1
            while at < bytes.endIndex, bytes[at] & 0xC0 == 0x80 { at += 1 }
            count += 1
        }
        return at - bytes.startIndex
    }
}

/// Returns what to write in the place of the link or the picture whose address stands at a place.
private func linkChange(_ bytes: [UInt8], at place: Int) -> (range: Range<Int>, text: [UInt8])? {
    guard place < bytes.count else { return nil }
    var before = place
    while before > 0, before > place - 3, bytes[before - 1] == UInt8(ascii: "<") || bytes[before - 1] == 0x20 {
        before -= 1
    }
    if before >= 2, bytes[before - 1] == UInt8(ascii: "("), bytes[before - 2] == UInt8(ascii: "]") {
        return inlineChange(bytes, bracket: before - 2, place)
    }
    return attributeChange(bytes, at: place)
}

private func inlineChange(_ bytes: [UInt8], bracket: Int, _ place: Int) -> (range: Range<Int>, text: [UInt8])? {
    var (depth, open) = (1, bracket)
    while open > 0, depth > 0 {
        open -= 1
        let isEscaped = open > 0 && bytes[open - 1] == UInt8(ascii: "\\")
        if bytes[open] == UInt8(ascii: "]"), !isEscaped { depth += 1 }
        if bytes[open] == UInt8(ascii: "["), !isEscaped { depth -= 1 }
    }
    var (inner, end) = (0, place)
    while end < bytes.count {
        if bytes[end] == UInt8(ascii: "(") { inner += 1 }
        if bytes[end] == UInt8(ascii: ")") {
            if inner == 0 { break }
            inner -= 1
        }
        end += 1
    }
    guard depth == 0, end < bytes.count else { return nil }
    let words = Array(bytes[open + 1..<bracket])
    let isPicture = open > 0 && bytes[open - 1] == UInt8(ascii: "!")
    return (open - (isPicture ? 1 : 0)..<end + 1, words)
}

/// Returns the tag around a place without the attribute that stands there; a picture goes as a whole.
private func attributeChange(_ bytes: [UInt8], at place: Int) -> (range: Range<Int>, text: [UInt8])? {
    var open = place
    while open > 0, bytes[open] != UInt8(ascii: "<") { open -= 1 }
    guard bytes[open] == UInt8(ascii: "<"), let close = bytes[place...].firstIndex(of: UInt8(ascii: ">")) else {
        return nil
    }
    let tag = String(decoding: bytes[open...close], as: UTF8.self)
    let name = tag.dropFirst().prefix { $0.isLetter || $0.isNumber }.lowercased()
    if name == "img" {
        let words =
            tag.firstMatch(of: /\salt\s*=\s*("[^"]*"|'[^']*')/.ignoresCase()).map { String($0.1).trimmingQuotes } ?? ""
        let lines = String(repeating: "\n", count: tag.filter { $0 == "\n" }.count - words.filter { $0 == "\n" }.count)
        return (open..<close + 1, Array((words + lines).utf8))
    }
    let rest = String(decoding: bytes[open..<place], as: UTF8.self)
    guard let attribute = rest.firstMatch(of: /\s+(href|src|poster)\s*=\s*["']?\s*$/.ignoresCase()) else { return nil }
    let start = place - rest[attribute.range.lowerBound...].utf8.count
    let quote = rest.last
    guard quote == "\"" || quote == "'", let end = bytes[place...].firstIndex(of: quote == "\"" ? 0x22 : 0x27) else {
        return nil
    }
    return (start..<end + 1, [])
}
