import KairanModel
import SiteTesting
import Testing

@testable import KairanFormats

/// The showcase's script, run by Node.js, is compared with the points that the cells were made of.
@Suite(.enabled(if: Node.isAvailable)) struct NearestClientTests {
    private struct Input: Encodable {
        struct Place: Encodable {
            var number: Int
            var latitude: Double
            var longitude: Double
        }

        var tree: String
        var count: Int
        var cells: [String: [Place]]
        var positions: [[Double]]
    }

    /// From each of 2,000 positions, the files give the same distances as all points.
    @Test(arguments: [0.02, 5, 180]) func theScriptFindsTheNearest(_ spread: Double) throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let points = (0..<600).map { _ in random.point(spread) }
        let count = Int.random(in: 1...4, using: &random)
        let cells = NearestCells(points, count: count, limit: 20)
        let places = points.enumerated().map {
            Input.Place(number: $0, latitude: $1.latitude.doubleValue, longitude: $1.longitude.doubleValue)
        }
        // The positions are everywhere, and where cells meet.
        let corner = try #require(Point("0, 90"))
        let positions = (0..<2000).map { number in
            number % 7 == 0 ? corner : random.point(number % 5 == 0 ? 180 : spread)
        }
        let files = Dictionary(uniqueKeysWithValues: cells.leaves.map { ($0.cell.name, $0.points.map { places[$0] }) })
        let found: [[Double]] = try Node.run(
            """
            const { nearest } = await asset("nearest.js");
            const load = async (address) => address === "near/index.json"
              ? { tree: input.tree, count: input.count } : input.cells[address.slice(5, -5)];
            const found = [];
            for (const [latitude, longitude] of input.positions) {
              const entries = await nearest("near/", { latitude, longitude }, load);
              found.push(entries.map(({ distance }) => distance));
            }
            console.log(JSON.stringify(found));
            """,
            input: Input(
                tree: cells.tree, count: count, cells: files,
                positions: positions.map { [$0.latitude.doubleValue, $0.longitude.doubleValue] }))
        for (position, distances) in zip(positions, found) {
            let nearest = points.map { position.distance(to: $0) }.sorted().prefix(count)
            let isSame = distances.count == count && zip(distances, nearest).allSatisfy { abs($0 - $1) < 0.001 }
            #expect(isSame, "seed \(seed), at \(position): \(distances), not \(nearest)")
        }
    }
}

extension SeededNumbers {
    fileprivate mutating func point(_ spread: Double) -> Point {
        let latitude = Double.random(in: -min(spread, 90)...min(spread, 90), using: &self)
        let longitude = Double.random(in: -spread...spread, using: &self)
        let numbers = [latitude, longitude].map { DecimalNumber(significand: Int(($0 * 100_000).rounded()), scale: 5) }
        guard let point = Point(latitude: numbers[0], longitude: numbers[1]) else { preconditionFailure() }
        return point
    }
}
