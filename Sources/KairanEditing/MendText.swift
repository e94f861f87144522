package import KairanModel
package import KairanReaders

extension SourceFile {
    /// Returns the bytes after fixes that need no file that can be read, and those that were made. A fix at a place that
    /// another one changes is left out.
    package func mendingText(_ fixes: [Fix]) -> (bytes: [UInt8], made: Set<Fix>) {
        let old = bytes
        var replacements: [Replacement] = []
        var made: Set<Fix> = []
        for fix in fixes where fix.needsOnlyBytes {
            let own = fix.changes.compactMap { change in
                if case .text(let span, let text, let new) = change {
                    textRange(of: text, at: span, in: old).map { Replacement($0, withLineEnds(new, of: old)) }
                } else {
                    nil
                }
            }
            let isFree = own.allSatisfy { one in
                !replacements.contains { $0.range.overlaps(one.range) || $0.range == one.range }
            }
            guard own.count == fix.changes.count, isFree else { continue }
            replacements += own
            made.insert(fix)
        }
        guard let bytes = old.replacing(replacements.sorted { $0.range.lowerBound < $1.range.lowerBound }) else {
            return (old, [])
        }
        return (bytes, made)
    }
}

extension SourceEditor {
    package mutating func replaceText(_ old: String?, at span: SourceSpan, with new: String) throws(CannotEdit) {
        guard let range = textRange(of: old, at: span, in: file.bytes),
            let edited = reread([Replacement(range, withLineEnds(new, of: file.bytes))])
        else { throw CannotEdit("this text cannot be written here", at: span) }
        self = edited
    }
}

/// Returns where a text stands at a place of a file, which may go on behind its line; nil unless it stands there once. A
/// part of a word is no place of a word.
package func textRange(of old: String?, at span: SourceSpan, in bytes: [UInt8]) -> Range<Int>? {
    let newline = UInt8(ascii: "\n")
    var start = 0
    for _ in 1..<span.line {
        guard let end = bytes[start...].firstIndex(of: newline) else { return nil }
        start = end + 1
    }
    let line = start..<(bytes[start...].firstIndex(of: newline) ?? bytes.count)
    guard let first = offset(ofColumn: span.column, in: line, of: bytes),
        let last = offset(ofColumn: span.length + 1, in: first..<bytes.count, of: bytes)
    else { return nil }
    let place = first..<last
    guard let old else { return place }
    let text = Array(old.utf8)
    guard !text.isEmpty else { return nil }
    let found = bytes[place].indices.filter { start in
        let end = start + text.count
        return end <= place.upperBound && bytes[start..<end].elementsEqual(text)
            && !isInsideWord(start, bytes, place) && !isInsideWord(end, bytes, place)
    }
    return found.count == 1 ? found[0]..<(found[0] + text.count) : nil
}

private func withLineEnds(_ text: String, of bytes: [UInt8]) -> String {
    text.contains("\n") ? text.replacing("\n", with: lineEnd(of: bytes)) : text
}

/// Tells whether a word goes on across an offset.
private func isInsideWord(_ offset: Int, _ bytes: [UInt8], _ place: Range<Int>) -> Bool {
    guard offset > place.lowerBound, offset < place.upperBound else { return false }
    return isWordByte(bytes[offset - 1]) && isWordByte(bytes[offset])
}

private func isWordByte(_ byte: UInt8) -> Bool {
    isASCIILetter(byte) || isASCIIDigit(byte) || byte == UInt8(ascii: "_")
}

/// Returns the offset of a column, which counts Unicode scalars; nil if the line is shorter.
private func offset(ofColumn column: Int, in line: Range<Int>, of bytes: [UInt8]) -> Int? {
    var (index, left) = (line.lowerBound, column - 1)
    while left > 0 {
        guard index < line.upperBound else { return nil }
        index += 1
        while index < line.upperBound, bytes[index] & 0xC0 == 0x80 { index += 1 }
        left -= 1
    }
    return index
}
