internal import KairanModel
internal import KairanSystem

/// A point of the unit sphere, or a direction.
///
/// Great-circle distances grow with the straight distances through the sphere, so a plane shows which of two points is
/// nearer. No distance has to be computed, and neither the poles nor the 180th meridian are special.
struct SphereVector: Hashable, Sendable {
    var x: Double
    var y: Double
    var z: Double

    init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

    /// Makes the point at a latitude and longitude in degrees.
    init(latitude: Double, longitude: Double) {
        let (latitude, longitude) = (latitude * .pi / 180, longitude * .pi / 180)
        self.init(
            x: cosine(latitude) * cosine(longitude), y: cosine(latitude) * sine(longitude), z: sine(latitude))
    }

    init(_ point: Point) {
        self.init(latitude: point.latitude.doubleValue, longitude: point.longitude.doubleValue)
    }

    static func - (left: Self, right: Self) -> Self {
        Self(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }

    func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }
}
