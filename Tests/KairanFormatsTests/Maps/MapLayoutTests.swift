import KairanModel
import SiteTesting
import Testing

@testable import KairanFormats

struct MapLayoutTests {
    enum Spread: CaseIterable { case town, crowd, stalls, world, overTheLine, poles, oneSpot }

    /// Every entry has one mark, marks stand apart, and a label touches no mark and no other label.
    @Test(arguments: Spread.allCases) func nothingCollides(_ spread: Spread) throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        for count in [1, 2, 7, 60, 700] {
            let points = (0..<count).map { _ in random.point(spread) }
            let drawing = MapDrawing(map: map(points))
            let groups = drawing.groups
            #expect(groups.flatMap(\.members).sorted() == Array(points.indices), "seed \(seed)")
            for (index, group) in groups.enumerated() {
                let own = group.members.map { drawing.projection.position(of: points[$0]) }
                let middle = MapPosition(
                    x: own.map(\.x).reduce(0, +) / Double(own.count), y: own.map(\.y).reduce(0, +) / Double(own.count))
                #expect(group.position.distance(to: middle) < 0.001, "seed \(seed), \(spread), \(count)")
                #expect(drawing.projection.frame.contains(box(of: group)), "seed \(seed), \(spread), \(count)")
                for other in groups[..<index] {
                    #expect(group.position.distance(to: other.position) > group.radius + other.radius, "seed \(seed)")
                }
            }
            var labels = MapLabels(in: drawing.projection.frame, around: groups)
            var placed: [MapBox] = []
            for group in groups where group.members.count < 4 {
                let text = random.label()
                guard let label = labels.place(text, at: group) else { continue }
                #expect(drawing.projection.frame.contains(label.box), "seed \(seed)")
                #expect(!(placed + groups.map(box)).contains { $0.overlaps(label.box) }, "seed \(seed), \(spread)")
                placed.append(label.box)
            }
            // The first label always has room, unless the frame or its neighbours take all of it.
            if groups.count == 1, count == 1 { #expect(placed.count == 1, "seed \(seed)") }
        }
    }

