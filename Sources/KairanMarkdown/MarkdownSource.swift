/// A Markdown text and where it stands in its file.
package struct MarkdownSource: Hashable, Sendable {
    /// UTF-8.
    package var bytes: ArraySlice<UInt8>
    /// The file's path relative to the site's folder, as `SourceSpan` has it.
    package var path: String
    /// The file's line on which the text's first line stands: 1, or the line after the front matter.
    package var firstLine: Int
    /// The file's column at which each of the text's lines starts: more than 1 for an indented YAML block.
    package var firstColumn: Int

    package init(bytes: ArraySlice<UInt8>, path: String, firstLine: Int = 1, firstColumn: Int = 1) {
        (self.bytes, self.path) = (bytes, path)
        (self.firstLine, self.firstColumn) = (firstLine, firstColumn)
    }

    package init(text: String, path: String, firstLine: Int = 1, firstColumn: Int = 1) {
        self.init(bytes: Array(text.utf8)[...], path: path, firstLine: firstLine, firstColumn: firstColumn)
    }
}
