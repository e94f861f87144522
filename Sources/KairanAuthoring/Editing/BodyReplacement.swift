internal import KairanReaders

extension EditedFile {
    /// Returns the replacement of the lines of a body that differ.
    func bodyReplacement(_ text: String) -> Replacement {
        let old = splitLines(bytes[bodyStart...])
        let new = splitLines(Array(text.utf8)[...]).map { line in
            line.last == newline ? Array(line.dropLast()) + Array(lineEnd.utf8) : Array(line)
        }
        func isSame(_ line: ArraySlice<UInt8>, _ other: [UInt8]) -> Bool {
            bodyBytes(line).elementsEqual(bodyBytes(other[...]))
        }
        let head = zip(old, new).prefix { isSame($0, $1) }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { isSame($0, $1) }.count
        let start = head < old.count ? old[head].startIndex : bytes.count
        let end = tail > 0 ? old[old.count - tail].startIndex : bytes.count
        let lines = String(decoding: new[head..<(new.count - tail)].joined(), as: UTF8.self)
        let needsLineEnd = start == bytes.count && bodyStart == bytes.count && lacksLastLineEnd && hasData
        return Replacement(start..<end, (needsLineEnd ? lineEnd : "") + lines)
    }
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
