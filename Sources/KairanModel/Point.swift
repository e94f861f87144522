internal import KairanSystem

/// A position on Earth, in degrees of WGS 84.
package struct Point: Hashable, Sendable {
    /// From -90 to 90, positive in the north.
    package let latitude: DecimalNumber
    /// From -180 to 180, positive in the east.
    package let longitude: DecimalNumber

    /// Nil outside the ranges.
    package init?(latitude: DecimalNumber, longitude: DecimalNumber) {
        guard Self.latitudes.contains(latitude), Self.longitudes.contains(longitude) else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    package static let latitudes = DecimalNumber(-90)...DecimalNumber(90)
    package static let longitudes = DecimalNumber(-180)...DecimalNumber(180)

    /// Both rounded half away from zero; three digits after the point are some 100 metres.
    package func rounded(toPlaces places: Int) -> Point {
        Point(latitude: latitude.rounded(toPlaces: places), longitude: longitude.rounded(toPlaces: places)) ?? self
    }
}

extension Point: CustomStringConvertible {
    /// As map applications copy it.
    package var description: String { "\(latitude), \(longitude)" }

    /// Reads what `description` writes; nil for anything else, also outside the ranges.
    package init?(_ text: String) {
        let parts = Self.parts(of: text)
        guard parts.count == 2, let latitude = DecimalNumber(parts[0]), let longitude = DecimalNumber(parts[1]) else {
            return nil
        }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// What stands around the commas.
    package static func parts(of text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            var part = part
            while part.first == " " { part.removeFirst() }
            while part.last == " " { part.removeLast() }
            return String(part)
        }
    }
}

/// The radius of the sphere that distances are measured on: the mean one of the Earth (IUGG), in metres.
package let earthRadius = 6_371_008.8

extension Point {
    /// Along the great circle, in metres; on the ellipsoid it can be half a percent more or less.
    package func distance(to other: Point) -> Double {
        let (first, second) = (latitude.doubleValue * .pi / 180, other.latitude.doubleValue * .pi / 180)
        let difference = (other.longitude.doubleValue - longitude.doubleValue) * .pi / 180
        // The haversine formula, which is exact for near points too.
        let (north, east) = (sine((second - first) / 2), sine(difference / 2))
        let square = north * north + cosine(first) * cosine(second) * east * east
        return 2 * earthRadius * arcSine(min(1, square.squareRoot()))
    }
}
