package import KairanModel

// Days and times as people and other programs write them, for advice on what to write instead.

extension LocalDate {
    /// Returns the days that a text may mean, the one that it begins with the day of first: `12/10/2026` may be two.
    package static func meant(by text: some StringProtocol) -> [LocalDate] {
        if let match = String(text).wholeMatch(of: /(\d{4})[\-\/.](\d{1,2})[\-\/.](\d{1,2})/.asciiOnlyDigits()) {
            return [date(match.1, match.2, match.3)].compactMap(\.self)
        }
        guard let match = String(text).wholeMatch(of: /(\d{1,2})([\-\/.])(\d{1,2})\2(\d{4})/.asciiOnlyDigits()) else {
            return []
        }
        let dates = [date(match.4, match.3, match.1), date(match.4, match.1, match.3)].compactMap(\.self)
        return dates.first == dates.last ? Array(dates.prefix(1)) : dates
    }

    private static func date(_ year: Substring, _ month: Substring, _ day: Substring) -> LocalDate? {
        guard let year = Int(year), let month = Int(month), let day = Int(day), year > 0 else { return nil }
        return LocalDate(year: year, month: month, day: day)
    }
}

extension LocalTime {
    /// Returns the time that a text means, such as `8:10`, `8:10 pm`, `8h10` or `8 Uhr`.
    static func meant(by text: some StringProtocol) -> LocalTime? {
        let form = /(\d{1,2})(?:[:.h](\d{2})(?::(\d{2}))?)? ?(a\.?m\.?|p\.?m\.?|uhr|h)?/.asciiOnlyDigits()
        guard let match = text.lowercased().wholeMatch(of: form), match.2 != nil || match.4 != nil,
            var hour = Int(match.1)
        else { return nil }
        if let half = match.4?.first, half == "a" || half == "p" {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half == "p" ? 12 : 0)
        }
        func number(_ digits: Substring?) -> Int { digits.flatMap { Int($0) } ?? 0 }
        return LocalTime(hour: hour, minute: number(match.2), second: number(match.3))
    }
}

/// Returns help with what a text means; nil if nobody can tell.
///
/// - Parameter meant: What it may mean. If that is two days, the first is meant if the text begins with its day.
package func helpToWrite(_ meant: [String], for text: String) -> Help? {
    switch meant.count {
    case 1: .write("write \(meant[0])", meant[0], for: text)
    case 2: "write \(meant[0]) if the day comes first, or \(meant[1]) if the month does"
    default: nil
    }
}

extension ValueReader {
    /// Returns help with a day that is written in another form, or that is in no calendar.
    ///
    /// - Parameter needsTime: True if a day alone would not do.
    func dayHelp(_ text: String, _ field: FieldDeclaration, needsTime: Bool = false) -> Help? {
        let day = text.prefix { $0 != "T" && $0 != " " }
        let rest = text.dropFirst(day.count + 1)
        let days = LocalDate.meant(by: day)
        if days.isEmpty {
            let form = /(?!0000)\d{4}([\-\/.])\d{1,2}\1\d{1,2}|\d{1,2}([\-\/.])\d{1,2}\2\d{4}/.asciiOnlyDigits()
            return day.wholeMatch(of: form) == nil ? nil : "there is no such day in the calendar"
        }
        if isTable { return nil }
        if field.type == .date, !rest.isEmpty {
            return days.count > 1 || day == days[0].description ? nil : "write \(days[0])"
        }
        if rest.isEmpty { return needsTime ? nil : helpToWrite(days.map(\.description), for: text) }
        guard let time = LocalTime(String(rest)) ?? LocalTime.meant(by: rest) else { return nil }
        return helpToWrite(days.map { "\($0)T\(time)" }, for: text)
    }

    /// Returns help with a time that is written in another form.
    func timeHelp(_ text: String) -> Help? {
        if isTable { return nil }
        if text.hasPrefix("24:") { return "a day ends at 00:00 of the next one" }
        guard let time = LocalTime.meant(by: text) else { return nil }
        // With a point, a number of hours may be meant.
        return Help("write \(time)", .write(time.description, for: text, isCertain: !text.contains(".")))
    }
}
