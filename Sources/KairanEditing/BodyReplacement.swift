internal import KairanReaders

extension EditedFile {
    /// Returns the replacement of the lines of a body that differ.
    func bodyReplacement(_ text: String) -> Replacement {
        var replacement = replacingLines(of: bytes[bodyStart...], with: text, lineEnd)
        let needsLineEnd =
            replacement.range.lowerBound == bytes.count && bodyStart == bytes.count && lacksLastLineEnd && hasData
        if needsLineEnd { replacement.text = lineEnd + replacement.text }
        return replacement
    }
}

/// Returns the bytes of a text in which only the lines that differ are new ones.
///
/// - Parameter text: The new text, with LF line ends.
package func changingLines(of bytes: [UInt8], to text: String) -> [UInt8] {
    let replacement = replacingLines(of: bytes[...], with: text, lineEnd(of: bytes))
    return bytes.replacing([replacement]) ?? Array(text.utf8)
}

/// Returns the replacement of the lines that differ between bytes and a text with LF line ends.
private func replacingLines(of bytes: ArraySlice<UInt8>, with text: String, _ lineEnd: String) -> Replacement {
    let old = splitLines(bytes)
    let new = splitLines(Array(text.utf8)[...]).map { line in
        line.last == newline ? Array(line.dropLast()) + Array(lineEnd.utf8) : Array(line)
    }
    func isSame(_ line: ArraySlice<UInt8>, _ other: [UInt8]) -> Bool {
        bodyBytes(line).elementsEqual(bodyBytes(other[...]))
    }
    let head = zip(old, new).prefix { isSame($0, $1) }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { isSame($0, $1) }.count
    let start = head < old.count ? old[head].startIndex : bytes.endIndex
    let end = tail > 0 ? old[old.count - tail].startIndex : bytes.endIndex
    return Replacement(start..<end, String(decoding: new[head..<(new.count - tail)].joined(), as: UTF8.self))
}

/// Returns the lines with their line ends.
private func splitLines(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var (lines, start): ([ArraySlice<UInt8>], Int) = ([], bytes.startIndex)
    while start < bytes.endIndex {
        let end = bytes[start...].firstIndex(of: newline).map { $0 + 1 } ?? bytes.endIndex
        lines.append(bytes[start..<end])
        start = end
    }
    return lines
}
