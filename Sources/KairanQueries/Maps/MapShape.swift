internal import KairanModel

/// A checked map of a query's elements.
package struct MapShape: Sendable {
    /// The id, which differs for each map of a template and is the prefix of the ids in its markup.
    var id: String
    var query: Query
    var at: Path
    var label: Shape
    var title: TextPattern
    /// The link of an element's mark; nil if marks lead nowhere.
    var link: Path?
    /// The path of a choice or a text.
    var category: Path?
    var color: Path?
    /// The path of an integer or a choice.
    var pin: Path?
    /// This is true if a line joins the points.
    var isLine: Bool
    /// The width in units of the view box.
    var width: Int
    /// The height; nil if it follows from the points.
    var height: Int?
    var span: SourceSpan
}
