internal import KairanModel
internal import KairanSystem

/// The coasts and borders of the Earth at a scale of 1:50,000,000, from Natural Earth, which is in the public domain.
/// `Scripts/coastlines` writes them and says how.
struct EarthLines: Sendable {
    struct Line: Sendable {
        /// Latitude and longitude in hundredths of a degree.
        var points: [(latitude: Int, longitude: Int)] = []
        /// The least and the greatest latitude.
        var latitudes = 0...0
    }

    let coasts: [Line]
    let borders: [Line]

    /// They are read once in a process, and only if it draws a map.
    static let all = EarthLines(String(embedded: "KairanFormats/Maps/coastlines.txt"))

    private init(_ text: String) {
        var (lines, firstBorder) = ([Line](), 0)
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.isEmpty, firstBorder == 0 { firstBorder = lines.count }
            if !line.isEmpty { lines.append(Line(line)) }
        }
        (coasts, borders) = (Array(lines[..<firstBorder]), Array(lines[firstBorder...]))
    }
}

extension EarthLines.Line {
    /// Reads a line of the file.
    fileprivate init(_ text: Substring.UTF8View) {
        var (number, shift, numbers) = (0, 0, [0, 0])
        for byte in text {
            let part = Int(byte) - 63
            number |= (part & 31) << shift
            shift += 5
            guard part < 32 else { continue }
            let difference = number & 1 == 0 ? number >> 1 : ~(number >> 1)
            numbers.append(numbers[numbers.count - 2] + difference)
            (number, shift) = (0, 0)
        }
        points = stride(from: 2, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
        let all = points.map(\.latitude)
        latitudes = (all.min() ?? 0)...(all.max() ?? 0)
    }
}

extension MapProjection {
    /// Returns paths of the coasts and borders inside the frame; empty where there are none.
    ///
    /// At a larger scale their places would be wrong by more than one sees of a mark, and the map has none.
    func earthPaths() -> (coasts: String, borders: String) {
        guard scale <= 500 else { return ("", "") }
        func path(_ lines: [EarthLines.Line]) -> String {
            var path = ""
            for line in lines where isSeen(line.latitudes) { append(line, to: &path) }
            return path
        }
        return (path(EarthLines.all.coasts), path(EarthLines.all.borders))
    }

    private func isSeen(_ latitudes: ClosedRange<Int>) -> Bool {
        y(ofLatitude: Double(latitudes.upperBound) / 100) <= frame.bottom
            && y(ofLatitude: Double(latitudes.lowerBound) / 100) >= frame.y
    }

    private func append(_ line: EarthLines.Line, to path: inout String) {
        var last: MapPosition?
        // The end of the path so far in tenths of a unit, from which the next step is counted.
        var end: (x: Int, y: Int)?
        for (index, point) in line.points.enumerated() {
            let east = Self.turned(Double(point.longitude) / 100 - longitude)
            let place = MapPosition(
                x: frame.middle.x + east * cosine * scale, y: y(ofLatitude: Double(point.latitude) / 100))
            guard let from = last else {
                last = place
                continue
            }
            // Short steps are left out, except the last.
            let isShort = abs(place.x - from.x) + abs(place.y - from.y) < 2
            if isShort, index < line.points.count - 1 { continue }
            last = place
            // A line that leaves on one side of the world returns on the other.
            guard abs(place.x - from.x) < turn / 2, let (start, stop) = frame.clipped(from, place) else { continue }
            let (first, next) = (tenths(start), tenths(stop))
            if end.map({ $0 == first }) != true { path += "M\(text(ofTenths: first))l" }
            path += text(ofTenths: (next.x - first.x, next.y - first.y)) + " "
            end = next
        }
    }

    private func tenths(_ position: MapPosition) -> (x: Int, y: Int) {
        (Int((position.x * 10).rounded()), Int((position.y * 10).rounded()))
    }

    /// Returns a pair of numbers with as few characters as SVG allows.
    private func text(ofTenths pair: (x: Int, y: Int)) -> String {
        let (x, y) = (text(ofTenths: pair.x), text(ofTenths: pair.y))
        return y.hasPrefix("-") ? x + y : "\(x) \(y)"
    }

    private func text(ofTenths number: Int) -> String {
        let (whole, rest) = number.magnitude.quotientAndRemainder(dividingBy: 10)
        return (number < 0 ? "-" : "") + (whole == 0 && rest > 0 ? "" : "\(whole)") + (rest == 0 ? "" : ".\(rest)")
    }
}
