internal import KairanModel
package import KairanReaders

/// The bytes of each element of a file that is one list: a table, or a list of YAML in block style.
///
/// A piece is whole lines: those of the element, and the comments and empty lines above it. Joining the head and all
/// pieces gives the file back, so elements can be moved, changed and removed without touching any other.
package struct ListPieces {
    package let file: SourceFile
    package let columns: TableColumns
    /// The bytes before the first element, such as the header of a table.
    package let head: [UInt8]
    package let pieces: [[UInt8]]
    /// The line on which each piece begins.
    private let firstLines: [Int]

    package var isTable: Bool { file.fileExtension == "csv" }

    /// Returns lines as the file has them.
    package func bytes(ofLines lines: [String]) -> [UInt8] {
        lines.flatMap { Array($0.utf8) + lineEnd(of: file.bytes).utf8 }
    }

    /// Returns nil for a file whose elements cannot be told apart by their lines.
    package init?(_ file: SourceFile, columns: TableColumns) {
        (self.file, self.columns) = (file, columns)
        var bytes = file.bytes
        if bytes.last != newline { bytes += lineEnd(of: bytes).utf8 }
        var lines: [Range<Int>] = []
        var start = 0
        for index in bytes.indices where bytes[index] == newline {
            lines.append(start..<index + 1)
            start = index + 1
        }
        let starts = file.fileExtension == "csv" ? Self.rows(of: file, columns) : Self.dashes(lines, bytes)
        guard let starts, let first = starts.first else { return nil }
        head = Array(bytes[..<lines[first].lowerBound])
        let ends = starts.dropFirst() + [lines.count]
        pieces = zip(starts, ends).map { Array(bytes[lines[$0].lowerBound..<lines[$1 - 1].upperBound]) }
        firstLines = starts.map { $0 + 1 }
    }

    /// Returns the position of the piece that has a line of the file.
    package func piece(ofLine line: Int) -> Int? {
        var (low, high) = (0, firstLines.count)
        while low < high {
            let middle = (low + high) / 2
            if firstLines[middle] <= line { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }

    /// Returns a piece with other values under some keys, where nil removes one. Everything else in it stays.
    package func piece(
        _ position: Int, setting values: [(key: String, value: SourceNode?)], order: [String]
    ) throws(CannotEdit) -> [UInt8] {
        let start = isTable ? head : []
        let small = SourceFile(path: file.path, bytes: start + pieces[position])
        var editor = try SourceEditor(small, columns: columns)
        for (key, value) in values {
            if let value, isTable, editor.root[[.element(0), .key(key)]] == nil {
                throw CannotEdit(
                    "the table has no column for '\(key)' = \(value.scalar ?? "…")", at: SourceSpan(path: file.path))
            }
            try editor.set([.element(0), .key(key)], to: value, order: order)
        }
        return Array(editor.file.bytes.dropFirst(start.count))
    }

    /// Returns the lines at which rows start; nil if the table cannot be read.
    private static func rows(of file: SourceFile, _ columns: TableColumns) -> [Int]? {
        let read = readCSV(file, columns)
        guard !read.diagnostics.hasErrors else { return nil }
        return read.value?.elements?.map { $0.span.line - 1 }
    }

    /// Returns the lines at which elements of a list of YAML start, with the comments directly above them.
    private static func dashes(_ lines: [Range<Int>], _ bytes: [UInt8]) -> [Int]? {
        var starts: [Int] = []
        var comment: Int?
        for (index, line) in lines.enumerated() {
            switch bytes[line.lowerBound] {
            case UInt8(ascii: "-"):
                // The comment above the first element is about the whole list.
                starts.append(starts.isEmpty ? index : comment ?? index)
                comment = nil
            case UInt8(ascii: "#"): comment = comment ?? index
            case UInt8(ascii: " "), UInt8(ascii: "\r"), newline: comment = nil
            default: return nil
            }
        }
        return starts
    }
}

private let newline = UInt8(ascii: "\n")
