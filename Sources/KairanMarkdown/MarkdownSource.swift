/// A Markdown text and its place in its file.
package struct MarkdownSource: Hashable, Sendable {
    /// The text as UTF-8.
    package var bytes: ArraySlice<UInt8>
    /// The file's path relative to the site's folder, as in `SourceSpan`.
    package var path: String
    /// The line of the file on which the text starts: 1, or the line after the front matter.
    package var firstLine: Int
    /// The column of the file at which each line of the text starts. It is more than 1 in an indented YAML block.
    package var firstColumn: Int
    /// This is true where the authors are trusted with raw HTML: see `AllowedHTML`.
    package var keepsHTML = false

    package init(bytes: ArraySlice<UInt8>, path: String, firstLine: Int = 1, firstColumn: Int = 1) {
        (self.bytes, self.path) = (bytes, path)
        (self.firstLine, self.firstColumn) = (firstLine, firstColumn)
    }

    package init(text: String, path: String, firstLine: Int = 1, firstColumn: Int = 1) {
        self.init(bytes: Array(text.utf8)[...], path: path, firstLine: firstLine, firstColumn: firstColumn)
    }
}
