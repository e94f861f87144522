internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// A day or a moment as iCalendar has it (RFC 5545, 3.3.4 and 3.3.5).
struct CalendarMoment: Sendable {
    enum Zone: Sendable {
        /// The site's own.
        case floating
        case named(SiteTimeZone)
    }

    var date: LocalDate
    /// The time of day; nil for a whole day.
    var time: LocalTime?
    var zone = Zone.floating
    /// This is true for the last of some whole days, which is at its end.
    var isLastDay = false

    /// Returns the moment as clocks of a time zone show it.
    func moment(in site: SiteTimeZone) -> DateTime {
        guard let time, case .named(let zone) = zone else { return site.dateTime(date: date, time: time ?? .midnight) }
        return site.dateTime(epochSeconds: zone.dateTime(date: date, time: time).epochSeconds)
    }

    /// Returns the day that it is in a time zone.
    func day(in site: SiteTimeZone) -> LocalDate { time == nil ? date : moment(in: site).date }
}

/// An event of iCalendar.
struct CalendarEvent {
    struct Property {
        var name: String
        var parameters: [String: String]
        /// The value as it is written, without folds.
        var value: String
        var span: SourceSpan
    }

    var properties: [Property] = []
    var span: SourceSpan
    /// The days on which other events stand for this one.
    var replaced: [CalendarMoment] = []
    /// The days of the event as a schedule is written; nil if nothing asks for them, or it has no start.
    var days: SourceNode?

    func property(_ name: String) -> Property? { properties.first { $0.name == name } }

    /// Returns the values at a place such as `SUMMARY`, `CATEGORIES` or `ORGANIZER@CN`.
    func values(at place: String) -> [FoundValue] {
        let ends = place.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map { $0.uppercased() }
        if ends[0] == "UID", let uid = property("UID") {
            // One that stands for a single day of a series has the series' own id.
            let day = property("RECURRENCE-ID").map { "-\($0.value.prefix(8))" } ?? ""
            return [found(unescaped(uid.value) + day, uid)]
        }
        if ends.count == 1, ends[0] == "DTEND", property("DTEND") == nil, let end = endByDuration { return [end] }
        return properties.filter { $0.name == ends[0] }.flatMap { property -> [FoundValue] in
            if ends.count == 2 { return property.parameters[ends[1]].map { [found($0, property)] } ?? [] }
            switch property.name {
            case "DTSTART", "DTEND", "RECURRENCE-ID", "DTSTAMP", "CREATED", "LAST-MODIFIED":
                guard var moment = property.moment else { return [found(property.value, property)] }
                // The end of whole days is the day after the last of them.
                if property.name == "DTEND", moment.time == nil {
                    (moment.date, moment.isLastDay) = (moment.date.adding(days: -1), true)
                }
                return [FoundValue(node: found(property.value, property).node, kind: .moment(moment))]
            case "CATEGORIES", "RESOURCES":
                return split(property.value).map { found(unescaped($0), property) }
            default: return [found(unescaped(property.value), property)]
            }
        }
    }

    private func found(_ text: String, _ property: Property) -> FoundValue {
        FoundValue(node: SourceNode(.scalar(text.trimmingSpaces().description, .string), span: property.span))
    }

    private var endByDuration: FoundValue? {
        guard let start = property("DTSTART"), let duration = property("DURATION"), let moment = start.moment,
            let match = duration.value.wholeMatch(
                of: /P(?:([0-9]{1,4})W)?(?:([0-9]{1,5})D)?(?:T(?:([0-9]{1,5})H)?(?:([0-9]{1,6})M)?(?:[0-9]+S)?)?/)
        else { return nil }
        func number(_ text: Substring?) -> Int { text.flatMap { Int($0) } ?? 0 }
        let days = number(match.output.1) * 7 + number(match.output.2)
        var end = moment
        if let time = moment.time {
            let minutes = number(match.output.3) * 60 + number(match.output.4)
            let seconds = time.secondsSinceMidnight + minutes * 60
            end.date = moment.date.adding(days: days + seconds / 86_400)
            end.time = LocalTime(secondsSinceMidnight: seconds % 86_400)
        } else {
            (end.date, end.isLastDay) = (moment.date.adding(days: max(0, days - 1)), true)
        }
        return FoundValue(node: found(duration.value, duration).node, kind: .moment(end))
    }

