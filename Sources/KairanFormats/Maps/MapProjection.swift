internal import KairanModel
internal import KairanSystem

/// The equirectangular projection. Degrees are straight lines at equal distances, and lengths are true along the
/// meridians and along one parallel, which is in the middle of the points. It can show the poles, and needs only one
/// cosine.
///
/// Results of library functions are rounded before use, so that all machines draw the same map.
struct MapProjection: Sendable {
    /// The latitude in the middle of the map, in degrees.
    let latitude: Double
    /// The longitude in the middle of the map, from -180 to 180.
    let longitude: Double
    /// The cosine of the middle latitude.
    let cosine: Double
    /// Units of the drawing per degree of latitude.
    let scale: Double
    let frame: MapBox

    /// The least extent in degrees, about 100 metres: what is nearer to each other is at one place.
    private static let leastExtent = 0.0009
    /// The extent in degrees around a single place, about 1.1 km.
    private static let extentOfOnePlace = 0.01
    /// The margin around the points, for their marks and some of their labels.
    private static let margin = 28.0

    /// - Parameter frame: Returns the frame for a height. If `size` has no height, one that suits the points is used.
    init(_ points: [Point], in size: (width: Int, height: Int?), frame: (Double) -> MapBox) {
        let latitudes = points.map(\.latitude.doubleValue)
        let (south, north) = (latitudes.min() ?? -90, latitudes.max() ?? 90)
        let (west, extent) = Self.narrowest(points.map(\.longitude.doubleValue))
        let least = extent == 0 && south == north ? Self.extentOfOnePlace : Self.leastExtent
        // The middle is rounded to what is little beside the extent, so that the marks stay within the frame.
        let whole = max(extent, north - south, least)
        let isSmall = whole < Self.extentOfOnePlace
        latitude = Self.rounded((south + north) / 2, isSmall ? 100_000 : whole < 0.5 ? 10_000 : 100)
        longitude = Self.rounded(Self.turned(west + extent / 2), isSmall ? 1_000_000 : 10_000)
        // At a pole, a degree of longitude has no length, so the cosine has a lower limit.
        cosine = max(0.02, Self.rounded(KairanSystem.cosine(latitude * .pi / 180), 1_000_000))
        let across = max(extent * cosine, least)
        // Rounding may have moved the middle.
        let along = max(2 * max(north - latitude, latitude - south), least)
        let width = Double(size.width)
        let ideal = (width - 2 * Self.margin) * along / across + 2 * Self.margin
        self.frame = frame(size.height.map(Double.init) ?? min(1.1 * width, max(0.55 * width, ideal)).rounded())
        let room = (self.frame.width - 2 * Self.margin, self.frame.height - 2 * Self.margin)
        scale = max(Self.rounded(min(room.0 / across, room.1 / along), 1_000_000), 0.01)
    }

    /// Returns the position on the map, rounded to tenths.
    func position(of point: Point) -> MapPosition {
        let east = Self.turned(point.longitude.doubleValue - longitude)
        return MapPosition(
            x: Self.rounded(frame.middle.x + east * cosine * scale, 10),
            y: Self.rounded(y(ofLatitude: point.latitude.doubleValue), 10))
    }

    func y(ofLatitude degrees: Double) -> Double { frame.middle.y - (degrees - latitude) * scale }

    /// The width of a whole turn around the Earth, in units of the drawing.
    var turn: Double { 360 * cosine * scale }

    /// Returns the western end of the narrowest range that contains all longitudes, and its extent. Points on both
    /// sides of the 180th meridian stand together.
    private static func narrowest(_ longitudes: [Double]) -> (west: Double, extent: Double) {
        guard !longitudes.isEmpty else { return (-180, 360) }
        let sorted = longitudes.sorted()
        var (west, gap) = (sorted[0], sorted[0] + 360 - sorted[sorted.count - 1])
        for (left, right) in zip(sorted, sorted.dropFirst()) where right - left > gap {
            (west, gap) = (right, right - left)
        }
        return (west, 360 - gap)
    }

    /// Returns the longitude in the range from -180 to 180.
    static func turned(_ degrees: Double) -> Double {
        degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    }

    private static func rounded(_ number: Double, _ divisor: Double) -> Double {
        (number * divisor).rounded() / divisor
    }
}

struct MapPosition: Hashable, Sendable {
    var x: Double
    var y: Double
}

/// A rectangle of the drawing.
struct MapBox: Sendable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var right: Double { x + width }
    var bottom: Double { y + height }
    var middle: MapPosition { MapPosition(x: x + width / 2, y: y + height / 2) }

    func overlaps(_ other: MapBox) -> Bool {
        x < other.right && other.x < right && y < other.bottom && other.y < bottom
    }

    /// Returns the part of a straight line that is inside; nil if none is (the algorithm of Liang and Barsky).
    func clipped(_ from: MapPosition, _ to: MapPosition) -> (MapPosition, MapPosition)? {
        let (across, down) = (to.x - from.x, to.y - from.y)
        var (start, end) = (0.0, 1.0)
        for (step, room) in [
            (-across, from.x - x), (across, right - from.x), (-down, from.y - y), (down, bottom - from.y),
        ] {
            if step == 0, room < 0 { return nil }
            if step < 0 { start = max(start, room / step) } else if step > 0 { end = min(end, room / step) }
        }
        guard start < end else { return nil }
        func point(_ part: Double) -> MapPosition {
            part == 0 ? from : part == 1 ? to : MapPosition(x: from.x + part * across, y: from.y + part * down)
        }
        return (point(start), point(end))
    }

    func contains(_ other: MapBox) -> Bool {
        other.x >= x && other.right <= right && other.y >= y && other.bottom <= bottom
    }
}
