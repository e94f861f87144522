import Foundation
import KairanModel
import SiteTesting
import Testing

@testable import KairanFormats

struct NearestCellsTests {
    enum Layout: CaseIterable { case clustered, sparse, duplicated, worldwide, polar }

    /// From each of 25,000 positions, a client finds in the file of its cell what it would find among all points.
    @Test(arguments: Layout.allCases) func theNearestAreInTheCell(_ layout: Layout) throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let points = random.points(layout)
        let count = Int.random(in: 1...5, using: &random)
        let cells = NearestCells(points, count: count, limit: 20)
        let files = Dictionary(uniqueKeysWithValues: cells.leaves.map { ($0.cell.name, $0.points) })
        let finder = CellFinder(cells.tree)
        let vectors = points.map(Vector.init)
        var mistakes = 0
        for number in 0..<25_000 {
            let position = random.position(number, around: points, cells)
            let file = try #require(files[finder.cell(of: position)])
            let vector = Vector(position)
            let found = file.map { vector.distance(to: vectors[$0]) }.sorted().prefix(count)
            let nearest = vector.nearest(count, of: vectors)
            let isSame = found.count == nearest.count && zip(found, nearest).allSatisfy { $0 - $1 < 1e-12 }
            if !isSame { mistakes += 1 }
        }
        #expect(mistakes == 0, "seed \(seed), \(layout), \(count) nearest")
    }

    /// No file is longer than the limit as long as the points can be told apart.
    @Test func noFileIsLongerThanTheLimit() {
        var random = SeededNumbers(seed: printedSeed())
        for layout in Layout.allCases {
            let cells = NearestCells(random.points(layout), count: 3, limit: 20)
            #expect(cells.most <= 20, "\(layout)")
        }
    }

    /// A pole is a place like others, though all meridians meet there.
    @Test func aPoleTakesNoMoreCells() {
        var random = SeededNumbers(seed: printedSeed())
        let cells = NearestCells(random.points(.polar), count: 3, limit: 20)
        #expect(cells.leaves.count < 300)
    }

    /// Three points stand for any number at one position.
    @Test func onePositionIsNotCut() throws {
        let point = try #require(Point("35.5, 139.5"))
        let cells = NearestCells(Array(repeating: point, count: 1000), count: 3, limit: 20)
        #expect(cells.tree == "0" && cells.leaves.map(\.points) == [[0, 1, 2]])
    }

    @Test func noPointsAreOneEmptyFile() {
        let cells = NearestCells([], count: 3, limit: 20)
        #expect(cells.tree == "0" && cells.leaves.map(\.cell.name) == ["0"] && cells.most == 0)
    }
}

/// Finds a cell as the guide tells clients to.
private struct CellFinder {
    let tree: [Bool]
    /// The number of cut cells before each cell.
    let cutBefore: [Int]

    init(_ tree: String) {
        self.tree = tree.utf8.map { $0 == UInt8(ascii: "1") }
        var count = 0
        cutBefore = self.tree.map { isCut in
            defer { if isCut { count += 1 } }
            return count
        }
    }

    func cell(of position: (latitude: Double, longitude: Double)) -> String {
        var (south, west, north, east) = (-90.0, -180.0, 90.0, 180.0)
        var (name, index) = ("0", 0)
        while tree[index] {
            let (latitude, longitude) = ((south + north) / 2, (west + east) / 2)
            let isWide = (east - west) * cos(latitude * .pi / 180) > north - south
            let half = (isWide ? position.longitude >= longitude : position.latitude >= latitude) ? 1 : 0
            if isWide {
                (west, east) = half == 1 ? (longitude, east) : (west, longitude)
            } else {
                (south, north) = half == 1 ? (latitude, north) : (south, latitude)
            }
            name += String(half)
            index = 1 + 2 * cutBefore[index] + half
        }
        return name
    }
}

/// The judge, which computes the squares of straight distances once more.
private struct Vector {
    let x: Double
    let y: Double
    let z: Double

    init(_ position: (latitude: Double, longitude: Double)) {
        let vector = SphereVector(latitude: position.latitude, longitude: position.longitude)
        (x, y, z) = (vector.x, vector.y, vector.z)
    }

