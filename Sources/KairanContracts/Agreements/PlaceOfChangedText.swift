internal import KairanModel
internal import KairanReaders

extension [Diagnostic] {
    /// Makes diagnostics about an agreed text point at the first changed word, and not at the start of the text.
    mutating func pointAtChangedTexts(in files: [SourceFile]) {
        for index in indices where [.agreementChanged, .agreementVersion].contains(self[index].rule) {
            let (span, difference) = (self[index].span, self[index].difference)
            guard !difference.isEmpty, let file = files.first(where: { $0.path == span.path }) else { continue }
            self[index].span = place(of: difference, in: file, after: span) ?? span
        }
    }
}

/// Returns nil if the changed line is not found, as when it was only deleted.
private func place(of difference: [String], in file: SourceFile, after start: SourceSpan) -> SourceSpan? {
    guard let new = difference.first(where: { $0.hasPrefix("+") }).map(letters) else { return nil }
    let old = difference.first.map(letters) ?? []
    var lead = zip(old, new).prefix { $0 == $1 }.count
    while lead > 0, lead < new.count, new[lead] & 0xC0 == 0x80 { lead -= 1 }
    let source = file.bytes
    let offsets = source.indices.filter { isLetter(source[$0]) }
    let text = offsets.map { source[$0] }
    // The target of a link stands between its words, so perhaps only a part of the line is found.
    for length in [new.count, lead + 12, lead + 4, lead] where length > 0 && length <= new.count {
        var locator = SourceLocator(file)
        for range in text.ranges(of: new[..<length]) {
            // If the rest of the text was deleted, its last word is the nearest place.
            let place = locator.span(at: offsets[min(range.lowerBound + lead, offsets.count - 1)])
            if (place.line, place.column) >= (start.line, start.column) { return place }
        }
    }
    return nil
}

/// Returns the letters of a line of a difference, without its mark and ellipses.
private func letters(_ line: String) -> [UInt8] {
    line.dropFirst(2).replacing("…", with: "").utf8.filter(isLetter)
}

/// Returns whether a byte is neither white space nor possible Markdown syntax.
private func isLetter(_ byte: UInt8) -> Bool { byte > 0x20 && !"*_`~\\#>[]".utf8.contains(byte) }
