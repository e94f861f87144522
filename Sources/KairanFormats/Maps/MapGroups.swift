/// The entries that one mark stands for. There are several if their marks would collide.
struct MapGroup: Sendable {
    /// The middle of its entries.
    var position: MapPosition
    /// The positions of the members among the entries, ascending.
    var members: [Int]

    /// The least distance between marks. On a phone it leaves room for a finger.
    static let distance = 28.0

    var radius: Double { members.count == 1 ? 8 : 11 }
}

/// Groups positions so that no marks collide. A mark stands in the middle of what it joins, where it may collide with
/// another; then the two are joined, until no more do.
func mapGroups(_ positions: [MapPosition]) -> [MapGroup] {
    var groups = positions.enumerated().map { MapGroup(position: $1, members: [$0]) }
    while true {
        let joined = joinedGroups(groups)
        guard joined.count < groups.count else { return groups }
        groups = joined.map { joined in
            let members = joined.flatMap { groups[$0].members }.sorted()
            return MapGroup(position: middle(of: members.map { positions[$0] }), members: members)
        }
    }
}

/// Returns which marks collide. Each joins the nearest one before it that it would collide with. Only marks in the
/// surrounding cells are compared, and there are few of them however many marks there are: 10,000 positions cost as
/// little as sorting them.
private func joinedGroups(_ groups: [MapGroup]) -> [[Int]] {
    var joined: [[Int]] = []
    var cells: [MapCell: [Int]] = [:]
    for (index, group) in groups.enumerated() {
        let cell = MapCell(group.position, size: MapGroup.distance)
        let near = cell.around.flatMap { cells[$0] ?? [] }.map {
            (mark: $0, groups[joined[$0][0]].position.distance(to: group.position))
        }
        if let nearest = near.min(by: { ($0.1, $0.mark) < ($1.1, $1.mark) }), nearest.1 < MapGroup.distance {
            joined[nearest.mark].append(index)
        } else {
            cells[cell, default: []].append(joined.count)
            joined.append([index])
        }
    }
    return joined
}

private func middle(of positions: [MapPosition]) -> MapPosition {
    let count = Double(positions.count)
    return MapPosition(
        x: positions.reduce(0) { $0 + $1.x } / count, y: positions.reduce(0) { $0 + $1.y } / count)
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
