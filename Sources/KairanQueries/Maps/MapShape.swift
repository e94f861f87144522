internal import KairanModel

/// A checked map of a query's elements.
package struct MapShape: Sendable {
    enum Line: Sendable {
        case ofNone
        /// One line joins the points of all elements.
        case ofAll
        /// Each element has a line of its own, which joins the points of these.
        case ofEach(Query)
    }

    /// The id, which differs for each map of a template and is the prefix of the ids in its markup.
    var id: String
    var query: Query
    /// The point, label and link of a mark, of an element or, if each has a line of its own, of what its line joins.
    var at: Path
    var label: Shape
    /// This is nil if marks lead nowhere.
    var link: Path?
    var title: TextPattern
    /// The path of a choice or a text.
    var category: Path?
    var color: Path?
    /// The path of an integer or a choice.
    var pin: Path?
    var line: Line
    /// The width in units of the view box.
    var width: Int
    /// The height; nil if it follows from the points.
    var height: Int?
    var span: SourceSpan
}
