package import KairanModel

/// Fills in a pattern of Unicode TR 35: `yyyy MM M dd d HH H mm ss SSS EEE EEEE YYYY ww`. Text in single quotes stays as
/// it is.
package func formatDate(_ date: LocalDate?, _ time: LocalTime?, pattern: String, language: String) -> String {
    let scalars = Array(pattern.unicodeScalars)
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
        let scalar = scalars[index]
        if scalar == "'" {
            let end = scalars[(index + 1)...].firstIndex(of: "'") ?? scalars.count
            result += end == index + 1 ? ["'"] : scalars[(index + 1)..<end]
            index = end + 1
            continue
        }
        guard DatePattern.letters.contains(scalar) else {
            result.append(scalar)
            index += 1
            continue
        }
        let count = scalars[index...].prefix { $0 == scalar }.count
        result += dateField(scalar, count, date, time, language).unicodeScalars
        index += count
    }
    return String(result)
}

private func dateField(
    _ letter: Unicode.Scalar, _ count: Int, _ date: LocalDate?, _ time: LocalTime?, _ language: String
) -> String {
    switch letter {
    case "y": date.map { count == 2 ? padded($0.year % 100, 2) : padded($0.year, count) } ?? ""
    case "M": date.map { count >= 3 ? monthName($0.month, isLong: count > 3, language) : padded($0.month, count) } ?? ""
    case "d": date.map { padded($0.day, count) } ?? ""
    case "Y": date.map { count == 2 ? padded($0.isoWeek.year % 100, 2) : padded($0.isoWeek.year, count) } ?? ""
    case "w": date.map { padded($0.isoWeek.week, count) } ?? ""
    case "E": date.map { weekdayName($0.weekday, isLong: count > 3, language) } ?? ""
    case "H": time.map { padded($0.hour, count) } ?? ""
    case "h": time.map { padded(($0.hour + 11) % 12 + 1, count) } ?? ""
    case "m": time.map { padded($0.minute, count) } ?? ""
    case "s": time.map { padded($0.second, count) } ?? ""
    // Times are whole seconds, so each digit of their fractions is a zero.
    case "S": time.map { _ in String(repeating: "0", count: count) } ?? ""
    default: time.map { dayPeriod($0.hour, language) } ?? ""
    }
}

// Names come from these tables and not from the machine's locale data, so that every machine writes the same bytes.

package func weekdayName(_ weekday: Int, isLong: Bool, _ language: String) -> String {
    switch language.prefix(2) {
    case "ja": Array("日月火水木金土").map(String.init)[weekday] + (isLong ? "曜日" : "")
    case "ko": Array("일월화수목금토").map(String.init)[weekday] + (isLong ? "요일" : "")
    default:
        isLong
            ? ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"][weekday]
            : ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][weekday]
    }
}

package func monthName(_ month: Int, isLong: Bool, _ language: String) -> String {
    switch language.prefix(2) {
    case "ja": return "\(month)月"
    case "ko": return "\(month)월"
    default:
        let names = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        return isLong ? names[month - 1] : String(names[month - 1].prefix(3))
    }
}

private func dayPeriod(_ hour: Int, _ language: String) -> String {
    switch language.prefix(2) {
    case "ja": hour < 12 ? "午前" : "午後"
    case "ko": hour < 12 ? "오전" : "오후"
    default: hour < 12 ? "AM" : "PM"
    }
}
