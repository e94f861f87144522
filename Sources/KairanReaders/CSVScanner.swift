internal import KairanModel

/// Cuts CSV into rows of cells, each with its place in the file.
struct CSVScanner {
    private(set) var diagnostics: [Diagnostic] = []
    private let path: String
    private let bytes: [UInt8]
    /// The byte between cells.
    private let separator: UInt8
    /// The offset at which it ends.
    private let end: Int
    /// The offset of what comes next.
    private(set) var index: Int
    private var line = 1
    private var column = 1

    /// The bytes of `file` must be valid UTF-8.
    init(_ file: SourceFile) {
        (path, bytes, separator) = (file.path, file.bytes, TableSigns(of: file).separatorByte)
        end = bytes.count
        let start = TableStart(of: file)
        (index, line) = (start.offset, start.line)
    }

    /// Begins at the start of a row, and knows nothing of what comes after a range.
    init(_ file: SourceFile, _ range: Range<Int>, firstLine: Int) {
        (path, bytes, separator) = (file.path, file.bytes, TableSigns(of: file).separatorByte)
        (index, end, line) = (range.lowerBound, range.upperBound, firstLine)
    }

    /// The next row, or nil at the end of the file or after a quote that makes the rest uncertain.
    mutating func row() -> [CSVCell]? {
        while diagnostics.isEmpty, index < end {
            if skipLineEnd() { continue }
            var cells = [cell()]
            while index < end, bytes[index] == separator {
                index += 1
                column += 1
                cells.append(cell())
            }
            guard diagnostics.isEmpty else { return nil }
            if index < end { _ = skipLineEnd() }
            return cells
        }
        return nil
    }

    private mutating func skipLineEnd() -> Bool {
        if bytes[index] == UInt8(ascii: "\r"), index + 1 < end, bytes[index + 1] == newline { index += 1 }
        guard bytes[index] == newline else { return false }
        index += 1
        line += 1
        column = 1
        return true
    }

    private mutating func cell() -> CSVCell {
        if index < end, bytes[index] == UInt8(ascii: "\"") { return quotedCell() }
        let start = index
        var length = 0
        scan: while index < end {
            switch bytes[index] {
            case separator, newline: break scan
            case UInt8(ascii: "\r"):
                if index + 1 == end || bytes[index + 1] == newline { break scan }
                reportLoneReturn(column + length)
                break scan
            case UInt8(ascii: "\""):
                report(
                    .csvQuote, "a quote inside an unquoted cell", column + length,
                    help: "put the whole cell in quotes and write this one twice")
                break scan
            case let byte: if !isContinuation(byte) { length += 1 }
            }
            index += 1
        }
        let span = SourceSpan(path: path, line: line, column: column, length: length)
        column += length
        let range = start..<index
        let text = String(decoding: bytes[range], as: UTF8.self)
        if index + 1 == end, bytes[index] == UInt8(ascii: "\r") { index += 1 }
        return CSVCell(text: text, span: span, range: range)
    }

    private mutating func quotedCell() -> CSVCell {
        var span = SourceSpan(path: path, line: line, column: column)
        var text: [UInt8] = []
        let start = index
        advance()
        var partStart = index
        while index < end {
            if bytes[index] == UInt8(ascii: "\"") {
                text += bytes[partStart..<index]
                advance()
                guard index < end, bytes[index] == UInt8(ascii: "\"") else {
                    if line == span.line { span.length = column - span.column }
                    let range = start..<index
                    checkAfterQuote()
                    return CSVCell(text: String(decoding: withLF(text), as: UTF8.self), span: span, range: range)
                }
                partStart = index
            } else if bytes[index] == newline, line == span.line {
                span.length = column - span.column
            }
            advance()
        }
        diagnostics.append(
            Diagnostic(
                .error, .csvQuote, "this quote is never closed", at: span.advanced(byColumns: 0, length: 1),
                help: "add the missing quote, or write a quote within a cell twice"))
        return CSVCell(text: "", span: span, range: start..<index)
    }

    /// Goes one byte on, and keeps the line and column of the byte after it.
    private mutating func advance() {
        if bytes[index] == newline {
            line += 1
            column = 1
        } else if !isContinuation(bytes[index]) {
            column += 1
        }
        index += 1
    }

    private mutating func checkAfterQuote() {
        guard index < end, bytes[index] != separator, bytes[index] != newline else { return }
        if bytes[index] == UInt8(ascii: "\r") {
            if index + 1 < end, bytes[index + 1] != newline { return reportLoneReturn(column) }
            if index + 1 == end { index += 1 }
            return
        }
        report(
            .csvQuote, "text after the closing quote of a cell", column, help: "write a quote within a cell twice")
    }

    private mutating func reportLoneReturn(_ column: Int) {
        report(
            .csvLineEnd, "a line that ends with CR alone", column, help: "save the file with LF or CRLF line endings")
    }

    private mutating func report(_ rule: Rule, _ message: String, _ column: Int, help: String) {
        let span = SourceSpan(path: path, line: line, column: column)
        diagnostics.append(Diagnostic(.error, rule, message, at: span, help: help))
    }
}

/// Returns a cell whose lines end with LF, whichever line ends the table has.
private func withLF(_ cell: [UInt8]) -> [UInt8] {
    guard cell.contains(UInt8(ascii: "\r")) else { return cell }
    var text: [UInt8] = []
    for (index, byte) in cell.enumerated() {
        let isOfPair = byte == newline && index > 0 && cell[index - 1] == UInt8(ascii: "\r")
        if !isOfPair { text.append(byte == UInt8(ascii: "\r") ? newline : byte) }
    }
    return text
}
