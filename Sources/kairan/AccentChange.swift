/// The way from the colours of an example's pictures to those of a look.
///
/// The accent becomes that of the look, and its lighter and darker tones go with it. A sun stays yellow and grass green.
struct AccentChange {
    private let from: (color: [UInt8], tone: Tone)
    private let to: (color: [UInt8], tone: Tone)

    /// - Parameters:
    ///   - accent: The accent of the example, such as `#7a3b12`.
    ///   - other: The accent of the look.
    init?(from accent: Substring, to other: Substring) {
        guard let first = color(accent), let second = color(other) else { return nil }
        (from, to) = ((first, Tone(first)), (second, Tone(second)))
    }

    /// Returns a picture with all its colours changed, which are written as `#7a3b12`.
    func changed(_ svg: String) -> String {
        svg.replacing(/#[0-9a-f]{6}/) { found in
            guard let color = color(found.output) else { return String(found.output) }
            return "#" + changed(color).map { String(Int($0) + 0x100, radix: 16).dropFirst() }.joined()
        }
    }

    /// Returns a color of red, green and blue.
    func changed(_ color: [UInt8]) -> [UInt8] {
        if color == from.color { return to.color }
        var tone = Tone(color)
        guard tone.isGrey || tone.distance(to: from.tone) <= Self.nearestOthers else { return color }
        tone.hue = to.tone.hue
        let (before, after) = (from.tone.lightness, to.tone.lightness)
        tone.lightness =
            tone.lightness <= before
            ? tone.lightness * after / before : 1 - (1 - tone.lightness) * (1 - after) / (1 - before)
        // A pale color that became more vivid than it was would be glaring.
        tone.saturation *= min(1, to.tone.saturation / from.tone.saturation)
        return tone.color
    }

    /// The degrees of the circle of colors within which a color belongs to the accent.
    private static let nearestOthers = 50.0

    /// Hue, saturation and lightness (W3C CSS Color 4, 7).
    private struct Tone {
        /// The degrees on the circle of colors.
        var hue: Double
        var saturation: Double
        var lightness: Double

        init(_ color: [UInt8]) {
            let parts = color.map { Double($0) / 255 }
            let (least, most) = (parts.min() ?? 0, parts.max() ?? 0)
            let range = most - least
            lightness = (least + most) / 2
            saturation = range == 0 ? 0 : range / (1 - abs(2 * lightness - 1))
            let (red, green, blue) = (parts[0], parts[1], parts[2])
            hue =
                if range == 0 { 0 } else if most == red {
                    (green - blue) / range * 60
                } else if most == green { (blue - red) / range * 60 + 120 } else { (red - green) / range * 60 + 240 }
            if hue < 0 { hue += 360 }
        }

        var isGrey: Bool { saturation <= 0.05 }

        func distance(to other: Tone) -> Double {
            let distance = abs(hue - other.hue)
            return min(distance, 360 - distance)
        }

        var color: [UInt8] {
            let reach = saturation * min(lightness, 1 - lightness)
            return [0.0, 8, 4].map { start in
                let place = (start + hue / 30).truncatingRemainder(dividingBy: 12)
                let part = lightness - reach * max(-1, min(place - 3, 9 - place, 1))
                return UInt8((max(0, min(1, part)) * 255).rounded())
            }
        }
    }
}

/// Reads a color such as `#7a3b12`.
private func color(_ text: Substring) -> [UInt8]? {
    let digits = Array(text.dropFirst())
    guard digits.count == 6 else { return nil }
    let parts = stride(from: 0, to: 6, by: 2).compactMap { UInt8(String(digits[$0..<($0 + 2)]), radix: 16) }
    return parts.count == 3 ? parts : nil
}
