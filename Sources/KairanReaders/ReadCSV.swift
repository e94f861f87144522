package import KairanModel

/// Reads CSV by RFC 4180: a header row, then one mapping for each row, with cells as unquoted scalars. Semicolons may
/// stand between the cells instead of commas (`TableSigns`).
///
/// A header `a.b` makes mappings within mappings, and an empty cell is null. Empty rows are skipped, as are empty
/// columns without a heading, and so are the byte order mark and the first line `sep=;` that spreadsheets write.
package func readCSV(_ file: SourceFile, _ columns: TableColumns = TableColumns()) -> Diagnosed<SourceNode?> {
    read(file, columns, row: nil)
}

/// Reads one row of a table, as if it had no others. A row means the same whatever stands in those before and after it.
///
/// - Parameter row: Its bytes with the end of its last line, and its first line.
package func readCSV(
    _ file: SourceFile, _ columns: TableColumns, row: (range: Range<Int>, line: Int)
) -> Diagnosed<SourceNode?> {
    read(file, columns, row: row)
}

/// Returns the bytes of the row that starts at an offset, with the end of its last line; nil if it has no end.
package func csvRow(in file: SourceFile, at start: Int) -> Range<Int>? {
    var scanner = CSVScanner(file, start..<file.bytes.count, firstLine: 1)
    return scanner.row().map { _ in start..<scanner.index }
}

private func read(
    _ file: SourceFile, _ columns: TableColumns, row: (range: Range<Int>, line: Int)?
) -> Diagnosed<SourceNode?> {
    if let error = file.textError() { return Diagnosed(nil, [error]) }
    var scanner = CSVScanner(file)
    let firstRow = scanner.row()
    guard scanner.diagnostics.isEmpty else {
        return Diagnosed(nil, scanner.diagnostics.map { otherSeparator($0, file) ?? $0 })
    }
    let signs = TableSigns(of: file)
    guard let header = firstRow, header.contains(where: { $0.text != "" }) else {
        let error = Diagnostic(
            .error, .csvHeader, "there is no header row", at: SourceSpan(path: file.path),
            help: "write the fields' names, separated by commas or semicolons, in the first line")
        return Diagnosed(nil, [error])
    }
    if signs == .commas, let error = commaInName(header, file.bytes) { return Diagnosed(nil, [error]) }
    let read = csvColumns(header, columns)
    guard read.diagnostics.isEmpty else { return Diagnosed(nil, read.diagnostics) }
    var table = TableReader(header: header, columns: read.value, signs: signs)
    if let row { scanner = CSVScanner(file, row.range, firstLine: row.line) }
    while let cells = scanner.row() {
        table.add(cells, isCertain: scanner.diagnostics.isEmpty)
        if table.diagnostics.count == maximumDiagnostics { break }
    }
    table.judgeHeader()
    let diagnostics = (table.diagnostics + scanner.diagnostics).sortedForReport
    // The other rows were read too, so that their mistakes are reported. After an open quote no row is certain.
    return Diagnosed(scanner.diagnostics.isEmpty ? table.node : nil, diagnostics)
}

/// Returns the error for a header whose quoted names are separated by tabs, which looks like a wrong quote; nil for any
/// other mistake.
private func otherSeparator(_ mistake: Diagnostic, _ file: SourceFile) -> Diagnostic? {
    let start = TableStart(of: file)
    let line = file.bytes[start.offset...].prefix { $0 != newline }
    guard mistake.rule == .csvQuote, mistake.span.line == start.line, !line.contains(Byte.comma), line.contains(tab)
    else {
        return nil
    }
    return separatedByTabs(at: SourceSpan(path: file.path))
}

private func separatedByTabs(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
        .error, .csvSeparator, "the cells are separated by tabs", at: span,
        help: "save the table as CSV, with commas or semicolons between the cells")
}

