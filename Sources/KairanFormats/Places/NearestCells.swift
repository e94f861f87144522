package import KairanModel

/// The Earth cut into cells, each with all points that can be among the nearest of some position in it.
///
/// A point is left out of a cell if `count` others are at least as near to every position of the cell. For two points,
/// the positions nearer to one of them lie on its side of a plane through the Earth's middle. Whether a cell lies
/// wholly on that side is therefore computed and not estimated. A point that is left out of a cell is left out of its
/// halves too.
///
/// With cells of one size, a client would have to guess how many to load, and would be wrong near their edges.
package struct NearestCells: Sendable {
    package struct Leaf: Sendable {
        package var cell: GeoCell
        /// The positions of the points in the given list, ascending.
        package var points: [Int]
    }

    /// The leaves, in the order of their names.
    package private(set) var leaves: [Leaf]
    /// The cells level by level, with `1` for a cell that is cut in halves and `0` for a leaf. The halves of the n-th
    /// `1`, counted from 0, are at 1 + 2n and after it.
    package private(set) var tree: String
    /// The largest number of points in a leaf.
    package var most: Int { leaves.map(\.points.count).max() ?? 0 }

    /// - Parameter count: The number of nearest points that a client asks for.
    /// - Parameter limit: The number of points above which cells are cut in halves, up to `maximumDepth` times.
    package init(_ points: [Point], count: Int, limit: Int) {
        let cutter = CellCutter(points, count: count, limit: limit)
        (leaves, tree) = ([], "")
        var level = [Leaf(cell: .earth, points: cutter.distinct)]
        while !level.isEmpty {
            let cells = level
            let cut = concurrentMap(cells.count, share: 1) { cutter.halves(of: cells[$0]) }
            tree += cut.map { $0 == nil ? "0" : "1" }.joined()
            leaves += zip(cells, cut).filter { $1 == nil }.map(\.0)
            level = cut.flatMap { $0 ?? [] }
        }
        leaves.sort { $0.cell.name < $1.cell.name }
    }

    /// At this depth a cell is about 20 metres wide, and more points than the limit are practically equally near.
    static let maximumDepth = 41
}

/// Cuts cells in halves.
private struct CellCutter: Sendable {
    let count: Int
    let limit: Int
    /// The points without surplus ones: at one position, no more are kept than can be asked for.
    let distinct: [Int]
    private let vectors: [SphereVector]
    /// The number of points nearest to a cell's middle that are compared with the others.
    private let rivals: Int

    init(_ points: [Point], count: Int, limit: Int) {
        (self.count, self.limit, rivals) = (count, limit, 4 * count + 12)
        vectors = points.map(SphereVector.init)
        var seen: [Point: Int] = [:]
        distinct = points.indices.filter { index in
            seen[points[index], default: 0] += 1
            return seen[points[index], default: 0] <= count
        }
    }

    /// Returns nil for a leaf.
    func halves(of leaf: NearestCells.Leaf) -> [NearestCells.Leaf]? {
        guard leaf.points.count > limit, leaf.cell.depth < NearestCells.maximumDepth else { return nil }
        return leaf.cell.halves.map { NearestCells.Leaf(cell: $0, points: candidates(leaf.points, in: $0)) }
    }

    private func candidates(_ points: [Int], in cell: GeoCell) -> [Int] {
        let nearest = nearest(points, to: cell.center)
        return points.filter { point in
            var nearer = 0
            for rival in nearest where rival != point && isNearer(rival, than: point, in: cell) {
                nearer += 1
                if nearer == count { return false }
            }
            return true
        }
    }

    /// Returns whether a rival is at least as near as a point to every position of the cell. Between points at the same
    /// position, the order decides.
    private func isNearer(_ rival: Int, than point: Int, in cell: GeoCell) -> Bool {
        let direction = vectors[rival] - vectors[point]
        if direction == SphereVector(x: 0, y: 0, z: 0) { return rival < point }
        // The bound is larger than the rounding errors of three products of numbers up to 1.
        return cell.gives(moreThan: 1e-15, everywhereWith: direction)
    }

    /// Returns the best rivals, the nearest first.
    private func nearest(_ points: [Int], to center: SphereVector) -> [Int] {
        var nearest: [(point: Int, closeness: Double)] = []
        for point in points {
            let closeness = vectors[point].dot(center)
            if nearest.count == rivals, closeness <= nearest[rivals - 1].closeness { continue }
            let place = nearest.firstIndex { closeness > $0.closeness } ?? nearest.count
            nearest.insert((point, closeness), at: place)
            if nearest.count > rivals { nearest.removeLast() }
        }
        return nearest.map(\.point)
    }
}
