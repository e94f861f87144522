internal import KairanModel

extension Point {
    /// A GeoJSON position (RFC 7946, 3.1.1): the longitude first.
    var position: Value { .list([.decimal(longitude), .decimal(latitude)]) }
}

/// The points of a line in parts that do not cross the 180th meridian (RFC 7946, 3.1.9): where the shorter way leads
/// over it, one part ends at one side of it and the next begins at the other.
func routeParts(_ points: [Point]) -> [[Point]] {
    var parts: [[Point]] = []
    var part: [Point] = []
    for point in points {
        if let last = part.last, let (end, start) = crossing(from: last, to: point) {
            parts.append(part + [end])
            part = [start]
        }
        part.append(point)
    }
    if part.count > 1 { parts.append(part) }
    return parts
}

/// Where a line leaves the map and where it comes back; nil for one that stays.
private func crossing(from first: Point, to second: Point) -> (Point, Point)? {
    let (west, east) = (first.longitude.doubleValue, second.longitude.doubleValue)
    guard abs(east - west) > 180 else { return nil }
    let side = west > 0 ? 180 : -180
    // Straight in latitude and longitude, as the parts on either side are.
    let share = (Double(side) - west) / (east - west + Double(2 * side))
    let latitude = first.latitude.doubleValue + share * (second.latitude.doubleValue - first.latitude.doubleValue)
    let rounded = DecimalNumber(significand: Int((latitude * 1_000_000).rounded()), scale: 6)
    guard let end = Point(latitude: rounded, longitude: DecimalNumber(side)),
        let start = Point(latitude: rounded, longitude: DecimalNumber(-side))
    else { return nil }
    return (end, start)
}

extension Evaluator {
    /// The points of a query's elements, in its order.
    func points(_ query: Query, at path: Path, _ frames: Frames) -> [Point] {
        var inner = frames.entering(.missing)
        return elements(query, frames).compactMap { element in
            inner.replaceInnermost(element)
            return if case .point(let point) = value(path, inner) { point } else { nil }
        }
    }

    /// The coordinates of a MultiLineString.
    func route(_ query: Query, at path: Path, _ frames: Frames) -> Value {
        .list(routeParts(points(query, at: path, frames)).map { .list($0.map(\.position)) })
    }
}
