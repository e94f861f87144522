/// A day of every year, such as 22 November. 29 February is a day of leap years only.
package struct MonthDay: Hashable, Sendable {
    package let month: Int
    package let day: Int

    /// The result is nil if no year has such a day.
    package init?(month: Int, day: Int) {
        // A leap year has every day that any year has.
        guard LocalDate(year: 2000, month: month, day: day) != nil else { return nil }
        (self.month, self.day) = (month, day)
    }
}

extension MonthDay: Comparable {
    package static func < (left: MonthDay, right: MonthDay) -> Bool {
        (left.month, left.day) < (right.month, right.day)
    }
}

extension MonthDay: CustomStringConvertible {
    /// Reads `MM-dd`, the only form that content may use.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: "-"), let month = digits(bytes.span.extracting(..<2)),
            let day = digits(bytes.span.extracting(3...))
        else { return nil }
        self.init(month: month, day: day)
    }

    package var description: String { "\(padded(month, 2))-\(padded(day, 2))" }
}
