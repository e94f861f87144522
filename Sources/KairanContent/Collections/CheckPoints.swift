internal import KairanModel

/// Warnings for points that lie far from all others and would lie among them with latitude and longitude swapped.
///
/// That a point is right nobody can tell from itself. A site's places mostly lie together, though, and whoever swaps the
/// two numbers of one lands on another continent, or in a sea.
func checkPoints(_ collections: [Collection]) -> [Diagnostic] {
    var points: [(point: Point, span: SourceSpan)] = []
    for collection in collections {
        for (index, field) in collection.declaration.fields.enumerated() where field.type == .point {
            for entry in collection.entries {
                if case .point(let point) = entry.value(ofField: index) {
                    points.append((point, entry.span(ofField: index)))
                }
            }
        }
    }
    // Two or three places are no neighbourhood.
    guard points.count >= 5, let center = median(points.map(\.point)) else { return [] }
    let radius = median(points.map { $0.point.distance(to: center) })
    return points.compactMap { point, span in
        let distance = point.distance(to: center)
        guard distance > 5 * radius + 300_000,
            let swapped = Point(latitude: point.longitude, longitude: point.latitude),
            swapped.distance(to: center) <= 3 * radius + 50_000
        else { return nil }
        return Diagnostic(
            .warning, "point.swapped",
            "\(point) is \(Int(distance / 1000)) km from the middle of the site's other points", at: span,
            help: "latitude comes first: did you mean \(swapped)?")
    }
}

private func median(_ points: [Point]) -> Point? {
    Point(latitude: median(points.map(\.latitude)), longitude: median(points.map(\.longitude)))
}

private func median<Number: Comparable>(_ numbers: [Number]) -> Number { numbers.sorted()[numbers.count / 2] }
