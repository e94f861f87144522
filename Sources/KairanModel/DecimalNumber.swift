/// The whole numbers that all readers of JSON hold exactly, as JavaScript does (RFC 8259, section 6).
package let wholeNumbersOfJSON = -9_007_199_254_740_991...9_007_199_254_740_991

/// An exact decimal such as `12.50`, so that no binary rounding reaches an output.
package struct DecimalNumber: Hashable, Sendable {
    /// The digits as one integer: 1250 for `12.50`.
    package let significand: Int
    /// The number of digits after the point.
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

    /// Reads a number of at most 18 digits, without an exponent or a leading `+`.
    package init?(_ text: String) {
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        var (magnitude, count) = (0, 0)
        /// The number of digits before the point.
        var point: Int?
        for byte in text.utf8.dropFirst(isNegative ? 1 : 0) {
            if byte == UInt8(ascii: "."), point == nil, count > 0 {
                point = count
            } else {
                guard isASCIIDigit(byte), count < 18 else { return nil }
                magnitude = magnitude * 10 + Int(byte - UInt8(ascii: "0"))
                count += 1
            }
        }
        let scale = count - (point ?? count)
        guard count > 0, point == nil || scale > 0 else { return nil }
        self.init(significand: isNegative ? -magnitude : magnitude, scale: scale)
    }

    /// Reads a number that may have an exponent as in TOML and JSON. The result is nil if that takes more than 18
    /// digits.
    package init?(withExponent text: String) {
        let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        guard let number = DecimalNumber(String(halves[0])) else { return nil }
        guard let exponent = halves.count == 2 ? Int(halves[1]) : 0, exponent.magnitude <= 400 else { return nil }
        var (significand, scale) = (number.significand, number.significand == 0 ? 0 : number.scale - exponent)
        while scale < 0, significand.magnitude < 100_000_000_000_000_000 {
            significand *= 10
            scale += 1
        }
        guard (0...17).contains(scale) else { return nil }
        self.init(significand: significand, scale: scale)
    }

    package var doubleValue: Double {
        var divisor = 1.0
        for _ in 0..<scale { divisor *= 10 }
        return Double(significand) / divisor
    }

    package static prefix func - (number: DecimalNumber) -> DecimalNumber {
        DecimalNumber(significand: -number.significand, scale: number.scale)
    }

    /// Returns the exact sum, or nil if it has more than 18 digits.
    package func adding(_ other: DecimalNumber) -> DecimalNumber? {
        let scale = max(scale, other.scale)
        guard let left = significand(atScale: scale), let right = other.significand(atScale: scale) else { return nil }
        let sum = DecimalNumber(significand: left + right, scale: scale)
        return sum.significand.magnitude < 1_000_000_000_000_000_000 ? sum : nil
    }

    /// Returns nil for more than 18 digits.
    private func significand(atScale places: Int) -> Int? {
        var significand = significand
        for _ in scale..<places {
            guard significand.magnitude < 100_000_000_000_000_000 else { return nil }
            significand *= 10
        }
        return significand
    }

    /// Returns the quotient, rounded half away from zero to at most 6 digits after the point, and to fewer if it would
    /// have more than 18 digits. Returns nil if the divisor is not positive.
    package func divided(by divisor: Int) -> DecimalNumber? {
        guard divisor > 0 else { return nil }
        for places in (0...6).reversed() {
            guard let quotient = quotient(by: divisor.magnitude, places: places) else { continue }
            return DecimalNumber(significand: significand < 0 ? -quotient : quotient, scale: places)
        }
        return nil
    }

    /// Returns the digits of the quotient's magnitude, or nil if they are too many.
    private func quotient(by divisor: UInt, places: Int) -> Int? {
        var (factor, divisor) = (UInt(1), divisor)
        for _ in min(scale, places)..<places { factor *= 10 }
        for _ in min(scale, places)..<scale {
            let (product, overflow) = divisor.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            divisor = product
        }
        let scaled = significand.magnitude.multipliedFullWidth(by: factor)
        guard scaled.high < divisor else { return nil }
        let (quotient, rest) = divisor.dividingFullWidth(scaled)
        let rounded = quotient + (rest >= divisor - rest ? 1 : 0)
        return rounded < 1_000_000_000_000_000_000 ? Int(rounded) : nil
    }

    /// The part before the point.
    package var wholePart: Int { (0..<scale).reduce(significand) { rest, _ in rest / 10 } }

    /// Returns the number rounded half away from zero to `places` digits after the point.
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
