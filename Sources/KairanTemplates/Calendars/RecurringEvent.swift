internal import KairanModel

// A schedule becomes one event with an RRULE if one rule names its days, and otherwise one event for each day. RFC 5545
// also has lists of days (RDATE), but widespread calendars leave them out when they import a file.
extension CalendarWriter {
    /// - Parameter minutes: The length of the event; nil if it has no time or takes none.
    func happenings(
        on schedule: Schedule, within window: Window?, _ time: LocalTime?, _ minutes: Int?
    ) -> [CalendarEvent] {
        let schedule = schedule.within(window, listed)
        let isOfDates = schedule.rules.allSatisfy { if case .dates = $0 { true } else { false } }
        if !isOfDates, let lines = schedule.lines, lines.contains(where: { $0.hasPrefix("RRULE:") }) {
            return [recurring(lines, time, minutes)]
        }
        guard let listed else { return [] }
        let range = listed.lowerBound.daysSinceEpoch..<listed.upperBound.daysSinceEpoch + 1
        return schedule.days(in: range).map { day in
            let date = LocalDate(daysSinceEpoch: day)
            var happening = time.map { at(zone.dateTime(date: date, time: $0), minutes: minutes) } ?? on(date)
            happening.suffix = ".\(date.basicText)"
            return happening
        }
    }

    /// - Parameter lines: The content lines for events of whole days.
    private func recurring(_ lines: [String], _ time: LocalTime?, _ minutes: Int?) -> CalendarEvent {
        let parts = lines.compactMap { line in
            line.firstIndex(of: ":").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
        }
        guard let time else { return CalendarEvent(lines: parts, isTransparent: true) }
        let timed = parts.map { name, value -> (String, String) in
            if name == "RRULE" { return (name, withTime(until: value, time)) }
            let property = name.prefix { $0 != ";" }
            let values = value.split(separator: ",").map { "\($0)T\(time.basicText)" }.joined(separator: ",")
            return zone.identifier == "UTC"
                ? (String(property), values.replacing(",", with: "Z,") + "Z")
                : ("\(property);TZID=\(zone.identifier)", values)
        }
        let first = parts.first { $0.0.hasPrefix("DTSTART") }.flatMap { Int($0.1.prefix(4)) } ?? 1970
        return CalendarEvent(
            lines: timed + duration(minutes), years: first...max(first, (listed?.upperBound.year ?? first)) + 1)
    }

    /// Adds the time to UNTIL. With a time zone, UNTIL is a moment in UTC (RFC 5545, section 3.3.10).
    private func withTime(until rule: String, _ time: LocalTime) -> String {
        rule.split(separator: ";").map { part in
            guard part.hasPrefix("UNTIL="), let date = LocalDate(basic: part.dropFirst(6)) else { return String(part) }
            return "UNTIL=" + zone.dateTime(date: date, time: time).basicUTCText
        }.joined(separator: ";")
    }
}

extension Schedule {
    /// Limits the schedule to a window. A schedule without a start begins with the listed days, because no calendar
    /// needs earlier years.
    fileprivate func within(_ window: Window?, _ listed: ClosedRange<LocalDate>?) -> Schedule {
        var schedule = self
        schedule.from = [from, window?.from?.date].compactMap(\.self).max() ?? listed?.lowerBound
        let last = window?.lastDay ?? window?.until.map { $0.time == .midnight ? $0.date.adding(days: -1) : $0.date }
        schedule.until = [until, last].compactMap(\.self).min()
        return schedule
    }
}

extension LocalDate {
    fileprivate init?(basic text: Substring) {
        guard text.count >= 8, let number = Int(text.prefix(8)) else { return nil }
        self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }
}
