internal import KairanModel

/// The most bytes of a date. Without a limit, a hostile one with many spaces would take long to read.
private let longestMoment = 100

/// Returns the moment that a text names in one of the forms of feeds and APIs; nil for any other text.
///
/// - Parameter zone: The time zone for a text that names none.
func moment(_ text: String, in zone: SiteTimeZone) -> DateTime? {
    text.utf8.count > longestMoment ? nil : standardMoment(text, in: zone) ?? mailMoment(text, in: zone)
}

/// Reads RFC 3339 and what is near it, such as `2026-05-01 13:44:54.120 +0200`.
private func standardMoment(_ text: String, in zone: SiteTimeZone) -> DateTime? {
    guard
        let match = text.wholeMatch(
            of:
                /([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9]{2}:[0-9]{2}(?::[0-9]{2})?)(?:[.,][0-9]+)? ?(?:([Zz]|UTC|GMT)|([-+])([0-9]{2}):?([0-9]{2})?)?/
        ),
        let date = LocalDate(String(match.output.1)), let time = LocalTime(String(match.output.2))
    else { return nil }
    if match.output.3 != nil { return moved(date, time, offset: 0, to: zone) }
    guard let sign = match.output.4, let hours = match.output.5.flatMap({ Int($0) }) else {
        return zone.dateTime(date: date, time: time)
    }
    let minutes = match.output.6.flatMap { Int($0) } ?? 0
    return moved(date, time, offset: (sign == "-" ? -1 : 1) * (hours * 60 + minutes) * 60, to: zone)
}

/// Reads a date of RFC 822, as RSS has it, with the years of two digits and the zones of its time.
private func mailMoment(_ text: String, in site: SiteTimeZone) -> DateTime? {
    guard
        let match = text.wholeMatch(
            of:
                /(?:[A-Za-z]{3,9},? +)?([0-9]{1,2})[ -]+([A-Za-z]{3,9})[ -]+([0-9]{2,4}) +([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(?: +(.+))?/
        ),
        let day = Int(match.output.1), let year = Int(match.output.3), let hour = Int(match.output.4),
        let minute = Int(match.output.5),
        let month = months.firstIndex(of: match.output.2.prefix(3).lowercased()),
        let date = LocalDate(
            year: year < 50 ? year + 2000 : year < 100 ? year + 1900 : year, month: month + 1, day: day),
        let time = LocalTime(hour: hour, minute: minute, second: min(59, match.output.6.flatMap { Int($0) } ?? 0)),
        let offset = offset(match.output.7.map(String.init) ?? "GMT")
    else { return nil }
    return moved(date, time, offset: offset, to: site)
}

private func moved(_ date: LocalDate, _ time: LocalTime, offset: Int, to zone: SiteTimeZone) -> DateTime {
    zone.dateTime(epochSeconds: DateTime(date: date, time: time, offset: offset).epochSeconds)
}

private let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

/// Returns the offset of a zone in seconds (RFC 822, 5.1).
private func offset(_ zone: String) -> Int? {
    let zone = zone.replacing(#/ *\(.*\)$/#, with: "").trimmingSpaces().uppercased()
    if let match = zone.wholeMatch(of: /(?:GMT|UTC)?([-+])([0-9]{1,2}):?([0-9]{2})/) {
        guard let hours = Int(match.output.2), let minutes = Int(match.output.3) else { return nil }
        return (match.output.1 == "-" ? -1 : 1) * (hours * 60 + minutes) * 60
    }
    let hours = [
        "GMT": 0, "UT": 0, "UTC": 0, "Z": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6,
        "PST": -8,
        "PDT": -7, "CET": 1, "CEST": 2, "JST": 9,
    ]
    return hours[zone].map { $0 * 3600 }
}
