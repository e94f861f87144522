/// A moment as the site's clock shows it: a day, a time of day and the offset from UTC.
///
/// Moments are compared by the instant that they name, whatever their offsets.
package struct DateTime: Sendable {
    package let date: LocalDate
    package let time: LocalTime
    /// The offset in seconds east of UTC.
    package let offset: Int

    package init(date: LocalDate, time: LocalTime, offset: Int) {
        (self.date, self.time, self.offset) = (date, time, offset)
    }

    /// The moment in seconds since 1970-01-01T00:00:00Z.
    package var epochSeconds: Int { date.daysSinceEpoch * 86_400 + time.secondsSinceMidnight - offset }

    /// Tells whether the year is from 1 to 9999, both at this offset and in UTC. RFC 3339 has four digits for a year,
    /// and clients that turn a moment into UTC, or have no year 0, would fail.
    package var isWritable: Bool {
        let years = 1...9999
        return years.contains(date.year)
            && years.contains(LocalDate(daysSinceEpoch: Int((Double(epochSeconds) / 86_400).rounded(.down))).year)
    }
}

/// The reason why a text is not a moment.
package enum MomentMistake: Error, Sendable {
    /// The text is not written as a moment.
    case form
    /// Clocks in that zone jump over the moment; `next` is the moment that they show instead.
    case skipped(next: DateTime, zone: String)
    /// The text has parts of a second; `without` is the text without them.
    case fraction(without: String)
    /// The year does not have four digits, in the site's time zone or in UTC.
    case year

    package var rule: Rule {
        switch self {
        case .form, .fraction: .timeInvalid
        case .skipped: .timeSkipped
        case .year: .timeRange
        }
    }

    package func message(for text: String) -> String {
        switch self {
        case .form: "'\(text)' is not a moment"
        case .fraction: "'\(text)' has a fraction of a second, and Kairan keeps only whole seconds"
        case .skipped(_, let zone): "there is no '\(text)' in \(zone): clocks skip it as they go forward"
        case .year: "'\(text)' is outside the years that can be published"
        }
    }

    package func advice(for text: String) -> Help {
        switch self {
        case .fraction(let whole): .write(help, whole, for: text)
        case .skipped(let next, _): Help(help, .write("\(next.date)T\(next.time)", for: text, isCertain: false))
        case .form, .year: Help(help)
        }
    }

    package var help: String {
        switch self {
        case .form: "write it as 2026-04-15T09:00"
        case .fraction(let whole): "write \(whole)"
        case .skipped(let next, _): "write \(next.date)T\(next.time), which they show instead"
        case .year: "write a moment from the year 1 to the year 9999"
        }
    }
}

/// Returns `09:00:00` for `09:00:00.125`, or nil if the text has no parts of a second.
package func withoutFraction(_ text: String) -> String? {
    let whole = text.replacing(/(:[0-9]{2})\.[0-9]+/) { $0.output.1 }
    return whole == text ? nil : whole
}

/// Returns `09:00:00` for `09:00:00.000`: some programs always write parts of a second, and these say nothing.
package func withoutZeroFraction(_ text: String) -> String {
    guard text.utf8.span.contains(UInt8(ascii: ".")) else { return text }
    return text.replacing(/(:[0-9]{2})\.0+(?![0-9])/) { $0.output.1 }
}

/// Returns a moment as RFC 3339 has it for one that other programs write, such as `2026-05-01 13:44:54 +0200`, or
/// nil for any other text.
private func plainMoment(_ text: String) -> String? {
    let written = withoutZeroFraction(text).wholeMatch(
        of: /([0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:]{5,8}) ?(?:(Z|UTC)|([-+][0-9]{2})(?::?([0-9]{2}))?)?/)
    guard let (_, local, utc, hours, minutes) = written?.output else { return nil }
    if utc != nil { return local + "Z" }
    return local + (hours.map { "\($0):\(minutes ?? "00")" } ?? "")
}

extension DateTime: Hashable, Comparable {
    package static func == (left: DateTime, right: DateTime) -> Bool { left.epochSeconds == right.epochSeconds }
    package static func < (left: DateTime, right: DateTime) -> Bool { left.epochSeconds < right.epochSeconds }
    package func hash(into hasher: inout Hasher) { hasher.combine(epochSeconds) }
}

extension DateTime: CustomStringConvertible {
    /// The moment as in RFC 3339, always with seconds: `2026-04-15T09:00:00+09:00`.
    package var description: String {
        "\(date)T\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))\(offsetText)"
    }

    private var offsetText: String {
        guard offset != 0 else { return "Z" }
        let minutes = abs(offset) / 60
        return "\(offset < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
    }
}

/// A moment at which a time zone's clocks are set.
package struct OffsetChange: Sendable {
    package var epochSeconds: Int
    /// The offset before the change, in seconds east of UTC; `to` is the one after it.
    package var from: Int
    package var to: Int
}

