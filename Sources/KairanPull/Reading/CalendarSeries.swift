internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// The reason why the days of an event cannot be written as days of the site.
struct SeriesFailure: Error {
    var message: String
    var help: String
    var span: SourceSpan
}

/// The most days of a series that are written one by one.
private let mostDays = 2000

extension CalendarEvent {
    /// Returns the days of the event as a schedule is written; nil if it has no start.
    ///
    /// A rule names days of the event's own time zone. Where these are other days of the site, and where each time lasts
    /// several days, all days are written instead.
    func schedule(in site: SiteTimeZone) throws(SeriesFailure) -> SourceNode? {
        guard let start = property("DTSTART"), let first = start.moment else { return nil }
        func node(_ text: String) -> SourceNode { SourceNode(.scalar(text, .plain), span: start.span) }
        func list(_ dates: [LocalDate]) -> SourceNode {
            SourceNode(.sequence(Set(dates).sorted().map { node($0.description) }), span: start.span)
        }
        func member(_ key: String, _ value: SourceNode) -> SourceNode.Member {
            SourceNode.Member(key: key, keySpan: start.span, value: value)
        }
        let own = ownDays(from: first.day(in: site), in: site)
        let added = moments("RDATE").map { $0.day(in: site) }
        guard let rule = property("RRULE") else {
            return SourceNode(.mapping([member("dates", list(own + added))]), span: start.span)
        }
        let zone = if case .named(let zone) = first.zone { zone } else { site }
        let except = (moments("EXDATE") + replaced).map { $0.day(in: zone) }
        let length = isLong(from: first, in: site) ? own.count : 1
        if length > 1 || hasOtherDays(first, in: site) {
            let days = try days(of: rule, from: first, in: zone, length).filter { !except.contains($0) }
            let dates = days.flatMap { day in
                let begins = CalendarMoment(date: day, time: first.time, zone: first.zone).day(in: site)
                return (0..<length).map { begins.adding(days: $0) }
            }
            return SourceNode(.mapping([member("dates", list(dates + added))]), span: start.span)
        }
        var members = [
            member("rrule", SourceNode(.scalar(rule.value, .string), span: rule.span)),
            member("between", SourceNode(.mapping([member("from", node(first.date.description))]), span: start.span)),
        ]
        if !added.isEmpty { members.append(member("dates", list(added))) }
        if !except.isEmpty { members.append(member("except", list(except))) }
        return SourceNode(.mapping(members), span: start.span)
    }

    private func moments(_ name: String) -> [CalendarMoment] {
        properties.filter { $0.name == name }.flatMap(\.single).compactMap(\.moment)
    }

    /// Returns the days of a rule in its own time zone.
    private func days(
        of rule: Property, from first: CalendarMoment, in zone: SiteTimeZone, _ length: Int
    ) throws(SeriesFailure) -> Set<LocalDate> {
        guard let days = recurrenceDays(rule.value, from: first.date, in: zone, atMost: mostDays / length) else {
            throw SeriesFailure(
                message: length > 1
                    ? "each time of this series lasts several days, and the series has no end that could be listed"
                    : "this series recurs in another time zone, on other days than the site's, and has no end",
                help:
                    "let it end with COUNT or UNTIL after at most \(mostDays / length) times, or enter its days one by one",
                span: rule.span)
        }
        return Set(days)
    }

    /// Tells whether an event goes on for more than a day. The night of a party does not.
    private func isLong(from first: CalendarMoment, in site: SiteTimeZone) -> Bool {
        guard case .moment(let end)? = values(at: "DTEND").first?.kind else { return false }
        if first.time == nil || end.time == nil { return end.day(in: site) > first.day(in: site) }
        return end.moment(in: site).epochSeconds - first.moment(in: site).epochSeconds > 86_400
    }

    /// Tells whether the days of the event's time zone are others than those of the site at any time of the year.
    private func hasOtherDays(_ first: CalendarMoment, in site: SiteTimeZone) -> Bool {
        guard first.time != nil, case .named(let zone) = first.zone, zone.identifier != site.identifier else {
            return false
        }
        // Clocks are changed for a week at least.
        return stride(from: 0, through: 370, by: 5).contains { days in
            let date = first.date.adding(days: days)
            return CalendarMoment(date: date, time: first.time, zone: first.zone).day(in: site) != date
        }
    }
}