/// Returns the error for a header with commas that must be parts of names, since more semicolons are in it.
private func commaInName(_ header: [CSVCell], _ bytes: [UInt8]) -> Diagnostic? {
    let semicolons = header.map { cell in
        let isQuoted = bytes[cell.range].first == UInt8(ascii: "\"")
        return isQuoted ? 0 : cell.text.utf8.count { $0 == UInt8(ascii: ";") }
    }
    guard header.count > 1, semicolons.reduce(0, +) >= header.count else { return nil }
    return Diagnostic(
        .error, .csvSeparator, "semicolons seem to separate the cells, but there is a comma in the first row",
        at: header[0].span.advanced(byColumns: header[0].span.length, length: 1),
        help: "put the name that holds the comma in double quotes")
}

private let tab: UInt8 = 9

/// The rows of a table as they are read.
private struct TableReader {
    let header: [CSVCell]
    let columns: CSVTable
    let signs: TableSigns
    private(set) var rows: [SourceNode] = []
    private(set) var diagnostics: [Diagnostic] = []
    private var hasNamelessCell = false
    /// The number of cells in each row that has more or fewer of them than the header.
    private var raggedCounts: [Int] = []

    init(header: [CSVCell], columns: CSVTable, signs: TableSigns) {
        (self.header, self.columns, self.signs) = (header, columns, signs)
    }

    var node: SourceNode {
        SourceNode(
            .sequence(rows), span: start(of: header[0].span),
            range: header[0].range.lowerBound..<(rows.last?.range ?? header[header.count - 1].range).upperBound)
    }

    /// - Parameter isCertain: If this is false, a quote makes the row uncertain.
    mutating func add(_ cells: [CSVCell], isCertain: Bool) {
        if cells.allSatisfy({ $0.text.isEmpty }) { return }
        checkNameless(cells)
        guard cells.count >= header.count, cells[header.count...].allSatisfy({ $0.text.isEmpty }) else {
            guard isCertain else { return }
            raggedCounts.append(cells.count)
            return diagnostics.append(raggedRow(cells, header, signs))
        }
        // Spreadsheets leave empty cells at the end of some rows. So does a number whose comma has moved what follows it.
        if cells.count > header.count, signs == .commas, let number = dividedNumber(cells) {
            return diagnostics.append(number)
        }
        var row = mapping(columns.all, cells, at: start(of: cells[0].span))
        if let id = id(of: cells), case .mapping(let members) = row.content { row.content = .mapping([id] + members) }
        row.range = cells[0].range.lowerBound..<cells[header.count - 1].range.upperBound
        rows.append(row)
    }

    /// Reports once at the header what would be said of each row, if it is the header that does not fit.
    mutating func judgeHeader() {
        guard rows.isEmpty, raggedCounts.count > 1, let count = raggedCounts.first,
            raggedCounts.allSatisfy({ $0 == count })
        else { return }
        diagnostics.removeAll { $0.rule == .csvColumns }
        let isLong = header.count > count
        diagnostics.append(
            Diagnostic(
                .error, .csvColumns,
                "the header has \(header.count) \(header.count == 1 ? "column" : "columns"), but each row has \(count) "
                    + (count == 1 ? "cell" : "cells"),
                at: isLong ? header[count].span : start(of: header[0].span),
                help: isLong
                    ? "remove a column that is not there from the header, or write a \(signs.name) for it in each row"
                    : "name each column in the header, and put cells that hold a \(signs.name) in double quotes"))
    }

    /// Reports the first cell of a column without a heading, of which nobody knows what it says.
    private mutating func checkNameless(_ cells: [CSVCell]) {
        // Some programs pad the cells with spaces too.
        let saying = columns.nameless.first {
            $0 < cells.count && !InvisibleCharacter.plain(cells[$0].text).allSatisfy(\.isWhitespace)
        }
        guard !hasNamelessCell, let column = saying else { return }
        hasNamelessCell = true
        diagnostics.append(
            Diagnostic(
                .error, .csvHeader, "this cell says something, but its column has no name", at: cells[column].span,
                help: "name the column in the first row, or empty its cells"))
    }