    /// The days from the first to the last of an event that happens once; a stay of more than a year counts as its first.
    func ownDays(from first: LocalDate, in site: SiteTimeZone) -> [LocalDate] {
        guard case .moment(let end)? = values(at: "DTEND").first?.kind else { return [first] }
        let moment = end.moment(in: site)
        // An evening that ends at midnight has no part of the next day.
        let isMidnight = end.time != nil && moment.time.secondsSinceMidnight == 0
        let last = end.day(in: site).adding(days: isMidnight ? -1 : 0)
        let count = last.daysSinceEpoch - first.daysSinceEpoch
        return (1...366).contains(count) ? (0...count).map { first.adding(days: $0) } : [first]
    }
}

extension CalendarEvent.Property {
    /// The property once for each value of a list of days or moments, of which a period counts as its beginning.
    var single: [CalendarEvent.Property] {
        value.split(separator: ",").map { text in
            var one = self
            one.value = String(text.prefix { $0 != "/" })
            return one
        }
    }

    /// The day or moment; nil for a text that is none, or for a time zone that nobody knows.
    var moment: CalendarMoment? {
        guard
            let match = value.wholeMatch(of: /([0-9]{4})([0-9]{2})([0-9]{2})(?:T([0-9]{2})([0-9]{2})([0-9]{2})(Z)?)?/),
            let year = Int(match.output.1), let month = Int(match.output.2), let day = Int(match.output.3),
            let date = LocalDate(year: year, month: month, day: day)
        else { return nil }
        guard let hour = match.output.4.flatMap({ Int($0) }), let minute = match.output.5.flatMap({ Int($0) }) else {
            return CalendarMoment(date: date)
        }
        // A leap second is the one before.
        guard let time = LocalTime(hour: hour, minute: minute, second: min(59, match.output.6.flatMap { Int($0) } ?? 0))
        else {
            return nil
        }
        if match.output.7 != nil { return CalendarMoment(date: date, time: time, zone: .named(.utc)) }
        guard let name = parameters["TZID"] else { return CalendarMoment(date: date, time: time) }
        // Some programs put their own name before it, as in /example.org/20260101/Europe/Berlin.
        let known = windowsZones[name] ?? name
        let parts = known.split(separator: "/")
        let zone = SiteTimeZone(identifier: known) ?? SiteTimeZone(identifier: parts.suffix(2).joined(separator: "/"))
        return zone.map { CalendarMoment(date: date, time: time, zone: .named($0)) }
    }
}

/// The zones of the IANA database for the names that Outlook and Exchange write (Unicode CLDR, windowsZones).
private let windowsZones = [
    "W. Europe Standard Time": "Europe/Berlin", "Romance Standard Time": "Europe/Paris",
    "Central Europe Standard Time": "Europe/Budapest", "Central European Standard Time": "Europe/Warsaw",
    "GMT Standard Time": "Europe/London", "FLE Standard Time": "Europe/Kiev", "GTB Standard Time": "Europe/Bucharest",
    "E. Europe Standard Time": "Europe/Chisinau", "Russian Standard Time": "Europe/Moscow",
    "Turkey Standard Time": "Europe/Istanbul", "Tokyo Standard Time": "Asia/Tokyo", "Korea Standard Time": "Asia/Seoul",
    "China Standard Time": "Asia/Shanghai", "Taipei Standard Time": "Asia/Taipei",
    "Singapore Standard Time": "Asia/Singapore", "SE Asia Standard Time": "Asia/Bangkok",
    "India Standard Time": "Asia/Calcutta", "Arabian Standard Time": "Asia/Dubai",
    "AUS Eastern Standard Time": "Australia/Sydney", "New Zealand Standard Time": "Pacific/Auckland",
    "Eastern Standard Time": "America/New_York", "Central Standard Time": "America/Chicago",
    "Mountain Standard Time": "America/Denver", "Pacific Standard Time": "America/Los_Angeles",
    "E. South America Standard Time": "America/Sao_Paulo", "UTC": "UTC",
]

/// Returns the parts of a list of texts, of which `\,` divides none.
private func split(_ value: String) -> [String] {
    var (parts, isEscaped) = ([""], false)
    for character in value {
        if character == ",", !isEscaped {
            parts.append("")
        } else {
            parts[parts.count - 1].append(character)
        }
        isEscaped = character == "\\" && !isEscaped
    }
    return parts
}

/// Returns a text without the escapes of iCalendar (RFC 5545, 3.3.11).
private func unescaped(_ value: String) -> String {
    guard value.contains("\\") else { return value }
    var (text, isEscaped) = ("", false)
    for character in value {
        if isEscaped {
            text.append(character == "n" || character == "N" ? "\n" : character)
            isEscaped = false
        } else if character == "\\" {
            isEscaped = true
        } else {
            text.append(character)
        }
    }
    return text
}