/// The site's time zone, which decides what a date in the content means.
package struct SiteTimeZone: Sendable {
    package let identifier: String
    private let clock: ZoneClock

    /// The result is nil if the identifier is not in the IANA time zone database.
    package init?(identifier: String) {
        guard let clock = identifier == "UTC" ? .utc : ZoneClock(named: identifier) else { return nil }
        (self.identifier, self.clock) = (identifier, clock)
    }

    /// Returns the identifier that was probably meant, such as `Asia/Tokyo` for `asia/tokyo`, `Asia/Tokio` or `Tokyo`.
    package static func nearestIdentifier(to name: String) -> String? {
        let identifiers = ZoneClock.allNames
        let city = "/" + name.lowercased().replacing(" ", with: "_")
        return identifiers.first { $0.lowercased().hasSuffix(city) } ?? nearestName(to: name, in: identifiers)
    }

    package static let utc = SiteTimeZone(identifier: "UTC", clock: .utc)

    private init(identifier: String, clock: ZoneClock) { (self.identifier, self.clock) = (identifier, clock) }

    package func dateTime(date: LocalDate, time: LocalTime = .midnight) -> DateTime {
        let wall = date.daysSinceEpoch * 86_400 + time.secondsSinceMidnight
        // A time in an hour that comes twice means the first one; a time that does not exist moves forward past the
        // change.
        let before = offset(atEpochSeconds: wall - 86_400)
        let after = offset(atEpochSeconds: wall + 86_400)
        let isAfter = offset(atEpochSeconds: wall - before) != before && offset(atEpochSeconds: wall - after) == after
        return dateTime(epochSeconds: wall - (isAfter ? after : before))
    }

    package func dateTime(epochSeconds: Int) -> DateTime {
        let offset = offset(atEpochSeconds: epochSeconds)
        let wall = epochSeconds + offset
        let days = wall >= 0 ? wall / 86_400 : (wall - 86_399) / 86_400
        return DateTime(
            date: LocalDate(daysSinceEpoch: days), time: LocalTime(secondsSinceMidnight: wall - days * 86_400),
            offset: offset)
    }

    /// Returns the moments after `start` and up to `end` at which clocks are changed.
    package func offsetChanges(from start: Int, until end: Int) -> [OffsetChange] {
        clock.changes(after: start, until: end).compactMap { moment in
            let (from, to) = (offset(atEpochSeconds: moment - 1), offset(atEpochSeconds: moment))
            return from == to ? nil : OffsetChange(epochSeconds: moment, from: from, to: to)
        }
    }

    /// Reads a moment such as `2026-04-15T09:00`, perhaps with seconds or an offset (`Z`, `+09:00`). Without an offset
    /// it is in the site's time zone. Forms that common programs write for the same are read too.
    package func read(_ text: String) -> Result<DateTime, MomentMistake> {
        let result = read(text.utf8.span)
        guard case .failure(.form) = result else { return result }
        if let plain = plainMoment(text), plain != text { return read(plain.utf8.span) }
        guard let whole = withoutFraction(text), parse(whole) != nil else { return result }
        return .failure(.fraction(without: whole))
    }

    private func read(_ text: Span<UInt8>) -> Result<DateTime, MomentMistake> {
        guard text.count > 11, text[10] == UInt8(ascii: "T") || text[10] == UInt8(ascii: " "),
            let date = LocalDate(utf8: text.extracting(..<10))
        else { return .failure(.form) }
        let zoneStart = (11..<text.count).first { "Z+-".utf8.contains(text[$0]) } ?? text.count
        guard let time = LocalTime(utf8: text.extracting(11..<zoneStart)) else { return .failure(.form) }
        let moment: DateTime
        if zoneStart == text.count {
            moment = dateTime(date: date, time: time)
            guard moment.date == date, moment.time == time else {
                return .failure(.skipped(next: moment, zone: identifier))
            }
        } else {
            guard let offset = Self.offset(text.extracting(zoneStart...)) else { return .failure(.form) }
            moment = dateTime(epochSeconds: DateTime(date: date, time: time, offset: offset).epochSeconds)
        }
        return moment.isWritable ? .success(moment) : .failure(.year)
    }

    /// Reads a moment, or a day, which means the start of that day, or of the day `daysLater` after it.
    package func readMomentOrDay(_ text: String, daysLater: Int = 0) -> Result<DateTime, MomentMistake> {
        guard let day = LocalDate(text) else { return read(text) }
        let moment = dateTime(date: day.adding(days: daysLater))
        return moment.isWritable ? .success(moment) : .failure(.year)
    }

    package func parse(_ text: String) -> DateTime? {
        if case .success(let moment) = read(text) { moment } else { nil }
    }

    private static func offset(_ text: Span<UInt8>) -> Int? {
        if text.count == 1, text[0] == UInt8(ascii: "Z") { return 0 }
        guard text.count == 6, let time = LocalTime(utf8: text.extracting(1...)) else { return nil }
        return (text[0] == UInt8(ascii: "-") ? -1 : 1) * time.secondsSinceMidnight
    }

    /// Returns the offset in whole minutes, since RFC 3339 has no seconds in it: clocks of the 19th century kept the
    /// seconds of their own longitude.
    private func offset(atEpochSeconds seconds: Int) -> Int {
        clock.offset(at: seconds) / 60 * 60
    }
}
