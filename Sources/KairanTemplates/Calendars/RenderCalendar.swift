internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries

extension OutputPlan {
    /// - Parameter published: The calendar that was published last, if there is one.
    func renderCalendar(
        _ job: OutputJob, _ calendar: CalendarTemplate, after published: [UInt8]?, _ recorder: ReadRecorder?,
        _ diagnostics: inout [Diagnostic]
    ) -> [UInt8] {
        let evaluator = evaluator(job, .absolute, recorder)
        let frames = evaluator.frames(of: job)
        var writer = CalendarWriter(calendar: calendar, output: job.path, evaluator: evaluator, frames: frames)
        for source in calendar.sources {
            for entry in evaluator.elements(source.query, frames) { writer.add(entry, source.event) }
        }
        diagnostics += writer.diagnostics
        return writer.file(at: site.address(ofOutput: job.path, .absolute), after: PublishedCalendar(published))
    }
}

/// Writes the events of one file, with everything around them.
struct CalendarWriter {
    let calendar: CalendarTemplate
    /// The path of the file.
    let output: String
    let evaluator: Evaluator
    let frames: Frames
    /// The range in which days are listed one by one.
    let listed: ClosedRange<LocalDate>?
    var diagnostics: [Diagnostic] = []
    /// The content lines of each event, without those that tell its number.
    private var events: [ContentLines] = []
    /// The years of all moments that are written in the site's time zone.
    private var years: ClosedRange<Int>?

    private var site: Site { evaluator.site }
    var zone: SiteTimeZone { site.settings.timeZone }

    init(calendar: CalendarTemplate, output: String, evaluator: Evaluator, frames: Frames) {
        (self.calendar, self.output, self.evaluator, self.frames) = (calendar, output, evaluator, frames)
        listed = evaluator.days(calendar.range, frames)
    }

    func file(at address: String, after published: PublishedCalendar) -> [UInt8] {
        let number = published.number(ofCalendarWith: events)
        var lines = ContentLines()
        lines.component("VCALENDAR") { lines in
            lines.add("VERSION", "2.0")
            lines.add("PRODID", "-//Kairan//Kairan//EN")
            lines.add("CALSCALE", "GREGORIAN")
            let title = evaluator.text(calendar.title, frames) ?? evaluator.locale.title
            lines.add("NAME", text: title)
            // Calendars that do not support RFC 7986 read this property.
            lines.add("X-WR-CALNAME", text: title)
            if let description = calendar.description.flatMap({ evaluator.text($0, frames) }) {
                lines.add("DESCRIPTION", text: description)
                lines.add("X-WR-CALDESC", text: description)
            }
            lines.add("LAST-MODIFIED", PublishedCalendar.stamp(number))
            lines.add("SOURCE;VALUE=URI", address)
            lines.add("REFRESH-INTERVAL;VALUE=DURATION", "P1D")
            if let years, zone.identifier != "UTC" { lines.timeZone(zone, years: years) }
            for event in events {
                let number = published.number(ofEventWith: event) ?? number
                lines.component("VEVENT") { lines in
                    lines.add("SEQUENCE", String(number))
                    lines.add("DTSTAMP", PublishedCalendar.stamp(number))
                    lines.add("LAST-MODIFIED", PublishedCalendar.stamp(number))
                    lines.add(contentsOf: event)
                }
            }
        }
        return lines.bytes
    }

    mutating func add(_ entry: Value, _ event: EventShape) {
        guard case .entry(let reference) = entry else { return }
        let inner = frames.entering(entry)
        var details = ContentLines()
        let title = text(event.title, inner)
        details.add("SUMMARY", text: title)
        for (name, shape) in [("DESCRIPTION", event.description), ("LOCATION", event.location)] {
            let value = shape.map { text($0, inner) } ?? ""
            if !value.isEmpty { details.add(name, text: value) }
        }
        let outgoing = OutgoingLink(
            element: entry, frames: inner, output: output, rule: .calendarLink,
            place: site.content[reference].span)
        let link = event.link.map { evaluator.address($0, of: outgoing, &diagnostics) } ?? ""
        if !link.isEmpty { details.add("URL", link) }
        if let categories = event.categories.map({ evaluator.value($0, inner, &diagnostics) }) {
            let values = if case .list(let values) = categories { values } else { [categories] }
            details.add("CATEGORIES", texts: values.filter { !$0.isMissing }.map(evaluator.plainText))
        }
        // Whoever subscribed learns of it, while an event that is left out vanishes without a word (RFC 5545, 3.8.1.11).
        let isCancelled = evaluator.hold(event.cancelled, inner)
        if isCancelled { details.add("STATUS", "CANCELLED") }
        let alarm = isCancelled ? nil : alarm(event, inner, title)
        let name = "\(site.id(of: reference)).\(site.collectionName(of: reference))"
        for happening in happenings(of: reference, event, inner) { write(happening, named: name, details, alarm) }
    }

    /// Returns the reminder of an event (RFC 5545, section 3.6.6); nil if it has none.
    private func alarm(_ event: EventShape, _ frames: Frames, _ title: String) -> ContentLines? {
        let before: MinuteDuration
        switch event.alarm {
        case nil: return nil
        case .always(let duration): before = duration
        case .path(let path):
            guard case .duration(let duration) = evaluator.value(path, frames) else { return nil }
            before = duration
        }
        var lines = ContentLines()
        lines.component("VALARM") { lines in
            lines.add("ACTION", "DISPLAY")
            lines.add("TRIGGER", (before.minutes > 0 ? "-" : "") + before.description)
            lines.add("DESCRIPTION", text: title)
        }
        return lines
    }

    private mutating func text(_ shape: Shape, _ frames: Frames) -> String {
        evaluator.plainText(evaluator.value(shape, frames, &diagnostics))
    }

    private mutating func write(
        _ happening: CalendarEvent, named name: String, _ details: ContentLines, _ alarm: ContentLines?
    ) {
        var lines = ContentLines()
        lines.add("UID", "\(name)\(happening.suffix)@\(site.settings.host)")
        for (property, value) in happening.lines { lines.add(property, value) }
        lines.add(contentsOf: details)
        if happening.isTransparent { lines.add("TRANSP", "TRANSPARENT") }
        if let alarm { lines.add(contentsOf: alarm) }
        events.append(lines)
        if let span = happening.years {
            years = years.map { min($0.lowerBound, span.lowerBound)...max($0.upperBound, span.upperBound) } ?? span
        }
    }
}
