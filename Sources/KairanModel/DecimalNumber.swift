/// An exact decimal such as `12.50`, so that no binary rounding reaches an output.
package struct DecimalNumber: Hashable, Sendable {
    /// The digits as one integer: 1250 for `12.50`.
    package let significand: Int
    /// How many of them stand after the point.
    package let scale: Int

    package init(significand: Int, scale: Int) {
        var (significand, scale) = (significand, scale)
        while scale > 0, significand % 10 == 0 {
            significand /= 10
            scale -= 1
        }
        (self.significand, self.scale) = (significand, scale)
    }

    package init(_ integer: Int) { self.init(significand: integer, scale: 0) }

    /// At most 18 digits; no exponent, no leading `+`.
    package init?(_ text: some StringProtocol) {
        let isNegative = text.first == "-"
        let parts = text.dropFirst(isNegative ? 1 : 0).utf8
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        var magnitude = 0
        guard parts.reduce(0, { $0 + $1.count }) <= 18 else { return nil }
        for byte in parts.joined() {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            magnitude = magnitude * 10 + Int(byte - UInt8(ascii: "0"))
        }
        self.init(significand: isNegative ? -magnitude : magnitude, scale: parts.count == 2 ? parts[1].count : 0)
    }

    package var doubleValue: Double {
        var divisor = 1.0
        for _ in 0..<scale { divisor *= 10 }
        return Double(significand) / divisor
    }

    /// Rounded half away from zero to `places` digits after the point.
    package func rounded(toPlaces places: Int) -> DecimalNumber {
        guard scale > places else { return self }
        var divisor = 1
        for _ in places..<scale { divisor *= 10 }
        let half = divisor / 2
        let shifted = significand < 0 ? significand - half : significand + half
        return DecimalNumber(significand: shifted / divisor, scale: places)
    }
}

extension DecimalNumber: Comparable {
    package static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
        if left.scale == right.scale { return left.significand < right.significand }
        return left.doubleValue < right.doubleValue
    }
}

extension DecimalNumber: CustomStringConvertible {
    package var description: String {
        guard scale > 0 else { return String(significand) }
        let digits = padded(abs(significand), scale + 1)
        return "\(significand < 0 ? "-" : "")\(digits.dropLast(scale)).\(digits.suffix(scale))"
    }
}
