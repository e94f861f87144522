internal import KairanModel

/// Leads from the offsets in a piece of HTML to those in the source, where the marks of lists and quotes and Kairan's own
/// markers stand between its lines and words.
struct HTMLPlaces {
    private let html: [UInt8]
    /// The offset in the source of the first byte of each part that stands there without anything in it.
    private var parts: [(offset: Int, source: Int)] = []

    /// Makes the places of a block, whose lines are the ends of the lines of the source.
    init(ofBlock html: [UInt8], from firstLine: Int, in places: inout SourcePlaces) {
        self.html = html
        var (at, line) = (0, firstLine)
        while at < html.count {
            let end = html.lineEnd(from: at)
            let (start, next) = (places.offset(ofLine: line), places.offset(ofLine: line + 1))
            let source = start..<places.bytes.lineEnd(from: start, to: next)
            addLine(at..<end, source, places)
            at = end + 1
            if end + 1 < html.count, html[end] == 0x0D, html[end + 1] == 0x0A { at += 1 }
            line += 1
        }
    }

    /// Makes the places of a tag between words that starts at an offset of the source.
    init(ofTag html: [UInt8], at source: Int, in places: SourcePlaces) {
        self.html = html
        parts = [(0, source)]
        var (at, source) = (html.lineEnd(from: 0), source)
        // The next lines stand without the blanks before them.
        while at < html.count, let lineEnd = places.bytes.span.firstOffset(of: 0x0A, in: source..<places.bytes.count) {
            if html[at] == 0x0D, at + 1 < html.count, html[at + 1] == 0x0A { at += 1 }
            let end = html.lineEnd(from: at + 1)
            source = lineEnd + 1
            let next = places.bytes.lineEnd(from: source, to: places.bytes.count)
            let words = Array(html[(at + 1)..<end].drop(while: isBlank))
            if let start = places.bytes.span.firstOffset(of: words, in: source..<next) {
                parts.append((end - words.count, start))
            }
            at = end
        }
    }

    private mutating func addLine(_ line: Range<Int>, _ source: Range<Int>, _ places: SourcePlaces) {
        let bytes = places.bytes.span
        let length = places.markers.stripped(from: bytes.extracting(source))?.count ?? source.count
        var (offset, at) = (line.lowerBound, source.lowerBound + max(0, length - line.count))
        parts.append((offset, at))
        guard length < source.count else { return }
        while at < source.upperBound {
            // The end of an address is marked by a space, too.
            let isSpaced = bytes[at] == 0x20 && at + 1 < source.upperBound
            let marker = isSpaced ? bytes[at + 1] == 0xEF ? places.markers.length(at: at + 1, in: bytes) : 0 : 0
            let skipped = marker > 0 && bytes[at + 3] == 0x91 ? marker + 1 : places.markers.length(at: at, in: bytes)
            at += max(skipped, 1)
            if skipped > 0 { parts.append((offset, at)) } else { offset += 1 }
        }
    }

    /// Returns the part of a range that is on its first line; nil if it does not stand there so.
    func source(of range: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
        let end = html.lineEnd(from: range.lowerBound, to: range.upperBound)
        guard end > range.lowerBound, let start = source(of: range.lowerBound), start < bytes.count,
            bytes[start] == html[range.lowerBound], let last = source(of: end - 1), last >= start, last < bytes.count
        else { return nil }
        return start..<last + 1
    }

    private func source(of offset: Int) -> Int? {
        let next = parts.partitioningIndex { $0.offset > offset }
        return next == 0 ? nil : parts[next - 1].source + offset - parts[next - 1].offset
    }
}

extension [UInt8] {
    fileprivate func lineEnd(from start: Int, to limit: Int? = nil) -> Int {
        let end = limit ?? count
        guard start < end else { return end }
        return self[start..<end].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? end
    }
}
