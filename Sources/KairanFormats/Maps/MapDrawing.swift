internal import KairanModel

/// A map that is being drawn. Lengths are in the units of the view box.
struct MapDrawing {
    let map: PointMap
    let projection: MapProjection
    let positions: [MapPosition]
    let groups: [MapGroup]
    var markup = XMLText()
    /// The number of marks so far that stand for several entries.
    var listCount = 0

    /// The least room beside the frame.
    private static let leftMargin = 56.0

    init(map: PointMap) {
        self.map = map
        let points = map.entries.map(\.point)
        // Degrees of latitude stand beside the frame. Degrees of longitude and the scale stand below it.
        let drawn = { (left: Double) in
            MapProjection(points, in: map.size) { [width = Double(map.size.width)] height in
                MapBox(x: left, y: 8, width: width - left - 8, height: height - 52)
            }
        }
        let wished = drawn(Self.leftMargin)
        let labels = MapGrid(wished, map.words.language).parallels.map(\.label)
        let room = (labels.map(MapGrid.room).max() ?? 0).rounded(.up) + 5
        projection = room > Self.leftMargin ? drawn(room) : wished
        positions = points.map(projection.position)
        groups = mapGroups(positions)
    }

    mutating func draw() {
        markup.markup("<div class=\"map\" id=\"\(map.id)\">\n")
        drawHead()
        drawLand()
        drawGrid()
        drawLines()
        drawMarks()
        markup.markup("</svg>\n")
        drawLegend()
        drawLists()
        markup.markup("</div>\n")
    }

    private mutating func drawHead() {
        let size = "\(map.size.width) \(number(projection.frame.height + 52))"
        markup.markup("<svg class=\"map-picture\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" ")
        markup.markup("role=\"group\" font-size=\"13\" fill=\"currentColor\" ")
        markup.markup("aria-labelledby=\"\(map.id)-title\" aria-describedby=\"\(map.id)-desc\" ")
        // A script needs these values to compute the same positions.
        let values = [
            ("latitude", projection.latitude), ("longitude", projection.longitude), ("cosine", projection.cosine),
            ("scale", projection.scale),
        ]
        markup.markup(values.map { "data-\($0)=\"\(exact($1))\"" }.joined(separator: " ") + ">\n")
        markup.element("title", map.title, depth: 0, attributes: ["id": "\(map.id)-title"])
        let description = "\(map.words.projection) \(parallel), WGS 84"
        markup.element("desc", description, depth: 0, attributes: ["id": "\(map.id)-desc"])
        markup.markup("<style>\n\(mapStyle)</style>\n")
    }

    private var parallel: String {
        MapGrid.label(Int((projection.latitude * 10_000).rounded()), .north, .south, map.words.language)
    }

    private var frameBox: String {
        let frame = projection.frame
        return "x=\"\(number(frame.x))\" y=\"\(number(frame.y))\" "
            + "width=\"\(number(frame.width))\" height=\"\(number(frame.height))\""
    }

    /// Draws coasts and borders, by which people see at once which part of the world it is.
    private mutating func drawLand() {
        markup.markup("<clipPath id=\"\(map.id)-clip\"><rect \(frameBox)/></clipPath>\n")
        let (coasts, borders) = projection.earthPaths()
        guard !coasts.isEmpty || !borders.isEmpty else { return }
        markup.markup("<g clip-path=\"url(#\(map.id)-clip)\">\n<g class=\"map-land\" fill=\"none\" ")
        markup.markup("stroke=\"currentColor\" stroke-width=\"1.2\" stroke-linejoin=\"round\">\n")
        for (path, opacity, more) in [(coasts, "0.6", ""), (borders, "0.4", " stroke-dasharray=\"4 3\"")]
        where !path.isEmpty {
            markup.markup("<path vector-effect=\"non-scaling-stroke\" stroke-opacity=\"\(opacity)\"\(more) ")
            markup.markup("d=\"\(path)\"/>\n")
        }
        markup.markup("</g>\n</g>\n")
    }

    private mutating func drawGrid() {
        let (frame, grid) = (projection.frame, MapGrid(projection, map.words.language))
        markup.markup("<g class=\"map-grid\" fill=\"none\" stroke=\"currentColor\" stroke-opacity=\"0.15\">\n")
        markup.markup("<rect class=\"map-frame\" \(frameBox) rx=\"2\" stroke-opacity=\"0.4\"/>\n")
        for line in grid.parallels {
            markup.markup("<path d=\"M\(number(frame.x)) \(number(line.place))H\(number(frame.right))\"/>\n")
        }
        for line in grid.meridians {
            markup.markup("<path d=\"M\(number(line.place)) \(number(frame.y))V\(number(frame.bottom))\"/>\n")
        }
        markup.markup("</g>\n<g class=\"map-tick\" font-size=\"11\" fill-opacity=\"0.75\" text-anchor=\"end\">\n")
        for line in grid.parallels { label(line.label, x: frame.x - 4, y: line.place + 3.5) }
        markup.markup("</g>\n<g class=\"map-tick\" font-size=\"11\" fill-opacity=\"0.75\" text-anchor=\"middle\">\n")
        for line in grid.meridians
        where line.place < frame.right - max(15, MapGrid.room(for: line.label) / 2 - 10) {
            label(line.label, x: line.place, y: frame.bottom + 13)
        }
        markup.markup("</g>\n<g class=\"map-scale\" font-size=\"11\" fill-opacity=\"0.75\">\n")
        let baseline = frame.bottom + 34
        markup.markup("<path fill=\"none\" stroke=\"currentColor\" d=\"M\(number(frame.x + 1)) \(number(baseline - 6))")
        markup.markup("v5h\(number(grid.bar.width))v-5\"/>\n")
        label(grid.bar.label, x: frame.x + grid.bar.width + 7, y: baseline)
        markup.markup("</g>\n<g class=\"map-projection\" font-size=\"11\" fill-opacity=\"0.75\" text-anchor=\"end\">\n")
        label("\(map.words.projection) \(parallel)", x: frame.right, y: baseline)
        markup.markup("</g>\n")
    }

    mutating func label(_ text: String, x: Double, y: Double) {
        markup.markup("<text x=\"\(number(x))\" y=\"\(number(y))\">")
        markup.text(text)
        markup.markup("</text>\n")
    }

    func text(_ position: MapPosition) -> String { "\(number(position.x)) \(number(position.y))" }

    func number(_ value: Double) -> String { chartNumber((value * 10).rounded() / 10) }

    /// Returns the number with six decimals, which hold the whole precision of a projection.
    private func exact(_ value: Double) -> String {
        DecimalNumber(significand: Int((value * 1_000_000).rounded()), scale: 6).description
    }
}
