internal import KairanModel

/// A map of a query's elements, checked.
package struct MapShape: Sendable {
    /// Different for each map of a template: the prefix of the ids in its markup.
    var id: String
    var query: Query
    var at: Path
    var label: Shape
    var title: TextPattern
    /// Without one an element's mark leads nowhere.
    var link: Path?
    /// A choice or a text.
    var category: Path?
    var color: Path?
    /// An integer or a choice.
    var pin: Path?
    /// True when a line joins the points.
    var isLine: Bool
    /// In the units of the view box.
    var width: Int
    /// Nil for one that suits the points.
    var height: Int?
    var span: SourceSpan
}
