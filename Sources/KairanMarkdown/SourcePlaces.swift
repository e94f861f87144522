internal import KairanModel

/// Converts offsets in the parsed text, which include markers, to places in the file.
struct SourcePlaces {
    let bytes: [UInt8]
    let markers: MarkerSet
    private let path: String
    private let firstLine: Int
    private let firstColumn: Int
    private lazy var lineStarts = Self.lineStarts(in: bytes)
    /// The last place that was computed, so that a long line with many links is counted only once.
    private var last = (lineStart: 0, offset: 0, columns: 0)

    init(bytes: [UInt8], markers: MarkerSet, source: MarkdownSource) {
        (self.bytes, self.markers) = (bytes, markers)
        (path, firstLine, firstColumn) = (source.path, source.firstLine, source.firstColumn)
    }

    /// Returns the first byte of a line counted from 1, or the end if there is no such line.
    mutating func offset(ofLine line: Int) -> Int {
        if line < 1 { return 0 }
        return line > lineStarts.count ? bytes.count : lineStarts[line - 1]
    }

    mutating func offset(line: Int, column: Int) -> Int {
        min(offset(ofLine: line) + max(column - 1, 0), bytes.count)
    }

    /// Returns the place of `length` bytes at `offset`, as far as they are on one line.
    mutating func span(at offset: Int, length: Int) -> SourceSpan {
        let line = lineIndex(of: offset)
        let start = lineStarts[line]
        let end = min(offset + length, bytes.count)
        let lineEnd = bytes[offset..<max(end, offset)].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? end
        return SourceSpan(
            path: path, line: firstLine + line, column: firstColumn + columns(from: start, to: offset),
            length: scalarCount(offset..<max(lineEnd, offset)))
    }

    private mutating func lineIndex(of offset: Int) -> Int {
        max(0, lineStarts.partitioningIndex { $0 > offset } - 1)
    }

    private mutating func columns(from start: Int, to offset: Int) -> Int {
        if last.lineStart != start || last.offset - offset > offset - start { last = (start, start, 0) }
        last.columns +=
            last.offset <= offset ? scalarCount(last.offset..<offset) : -scalarCount(offset..<last.offset)
        last.offset = offset
        return last.columns
    }

    /// Returns the number of Unicode scalars of the author's own text.
    private func scalarCount(_ range: Range<Int>) -> Int {
        let bytes = bytes.span
        var count = 0
        for at in range where bytes[at] & 0xC0 != 0x80 {
            count += 1
            if bytes[at] >= 0xEF, markers.length(at: at, in: bytes) > 0 {
                count -= bytes[at] == 0xEF && bytes[at + 2] == 0x91 ? 2 : 1
            }
        }
        return max(count, 0)
    }

    /// Returns the starts of lines. Line ends are those of cmark-gfm: LF, CR LF and CR.
    private static func lineStarts(in bytes: [UInt8]) -> [Int] {
        var starts = [0]
        guard bytes.span.contains(0x0D) else {
            while let end = bytes.span.firstOffset(of: 0x0A, in: starts[starts.count - 1]..<bytes.count) {
                starts.append(end + 1)
            }
            return starts
        }
        for at in 0..<bytes.count where bytes[at] == 0x0A || bytes[at] == 0x0D {
            let isLast = bytes[at] == 0x0A || at + 1 == bytes.count || bytes[at + 1] != 0x0A
            if isLast { starts.append(at + 1) }
        }
        return starts
    }
}
