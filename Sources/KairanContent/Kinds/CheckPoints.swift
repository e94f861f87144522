internal import KairanModel

/// Warns of points that are far from all others and would be near them with latitude and longitude swapped, or with
/// another sign. It also warns of 0, 0, which programs write for an unknown place.
///
/// A point alone does not show whether it is right. However, a site's places are mostly near each other, and swapping
/// the two numbers of a point leads to another continent or into the sea.
func checkPoints(_ collections: [Collection]) -> [Diagnostic] {
    var points: [(point: Point, entry: Entry, field: Int)] = []
    for collection in collections {
        for (index, field) in collection.declaration.fields.enumerated() where field.hasPoints {
            for entry in collection.entries {
                points += entry.value(ofField: index).points.map { ($0, entry, index) }
            }
        }
    }
    let unknown = points.filter(\.point.isOrigin).map { _, entry, field in
        Diagnostic(
            .warning, .pointOrigin, "0, 0 lies in the sea off Africa, where programs put anything that has no place",
            at: entry.span(ofField: field),
            help: "write where it is, or leave it out")
    }
    points.removeAll(where: \.point.isOrigin)
    guard points.count >= 5, let center = median(points.map(\.point)) else { return unknown + swappedAmongFew(points) }
    let radius = median(points.map { $0.point.distance(to: center) })
    return unknown
        + points.compactMap { point, entry, field in
            let distance = point.distance(to: center)
            guard distance > 5 * radius + 300_000,
                let (meant, why) = point.likelyMistakes.first(where: {
                    $0.meant.distance(to: center) <= 3 * radius + 50_000
                })
            else { return nil }
            return Diagnostic(
                .warning, .pointSwapped,
                "\(point) is \(Int(distance / 1000)) km from the middle of the site's other points",
                at: entry.span(ofField: field),
                help: "\(why): did you mean \(meant)?")
        }
}

/// Warns of a point among a few that is on another continent, and in the town of all others with its numbers swapped.
///
/// If there are only two points, either may be the wrong one, because each would be near the other with its numbers
/// swapped. The warning then stands at the later one.
private func swappedAmongFew(_ points: [(point: Point, entry: Entry, field: Int)]) -> [Diagnostic] {
    guard points.count > 1 else { return [] }
    let wrong = points.indices.filter { index in
        let point = points[index].point
        guard let meant = Point(latitude: point.longitude, longitude: point.latitude) else { return false }
        return points.indices.allSatisfy { other in
            other == index
                || points[other].point.distance(to: point) > 1_000_000
                    && points[other].point.distance(to: meant) < 100_000
        }
    }
    guard let index = wrong.last else { return [] }
    let (point, entry, field) = points[index]
    let other = points[index == 0 ? 1 : 0]
    let distance = Int(point.distance(to: other.point) / 1000)
    let isEither = points.count == 2
    return [
        Diagnostic(
            .warning, .pointSwapped,
            "\(point) is \(distance) km from the site's other \(isEither ? "point" : "points")",
            at: entry.span(ofField: field),
            help: "latitude comes first: did you mean \(point.longitude), \(point.latitude)"
                + (isEither ? ", or is the other one swapped?" : "?"),
            related: isEither ? [RelatedPlace(other.entry.span(ofField: other.field), "the other point")] : [])
    ]
}

extension FieldDeclaration {
    fileprivate var hasPoints: Bool { type == .point || parts.contains(where: \.hasPoints) }
}

extension Value {
    /// The points in a value and its parts.
    fileprivate var points: [Point] { if case .point(let point) = self { [point] } else { parts.flatMap(\.points) } }
}

extension Point {
    fileprivate var isOrigin: Bool { latitude == DecimalNumber(0) && longitude == DecimalNumber(0) }

    /// The points that may have been meant, and the rule that was forgotten in each case.
    fileprivate var likelyMistakes: [(meant: Point, why: String)] {
        let sign = "south and west are negative"
        let all = [
            (Point(latitude: longitude, longitude: latitude), "latitude comes first"),
            (Point(latitude: latitude, longitude: -longitude), sign),
            (Point(latitude: -latitude, longitude: longitude), sign),
            (Point(latitude: -latitude, longitude: -longitude), sign),
        ]
        return all.compactMap { point, why in point.map { ($0, why) } }
    }
}

private func median(_ points: [Point]) -> Point? {
    Point(latitude: median(points.map(\.latitude)), longitude: median(points.map(\.longitude)))
}

private func median<Number: Comparable>(_ numbers: [Number]) -> Number { numbers.sorted()[numbers.count / 2] }
