package import KairanModel

extension ContentLines {
    /// Describes the time zone for calendars that do not know it. The description covers the moments between two years,
    /// and later ones as long as the clocks change every year as they do now.
    package mutating func timeZone(_ zone: SiteTimeZone, years: ClosedRange<Int>) {
        component("VTIMEZONE") { lines in
            lines.add("TZID", zone.identifier)
            let start = LocalDate(year: years.lowerBound, month: 1, day: 1).map { zone.dateTime(date: $0) }
            let end = LocalDate(year: years.upperBound, month: 12, day: 31).map { zone.dateTime(date: $0) }
            guard let start, let end else { return }
            lines.observance(from: start.offset, to: start.offset, at: start.basicLocalText)
            let changes = zone.offsetChanges(from: start.epochSeconds, until: end.epochSeconds)
            let later = zone.offsetChanges(
                from: end.epochSeconds, until: end.epochSeconds + SteadyChange.years * 31_557_600)
            for (index, change) in changes.enumerated() {
                let isLast = !changes[(index + 1)...].contains { $0.to == change.to }
                let rule = isLast ? SteadyChange([change] + later.filter { $0.to == change.to })?.rule : nil
                lines.observance(from: change.from, to: change.to, at: change.before.basicLocalText, rule)
            }
        }
    }

    private mutating func observance(from: Int, to: Int, at start: String, _ rule: String? = nil) {
        component(to > from ? "DAYLIGHT" : "STANDARD") { lines in
            lines.add("DTSTART", start)
            if let rule { lines.add("RRULE", rule) }
            lines.add("TZOFFSETFROM", offsetText(from))
            lines.add("TZOFFSETTO", offsetText(to))
        }
    }
}

/// A change of the clocks that occurs every year on the same weekday of a month, at the same time.
private struct SteadyChange {
    /// The number of years for which the change must be the same.
    static let years = 10

    let rule: String

    /// Returns nil if the changes of consecutive years differ.
    init?(_ changes: [OffsetChange]) {
        let moments = changes.map(\.before)
        guard let first = moments.first, moments.count > Self.years,
            zip(moments, moments.dropFirst()).allSatisfy({ $0.date.year + 1 == $1.date.year }),
            moments.allSatisfy({
                $0.time == first.time && $0.date.month == first.date.month && $0.date.weekday == first.date.weekday
            })
        else { return nil }
        let week: Int
        if moments.allSatisfy({ $0.date.day > LocalDate.dayCount(ofMonth: $0.date.month, year: $0.date.year) - 7 }) {
            week = -1
        } else {
            week = (first.date.day + 6) / 7
            guard moments.allSatisfy({ ($0.date.day + 6) / 7 == week }) else { return nil }
        }
        let day = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"][first.date.weekday]
        rule = "FREQ=YEARLY;BYMONTH=\(first.date.month);BYDAY=\(week)\(day)"
    }
}

extension OffsetChange {
    /// The moment as the clock showed it before the change.
    fileprivate var before: DateTime { SiteTimeZone.utc.dateTime(epochSeconds: epochSeconds + from) }
}

/// Returns an offset such as `+0900`. It has seconds only if they are not 0, as before time zones were limited to
/// minutes.
private func offsetText(_ offset: Int) -> String {
    let (hours, minutes, seconds) = (abs(offset) / 3600, abs(offset) / 60 % 60, abs(offset) % 60)
    return (offset < 0 ? "-" : "+") + padded(hours, 2) + padded(minutes, 2) + (seconds == 0 ? "" : padded(seconds, 2))
}
