package import KairanModel

/// A text file taken apart: the data at its start and the text after it.
package struct FrontMatter: Sendable {
    /// A mapping whose places are the file's own; nil when the file has no front matter or it could not be read.
    package var node: SourceNode?
    /// What follows, with LF line ends.
    package var body: String
    /// The line of the file on which `body` starts.
    package var bodyLine: Int
}

/// Splits off the YAML between two `---` lines or the TOML between two `+++` lines at the very start of `file`.
package func splitFrontMatter(_ file: SourceFile) -> Diagnosed<FrontMatter> {
    Diagnosed(FrontMatter(node: nil, body: "", bodyLine: 1))
}
