/// A map as HTML that needs no script, style sheet or picture from elsewhere: an SVG, its legend, and a list for each
/// mark that stands for several entries.
///
/// The colours are custom properties and every part has a class, so a style sheet can change them. Each mark states its
/// position and its entry in `data-` attributes, so that a script can draw the map again without another file.
///
/// The land below the marks is drawn by its coasts and borders. Tiles would tell a third party what readers look at.
package struct PointMap: Sendable {
    var id: String
    var title: String
    package var entries: [MapEntry]
    package var lines: [MapLine] = []
    var size: (width: Int, height: Int?)
    var words: MapWords

    package init(
        id: String, title: String, entries: [MapEntry], size: (width: Int, height: Int?), words: MapWords
    ) {
        self.id = id
        self.title = title
        self.entries = entries
        self.size = size
        self.words = words
    }

    package func html() -> String {
        var drawing = MapDrawing(map: self)
        drawing.draw()
        return String(decoding: drawing.markup.bytes, as: UTF8.self)
    }
}

/// The words on a map.
package struct MapWords: Sendable {
    /// The code of the output's language.
    var language: String
    /// The words before the parallel at which the map has its scale.
    var projection: String

    package init(language: String, projection: String) { (self.language, self.projection) = (language, projection) }
}
