internal import KairanModel

extension Point {
    /// The GeoJSON position (RFC 7946, 3.1.1), with the longitude first.
    var position: Value { .list([.decimal(longitude), .decimal(latitude)]) }
}

/// Divides a line into parts that do not cross the 180th meridian (RFC 7946, 3.1.9). If the shorter way crosses it, one
/// part ends on one side and the next begins on the other. A point on the meridian itself is not repeated there.
func routeParts(_ points: [Point]) -> [[Point]] {
    var parts: [[Point]] = [[]]
    for point in points {
        if let last = parts[parts.count - 1].last, let (end, start) = crossing(from: last, to: point) {
            if end != last { parts[parts.count - 1].append(end) }
            parts.append(start == point ? [] : [start])
        }
        parts[parts.count - 1].append(point)
    }
    return parts.filter { $0.count > 1 }
}

/// Returns where a line leaves the map and where it returns, or nil if it stays on the map.
private func crossing(from first: Point, to second: Point) -> (Point, Point)? {
    let (west, east) = (first.longitude.doubleValue, second.longitude.doubleValue)
    guard abs(east - west) > 180 else { return nil }
    let side = west > 0 ? 180 : -180
    // The line is straight in latitude and longitude, like the parts on either side. From the meridian to the meridian,
    // it has no extent, and leaves the map where it starts.
    let extent = east - west + Double(2 * side)
    let share = extent == 0 ? 0 : (Double(side) - west) / extent
    let latitude = first.latitude.doubleValue + share * (second.latitude.doubleValue - first.latitude.doubleValue)
    let rounded = DecimalNumber(significand: Int((latitude * 1_000_000).rounded()), scale: 6)
    guard let end = Point(latitude: rounded, longitude: DecimalNumber(side)),
        let start = Point(latitude: rounded, longitude: DecimalNumber(-side))
    else { return nil }
    return (end, start)
}

extension Evaluator {
    /// Returns the points of a query's elements, in its order.
    func points(_ query: Query, at path: Path, _ frames: Frames) -> [Point] {
        var inner = frames.entering(.missing)
        return elements(query, frames).compactMap { element in
            inner.replaceInnermost(element)
            return if case .point(let point) = value(path, inner) { point } else { nil }
        }
    }

    /// Returns the coordinates of a MultiLineString.
    func route(_ query: Query, at path: Path, _ frames: Frames) -> Value {
        .list(routeParts(points(query, at: path, frames)).map { .list($0.map(\.position)) })
    }
}
