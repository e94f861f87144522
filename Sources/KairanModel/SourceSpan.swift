/// A stretch of one line of a file: what a diagnostic underlines.
///
/// `line` and `column` start at 1 and are the file's own; columns and `length` count Unicode scalars.
package struct SourceSpan: Hashable, Sendable {
    /// The file's path relative to the site's folder, such as `content/ads/autumn.md`.
    package var path: String
    package var line: Int
    package var column: Int
    package var length: Int

    package init(path: String, line: Int = 1, column: Int = 1, length: Int = 1) {
        self.path = path
        self.line = line
        self.column = column
        self.length = max(length, 1)
    }

    /// The same place moved right by `columns`, for a part of a one-line value.
    package func advanced(byColumns columns: Int, length: Int) -> SourceSpan {
        SourceSpan(path: path, line: line, column: column + columns, length: length)
    }
}

extension SourceSpan: Comparable {
    package static func < (left: SourceSpan, right: SourceSpan) -> Bool {
        (left.path, left.line, left.column, left.length) < (right.path, right.line, right.column, right.length)
    }
}
