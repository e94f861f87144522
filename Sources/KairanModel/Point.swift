internal import KairanSystem

/// A position on Earth, in degrees of WGS 84.
package struct Point: Hashable, Sendable {
    /// The latitude from -90 to 90, positive in the north.
    package let latitude: DecimalNumber
    /// The longitude from -180 to 180, positive in the east.
    package let longitude: DecimalNumber

    /// The result is nil if a number is outside its range.
    package init?(latitude: DecimalNumber, longitude: DecimalNumber) {
        guard Self.latitudes.contains(latitude), Self.longitudes.contains(longitude) else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    package static let latitudes = DecimalNumber(-90)...DecimalNumber(90)
    package static let longitudes = DecimalNumber(-180)...DecimalNumber(180)

    /// Returns the point with both numbers rounded half away from zero. Three digits after the point are about 100
    /// metres.
    package func rounded(toPlaces places: Int) -> Point {
        Point(latitude: latitude.rounded(toPlaces: places), longitude: longitude.rounded(toPlaces: places)) ?? self
    }
}

extension Point: CustomStringConvertible {
    /// The point as map applications copy it.
    package var description: String { "\(latitude), \(longitude)" }

    /// Reads what `description` writes. The result is nil for anything else, and if a number is outside its range.
    package init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0.trimmingSpaces()) }
        guard parts.count == 2, let latitude = DecimalNumber(parts[0]), let longitude = DecimalNumber(parts[1]) else {
            return nil
        }
        self.init(latitude: latitude, longitude: longitude)
    }
}

/// The radius of the sphere that distances are measured on, in metres: the mean radius of the Earth (IUGG).
package let earthRadius = 6_371_008.8

extension Point {
    /// Returns the distance along the great circle, in metres. On the ellipsoid it can be half a percent more or less.
    package func distance(to other: Point) -> Double {
        let (first, second) = (latitude.doubleValue * .pi / 180, other.latitude.doubleValue * .pi / 180)
        let difference = (other.longitude.doubleValue - longitude.doubleValue) * .pi / 180
        // The haversine formula, which is exact for near points too.
        let (north, east) = (sine((second - first) / 2), sine(difference / 2))
        let square = north * north + cosine(first) * cosine(second) * east * east
        return 2 * earthRadius * arcSine(min(1, square.squareRoot()))
    }
}