    /// Returns the id that is made of cells, as a text: it is not written in the row.
    private mutating func id(of cells: [CSVCell]) -> SourceNode.Member? {
        guard !columns.idColumns.isEmpty else { return nil }
        let parts = columns.idColumns.map { cells[$0].text.trimmingSpaces().description }
        let span = cells[columns.idColumns[0]].span
        if parts.allSatisfy(\.isEmpty) {
            let names = columns.idColumns.map { "'\(onOneLine(header[$0].text))'" }.joined(separator: " and ")
            diagnostics.append(
                Diagnostic(
                    .error, .csvId, "the row's id is made of \(names), and there is nothing", at: span,
                    help: "fill in the cell, or name other columns after 'id' in the collection's 'from'"))
        }
        return SourceNode.Member(
            key: "id", keySpan: header[columns.idColumns[0]].span,
            value: SourceNode(.scalar(madeID(of: parts), .string), span: span))
    }
}

/// Returns the cells of the first row.
package func csvHeader(_ file: SourceFile) -> [CSVCell]? {
    var scanner = CSVScanner(file)
    return scanner.row()
}

/// The largest number of diagnostics for a table; more would help nobody.
private let maximumDiagnostics = 100
/// The largest number of parts in a column's name, which are read by recursion.
private let maximumHeaderDepth = 16

package struct CSVCell {
    package var text: String
    var span: SourceSpan
    /// The bytes of the cell, with its quotes.
    package var range: Range<Int>
}

/// A column, which gives every row a field: a cell, or a mapping of further fields.
private struct CSVColumn {
    enum Content {
        case cell(Int)
        case group(CSVColumns)
    }

    var key: String
    var span: SourceSpan
    var content: Content
}

/// The columns in their order. They are found by name in a dictionary, since there can be many.
private struct CSVColumns {
    private(set) var all: [CSVColumn] = []
    private var places: [String: Int] = [:]

    /// Adds a column. Returns false if the name is taken.
    mutating func insert(_ keys: ArraySlice<String>, _ cell: CSVCell, _ index: Int) -> Bool {
        guard let key = keys.first else { return false }
        let known = places[key]
        if keys.count == 1 {
            if known == nil { add(CSVColumn(key: key, span: cell.span, content: .cell(index))) }
            return known == nil
        }
        var group = CSVColumns()
        if let known {
            guard case .group(let columns) = all[known].content else { return false }
            group = columns
            // The group is now held only once, so changing it does not copy it.
            all[known].content = .cell(index)
        }
        let isNew = group.insert(keys.dropFirst(), cell, index)
        if let known {
            all[known].content = .group(group)
        } else {
            add(CSVColumn(key: key, span: cell.span, content: .group(group)))
        }
        return isNew
    }

    private mutating func add(_ column: CSVColumn) {
        places[column.key] = all.count
        all.append(column)
    }
}

/// The columns of a table with what is known of their headings.
private struct CSVTable {
    var all = CSVColumns()
    /// The positions of the columns without a heading.
    var nameless: [Int] = []
    /// The positions of the columns of which ids are made.
    var idColumns: [Int] = []
}

