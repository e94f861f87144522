internal import KairanContent
internal import KairanModel

extension OutputPlan {
    func renderCalendar(
        _ job: OutputJob, _ calendar: CalendarTemplate, _ recorder: ReadRecorder?, _ diagnostics: inout [Diagnostic]
    ) -> [UInt8] {
        let evaluator = evaluator(job, .absolute, recorder)
        let frames = evaluator.frames(of: job)
        var writer = CalendarWriter(calendar: calendar, evaluator: evaluator, frames: frames)
        for entry in evaluator.elements(calendar.query, frames) { writer.add(entry, &diagnostics) }
        return writer.file(at: site.address(ofOutput: job.path, .absolute))
    }
}

/// Writes the events of one file, and around them what they need.
private struct CalendarWriter {
    let calendar: CalendarTemplate
    let evaluator: Evaluator
    let frames: Frames
    private let listed: ClosedRange<LocalDate>?
    private var events = ContentLines()
    /// Of all moments that are written in the site's time zone.
    private var years: ClosedRange<Int>?

    private var site: Site { evaluator.site }
    private var zone: SiteTimeZone { site.settings.timeZone }

    init(calendar: CalendarTemplate, evaluator: Evaluator, frames: Frames) {
        (self.calendar, self.evaluator, self.frames) = (calendar, evaluator, frames)
        listed = evaluator.days(calendar.range, frames)
    }

    func file(at address: String) -> [UInt8] {
        var lines = ContentLines()
        lines.component("VCALENDAR") { lines in
            lines.add("VERSION", "2.0")
            lines.add("PRODID", "-//Kairan//Kairan//EN")
            lines.add("CALSCALE", "GREGORIAN")
            let title = evaluator.text(calendar.title, frames) ?? evaluator.locale.title
            lines.add("NAME", text: title)
            // What calendars read that do not know RFC 7986.
            lines.add("X-WR-CALNAME", text: title)
            if let description = calendar.description.flatMap({ evaluator.text($0, frames) }) {
                lines.add("DESCRIPTION", text: description)
                lines.add("X-WR-CALDESC", text: description)
            }
            lines.add("SOURCE;VALUE=URI", address)
            lines.add("REFRESH-INTERVAL;VALUE=DURATION", "P1D")
            if let years, zone.identifier != "UTC" { lines.timeZone(zone, years: years) }
            lines.add(contentsOf: events)
        }
        return lines.bytes
    }

    mutating func add(_ entry: Value, _ diagnostics: inout [Diagnostic]) {
        guard case .entry(let reference) = entry else { return }
        let inner = frames.entering(entry)
        var details = ContentLines()
        let event = calendar.event
        details.add("SUMMARY", text: text(event.title, inner, &diagnostics))
        for (name, shape) in [("DESCRIPTION", event.description), ("LOCATION", event.location)] {
            let text = shape.map { self.text($0, inner, &diagnostics) } ?? ""
            if !text.isEmpty { details.add(name, text: text) }
        }
        let url = event.url.map { text($0, inner, &diagnostics) } ?? ""
        if !url.isEmpty { details.add("URL", url) }
        if let categories = event.categories.map({ evaluator.value($0, inner, &diagnostics) }) {
            let values = if case .list(let values) = categories { values } else { [categories] }
            details.add("CATEGORIES", texts: values.filter { !$0.isMissing }.map(evaluator.plainText))
        }
        let name = "\(site.content[reference].id).\(site.collectionName(of: reference))"
        for happening in happenings(inner) { write(happening, named: name, details) }
    }

    private func text(_ shape: Shape, _ frames: Frames, _ diagnostics: inout [Diagnostic]) -> String {
        evaluator.plainText(evaluator.value(shape, frames, &diagnostics))
    }

    private mutating func write(_ happening: Happening, named name: String, _ details: ContentLines) {
        let host = site.settings.host
        events.component("VEVENT") { lines in
            lines.add("UID", "\(name)\(happening.suffix)@\(host)")
            // When an event was last changed is not known, and no output says when it was made.
            lines.add("DTSTAMP", "19700101T000000Z")
            for (property, value) in happening.lines { lines.add(property, value) }
            lines.add(contentsOf: details)
            if happening.isAllDay { lines.add("TRANSP", "TRANSPARENT") }
        }
        if let span = happening.years {
            years = years.map { min($0.lowerBound, span.lowerBound)...max($0.upperBound, span.upperBound) } ?? span
        }
    }
}

/// One event: a single one, or all that one rule names.
private struct Happening {
    /// What tells its identifier from that of others of its entry.
    var suffix = ""
    var lines: [(String, String)]
    var isAllDay = false
    /// Of what is written in the site's time zone.
    var years: ClosedRange<Int>?
}

