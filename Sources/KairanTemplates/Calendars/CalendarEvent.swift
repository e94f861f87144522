internal import KairanContent
internal import KairanModel
internal import KairanQueries

/// An event of a calendar: a single one, or all that one rule names.
struct CalendarEvent {
    /// The end of its identifier, which differs between the events of one entry.
    var suffix = ""
    var lines: [(String, String)]
    /// This is true if calendars show the time as free, as for a whole day or an open window.
    var isTransparent = false
    /// The years of the moments that are written in the site's time zone.
    var years: ClosedRange<Int>?
}

extension CalendarEvent {
    /// Ends whole days. The end in a calendar is the day after the last one (RFC 5545, section 3.6.1).
    fileprivate mutating func end(after last: LocalDate) {
        lines.append(("DTEND;VALUE=DATE", last.adding(days: 1).basicText))
    }
}

extension CalendarWriter {
    mutating func happenings(
        of entry: EntryReference, _ event: EventShape, _ frames: Frames
    ) -> [CalendarEvent] {
        let window: Window? =
            if case .window(let window)? = event.within.map({ evaluator.value($0, frames) }) { window } else { nil }
        let time: LocalTime? =
            if case .time(let time)? = event.time.map({ evaluator.value($0, frames) }) { time } else { nil }
        let value = evaluator.value(event.on, frames)
        if case .dateTime(let moment) = value {
            guard window?.phase(at: moment) ?? .now == .now else { return [] }
            return [once(from: moment, event, entry, frames)]
        }
        if case .date(let date) = value {
            guard window.map({ evaluator.isOpen($0, date, date) }) ?? true else { return [] }
            guard let time else { return [on(date, event, entry, frames)] }
            return [once(from: zone.dateTime(date: date, time: time), event, entry, frames)]
        }
        if case .window(let window) = value { return during(window).map { [$0] } ?? [] }
        guard case .schedule(let schedule) = value else { return [] }
        let minutes = if let time { self.minutes(event, from: time, entry, frames) } else { Int?.none }
        return happenings(on: evaluator.whole(schedule), within: window, time, minutes)
    }

    /// Returns an event of one whole day, or of all until the last.
    private mutating func on(
        _ date: LocalDate, _ event: EventShape, _ entry: EntryReference, _ frames: Frames
    ) -> CalendarEvent {
        var happening = on(date)
        guard let path = event.end, case .date(let last) = evaluator.value(path, frames) else { return happening }
        if last < date {
            report("would end before it starts", entry, path, frames, help: "it starts on \(date): write a later day")
        }
        happening.end(after: last)
        return happening
    }

    private mutating func once(
        from start: DateTime, _ event: EventShape, _ entry: EntryReference, _ frames: Frames
    ) -> CalendarEvent {
        guard let path = event.end, let end = end(path, from: start, frames) else {
            return at(start, minutes: minutes(event, from: start.time, entry, frames))
        }
        if end < start {
            report(
                "would end before it starts", entry, path, frames, help: "it starts at \(start): write a later end")
        }
        return at(start, until: end)
    }

    private func end(_ path: Path, from start: DateTime, _ frames: Frames) -> DateTime? {
        let value = evaluator.value(path, frames)
        if case .dateTime(let moment) = value { return moment }
        guard case .time(let time) = value else { return nil }
        return zone.dateTime(date: start.date.adding(days: time > start.time ? 0 : 1), time: time)
    }

    /// Returns nil if the event takes no time.
    private mutating func minutes(
        _ event: EventShape, from start: LocalTime, _ entry: EntryReference, _ frames: Frames
    ) -> Int? {
        if let path = event.end, case .time(let end) = evaluator.value(path, frames) {
            let minutes = (end.hour - start.hour) * 60 + end.minute - start.minute
            return minutes > 0 ? minutes : minutes + 24 * 60
        }
        let path: Path
        switch event.length {
        case nil: return nil
        case .always(let duration): return duration.minutes > 0 ? duration.minutes : nil
        case .path(let named): path = named
        }
        guard let minutes = evaluator.value(path, frames).minutes else { return nil }
        if minutes < 0 {
            report(
                "cannot take \(minutes) minutes", entry, path, frames, help: "write how long it takes, or leave it out")
        }
        return minutes > 0 ? minutes : nil
    }

    private mutating func report(
        _ message: String, _ entry: EntryReference, _ path: Path, _ frames: Frames, help: String
    ) {
        let site = evaluator.site
        diagnostics.append(
            Diagnostic(
                .error, .calendarLength,
                "'\(site.id(of: entry))' of \(site.collectionName(of: entry)) \(message)",
                at: evaluator.place(of: path, frames) ?? site.content[entry].span, help: help))
    }

    func on(_ date: LocalDate) -> CalendarEvent {
        CalendarEvent(lines: [("DTSTART;VALUE=DATE", date.basicText)], isTransparent: true)
    }

    func at(_ start: DateTime, until end: DateTime? = nil, minutes: Int? = nil) -> CalendarEvent {
        // An end must be later than its start. Without an end, an event takes no time (RFC 5545, section 3.6.1).
        let end = end.flatMap { $0 > start ? $0 : nil }
        return CalendarEvent(
            lines: [line("DTSTART", start)] + (end.map { [line("DTEND", $0)] } ?? duration(minutes)),
            years: start.date.year...((end ?? start).date.year + 1))
    }

    func duration(_ minutes: Int?) -> [(String, String)] { minutes.map { [("DURATION", "PT\($0)M")] } ?? [] }

    /// Returns an event of whole days if the window starts and ends at midnight. Returns nil for a window without a
    /// start, because the event would have no day.
    private func during(_ window: Window) -> CalendarEvent? {
        guard let from = window.from else { return nil }
        guard isStartOfDay(from), window.until.map(isStartOfDay) ?? true else {
            var happening = at(from, until: window.until)
            happening.isTransparent = true
            return happening
        }
        var happening = on(from.date)
        if let until = window.until { happening.end(after: until.date.adding(days: -1)) }
        return happening
    }

    private func isStartOfDay(_ moment: DateTime) -> Bool { zone.dateTime(date: moment.date) == moment }

    private func line(_ name: String, _ moment: DateTime) -> (String, String) {
        // A local time that occurs twice means the first one (RFC 5545, section 3.3.5).
        zone.identifier == "UTC" || zone.dateTime(date: moment.date, time: moment.time) != moment
            ? (name, moment.basicUTCText) : ("\(name);TZID=\(zone.identifier)", moment.basicLocalText)
    }
}

extension Value {
    /// The length of an event, which is an integer or a duration.
    fileprivate var minutes: Int? {
        if case .duration(let duration) = self { return duration.minutes }
        if case .integer(let minutes) = self { return minutes }
        return nil
    }
}
