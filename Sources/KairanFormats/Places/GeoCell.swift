internal import KairanModel
internal import KairanSystem

/// A rectangle of latitudes and longitudes: the whole Earth, or half of another cell.
package struct GeoCell: Sendable {
    /// The name is `0` for the Earth. A half has the name of the whole and a digit: 0 for the southern or western half,
    /// and 1 for the other.
    package let name: String
    /// The edges, in degrees.
    let south: Double
    let west: Double
    let north: Double
    let east: Double
    /// The sine and cosine of each edge, which are used again and again.
    private let southEdge: Edge
    private let northEdge: Edge
    private let westEdge: Edge
    private let eastEdge: Edge
    /// The corners on the unit sphere.
    private let corners: [SphereVector]

    private struct Edge {
        let sine: Double
        let cosine: Double

        init(degrees: Double) {
            (sine, cosine) = (KairanSystem.sine(degrees * .pi / 180), KairanSystem.cosine(degrees * .pi / 180))
        }
    }

    static let earth = GeoCell(name: "0", south: -90, west: -180, north: 90, east: 180)

    private init(name: String, south: Double, west: Double, north: Double, east: Double) {
        (self.name, self.south, self.west, self.north, self.east) = (name, south, west, north, east)
        (southEdge, northEdge) = (Edge(degrees: south), Edge(degrees: north))
        (westEdge, eastEdge) = (Edge(degrees: west), Edge(degrees: east))
        corners = [(south, west), (south, east), (north, west), (north, east)].map {
            SphereVector(latitude: $0.0, longitude: $0.1)
        }
    }

    /// The number of times that the Earth was cut.
    var depth: Int { name.utf8.count - 1 }

    /// The halves of the cell. It is cut across its longer side, because meridians converge towards the poles. All
    /// computers agree which side that is: the sides are nearly equal only at the equator, and there they are exactly
    /// equal.
    var halves: [GeoCell] {
        let (latitude, longitude) = ((south + north) / 2, (west + east) / 2)
        guard (east - west) * cosine(latitude * .pi / 180) > north - south else {
            return [
                GeoCell(name: name + "0", south: south, west: west, north: latitude, east: east),
                GeoCell(name: name + "1", south: latitude, west: west, north: north, east: east),
            ]
        }
        return [
            GeoCell(name: name + "0", south: south, west: west, north: north, east: longitude),
            GeoCell(name: name + "1", south: south, west: longitude, north: north, east: east),
        ]
    }

    var center: SphereVector { SphereVector(latitude: (south + north) / 2, longitude: (west + east) / 2) }

    /// Returns whether the dot product of `direction` and every position of the cell exceeds a bound.
    func gives(moreThan bound: Double, everywhereWith direction: SphereVector) -> Bool {
        // Most directions already fail at a corner.
        corners.allSatisfy { direction.dot($0) > bound } && least(of: direction) > bound
    }

    /// Returns the least dot product of `direction` and a position of the cell.
    ///
    /// For every latitude, it is least at the longitude where the part across the axis is least. Along the meridian
    /// there, it follows a sine.
    private func least(of direction: SphereVector) -> Double {
        let across = leastAcross(direction)
        var least = min(
            across * southEdge.cosine + direction.z * southEdge.sine,
            across * northEdge.cosine + direction.z * northEdge.sine)
        // The sine's lowest point is opposite to (across, z), and counts if it lies between the edges.
        let latitude = arcTangent(y: -direction.z, x: -across) * 180 / .pi
        if latitude > south, latitude < north {
            least = min(least, -(across * across + direction.z * direction.z).squareRoot())
        }
        return least
    }

    /// Returns the least value of `x cos λ + y sin λ` for the longitudes λ of the cell.
    private func leastAcross(_ direction: SphereVector) -> Double {
        let least = min(
            direction.x * westEdge.cosine + direction.y * westEdge.sine,
            direction.x * eastEdge.cosine + direction.y * eastEdge.sine)
        let longitude = arcTangent(y: -direction.y, x: -direction.x) * 180 / .pi
        guard longitude > west, longitude < east else { return least }
        return -(direction.x * direction.x + direction.y * direction.y).squareRoot()
    }
}
