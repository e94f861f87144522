internal import KairanModel

/// A map as HTML that needs no script, style sheet or picture from elsewhere: an SVG, its legend, and a list for each
/// mark that stands for several entries.
///
/// The colours are custom properties, and every part has a class, so a style sheet can say more. Each mark says where and
/// what it is in `data-` attributes, so that a script can draw the map anew without another file.
///
/// There is no picture of the land below the marks: tiles would tell a third party what readers look at, and coastlines
/// are data that every site would have to carry.
struct PointMap: Sendable {
    var id: String
    var title: String
    var entries: [MapEntry]
    /// The points that a line joins.
    var route: [Point] = []
    var size: (width: Int, height: Int?)
    var words: MapWords

    func html() -> String {
        var drawing = MapDrawing(map: self)
        drawing.draw()
        return String(decoding: drawing.markup.bytes, as: UTF8.self)
    }
}

/// What a map says in words.
struct MapWords: Sendable {
    /// The code of the language that the output is in.
    var language: String

    func projection(parallel: String) -> String {
        switch language.prefix(2) {
        case "ja": "正距円筒図法（標準緯線 \(parallel)）"
        case "ko": "정거원통도법(표준 위선 \(parallel))"
        default: "Equirectangular at \(parallel)"
        }
    }
}
