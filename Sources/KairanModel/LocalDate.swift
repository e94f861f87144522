/// A day of the proleptic Gregorian calendar, without a time zone (ISO 8601 `yyyy-MM-dd`).
package struct LocalDate: Hashable, Sendable {
    package let year: Int
    package let month: Int
    package let day: Int

    /// The result is nil if there is no such day, such as 31 February.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
        guard day >= 1, day <= LocalDate.dayCount(ofMonth: month, year: year) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Makes a day from the number of days since 1970-01-01. The algorithm is from H. Hinnant, "chrono-compatible
    /// low-level date algorithms".
    package init(daysSinceEpoch: Int) {
        let shifted = daysSinceEpoch + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    package var daysSinceEpoch: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The day of the week; 0 is Sunday.
    package var weekday: Int { ((daysSinceEpoch + 4) % 7 + 7) % 7 }

    /// The week of ISO 8601, which begins on a Monday, and the year to which it belongs: that of its Thursday.
    package var isoWeek: (year: Int, week: Int) {
        let thursday = adding(days: 3 - (weekday + 6) % 7)
        let before = (1..<thursday.month).reduce(0) { $0 + Self.dayCount(ofMonth: $1, year: thursday.year) }
        return (thursday.year, (before + thursday.day - 1) / 7 + 1)
    }

    package func adding(days: Int) -> LocalDate { LocalDate(daysSinceEpoch: daysSinceEpoch + days) }

    package static func dayCount(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension LocalDate: Comparable {
    package static func < (left: LocalDate, right: LocalDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension LocalDate: CustomStringConvertible {
    /// Reads `yyyy-MM-dd`, the only form that content may use.
    package init?(_ text: String) {
        self.init(utf8: text.utf8.span)
    }

    init?(utf8 text: Span<UInt8>) {
        guard text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            let year = digits(text.extracting(..<4)), let month = digits(text.extracting(5..<7)),
            let day = digits(text.extracting(8...))
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    package var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
}

/// A time of day to the second (ISO 8601 `HH:mm` or `HH:mm:ss`).
package struct LocalTime: Hashable, Sendable {
    package let secondsSinceMidnight: Int

    package var hour: Int { secondsSinceMidnight / 3600 }
    package var minute: Int { secondsSinceMidnight / 60 % 60 }
    package var second: Int { secondsSinceMidnight % 60 }

    package init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        secondsSinceMidnight = hour * 3600 + minute * 60 + second
    }

    package static let midnight = LocalTime(secondsSinceMidnight: 0)

    package init(secondsSinceMidnight: Int) { self.secondsSinceMidnight = secondsSinceMidnight }
}

extension LocalTime: Comparable {
    package static func < (left: LocalTime, right: LocalTime) -> Bool {
        left.secondsSinceMidnight < right.secondsSinceMidnight
    }
}

extension LocalTime: CustomStringConvertible {
    package init?(_ text: String) {
        self.init(utf8: text.utf8.span)
    }

    init?(utf8 text: Span<UInt8>) {
        guard text.count == 5 || text.count == 8 && text[5] == UInt8(ascii: ":"),
            text[2] == UInt8(ascii: ":"), let hour = digits(text.extracting(..<2)),
            let minute = digits(text.extracting(3..<5)), let second = digits(text.extracting(min(6, text.count)...))
        else { return nil }
        self.init(hour: hour, minute: minute, second: second)
    }

    /// The time as `HH:mm`, with `:ss` only if there are seconds.
    package var description: String {
        let short = "\(padded(hour, 2)):\(padded(minute, 2))"
        return second == 0 ? short : "\(short):\(padded(second, 2))"
    }
}

func digits(_ bytes: Span<UInt8>) -> Int? {
    var number = 0
    for index in bytes.indices {
        let byte = bytes[index]
        guard isASCIIDigit(byte), number < 1_000_000_000 else { return nil }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
}

/// Returns `number` with zeros before it up to `width` digits.
package func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
}
