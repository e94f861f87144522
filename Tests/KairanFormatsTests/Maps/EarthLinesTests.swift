import Testing

@testable import KairanFormats
@testable import KairanModel

/// Coasts and borders below the marks of a map.
@Suite struct EarthLinesTests {
    private func map(_ places: [String]) throws -> String {
        let points = try places.map { try #require(Point($0)) }
        var map = PointMap(
            id: "m", title: "T", entries: [], size: (640, 420), words: MapWords(language: "en", projection: "P"))
        map.entries = points.map { MapEntry(id: "e", label: "E", link: nil, point: $0, look: MapLook()) }
        return map.html()
    }

    /// The absolute places of the paths of the land, as SVG reads them.
    private func paths(_ html: String) throws -> [[(x: Double, y: Double)]] {
        guard let land = html.firstRange(of: "map-land") else { return [] }
        let part = html[land.upperBound...].prefix(
            through: try #require(html[land.upperBound...].firstRange(of: "</g>")).lowerBound)
        var (all, pen) = ([[(x: Double, y: Double)]](), (x: 0.0, y: 0.0))
        for move in part.matches(of: /M([-0-9. ]+)l([-0-9. ]+)/) {
            func numbers(_ text: Substring) -> [Double] {
                text.matches(of: /-?(\d+(\.\d)?|\.\d)/).compactMap { Double($0.output.0.replacing("-.", with: "-0.")) }
            }
            let start = numbers(move.output.1)
            pen = (start[0], start[1])
            var line = [pen]
            let steps = numbers(move.output.2)
            #expect(steps.count.isMultiple(of: 2))
            for index in stride(from: 0, to: steps.count, by: 2) {
                pen = (pen.x + steps[index], pen.y + steps[index + 1])
                line.append(pen)
            }
            all.append(line)
        }
        return all
    }

    @Test(arguments: [
        [], ["46.5, 7.9", "53.3, -1.8"], ["10, 179", "-10, -179"], ["89, 0", "70, 100"],
        ["-41.2, 174.7", "64.1, -21.9"],
    ]) func areInsideTheFrame(_ points: [String]) throws {
        let html = try map(points)
        let paths = try paths(html)
        #expect(paths.count > 3)
        let places = paths.joined()
        #expect(places.allSatisfy { $0.x > 55.5 && $0.x < 632.5 && $0.y > 7.5 && $0.y < 376.5 })
        // No line crosses the map from one side to the other.
        #expect(paths.allSatisfy { line in zip(line, line.dropFirst()).allSatisfy { abs($0.x - $1.x) < 300 } })
        #expect(html.utf8.count < 80_000)
    }

    /// The strait of Gibraltar is near the place at which the drawing has its coasts.
    @Test func areWhereTheyAre() throws {
        let (points, strait) = (["30, -12", "44, 4"], (latitude: 36.0, longitude: -5.6))
        let html = try map(points)
        func value(_ name: String) throws -> Double {
            let text = try #require(
                html.firstMatch(of: try Regex("data-\(name)=\"([^\"]*)\"", as: (Substring, Substring).self)))
            return try #require(Double(text.1))
        }
        let scale = try value("scale")
        let x = 344 + (strait.longitude - (try value("longitude"))) * (try value("cosine")) * scale
        let y = 192 - (strait.latitude - (try value("latitude"))) * scale
        let nearest = try paths(html).joined().map { abs($0.x - x) + abs($0.y - y) }.min()
        #expect(try #require(nearest) < 0.4 * scale)
    }

    /// The lines are not exact enough for a town.
    @Test func aTownHasNone() throws {
        #expect(try !map(["36.0, -5.6", "36.2, -5.4"]).contains("map-land"))
    }
}