private func csvColumns(_ header: [CSVCell], _ columns: TableColumns) -> Diagnosed<CSVTable> {
    var table = CSVTable()
    var diagnostics: [Diagnostic] = []
    if header.count == 1, header[0].text.utf8.contains(tab) {
        diagnostics.append(separatedByTabs(at: header[0].span))
    }
    for (index, cell) in header.enumerated() {
        let keys = columns.path(of: cell.text)
        if keys.isEmpty {
            table.nameless.append(index)
        } else if keys.contains("") {
            diagnostics.append(
                Diagnostic(
                    .error, .csvHeader, "'\(onOneLine(cell.text))' has an empty part", at: cell.span,
                    help: "name every column of the table"))
        } else if keys.count > maximumHeaderDepth {
            let message = "a column's name has more than \(maximumHeaderDepth) parts"
            diagnostics.append(Diagnostic(.error, .csvHeader, message, at: cell.span, help: "use fewer dots"))
        } else if !table.all.insert(keys[...], cell, index) {
            diagnostics.append(
                Diagnostic(
                    .error, .csvDuplicateKey, "there is another column for '\(onOneLine(cell.text))'", at: cell.span,
                    help: "give each column a name of its own"))
        }
    }
    for (heading, path) in columns.missing(in: header.map(\.text)) {
        diagnostics.append(
            Diagnostic(
                .error, .csvHeader,
                "there is no column '\(heading)', from which '\(path.joined(separator: "."))' is read",
                at: start(of: header[0].span),
                help: nearestHelp(to: heading, in: header.map { onOneLine($0.text) })
                    ?? Help(
                        "the table has \(header.prefix(12).map { "'\(onOneLine($0.text))'" }.joined(separator: ", ")): add "
                            + "the column, or change its name in the collection's 'from'")))
    }
    if !columns.idHeadings.isEmpty, !table.all.all.contains(where: { $0.key == columns.idKey }) {
        switch columns.idColumns(in: header.map(\.text)) {
        case .success(let positions): table.idColumns = positions
        case .failure(let missing):
            diagnostics.append(
                Diagnostic(
                    .error, .csvId, "there is no column '\(onOneLine(missing.heading))', of which ids are made",
                    at: start(of: header[0].span),
                    help: nearestHelp(to: onOneLine(missing.heading), in: header.map { onOneLine($0.text) })
                        ?? "add a column 'id', or name other columns after 'id' in the collection's 'from'"))
        }
    }
    return Diagnosed(table, diagnostics)
}

private func mapping(_ columns: CSVColumns, _ cells: [CSVCell], at span: SourceSpan) -> SourceNode {
    var members: [SourceNode.Member] = []
    members.reserveCapacity(columns.all.count)
    for column in columns.all {
        let value: SourceNode
        switch column.content {
        case .cell(let index):
            let cell = cells[index]
            value = SourceNode(
                .scalar(cell.text, cell.text.isEmpty ? .null : .plain), span: cell.span, range: cell.range)
        case .group(let group): value = mapping(group, cells, at: start(of: firstCell(group, cells).span))
        }
        members.append(SourceNode.Member(key: column.key, keySpan: column.span, value: value))
    }
    return SourceNode(.mapping(members), span: span)
}

private func firstCell(_ columns: CSVColumns, _ cells: [CSVCell]) -> CSVCell {
    switch columns.all[0].content {
    case .cell(let index): cells[index]
    case .group(let group): firstCell(group, cells)
    }
}

private func start(of span: SourceSpan) -> SourceSpan { span.advanced(byColumns: 0, length: 1) }

/// Returns the error for two whole numbers side by side that may be one, with a comma before decimals or thousands.
private func dividedNumber(_ cells: [CSVCell]) -> Diagnostic? {
    func isNumber(_ cell: CSVCell) -> Bool { !cell.text.isEmpty && cell.text.utf8.allSatisfy(isASCIIDigit) }
    let pair = zip(cells, cells.dropFirst()).first { isNumber($0) && isNumber($1) && $1.text.utf8.count <= 3 }
    guard let (first, second) = pair else { return nil }
    let (whole, rest) = (onOneLine(first.text), onOneLine(second.text))
    return Diagnostic(
        .error, .csvColumns, "this row has an empty cell too many, so '\(whole),\(rest)' may be one number",
        at: first.span,
        help: "write \(whole).\(rest) if it is one with decimals; otherwise remove the comma at the row's end")
}

private func raggedRow(_ cells: [CSVCell], _ header: [CSVCell], _ signs: TableSigns) -> Diagnostic {
    let place = cells.count > header.count ? cells[header.count].span : start(of: cells[0].span)
    return Diagnostic(
        .error, .csvColumns,
        "this row has \(cells.count) \(cells.count == 1 ? "cell" : "cells"), but the header has \(header.count)",
        at: place,
        help: cells.count > header.count
            ? "put a cell that holds a \(signs.name) in double quotes" : "write a \(signs.name) for each empty cell too"
    )
}
