internal import KairanModel
internal import KairanQueries

/// The checked declaration of a search: which entries can be found, by which texts, and what results show.
package struct SearchTemplate: Sendable {
    var sources: [SearchSource]
}

/// The entries of one `each`.
struct SearchSource: Sendable {
    var query: Query
    /// The place of `each`.
    var span: SourceSpan
    var title: Shape
    var url: Shape
    /// The place of `url`, or of `each` if there is no `url`.
    var urlSpan: SourceSpan
    /// This is true if entries without an address can be found too.
    var isURLOptional: Bool
    var summary: Shape?
    var label: TextPattern?
    /// The texts by which entries are found, the most important first.
    var text: [Shape]
    /// The Markdown text of which each section is a result of its own.
    var sections: Path?
}
