/// The entries that one mark stands for. There are several if their marks would collide.
struct MapGroup: Sendable {
    /// The position of its first entry.
    var position: MapPosition
    /// The positions of the members among the entries, ascending.
    var members: [Int]

    /// The least distance between marks. On a phone it leaves room for a finger.
    static let distance = 28.0

    var radius: Double { members.count == 1 ? 8 : 11 }
}

/// Groups positions so that no marks collide. Each position joins the nearest mark that it would collide with, or
/// becomes a mark itself. Only marks in the surrounding cells are compared, and there are few of them however many
/// positions there are: 10,000 positions cost as little as sorting them.
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

    /// The cell itself and its neighbours.
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
