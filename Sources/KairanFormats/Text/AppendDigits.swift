package import KairanModel

extension [UInt8] {
    /// Appends at least `width` digits, after a minus sign for a negative number.
    package mutating func appendDigits(of number: Int, width: Int = 1) {
        if number < 0 { append(UInt8(ascii: "-")) }
        let start = count
        var rest = number.magnitude
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0 || count - start < width
        // A slice that is reversed would be copied.
        var (first, last) = (start, count - 1)
        while first < last {
            swapAt(first, last)
            (first, last) = (first + 1, last - 1)
        }
    }

    package mutating func append(_ number: DecimalNumber) {
        appendDigits(of: number.significand, width: number.scale + 1)
        if number.scale > 0 { insert(UInt8(ascii: "."), at: count - number.scale) }
    }

    package mutating func append(_ date: LocalDate) {
        appendDigits(of: date.year, width: 4)
        append(UInt8(ascii: "-"))
        appendDigits(of: date.month, width: 2)
        append(UInt8(ascii: "-"))
        appendDigits(of: date.day, width: 2)
    }
}