extension CalendarWriter {
    private func happenings(_ frames: Frames) -> [Happening] {
        let window: Window? =
            if case .window(let window)? = calendar.event.within.map({ evaluator.value($0, frames) }) { window } else {
                nil
            }
        let time: LocalTime? =
            if case .time(let time)? = calendar.event.time.map({ evaluator.value($0, frames) }) { time } else { nil }
        switch evaluator.value(calendar.event.on, frames) {
        case .dateTime(let moment): return window?.phase(at: moment) ?? .now == .now ? [at(moment, frames)] : []
        case .date(let date):
            return window.map { evaluator.isOpen($0, date, date) } ?? true ? [on(date, time, frames)] : []
        case .window(let window): return during(window).map { [$0] } ?? []
        case .schedule(let schedule): return happenings(of: schedule.within(window, listed), time, frames)
        default: return []
        }
    }

    private func at(_ moment: DateTime, _ frames: Frames) -> Happening {
        let local = zone.dateTime(epochSeconds: moment.epochSeconds)
        return Happening(
            lines: [start(local)] + length(frames), years: local.date.year...(local.date.year + 1))
    }

    private func start(_ moment: DateTime) -> (String, String) {
        zone.identifier == "UTC"
            ? ("DTSTART", moment.basicUTCText) : ("DTSTART;TZID=\(zone.identifier)", moment.basicLocalText)
    }

    /// How long an event lasts that starts at a moment; without an end it takes no time.
    private func length(_ frames: Frames) -> [(String, String)] {
        if case .dateTime(let end)? = calendar.event.end.map({ evaluator.value($0, frames) }) {
            let end = zone.dateTime(epochSeconds: end.epochSeconds)
            return [
                zone.identifier == "UTC"
                    ? ("DTEND", end.basicUTCText) : ("DTEND;TZID=\(zone.identifier)", end.basicLocalText)
            ]
        }
        if case .integer(let minutes)? = calendar.event.minutes.map({ evaluator.value($0, frames) }), minutes > 0 {
            return [("DURATION", "PT\(minutes)M")]
        }
        return []
    }

    private func on(_ date: LocalDate, _ time: LocalTime?, _ frames: Frames) -> Happening {
        if let time { return at(zone.dateTime(date: date, time: time), frames) }
        return Happening(lines: [("DTSTART;VALUE=DATE", date.basicText)], isAllDay: true)
    }

    /// From the first day to the last; nil for a window without a start, which is no event.
    private func during(_ window: Window) -> Happening? {
        guard let from = window.from else { return nil }
        var lines = [("DTSTART;VALUE=DATE", from.date.basicText)]
        if let until = window.until {
            // The day after the last (RFC 5545, section 3.6.1).
            let end = until.time == .midnight ? until.date : until.date.adding(days: 1)
            lines.append(("DTEND;VALUE=DATE", end.basicText))
        }
        return Happening(lines: lines, isAllDay: true)
    }

    private func happenings(of schedule: Schedule, _ time: LocalTime?, _ frames: Frames) -> [Happening] {
        let isOfDates = schedule.rules.allSatisfy { if case .dates = $0 { true } else { false } }
        if !isOfDates, let lines = schedule.lines, let rule = lines.first(where: { $0.hasPrefix("RRULE:") }),
            // A rule that counts its days cannot begin later than it does.
            !rule.contains(";COUNT=")
        {
            return [recurring(lines, time, frames)]
        }
        // Most calendars do not read lists of days, so each is an event.
        guard let listed else { return [] }
        let range = listed.lowerBound.daysSinceEpoch..<listed.upperBound.daysSinceEpoch + 1
        return schedule.days(in: range).map { day in
            let date = LocalDate(daysSinceEpoch: day)
            var happening = on(date, time, frames)
            happening.suffix = ".\(date.basicText)"
            return happening
        }
    }

    /// - Parameter lines: Of whole days.
    private func recurring(_ lines: [String], _ time: LocalTime?, _ frames: Frames) -> Happening {
        let parts = lines.compactMap { line in
            line.firstIndex(of: ":").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
        }
        guard let time else { return Happening(lines: parts, isAllDay: true) }
        let timed = parts.map { name, value -> (String, String) in
            if name == "RRULE" { return (name, withTime(until: value, time)) }
            let property = name.prefix { $0 != ";" }
            let values = value.split(separator: ",").map { "\($0)T\(time.basicText)" }.joined(separator: ",")
            return zone.identifier == "UTC"
                ? (String(property), values.replacing(",", with: "Z,") + "Z")
                : ("\(property);TZID=\(zone.identifier)", values)
        }
        let first = parts.first { $0.0.hasPrefix("DTSTART") }.flatMap { Int($0.1.prefix(4)) } ?? 1970
        return Happening(
            lines: timed + length(frames), years: first...max(first, (listed?.upperBound.year ?? first)) + 1)
    }

    /// With a time zone an UNTIL is a moment in UTC (RFC 5545, section 3.3.10).
    private func withTime(until rule: String, _ time: LocalTime) -> String {
        rule.split(separator: ";").map { part in
            guard part.hasPrefix("UNTIL="), let date = LocalDate(basic: part.dropFirst(6)) else { return String(part) }
            return "UNTIL=" + zone.dateTime(date: date, time: time).basicUTCText
        }.joined(separator: ";")
    }
}

extension Schedule {
    /// Not outside a window, and begun when the listed days begin if it has always been: no calendar needs the years before.
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
