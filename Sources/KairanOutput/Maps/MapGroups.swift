/// Entries that one mark stands for: one, or several whose marks would collide.
struct MapGroup: Sendable {
    /// That of its first entry.
    var position: MapPosition
    /// Positions among the entries, ascending.
    var members: [Int]

    /// Marks are at least so far from one another: on a phone that is room for a finger.
    static let distance = 28.0

    var radius: Double { members.count == 1 ? 8 : 11 }
}

/// Each position joins the nearest mark that it would collide with, or becomes a mark itself, so no marks collide. Only
/// marks in the cells around it are asked, and there are few of these however many positions there are: 10,000
/// positions cost as little as sorting them.
func mapGroups(_ positions: [MapPosition]) -> [MapGroup] {
    var groups: [MapGroup] = []
    var cells: [MapCell: [Int]] = [:]
    for (index, position) in positions.enumerated() {
        let cell = MapCell(position, size: MapGroup.distance)
        let near = cell.around.flatMap { cells[$0] ?? [] }.map {
            (group: $0, groups[$0].position.distance(to: position))
        }
        if let nearest = near.min(by: { ($0.1, $0.group) < ($1.1, $1.group) }), nearest.1 < MapGroup.distance {
            groups[nearest.group].members.append(index)
        } else {
            cells[cell, default: []].append(groups.count)
            groups.append(MapGroup(position: position, members: [index]))
        }
    }
    return groups
}

/// A square of a grid over the drawing.
struct MapCell: Hashable {
    var column: Int
    var row: Int

    init(_ position: MapPosition, size: Double) {
        (column, row) = (Int((position.x / size).rounded(.down)), Int((position.y / size).rounded(.down)))
    }

    init(column: Int, row: Int) { (self.column, self.row) = (column, row) }

    /// Itself and its neighbours.
    var around: [MapCell] {
        (-1...1).flatMap { row in (-1...1).map { MapCell(column: column + $0, row: self.row + row) } }
    }
}

extension MapPosition {
    func distance(to other: MapPosition) -> Double {
        let (x, y) = (x - other.x, y - other.y)
        return (x * x + y * y).squareRoot()
    }
}
