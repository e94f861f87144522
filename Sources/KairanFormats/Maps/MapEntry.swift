package import KairanModel

/// The data that a map shows of one element.
package struct MapEntry: Sendable {
    /// The id of an entry; empty for an element that is not an entry.
    var id: String
    var label: String
    var link: String?
    var point: Point
    package var look: MapLook

    package init(id: String, label: String, link: String? = nil, point: Point, look: MapLook) {
        self.id = id
        self.label = label
        self.link = link
        self.point = point
        self.look = look
    }
}

/// A line through points in their order.
package struct MapLine: Sendable {
    package var points: [Point]
    var look: MapLook

    package init(_ points: [Point] = [], look: MapLook = MapLook()) { (self.points, self.look) = (points, look) }
}

/// The look of entries that are drawn alike, which the legend explains.
package struct MapLook: Hashable, Sendable {
    /// The category's value, for scripts, and its label for people.
    package var category = ""
    package var label = ""
    /// The position among the categories; nil if there is no category.
    package var rank: Int?
    /// The colour that the content gives.
    package var color: String?

    package init(rank: Int? = nil, color: String? = nil) {
        self.rank = rank
        self.color = color
    }
    package var pin = 0

    /// The number of colours that the style defines for both light and dark pages.
    static let colorCount = 8

    var classes: String {
        if color != nil { return " map-own" }
        return rank.map { " map-c\($0 % Self.colorCount + 1)" } ?? ""
    }
}
