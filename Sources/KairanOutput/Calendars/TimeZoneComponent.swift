internal import KairanModel

extension ContentLines {
    /// What a reader that does not know the time zone needs for the moments between two years.
    mutating func timeZone(_ zone: SiteTimeZone, years: ClosedRange<Int>) {
        component("VTIMEZONE") { lines in
            lines.add("TZID", zone.identifier)
            let start = LocalDate(year: years.lowerBound, month: 1, day: 1).map { zone.dateTime(date: $0) }
            let end = LocalDate(year: years.upperBound, month: 12, day: 31).map { zone.dateTime(date: $0) }
            guard let start, let end else { return }
            lines.observance(from: start.offset, to: start.offset, at: start.basicLocalText)
            for change in zone.offsetChanges(from: start.epochSeconds, until: end.epochSeconds) {
                // The moment as the clock showed it before.
                let before = SiteTimeZone.utc.dateTime(epochSeconds: change.epochSeconds + change.from)
                lines.observance(from: change.from, to: change.to, at: before.basicLocalText)
            }
        }
    }

    private mutating func observance(from: Int, to: Int, at start: String) {
        component(to > from ? "DAYLIGHT" : "STANDARD") { lines in
            lines.add("DTSTART", start)
            lines.add("TZOFFSETFROM", offsetText(from))
            lines.add("TZOFFSETTO", offsetText(to))
        }
    }
}

/// `+0900`; seconds only where there are some, as before time zones were kept to minutes.
private func offsetText(_ offset: Int) -> String {
    let (hours, minutes, seconds) = (abs(offset) / 3600, abs(offset) / 60 % 60, abs(offset) % 60)
    return (offset < 0 ? "-" : "+") + padded(hours, 2) + padded(minutes, 2) + (seconds == 0 ? "" : padded(seconds, 2))
}
