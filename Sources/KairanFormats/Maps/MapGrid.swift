internal import KairanModel

/// Parallels and meridians at round degrees within the frame, and a scale bar.
struct MapGrid {
    struct Line {
        /// The position across the frame.
        var place: Double
        var label: String
    }

    let parallels: [Line]
    let meridians: [Line]
    let bar: (width: Double, label: String)

    /// The distances in ten-thousandths of a degree.
    private static let steps = [
        1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 150_000, 300_000,
        450_000, 900_000,
    ]

    init(_ projection: MapProjection, _ language: String) {
        let frame = projection.frame
        let (up, across) = (projection.scale, projection.scale * projection.cosine)
        let (latitude, longitude) = (projection.latitude, projection.longitude)
        // This is half the frame in degrees, limited by the poles and by one turn around the Earth.
        let (height, width) = (frame.height / 2 / up, min(frame.width / 2 / across, 180))
        parallels = Self.ticks(from: max(latitude - height, -90), to: min(latitude + height, 90), apart: 70 / up).map {
            Line(place: projection.y(ofLatitude: Double($0) / 10_000), label: Self.label($0, .north, .south, language))
        }
        // Some languages have words for east and west.
        let words = LocaleData.shown(language)
        let room = [words.text("135.25°", .east), words.text("135.25°", .west)].map(Self.room).max() ?? 0
        let apart = max(90, room + 8) / across
        meridians = Self.ticks(from: longitude - width, to: longitude + width, apart: apart).map { tick in
            let turned = tick > 1_800_000 ? tick - 3_600_000 : tick <= -1_800_000 ? tick + 3_600_000 : tick
            return Line(
                place: frame.middle.x + (Double(tick) / 10_000 - longitude) * across,
                label: Self.label(turned, .east, .west, language))
        }
        bar = Self.bar(unitsPerMetre: up * 180 / (.pi * earthRadius), atMost: min(100, frame.width / 3), language)
    }

    /// Returns multiples of the smallest step that keeps lines far enough apart.
    private static func ticks(from low: Double, to high: Double, apart: Double) -> [Int] {
        let step = steps.first { Double($0) / 10_000 >= apart } ?? 900_000
        let first = Int((low * 10_000 / Double(step)).rounded(.up))
        let last = Int((high * 10_000 / Double(step)).rounded(.down))
        return first <= last ? (first...last).map { $0 * step } : []
    }

    /// Returns the room that a label needs in the readers' font, which may be a wide one. Its size is 11.
    static func room(for label: String) -> Double { 11 * 0.66 * Double(label.unicodeScalars.count) }

    /// - Parameter degrees: Ten-thousandths of a degree.
    static func label(
        _ degrees: Int, _ positive: LocaleData.Side, _ negative: LocaleData.Side, _ language: String
    ) -> String {
        let number = DecimalNumber(significand: Int(degrees.magnitude), scale: 4).description
        let text = "\(groupedNumber(number, language))°"
        if degrees == 0 || degrees.magnitude == 1_800_000 { return text }
        return LocaleData.shown(language).text(text, degrees > 0 ? positive : negative)
    }

    /// Returns the longest bar of 1, 2 or 5 times a power of ten metres.
    private static func bar(
        unitsPerMetre: Double, atMost width: Double, _ language: String
    ) -> (width: Double, label: String) {
        var (metres, power) = (1, 1)
        for _ in 0..<8 {
            for mantissa in [1, 2, 5] where Double(mantissa * power) * unitsPerMetre <= width {
                metres = mantissa * power
            }
            power *= 10
        }
        let label = metres < 1000 ? "\(metres) m" : "\(groupedNumber(String(metres / 1000), language)) km"
        return (Double(metres) * unitsPerMetre, label)
    }
}