    /// The narrowest range counts, wherever the 180th meridian is.
    @Test(
        arguments: [
            (["0, 170", "10, -170"], 180), (["0, 179", "0, 180", "0, -180", "5, -175"], -178),
            (["0, 10", "0, 20"], 15), (["0, -100", "0, 20", "0, 100"], 0), (["50, 180"], 180),
        ] as [([String], Double)]) func theMiddleIsAmongThePoints(_ texts: [String], _ longitude: Double) throws
    {
        let points = try texts.map { try #require(Point($0)) }
        #expect(MapDrawing(map: map(points)).projection.longitude == longitude)
    }

    /// In the middle of the map a kilometre is as long upwards as sideways, and the bar has the length that it names.
    @Test func theBarMeasures() throws {
        let points = try ["60, 10", "60.2, 10.4"].map { try #require(Point($0)) }
        let projection = MapDrawing(map: map(points)).projection
        let grid = MapGrid(projection, "en")
        #expect(grid.bar.label == "5 km")
        let north = try #require(Point("60.1449661, 10.2"))
        let east = try #require(Point("60.1, 10.2902"))
        let middle = projection.position(of: try #require(Point("60.1, 10.2")))
        #expect(abs(projection.position(of: north).distance(to: middle) - grid.bar.width) < 0.2)
        #expect(abs(projection.position(of: east).distance(to: middle) - grid.bar.width) < 0.2)
    }

    /// Twenty stalls of a market 14 metres apart, four in a row, are told apart, and the bar has a length that one reads.
    @Test func nearPlacesAreToldApart() throws {
        let points = try (0..<20).map {
            try #require(Point("51.\(975_000 + $0 / 4 * 125), 7.\(620_000 + $0 % 4 * 200)"))
        }
        let drawing = MapDrawing(map: map(points))
        #expect(drawing.groups.count == 20)
        let grid = MapGrid(drawing.projection, "de")
        #expect(grid.bar.label == "20 m" && grid.bar.width > 25)
        #expect(grid.parallels.count > 1 && grid.parallels.allSatisfy { $0.label.hasPrefix("51,97") })
        #expect(grid.parallels.allSatisfy { MapGrid.room(for: $0.label) < drawing.projection.frame.x })
        #expect(Set(grid.meridians.map(\.label)).count > 1)
    }

    /// The letters of the four sides are those of the language, and labels with whole words do not touch.
    @Test(arguments: [
        ("en", "10°N", "10°S", "10°E", "10°W"), ("de", "10°N", "10°S", "10°O", "10°W"),
        ("de-AT", "10°N", "10°S", "10°O", "10°W"), ("fr", "10°N", "10°S", "10°E", "10°O"),
        ("nl", "10° NB", "10° ZB", "10° OL", "10° WL"), ("ru", "10° с. ш.", "10° ю. ш.", "10° в. д.", "10° з. д."),
        ("pl", "10°N", "10°S", "10°E", "10°W"), ("zh-TW", "北緯10°", "南緯10°", "東經10°", "西經10°"),
        ("sw", "10° Kaskazini", "10° Kusini", "10° Mashariki", "10° Magharibi"),
        ("tlh", "10°N", "10°S", "10°E", "10°W"),
    ])
    func sides(language: String, north: String, south: String, east: String, west: String) throws {
        let labels = [
            MapGrid.label(100_000, .north, .south, language), MapGrid.label(-100_000, .north, .south, language),
            MapGrid.label(100_000, .east, .west, language), MapGrid.label(-100_000, .east, .west, language),
        ]
        #expect(labels == [north, south, east, west])
        #expect(MapGrid.label(0, .east, .west, language) == "0°")
        let points = try ["-40, -120", "50, 130"].map { try #require(Point($0)) }
        let grid = MapGrid(MapDrawing(map: map(points)).projection, language)
        for (line, next) in zip(grid.meridians, grid.meridians.dropFirst()) {
            #expect(next.place - line.place > (MapGrid.room(for: line.label) + MapGrid.room(for: next.label)) / 2)
        }
    }

    /// The way to the other side of the Earth leaves the frame and comes back.
    @Test func aLineGoesTheShorterWay() throws {
        let points = try ["0, 100", "0, -100", "0, 0"].map { try #require(Point($0)) }
        var drawing = map(points)
        drawing.lines = [MapLine(Array(points.prefix(2)))]
        let html = drawing.html()
        let line = try #require(html.split(separator: "\n").first { $0.contains("\"map-line\"") })
        #expect(line.split(separator: "M").count == 3)
    }

    /// Along a stretch of several lines each is seen, whichever way it goes, and each has its name.
    @Test func linesOfOneStretchAreAllSeen() throws {
        let points = try ["0, 0", "0, 1", "1, 1"].map { try #require(Point($0)) }
        var drawing = map(points)
        let looks = ["Red", "Blue", "Green", ""].enumerated().map { rank, label in
            var look = MapLook(rank: label.isEmpty ? nil : rank)
            look.label = label
            return look
        }
        let routes = [points, points.reversed(), [points[1], points[0], points[1]], points]
        drawing.lines = zip(routes, looks).map { MapLine($0, look: $1) }
        let html = drawing.html()
        let lines = html.split(separator: "\n").filter { $0.hasPrefix("<path class=\"map-line") }
        let dashes = lines.map { $0.firstMatch(of: /dasharray="(.*?)"/).map { String($0.1) } }
        #expect(dashes == [nil, "8 8", "8 16", nil])
        #expect(lines.map { $0.contains("map-c") } == [true, true, true, false])
        #expect(lines[1].hasSuffix("<title>Blue</title></path>"))
        #expect(html.split(separator: "\n").count { $0.contains("map-key") && $0.contains("map-line") } == 3)
    }

    @Test func titlesAndLabelsAreEscaped() throws {
        var site = map([try #require(Point("1, 2"))])
        site.title = "<A & B>"
        site.entries[0].label = "\"C\" <script>"
        let html = site.html()
        #expect(html.contains("&lt;A &amp; B&gt;</title>") && html.contains("&quot;C&quot; &lt;script&gt;"))
        #expect(!html.contains("<script>"))
    }

    private func map(_ points: [Point]) -> PointMap {
        let entries = points.enumerated().map {
            MapEntry(id: "e\($0)", label: "Entry \($0)", link: "/\($0)/", point: $1, look: MapLook())
        }
        return PointMap(
            id: "map", title: "Map", entries: entries, size: (400, nil),
            words: MapWords(language: "en", projection: "Equirectangular at"))
    }

    private func box(of group: MapGroup) -> MapBox {
        let (radius, middle) = (group.radius, group.position)
        return MapBox(x: middle.x - radius, y: middle.y - radius, width: 2 * radius, height: 2 * radius)
    }
}

extension SeededNumbers {
    fileprivate mutating func point(_ spread: MapLayoutTests.Spread) -> Point {
        switch spread {
        case .town: point(35.2...35.4, 139.4...139.6)
        case .crowd:
            Bool.random(using: &self) ? point(35.3...35.301, 139.5...139.501) : point(35.2...35.4, 139.4...139.6)
        case .stalls: point(51.975...51.9756, 7.62...7.621)
        case .world: point(-90...90, -180...180)
        case .overTheLine: point(-20...(-10), Bool.random(using: &self) ? 175...180 : -180...(-172))
        case .poles: point(Bool.random(using: &self) ? 89...90 : -90...(-89), -180...180)
        case .oneSpot: point(10...10, -180...(-180))
        }
    }

    private mutating func point(_ latitudes: ClosedRange<Double>, _ longitudes: ClosedRange<Double>) -> Point {
        let numbers = [Double.random(in: latitudes, using: &self), Double.random(in: longitudes, using: &self)].map {
            DecimalNumber(significand: Int(($0 * 100_000).rounded()), scale: 5)
        }
        guard let point = Point(latitude: numbers[0], longitude: numbers[1]) else { preconditionFailure() }
        return point
    }

    fileprivate mutating func label() -> String {
        String((0..<Int.random(in: 1...12, using: &self)).map { _ in Bool.random(using: &self) ? "a" : "映" })
    }
}
