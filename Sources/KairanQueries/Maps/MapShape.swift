internal import KairanModel

/// A checked map of the elements of one list or of several.
package struct MapShape: Sendable {
    /// The id, which differs for each map of a template and is the prefix of the ids in its markup.
    var id: String
    var layers: [MapLayer]
    var title: TextPattern
    /// The width in units of the view box.
    var width: Int
    /// The height; nil if it follows from the points.
    var height: Int?
    var span: SourceSpan
}

/// The elements of one list, and how a map shows them.
struct MapLayer: Sendable {
    enum Line: Sendable {
        case ofNone
        /// One line joins the points of all elements.
        case ofAll
        /// Each element has a line of its own, which joins the points of these.
        case ofEach(Query)
    }

    let query: Query
    /// The point, label and link of a mark, of an element or, if each has a line of its own, of what its line joins.
    let at: Path
    let label: Shape
    /// This is nil if marks lead nowhere.
    let link: Shape?
    /// The path of a choice or a text.
    let category: Path?
    let color: Path?
    /// The path of an integer or a choice.
    let pin: Path?
    let line: Line

    /// This is true if its points have marks of their own, whether or not a line joins them.
    var marksAll: Bool { if case .ofNone = line { true } else { false } }
}
