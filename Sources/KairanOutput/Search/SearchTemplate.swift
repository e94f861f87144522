internal import KairanModel

/// A search's declaration, checked: which entries can be found, by what, and what of them is shown.
package struct SearchTemplate: Sendable {
    var sources: [SearchSource]
}

/// The entries of one `each`.
struct SearchSource: Sendable {
    var query: Query
    /// Where `each` stands.
    var span: SourceSpan
    var title: Shape
    var url: Shape
    /// Where `url` stands, or `each` without it.
    var urlSpan: SourceSpan
    /// True when entries without an address are found too.
    var isURLOptional: Bool
    var summary: Shape?
    var label: TextPattern?
    /// The most important first.
    var text: [Shape]
}