    init(_ point: Point) { self.init((point.latitude.doubleValue, point.longitude.doubleValue)) }

    func distance(to other: Vector) -> Double {
        let (x, y, z) = (x - other.x, y - other.y, z - other.z)
        return x * x + y * y + z * z
    }

    func nearest(_ count: Int, of vectors: [Vector]) -> [Double] {
        var nearest: [Double] = []
        for vector in vectors {
            let distance = distance(to: vector)
            if nearest.count == count, distance >= nearest[count - 1] { continue }
            nearest.insert(distance, at: nearest.firstIndex { distance < $0 } ?? nearest.count)
            if nearest.count > count { nearest.removeLast() }
        }
        return nearest
    }
}

extension SeededNumbers {
    fileprivate mutating func points(_ layout: NearestCellsTests.Layout) -> [Point] {
        switch layout {
        case .clustered:
            (0..<5).flatMap { _ in
                let (latitude, longitude) = (
                    Double.random(in: -80...80, using: &self), Double.random(in: -179...179, using: &self)
                )
                let width: Double = [0.001, 0.01, 0.1, 1.0].randomElement(using: &self) ?? 1
                return (0..<60).map { _ in
                    point(
                        latitude + .random(in: -width...width, using: &self),
                        longitude + .random(in: -width...width, using: &self))
                }
            }
        case .sparse: (0..<12).map { _ in worldwide() }
        case .duplicated:
            (0..<15).map { _ in worldwide() }.flatMap { Array(repeating: $0, count: .random(in: 1...30, using: &self)) }
        case .polar:
            (0..<300).map { _ in point(.random(in: 89.5...90, using: &self), .random(in: -180...180, using: &self)) }
        case .worldwide:
            (0..<200).map { _ in worldwide() }
                // These are beside the poles and on both sides of the 180th meridian.
                + (0..<20).map { _ in point(.random(in: 89...90, using: &self), .random(in: -180...180, using: &self)) }
                + (0..<20).map { _ in
                    point(
                        .random(in: -20 ... -10, using: &self),
                        [-179.9, 180, -180, 179.8].randomElement(using: &self) ?? 180)
                }
        }
    }

    private mutating func worldwide() -> Point {
        // If the sine of the latitude is even, the points are spread evenly over the sphere.
        point(asinDegrees(.random(in: -1...1, using: &self)), .random(in: -180...180, using: &self))
    }

    private func point(_ latitude: Double, _ longitude: Double) -> Point {
        func degrees(_ value: Double, _ limit: Double) -> DecimalNumber {
            DecimalNumber(significand: Int((min(max(value, -limit), limit) * 10_000).rounded()), scale: 4)
        }
        guard let point = Point(latitude: degrees(latitude, 90), longitude: degrees(longitude, 180)) else {
            preconditionFailure("both are within their ranges")
        }
        return point
    }

    /// Gives a position anywhere, beside a point, or on the edge of a cell.
    fileprivate mutating func position(
        _ number: Int, around points: [Point], _ cells: NearestCells
    ) -> (latitude: Double, longitude: Double) {
        switch number % 4 {
        case 0: return (asinDegrees(.random(in: -1...1, using: &self)), .random(in: -180...180, using: &self))
        case 1, 2:
            guard let point = points.randomElement(using: &self) else { return (0, 0) }
            let width: Double = [0.0001, 0.01, 1.0, 20.0].randomElement(using: &self) ?? 1
            let latitude = point.latitude.doubleValue + .random(in: -width...width, using: &self)
            let longitude = point.longitude.doubleValue + .random(in: -width...width, using: &self)
            return (min(max(latitude, -90), 90), min(max(longitude, -180), 180))
        default:
            guard let cell = cells.leaves.randomElement(using: &self)?.cell else { return (0, 0) }
            let (latitude, longitude) = (
                Double.random(in: cell.south...cell.north, using: &self),
                Double.random(in: cell.west...cell.east, using: &self)
            )
            switch Int.random(in: 0..<4, using: &self) {
            case 0: return (cell.south, longitude)
            case 1: return (cell.north, longitude)
            case 2: return (latitude, cell.west)
            default: return (latitude, cell.east)
            }
        }
    }
}

private func asinDegrees(_ sine: Double) -> Double { asin(sine) * 180 / .pi }
