package import KairanModel

/// Reads CSV by RFC 4180: a header row, then one mapping for each row, with cells as unquoted scalars.
///
/// A header `a.b` makes mappings within mappings, and an empty cell is null. Empty rows are skipped, and so is the byte
/// order mark that spreadsheets write.
package func readCSV(_ file: SourceFile) -> Diagnosed<SourceNode?> {
    if let error = file.textError() { return Diagnosed(nil, [error]) }
    var scanner = CSVScanner(file)
    let firstRow = scanner.row()
    guard scanner.diagnostics.isEmpty else { return Diagnosed(nil, scanner.diagnostics) }
    guard let header = firstRow, header.count > 1 || header[0].text != "" else {
        let error = Diagnostic(
            .error, .csvHeader, "there is no header row", at: SourceSpan(path: file.path),
            help: "write the fields' names, separated by commas, in the first line")
        return Diagnosed(nil, [error])
    }
    let (columns, headerErrors) = csvColumns(header)
    guard headerErrors.isEmpty else { return Diagnosed(nil, headerErrors) }
    var diagnostics: [Diagnostic] = []
    var rows: [SourceNode] = []
    while let cells = scanner.row() {
        if cells.allSatisfy({ $0.text.isEmpty }) { continue }
        if cells.count == header.count {
            var row = mapping(columns, cells, at: start(of: cells[0].span))
            row.range = cells[0].range.lowerBound..<cells[cells.count - 1].range.upperBound
            rows.append(row)
        } else if scanner.diagnostics.isEmpty {
            diagnostics.append(raggedRow(cells, header))
            if diagnostics.count == maximumDiagnostics { break }
        }
    }
    diagnostics = (diagnostics + scanner.diagnostics).sortedForReport
    let table = SourceNode(
        .sequence(rows), span: start(of: header[0].span),
        range: header[0].range.lowerBound..<(rows.last?.range ?? header[header.count - 1].range).upperBound)
    // The other rows were read too, so that their mistakes are reported. After an open quote no row is certain.
    return Diagnosed(scanner.diagnostics.isEmpty ? table : nil, diagnostics)
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

private func csvColumns(_ header: [CSVCell]) -> (CSVColumns, [Diagnostic]) {
    var columns = CSVColumns()
    var diagnostics: [Diagnostic] = []
    if header.count == 1, let separator = header[0].text.first(where: { $0 == ";" || $0 == "\t" }) {
        let name = separator == ";" ? "semicolons" : "tabs"
        diagnostics.append(
            Diagnostic(
                .error, .csvSeparator, "the cells are separated by \(name)", at: header[0].span,
                help: "export the table with commas"))
    }
    for (index, cell) in header.enumerated() {
        let keys = cell.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if keys.contains("") {
            let message = cell.text == "" ? "this column has no name" : "'\(cell.text)' has an empty part"
            diagnostics.append(
                Diagnostic(.error, .csvHeader, message, at: cell.span, help: "name every column of the table"))
        } else if keys.count > maximumHeaderDepth {
            let message = "a column's name has more than \(maximumHeaderDepth) parts"
            diagnostics.append(Diagnostic(.error, .csvHeader, message, at: cell.span, help: "use fewer dots"))
        } else if !columns.insert(keys[...], cell, index) {
            diagnostics.append(
                Diagnostic(
                    .error, .csvDuplicateKey, "there is another column for '\(cell.text)'", at: cell.span,
                    help: "give each column a name of its own"))
        }
    }
    return (columns, diagnostics)
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

private func raggedRow(_ cells: [CSVCell], _ header: [CSVCell]) -> Diagnostic {
    let place = cells.count > header.count ? cells[header.count].span : start(of: cells[0].span)
    return Diagnostic(
        .error, .csvColumns,
        "this row has \(cells.count) \(cells.count == 1 ? "cell" : "cells"), but the header has \(header.count)",
        at: place,
        help: cells.count > header.count
            ? "put a cell that holds a comma in double quotes" : "write a comma for each empty cell too")
}
