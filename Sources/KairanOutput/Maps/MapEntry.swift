internal import KairanModel

/// What a map shows of one element.
struct MapEntry: Sendable {
    /// Empty for what is no entry.
    var id: String
    var label: String
    var link: String?
    var point: Point
    var look: MapLook
}

/// What the legend explains: entries that look alike.
struct MapLook: Hashable, Sendable {
    /// Its value, for scripts, and what people read.
    var category = ""
    var label = ""
    /// The position among the categories; nil without one.
    var rank: Int?
    /// The color that the content gives.
    var color: String?
    var pin = 0

    /// Of so many colours the style has one each for light and for dark pages.
    static let colorCount = 8

    var classes: String {
        if color != nil { return " map-own" }
        return rank.map { " map-c\($0 % Self.colorCount + 1)" } ?? ""
    }
}
