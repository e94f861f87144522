package import KairanModel

/// Fills in a pattern of Unicode TR 35: `yyyy MM M dd d HH H mm ss SSS EEE EEEE YYYY ww`. Text in single quotes stays as
/// it is. Names of a locale's own patterns, such as `long`, stand for these.
package func formatDate(_ date: LocalDate?, _ time: LocalTime?, pattern: String, language: String) -> String {
    let pattern =
        DatePattern.isName(pattern) ? LocaleData.shown(language).pattern(pattern, isTime: date == nil) : pattern
    let scalars = Array(pattern.unicodeScalars)
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
        let scalar = scalars[index]
        if scalar == "'" {
            let isDoubled = index + 1 < scalars.count && scalars[index + 1] == "'"
            index += 1
            // Two quotes are one, outside a quoted part and in it.
            if isDoubled { result.append("'") }
            index += isDoubled ? 1 : 0
            while !isDoubled, index < scalars.count {
                let next = scalars[index]
                let isQuote = next == "'" && index + 1 < scalars.count && scalars[index + 1] == "'"
                index += isQuote ? 2 : 1
                guard next != "'" || isQuote else { break }
                result.append(next)
            }
            continue
        }
        guard DatePattern.letters.contains(scalar) else {
            result.append(scalar)
            index += 1
            continue
        }
        let count = scalars[index...].prefix { $0 == scalar }.count
        let names = DateNames(language: language, pattern: pattern)
        result += dateField(scalar, count, date, time, names).unicodeScalars
        index += count
    }
    return String(result)
}

private func dateField(
    _ letter: Unicode.Scalar, _ count: Int, _ date: LocalDate?, _ time: LocalTime?, _ names: DateNames
) -> String {
    switch letter {
    case "y": date.map { count == 2 ? padded($0.year % 100, 2) : padded($0.year, count) } ?? ""
    case "M", "L":
        date.map { count >= 3 ? names.names(letter, isLong: count > 3)[$0.month - 1] : padded($0.month, count) } ?? ""
    case "d": date.map { padded($0.day, count) } ?? ""
    case "Y": date.map { count == 2 ? padded($0.isoWeek.year % 100, 2) : padded($0.isoWeek.year, count) } ?? ""
    case "w": date.map { padded($0.isoWeek.week, count) } ?? ""
    case "E", "c": date.map { names.names(letter, isLong: count > 3)[$0.weekday] } ?? ""
    case "H": time.map { padded($0.hour, count) } ?? ""
    case "h": time.map { padded(($0.hour + 11) % 12 + 1, count) } ?? ""
    case "m": time.map { padded($0.minute, count) } ?? ""
    case "s": time.map { padded($0.second, count) } ?? ""
    // Times are whole seconds, so each digit of their fractions is a zero.
    case "S": time.map { _ in String(repeating: "0", count: count) } ?? ""
    default: time.map { LocaleData.shown(names.language).halvesOfDay[$0.hour / 12] } ?? ""
    }
}

/// The names of months and weekdays in a pattern. A language may have another form for a month without its day: Russian
/// has `1 апреля 2026`, but `апрель 2026`. The letters `L` and `c` always ask for the form that stands alone.
package struct DateNames {
    let language: String
    let pattern: String

    package init(language: String, pattern: String) { (self.language, self.pattern) = (language, pattern) }

    /// Returns all names that a letter stands for: of months, or of weekdays from Sunday on.
    package func names(_ letter: Unicode.Scalar, isLong: Bool) -> [String] {
        let data = LocaleData.shown(language)
        let names = letter == "M" || letter == "L" ? data.months : data.weekdays
        return names.all(isLong: isLong, isAlone: letter == "L" || letter == "c" || !DatePattern.showsDay(pattern))
    }
}

/// Returns the name of a weekday that stands alone, where 0 is Sunday.
package func weekdayName(_ weekday: Int, isLong: Bool, _ language: String) -> String {
    LocaleData.shown(language).weekdays.all(isLong: isLong, isAlone: true)[weekday]
}
