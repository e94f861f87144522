internal import KairanModel

/// Tells the rows of a table apart by hashes.
///
/// A row with the hash of another one, of this or an earlier table, says the same at the same place: the hash is made of
/// the header, the row's line, and its bytes from the first cell to the last one that has a heading.
package struct TableRows {
    private let bytes: [UInt8]
    private let header: ContentHash
    /// The offset and the line of what comes after the header.
    fileprivate let start: (offset: Int, line: Int)

    /// The result is nil if the file has no header.
    package init?(_ file: SourceFile) {
        bytes = file.bytes
        var scanner = CSVScanner(file)
        guard scanner.row() != nil else { return nil }
        let head = bytes[..<scanner.index]
        (header, start) = (ContentHash(head), (head.endIndex, 1 + head.count { $0 == newline }))
    }

    /// Returns the hash of a row that was read. It is never 0.
    package func hash(of row: SourceNode) -> UInt64 { hash(row.range, line: row.span.line) }

    fileprivate func hash(_ range: Range<Int>, line: Int) -> UInt64 {
        var hash = header
        hash.combine(UInt64(line))
        hash.combine(bytes.span.extracting(range))
        return max(1, hash.low)
    }

    /// Returns the rows below the header without their line ends, and where the next line begins after each. The result
    /// is nil if a quote is never closed.
    ///
    /// In a table without mistakes only cells in quotes hold quotes, and each of these has an even number.
    fileprivate func lines() -> [(row: Range<Int>, next: Int, line: Int)]? {
        let all = bytes.span
        var lines: [(row: Range<Int>, next: Int, line: Int)] = []
        var (begin, first, line, isQuoted) = (start.offset, start.line, start.line, false)
        func end(before offset: Int) -> Int {
            offset > begin && all[offset - 1] == UInt8(ascii: "\r") ? offset - 1 : offset
        }
        for offset in begin..<all.count {
            if all[offset] == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard all[offset] == newline else { continue }
            line += 1
            if isQuoted { continue }
            lines.append((begin..<end(before: offset), offset + 1, first))
            (begin, first) = (offset + 1, line)
        }
        if begin < all.count { lines.append((begin..<end(before: all.count), all.count, first)) }
        return isQuoted ? nil : lines
    }
}

/// A row of a table of which an earlier reading may know the rest.
package enum TableRow: Sendable {
    case known(UInt64)
    case read(SourceNode)
}

/// The largest number of stretches of new rows. Reading all rows at once is quicker than reading many stretches.
private let maximumStretches = 8

/// Reads the rows of a table that an earlier reading did not find. One row of 10,000 is read in 5 instead of 25
/// milliseconds.
///
/// The result is nil if the table has to be read as a whole: because something is wrong with it, or because most of it
/// is new.
///
/// - Parameter isKnown: Tells whether a row with a hash was read before, without any mistake.
package func readNewRows(
    _ file: SourceFile, _ columns: TableColumns, isKnown: (UInt64) -> Bool
) -> [TableRow]? {
    guard let table = TableRows(file), let lines = table.lines() else { return nil }
    var rows: [TableRow] = []
    rows.reserveCapacity(lines.count)
    var new: (range: Range<Int>, line: Int)?
    var stretches = 0
    func readNew() -> Bool {
        guard let stretch = new else { return true }
        (new, stretches) = (nil, stretches + 1)
        let read = readCSV(file, columns, row: stretch)
        guard stretches <= maximumStretches, read.diagnostics.isEmpty, let found = read.value?.elements else {
            return false
        }
        rows += found.map(TableRow.read)
        return true
    }
    for (row, next, line) in lines where !row.isEmpty {
        let hash = table.hash(row, line: line)
        guard isKnown(hash) else {
            new = new.map { ($0.range.lowerBound..<next, $0.line) } ?? (row.lowerBound..<next, line)
            continue
        }
        guard readNew() else { return nil }
        rows.append(.known(hash))
    }
    let isAllNew = rows.isEmpty
    return isAllNew || !readNew() ? nil : rows
}
