// The part of a client that finds what is nearest.
// swift-format-ignore-file

import Foundation

extension Client {
    /// An entry and its distance in metres.
    public struct Near<Entry: Sendable>: Sendable {
        public let entry: Entry
        public let metres: Double
    }

    static func nearest<Entry: Located & Sendable>(_ entries: [Entry], _ latitude: Double, _ longitude: Double) -> [Near<Entry>] {
        let near = entries.map { Near(entry: $0, metres: metres((latitude, longitude), ($0.latitude, $0.longitude))) }
        // Entries that are equally far away stay in their order.
        return near.enumerated().sorted { ($0.element.metres, $0.offset) < ($1.element.metres, $1.offset) }.map(\.element)
    }

    /// Returns the distance along the great circle, in metres.
    static func metres(_ from: (Double, Double), _ to: (Double, Double)) -> Double {
        let (first, second, east) = (from.0 * .pi / 180, to.0 * .pi / 180, (to.1 - from.1) * .pi / 180)
        let (up, across) = (sin((second - first) / 2), sin(east / 2))
        return 2 * 6_371_008.8 * asin(min(1, (up * up + cos(first) * cos(second) * across * across).squareRoot()))
    }
}

/// Returns the name of the cell that a position is in. Wherever the tree has a 1, a part of the Earth is cut in half, across
/// its longer side.
func cellName(_ tree: String, _ latitude: Double, _ longitude: Double) -> String {
    let tree = Array(tree.utf8)
    var (south, west, north, east) = (-90.0, -180.0, 90.0, 180.0)
    var (name, index) = ("0", 0)
    while index < tree.count, tree[index] == 49 {
        let (middle, centre) = ((south + north) / 2, (west + east) / 2)
        let isWide = (east - west) * cos(middle * .pi / 180) > north - south
        let half = (isWide ? longitude >= centre : latitude >= middle) ? 1 : 0
        if isWide {
            (west, east) = half == 1 ? (centre, east) : (west, centre)
        } else {
            (south, north) = half == 1 ? (middle, north) : (south, middle)
        }
        name += String(half)
        index = 1 + 2 * tree[..<index].reduce(0) { $0 + ($1 == 49 ? 1 : 0) } + half
    }
    return name
}
