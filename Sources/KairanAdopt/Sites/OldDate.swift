internal import KairanModel
internal import KairanReaders

/// A date or a moment as front matter of other generators has it.
struct OldDate {
    var day: LocalDate
    /// The time with its offset, such as `09:00:00+09:00`; empty for a day.
    var time = ""

    /// Reads `2026-04-02`, `2026-04-02 09:00:00 +0900`, `2026-4-2T9:00Z` and the like.
    init?(_ text: String) {
        let form =
            /(\d{4})[-\/](\d{1,2})[-\/](\d{1,2})(?:[Tt ]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(Z|z|UTC|GMT|[-+]\d{2}:?\d{2})?(?:\s*[A-Z]{3,4})?)?/
        let trimmed = text.drop { $0.isWhitespace }.description
        guard let match = trimmed.wholeMatch(of: form) else { return nil }
        let (_, year, month, dayText, hour, minute, second, zone) = match.output
        guard let day = LocalDate("\(year)-\(Self.padded(month))-\(Self.padded(dayText))") else { return nil }
        self.day = day
        guard let hour, let minute else { return }
        // An hour such as 24 is none that a field has.
        guard (Int(hour) ?? 24) < 24, (Int(minute) ?? 60) < 60, (Int(second ?? "0") ?? 60) < 60 else { return nil }
        time = "\(Self.padded(hour)):\(minute)\(second.map { ":\($0)" } ?? "")\(Self.offset(zone))"
    }

    var isMoment: Bool { !time.isEmpty }

    /// The text as a field of the type `date` or `dateTime` has it.
    func written(asMoment: Bool) -> String {
        asMoment ? "\(day)T\(time.isEmpty ? "00:00" : time)" : day.description
    }

    /// The second at which it begins, in the time zone UTC if it names none.
    var epochSeconds: Int {
        let zone = time.hasSuffix("Z") ? "" : time.drop { $0 != "+" && $0 != "-" }
        let offset = Self.seconds(zone.dropFirst())
        let seconds = Self.seconds(time.prefix { $0 != "+" && $0 != "-" && $0 != "Z" })
        return day.daysSinceEpoch * 86_400 + seconds - (zone.first == "-" ? -offset : offset)
    }

    private static func seconds(_ text: Substring) -> Int {
        zip(text.split(separator: ":"), [3600, 60, 1]).reduce(0) { $0 + (Int($1.0) ?? 0) * $1.1 }
    }

    private static func padded(_ text: Substring) -> String { text.count == 1 ? "0\(text)" : String(text) }

    private static func offset(_ zone: Substring?) -> String {
        guard let zone else { return "" }
        if ["Z", "z", "UTC", "GMT"].contains(zone) { return "Z" }
        return zone.contains(":") ? String(zone) : "\(zone.prefix(3)):\(zone.suffix(2))"
    }
}

extension LocalDate {
    /// The text of the date in parts, as patterns of addresses have them.
    var parts: [Substring] { description.split(separator: "-") }
}
