internal import KairanModel

/// The reason why no shape gives a file back.
struct Unshaped: Error {
    var reason: String
    /// The place in the file that shows it.
    var span: SourceSpan?
}
