/// A part of one line of a file, which a diagnostic underlines.
///
/// `line` and `column` start at 1 and are the file's own; columns and `length` count Unicode scalars.
package struct SourceSpan: Hashable, Sendable {
    /// The file's path relative to the site's folder, such as `content/ads/autumn.md`.
    package var path: String
    package var place: SourcePlace

    package init(path: String, line: Int = 1, column: Int = 1, length: Int = 1) {
        self.init(path: path, place: SourcePlace(line: line, column: column, length: max(length, 1)))
    }

    package init(path: String, place: SourcePlace) { (self.path, self.place) = (path, place) }

    /// The place of a mistake in the options of a command, which stands in no file.
    package static let ofOptions = SourceSpan(path: "")

    package var isInFile: Bool { !path.isEmpty }

    package var line: Int {
        get { place.line }
        set { place.line = newValue }
    }

    package var column: Int {
        get { place.column }
        set { place.column = newValue }
    }

    package var length: Int {
        get { place.length }
        set { place.length = newValue }
    }

    /// Returns the place of a part of a text that stands here, perhaps in quotes. Where escapes or lines make the place
    /// uncertain, it is the one of the whole text.
    package func part(_ part: Substring, of text: String) -> SourceSpan {
        self.part(at: text[..<part.startIndex].unicodeScalars.count, length: part.unicodeScalars.count, of: text)
    }

    /// - Parameter offset: The start of the part in the text, in scalars.
    package func part(at offset: Int, length: Int, of text: String) -> SourceSpan {
        let quotes = self.length - text.unicodeScalars.count
        guard quotes == 0 || quotes == 2 else { return self }
        return advanced(byColumns: offset + quotes / 2, length: length)
    }

    /// Returns the place of a part of a text of many lines that starts here.
    package func place(of part: Substring, in text: String) -> SourceSpan {
        let before = text[..<part.startIndex]
        let length = part.unicodeScalars.count
        guard let end = before.utf8.lastIndex(of: 0x0A) else {
            return advanced(byColumns: before.unicodeScalars.count, length: length)
        }
        return SourceSpan(
            path: path, line: line + before.utf8.count { $0 == 0x0A },
            column: before[before.utf8.index(after: end)...].unicodeScalars.count + 1, length: length)
    }

    /// Returns the same place moved right by `columns`, for a part of a one-line value.
    package func advanced(byColumns columns: Int, length: Int) -> SourceSpan {
        SourceSpan(path: path, line: line, column: column + columns, length: length)
    }
}

extension SourceSpan: Comparable {
    package static func < (left: SourceSpan, right: SourceSpan) -> Bool {
        (left.path, left.line, left.column, left.length) < (right.path, right.line, right.column, right.length)
    }
}

/// A span without its file. It is small, since every field of every entry has one.
package struct SourcePlace: Hashable, BitwiseCopyable, Sendable {
    private var storedLine: Int32
    private var storedColumn: Int32
    private var storedLength: Int32

    package init(line: Int, column: Int, length: Int) {
        storedLine = Int32(clamping: line)
        storedColumn = Int32(clamping: column)
        storedLength = Int32(clamping: length)
    }

    package var line: Int {
        get { Int(storedLine) }
        set { storedLine = Int32(clamping: newValue) }
    }

    package var column: Int {
        get { Int(storedColumn) }
        set { storedColumn = Int32(clamping: newValue) }
    }

    package var length: Int {
        get { Int(storedLength) }
        set { storedLength = Int32(clamping: newValue) }
    }
}
