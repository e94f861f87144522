internal import KairanModel
internal import KairanReaders

/// Reads the events of iCalendar (RFC 5545).
///
/// - Parameter site: The time zone of the site, if the days of the events are asked for.
func calendarItems(_ page: SourceFile, in site: SiteTimeZone?) -> Diagnosed<[PulledItem]?> {
    if let error = page.textError() { return Diagnosed(nil, [error]) }
    var (events, open, hasEnded) = ([CalendarEvent](), [String](), false)
    for line in contentLines(page) {
        guard let property = property(line.text, at: SourceSpan(path: page.path, line: line.number)) else {
            return .wrong("this is no line of a calendar", at: SourceSpan(path: page.path, line: line.number))
        }
        switch property.name {
        case "BEGIN":
            if open.isEmpty, property.value.uppercased() != "VCALENDAR" || !events.isEmpty && !hasEnded {
                return .wrong("a calendar begins with BEGIN:VCALENDAR", at: property.span)
            }
            open.append(property.value.uppercased())
            if open == ["VCALENDAR", "VEVENT"] { events.append(CalendarEvent(span: property.span)) }
            hasEnded = false
        case "END":
            guard open.popLast() == property.value.uppercased() else {
                return .wrong("'\(property.value)' ends here and did not begin", at: property.span)
            }
            hasEnded = open.isEmpty
        default:
            if open.isEmpty { return .wrong("a calendar begins with BEGIN:VCALENDAR", at: property.span) }
            if open == ["VCALENDAR", "VEVENT"] { events[events.count - 1].properties.append(property) }
        }
    }
    guard hasEnded else {
        return .wrong("the calendar was cut off: it has no END:VCALENDAR", at: SourceSpan(path: page.path))
    }
    for event in events {
        let names = ["DTSTART", "DTEND", "EXDATE", "RDATE", "RECURRENCE-ID"]
        let moments = event.properties.filter { names.contains($0.name) }.flatMap(\.single)
        if let unknown = moments.first(where: { $0.moment == nil }) {
            return .wrong(
                unknown.parameters["TZID"].map { "the time zone '\($0)' is not known, or this is no moment" }
                    ?? "'\(unknown.value)' is no day and no moment", at: unknown.span)
        }
    }
    events = joined(events)
    if let site {
        do throws(SeriesFailure) {
            for index in events.indices { events[index].days = try events[index].schedule(in: site) }
        } catch {
            return .wrong(error.message, at: error.span, help: error.help)
        }
    }
    return Diagnosed(events.map { PulledItem(content: .event($0), page: page) })
}

/// Takes out the days of a series on which another event stands for it, and whatever is cancelled: an event, a day of a
/// series, or a series with all days that were moved.
private func joined(_ events: [CalendarEvent]) -> [CalendarEvent] {
    var replaced: [String: [CalendarMoment]] = [:]
    let cancelled = Set(
        events.filter { $0.isCancelled && $0.property("RECURRENCE-ID") == nil }.compactMap { $0.property("UID")?.value }
    )
    for event in events {
        guard let uid = event.property("UID"), let day = event.property("RECURRENCE-ID")?.moment else { continue }
        replaced[uid.value, default: []].append(day)
    }
    return events.compactMap { event in
        var event = event
        if event.isCancelled || event.property("UID").map({ cancelled.contains($0.value) }) == true { return nil }
        guard event.property("RECURRENCE-ID") == nil else { return event }
        event.replaced = event.property("UID").flatMap { replaced[$0.value] } ?? []
        return event
    }
}

extension CalendarEvent {
    fileprivate var isCancelled: Bool { property("STATUS")?.value.trimmingSpaces().uppercased() == "CANCELLED" }
}

/// Returns the lines without their folds (RFC 5545, 3.1), each with the number of its first one.
private func contentLines(_ page: SourceFile) -> [(text: String, number: Int)] {
    var lines: [(bytes: [UInt8], number: Int)] = []
    let written = page.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in written.enumerated() {
        let line = line.last == 0x0D ? line.dropLast() : line
        if let first = line.first, first == 0x20 || first == 0x09, !lines.isEmpty {
            lines[lines.count - 1].bytes += line.dropFirst()
        } else if !line.isEmpty {
            lines.append((Array(line), index + 1))
        }
    }
    // The fold may divide a letter, so bytes are joined first.
    return lines.map { line in
        let text = String(decoding: line.bytes, as: UTF8.self)
        return (text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text, line.number)
    }
}

/// Reads `NAME;PARAMETER=value;OTHER="value":text`.
private func property(_ line: String, at span: SourceSpan) -> CalendarEvent.Property? {
    var (isQuoted, colon) = (false, nil as String.Index?)
    for index in line.indices {
        if line[index] == "\"" { isQuoted.toggle() }
        if line[index] == ":", !isQuoted {
            colon = index
            break
        }
    }
    guard let colon else { return nil }
    let head = line[..<colon]
    var (parts, inner) = ([""], false)
    for character in head {
        if character == "\"" {
            inner.toggle()
        } else if character == ";", !inner {
            parts.append("")
        } else {
            parts[parts.count - 1].append(character)
        }
    }
    guard parts[0].wholeMatch(of: /[A-Za-z0-9.-]+/) != nil else { return nil }
    var parameters: [String: String] = [:]
    for part in parts.dropFirst() {
        let ends = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        parameters[ends[0].uppercased()] = String(ends[1])
    }
    return CalendarEvent.Property(
        name: parts[0].uppercased(), parameters: parameters, value: String(line[line.index(after: colon)...]),
        span: span)
}
