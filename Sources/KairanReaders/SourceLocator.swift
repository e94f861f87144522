package import KairanModel

/// Finds the line and column of a byte offset. If offsets come in rising order, it walks the file only once.
package struct SourceLocator: Sendable {
    package let path: String
    package let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    private var column = 1

    package init(_ file: SourceFile) { (path, bytes) = (file.path, file.bytes) }

    /// Returns the place of `range`'s first byte. Its length is that of the part of `range` on its first line.
    package mutating func span(_ range: Range<Int>) -> SourceSpan {
        move(to: min(range.lowerBound, bytes.count))
        var length = 0
        var index = offset
        let end = min(range.upperBound, bytes.count)
        while index < end, bytes[index] != newline {
            if !isContinuation(bytes[index]) { length += 1 }
            index += 1
        }
        return SourceSpan(path: path, line: line, column: column, length: length)
    }

    /// Returns the place of a range that may go on behind its line.
    package mutating func whole(_ range: Range<Int>) -> SourceSpan {
        var span = span(range)
        span.length = bytes[range].count { !isContinuation($0) }
        return span
    }

    package mutating func span(at offset: Int) -> SourceSpan { span(offset..<offset) }

    private mutating func move(to target: Int) {
        if target < offset { restart(before: target) }
        var index = offset
        while index < target {
            let byte = bytes[index]
            if byte == newline {
                line += 1
                column = 1
            } else if !isContinuation(byte) {
                column += 1
            }
            index += 1
        }
        offset = index
    }

    /// Steps back to the start of the line that holds `target`.
    private mutating func restart(before target: Int) {
        var index = offset
        while index > target {
            index -= 1
            if bytes[index] == newline { line -= 1 }
        }
        while index > 0, bytes[index - 1] != newline { index -= 1 }
        offset = index
        column = 1
    }
}

package let newline = UInt8(ascii: "\n")

/// Returns whether this is the second or a later byte of a UTF-8 sequence.
@inline(__always)
func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
