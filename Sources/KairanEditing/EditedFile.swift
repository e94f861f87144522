internal import KairanModel
internal import KairanReaders

/// A file as its reader sees it, with what an editor has to know of its bytes.
struct EditedFile {
    let file: SourceFile
    let bytes: [UInt8]
    let format: EditableFormat
    let root: SourceNode
    /// The offset at which the text of a Markdown file or a template starts.
    let bodyStart: Int
    let body: [UInt8]
    /// This is false for Markdown that has no front matter yet.
    let hasData: Bool
    /// The bytes of the only element of the list that `root` has; nil if it has all.
    private let focus: Range<Int>?
    /// The meaning of each column of a table.
    let columns: TableColumns
    private let lineStarts: [Int]

    init(
        _ file: SourceFile, focus: Range<Int>? = nil, columns: TableColumns = TableColumns()
    ) throws(CannotEdit) {
        (self.file, bytes, self.focus, self.columns) = (file, file.bytes, focus, columns)
        let bytes = file.bytes
        lineStarts = [0] + bytes.indices.filter { bytes[$0] == newline }.map { $0 + 1 }
        let diagnostics: [Diagnostic]
        let node: SourceNode?
        if file.isMarkdown || file.fileExtension == "mustache" {
            let matter = splitFrontMatter(file)
            (node, diagnostics) = (matter.value.node, matter.diagnostics)
            (bodyStart, body, hasData) = (matter.value.bodyStart, Array(matter.value.body), node != nil)
            let isTOML = file.bytes.first == UInt8(ascii: "+") && node != nil
            format = isTOML ? .toml : .yaml
        } else if let focus {
            let line = bytes[..<focus.lowerBound].count { $0 == newline } + 1
            format = file.fileExtension == "csv" ? .csv : .yaml
            let read =
                format == .csv
                ? readCSV(file, columns, row: (focus, line)) : readYAML(file, range: focus, firstLine: line)
            (node, diagnostics) = (read.value, read.diagnostics)
            (bodyStart, body, hasData) = (bytes.count, [], true)
        } else {
            guard let read = readData(file, columns: columns), let format = EditableFormat(file.fileExtension) else {
                throw CannotEdit("forms cannot edit files of this kind", at: SourceSpan(path: file.path))
            }
            (node, diagnostics) = (read.value, read.diagnostics)
            (bodyStart, body, hasData) = (bytes.count, [], true)
            self.format = format
        }
        if let mistake = diagnostics.first(where: { $0.severity == .error }) { throw CannotEdit(mistake) }
        root = node ?? SourceNode(.mapping([]), span: SourceSpan(path: file.path))
    }

    /// Returns the file after replacements; nil if there is then a mistake in it.
    func reread(_ replacements: [Replacement]) -> EditedFile? {
        guard let bytes = bytes.replacing(replacements) else { return nil }
        var newFocus: Range<Int>?
        if let focus {
            let end = focus.upperBound + bytes.count - self.bytes.count
            // The text after the element still has to start on a line of its own.
            guard
                replacements.allSatisfy({
                    focus.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= focus.upperBound
                }),
                end == bytes.count || bytes[end - 1] == newline
            else { return nil }
            newFocus = focus.lowerBound..<end
        }
        do throws(CannotEdit) {
            return try EditedFile(SourceFile(path: file.path, bytes: bytes), focus: newFocus, columns: columns)
        } catch {
            return nil
        }
    }

    var lineEnd: String { KairanEditing.lineEnd(of: bytes) }

    var lacksLastLineEnd: Bool { bytes.last.map { $0 != newline } ?? false }

    func offset(of span: SourceSpan) -> Int {
        guard span.line <= lineStarts.count else { return bytes.count }
        var (index, column) = (lineStarts[span.line - 1], 1)
        while column < span.column, index < bytes.count {
            index += 1
            while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
            column += 1
        }
        return index
    }

    func lineStart(of offset: Int) -> Int { (bytes[..<offset].lastIndex(of: newline) ?? -1) + 1 }

    /// Returns where the line after that of `offset` starts.
    func nextLine(after offset: Int) -> Int {
        (bytes[min(offset, bytes.count)...].firstIndex(of: newline) ?? bytes.count - 1) + 1
    }

    /// Returns where the line of `offset` ends, before its line end.
    func endOfLine(at offset: Int) -> Int {
        let end = bytes[offset...].firstIndex(of: newline) ?? bytes.count
        return end > 0 && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
    }

    func isBlank(_ range: Range<Int>) -> Bool {
        bytes[range].allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func skipSpaces(from offset: Int) -> Int {
        bytes[offset...].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? bytes.count
    }

    /// Returns lines as they are written at the start of a line or at the end of the file.
    func lines(_ lines: [String], at offset: Int) -> String {
        let text = lines.joined(separator: lineEnd)
        if lines.isEmpty { return "" }
        let isOpenEnd = offset == bytes.count && lacksLastLineEnd
        return isOpenEnd ? lineEnd + text : text + lineEnd
    }
}

/// Returns the line end that a file has, taken from its first line.
package func lineEnd(of bytes: [UInt8]) -> String {
    guard let end = bytes.firstIndex(of: newline), end > 0 else { return "\n" }
    return bytes[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
}

extension EditableFormat {
    init?(_ fileExtension: String) {
        switch fileExtension {
        case "yml", "yaml": self = .yaml
        case "toml": self = .toml
        case "json": self = .json
        case "csv": self = .csv
        default: return nil
        }
    }
}
