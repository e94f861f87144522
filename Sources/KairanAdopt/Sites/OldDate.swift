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
        time = "\(Self.padded(hour)):\(minute)\(second.map { ":\($0)" } ?? "")\(Self.offset(zone))"
    }

    var isMoment: Bool { !time.isEmpty }

    /// The text as a field of the type `date` or `dateTime` has it.
    func written(asMoment: Bool) -> String {
        asMoment ? "\(day)T\(time.isEmpty ? "00:00" : time)" : day.description
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
