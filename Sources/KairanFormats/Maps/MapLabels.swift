/// The place of a label.
struct MapLabel {
    /// The end of the text that is fixed. The length of the text in the reader's font is unknown at build time.
    enum Anchor: String { case start, middle, end }

    var box: MapBox
    var anchor: Anchor

    /// The position of the anchor on the text's baseline.
    var position: MapPosition {
        let share = anchor == .start ? 0 : anchor == .middle ? 0.5 : 1
        return MapPosition(x: box.x + share * box.width, y: box.y + MapLabels.fontSize * 0.9)
    }
}

/// Finds room for the labels of marks. In order, each takes the first free place.
struct MapLabels {
    /// The size in units of the drawing.
    static let fontSize = 13.0
    private static let height = 15.0
    private static let cellSize = 32.0

    private let frame: MapBox
    private var taken: [MapCell: [MapBox]] = [:]

    init(in frame: MapBox, around groups: [MapGroup]) {
        self.frame = frame
        for group in groups {
            let (radius, middle) = (group.radius, group.position)
            take(MapBox(x: middle.x - radius, y: middle.y - radius, width: 2 * radius, height: 2 * radius))
        }
    }

    /// Returns nil if there is no room for the label of a mark.
    mutating func place(_ text: String, at group: MapGroup) -> MapLabel? {
        let (mark, width) = (group.position, textWidth(text) * Self.fontSize)
        let (up, aside) = (group.radius + 1, group.radius + 2)
        let (middle, above, below) = (mark.y - Self.height / 2, mark.y - up - Self.height, mark.y + up)
        let (left, right) = (mark.x - aside - width, mark.x + aside)
        // The label stands above or below the mark's middle, or as near to it as the frame allows.
        let centre = max(frame.x + 2, min(mark.x - width / 2, frame.right - 2 - width))
        let corners: [(x: Double, y: Double, anchor: MapLabel.Anchor)] = [
            (right, middle, .start), (left, middle, .end), (centre, below, .middle), (centre, above, .middle),
            (right - 4, below - 4, .start), (right - 4, above + 4, .start), (left + 4, below - 4, .end),
            (left + 4, above + 4, .end),
        ]
        for corner in corners {
            let box = MapBox(x: corner.x, y: corner.y, width: width, height: Self.height)
            guard frame.contains(box), cells(of: box).allSatisfy({ isFree(box, in: $0) }) else { continue }
            take(box)
            return MapLabel(box: box, anchor: corner.anchor)
        }
        return nil
    }

    private func isFree(_ box: MapBox, in cell: MapCell) -> Bool {
        (taken[cell] ?? []).allSatisfy { !$0.overlaps(box) }
    }

    private mutating func take(_ box: MapBox) {
        for cell in cells(of: box) { taken[cell, default: []].append(box) }
    }

    private func cells(of box: MapBox) -> [MapCell] {
        let first = MapCell(MapPosition(x: box.x, y: box.y), size: Self.cellSize)
        let last = MapCell(MapPosition(x: box.right, y: box.bottom), size: Self.cellSize)
        return (first.row...last.row).flatMap { row in
            (first.column...last.column).map { MapCell(column: $0, row: row) }
        }
    }
}
