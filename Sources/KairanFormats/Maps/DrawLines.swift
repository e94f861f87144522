extension MapDrawing {
    /// Draws the lines below the marks. Along a stretch of several lines, the later ones are dashed, so that all are seen.
    mutating func drawLines() {
        var drawn: [Set<MapPosition>: Int] = [:]
        let lines = map.lines.map { ($0.look, paths(of: $0, &drawn)) }
        guard !drawn.isEmpty else { return }
        markup.markup("<g clip-path=\"url(#\(map.id)-clip)\">\n")
        for (look, paths) in lines {
            for (count, path) in paths.sorted(by: { $0.key < $1.key }) { draw(path, look, besides: count) }
        }
        markup.markup("</g>\n")
    }

    private mutating func draw(_ path: LinePath, _ look: MapLook, besides count: Int) {
        let (width, opacity) = look.classes.isEmpty ? (2, "0.6") : (3, "1")
        markup.markup("<path class=\"map-line\(look.classes)\"")
        attributes(of: look)
        markup.markup(" fill=\"none\" stroke=\"currentColor\" stroke-width=\"\(width)\" stroke-opacity=\"\(opacity)\" ")
        if count > 0 { markup.markup("stroke-dasharray=\"8 \(8 * count)\" ") }
        markup.markup("stroke-linejoin=\"round\" vector-effect=\"non-scaling-stroke\" d=\"\(path.text)\"")
        if look.label.isEmpty {
            markup.markup("/>\n")
        } else {
            markup.markup("><title>")
            markup.text(look.label)
            markup.markup("</title></path>\n")
        }
    }

    /// Returns the paths of a line by the number of lines that go along the same stretch already.
    ///
    /// - Parameter drawn: The number of lines that go along a stretch so far.
    private func paths(of line: MapLine, _ drawn: inout [Set<MapPosition>: Int]) -> [Int: LinePath] {
        var paths: [Int: LinePath] = [:]
        let stops = line.points.map(projection.position)
        var own: Set<Set<MapPosition>> = []
        for (from, to) in zip(stops, stops.dropFirst()) where from != to {
            // Dashes show that two lines share a stretch. They would tell nothing if both lines have the same look.
            let count = line.look.classes.isEmpty ? 0 : drawn[[from, to], default: 0]
            own.insert([from, to])
            append(from, to, to: &paths[count, default: LinePath()])
        }
        for stretch in own { drawn[stretch, default: 0] += 1 }
        return paths
    }

    /// Appends the shorter way. If it crosses the far side of the Earth, it leaves the frame on one side and returns on
    /// the other.
    private func append(_ from: MapPosition, _ to: MapPosition, to path: inout LinePath) {
        if path.end != from { path.text += "M\(text(from))" }
        let width = to.x - from.x
        if abs(width) > projection.turn / 2 {
            let turn = width > 0 ? -projection.turn : projection.turn
            path.text += "L\(text(MapPosition(x: to.x + turn, y: to.y)))"
            path.text += "M\(text(MapPosition(x: from.x - turn, y: from.y)))"
        }
        path.text += "L\(text(to))"
        path.end = to
    }
}

/// The text of a path, and the position where it ends so far.
private struct LinePath {
    var text = ""
    var end: MapPosition?
}
