/// The time that something takes, in whole minutes.
package struct MinuteDuration: Hashable, Comparable, Sendable {
    package var minutes: Int

    package init(minutes: Int) { self.minutes = minutes }

    /// Reads `1h 44m`, `104m` or `2h`, the same with `min`, or `PT1H44M` as in ISO 8601. Spaces may come before each
    /// unit and between the two parts.
    package init?(_ text: String) {
        let isISO = text.hasPrefix("PT")
        guard text.last != " ", !isISO || !text.contains(" ") else { return nil }
        var rest = isISO ? text.dropFirst(2) : text[...]
        let hours = Self.number(before: isISO ? ["H"] : ["h"], of: &rest)
        let minutes = Self.number(before: isISO ? ["M"] : ["min", "m"], of: &rest)
        guard rest.isEmpty, hours != nil || minutes != nil, hours == nil || minutes ?? 0 < 60 else { return nil }
        self.minutes = (hours ?? 0) * 60 + (minutes ?? 0)
    }

    /// Takes a number and its unit off the start of a text. Returns nil, and takes nothing off, if the text starts with
    /// anything else.
    private static func number(before units: [String], of rest: inout Substring) -> Int? {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        // A number of seven digits is a slip: as minutes it would be almost two years.
        guard (1...6).contains(digits.count), let number = Int(digits) else { return nil }
        let end = rest.dropFirst(digits.count).drop { $0 == " " }
        guard let unit = units.first(where: end.hasPrefix) else { return nil }
        rest = end.dropFirst(unit.count).drop { $0 == " " }
        return number
    }

    package static func < (left: MinuteDuration, right: MinuteDuration) -> Bool { left.minutes < right.minutes }

    /// The duration as people write it, such as `1h 44m`.
    package var written: String { joined("h", " ", "m") }

    /// Returns the hours and the minutes, each with its unit, without a part that is zero.
    package func joined(_ hour: String, _ space: String, _ minute: String) -> String {
        let (hours, rest) = (minutes / 60, minutes % 60)
        if hours == 0 { return "\(rest)\(minute)" }
        return "\(hours)\(hour)" + (rest == 0 ? "" : "\(space)\(rest)\(minute)")
    }
}

extension MinuteDuration: CustomStringConvertible {
    /// The duration as in JSON, such as `PT1H44M` (ISO 8601, 5.5.2.2).
    package var description: String { "PT" + joined("H", "", "M") }
}
