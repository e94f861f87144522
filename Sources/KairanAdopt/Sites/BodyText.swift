internal import KairanModel

/// A text that is copied piece by piece, with other pieces in the place of some, and the old line of each new one.
struct BodyText {
    let old: [UInt8]
    private(set) var at = 0
    private(set) var new: [UInt8] = []
    /// The old line of each line of the new text, from 1.
    private(set) var lines = [1]
    /// The old line at `at`, from 1.
    private(set) var line = 1

    init(_ text: [UInt8]) {
        old = text
        new.reserveCapacity(text.count)
    }

    var isAtEnd: Bool { at >= old.count }
    var isAtLineStart: Bool { at == 0 || old[at - 1] == UInt8(ascii: "\n") }
    /// This is true where everything before on the line is white space or the mark of a quote or a list.
    var startsBlock: Bool {
        var before = at
        while before > 0, old[before - 1] != UInt8(ascii: "\n") {
            guard " \t>-*+".utf8.contains(old[before - 1]) else { return false }
            before -= 1
        }
        return true
    }

    func has(_ text: String, at place: Int? = nil) -> Bool {
        let place = place ?? at
        return place + text.utf8.count <= old.count && old[place..<place + text.utf8.count].elementsEqual(text.utf8)
    }

    /// Returns the offset of the next such text.
    func next(_ text: String, from start: Int, within limit: Int = .max) -> Int? {
        let bytes = Array(text.utf8)
        var place = start
        let end = min(old.count, limit == .max ? old.count : start + limit) - bytes.count
        while place <= end {
            if old[place] == bytes[0], old[place..<place + bytes.count].elementsEqual(bytes) { return place }
            place += 1
        }
        return nil
    }

    func text(_ range: Range<Int>) -> String { String(decoding: old[range], as: UTF8.self) }

    /// Returns the offset right after the line.
    func lineEnd(from start: Int) -> Int {
        var end = start
        while end < old.count, old[end] != UInt8(ascii: "\n") { end += 1 }
        return min(end + 1, old.count)
    }

    /// Returns the offset of the line before the one that starts here.
    func lineStart(before start: Int) -> Int {
        var at = max(0, start - 1)
        while at > 0, old[at - 1] != UInt8(ascii: "\n") { at -= 1 }
        return at
    }

    /// Returns whether nothing but white space is between a place and the line's end.
    func isEmptyLine(at start: Int) -> Bool {
        old[min(start, old.count)..<lineEnd(from: min(start, old.count))].allSatisfy { $0 <= 0x20 }
    }

    /// Returns the column of a place on its line, in scalars from 1.
    func column(of place: Int) -> Int {
        var start = place
        while start > 0, old[start - 1] != UInt8(ascii: "\n") { start -= 1 }
        return String(decoding: old[start..<place], as: UTF8.self).unicodeScalars.count + 1
    }

    mutating func copy(to end: Int) {
        while at < min(end, old.count) {
            new.append(old[at])
            if old[at] == UInt8(ascii: "\n") {
                line += 1
                lines.append(line)
            }
            at += 1
        }
    }

    mutating func replace(to end: Int, with text: String) {
        let start = line
        line += old[at..<end].count { $0 == UInt8(ascii: "\n") }
        at = end
        for byte in text.utf8 {
            new.append(byte)
            if byte == UInt8(ascii: "\n") { lines.append(start) }
        }
    }
}
