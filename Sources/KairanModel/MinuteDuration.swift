/// How long something takes, in whole minutes.
package struct MinuteDuration: Hashable, Comparable, Sendable {
    package var minutes: Int

    package init(minutes: Int) { self.minutes = minutes }

    /// `1h 44m`, `104m`, `2h`, the same with `min`, or as ISO 8601 has it: `PT1H44M`. Spaces may stand before each unit and
    /// between the two.
    package init?(_ text: String) {
        let isISO = text.hasPrefix("PT")
        guard text.last != " ", !isISO || !text.contains(" ") else { return nil }
        var rest = isISO ? text.dropFirst(2) : text[...]
        let hours = Self.number(before: isISO ? ["H"] : ["h"], of: &rest)
        let minutes = Self.number(before: isISO ? ["M"] : ["min", "m"], of: &rest)
        guard rest.isEmpty, hours != nil || minutes != nil, hours == nil || minutes ?? 0 < 60 else { return nil }
        self.minutes = (hours ?? 0) * 60 + (minutes ?? 0)
    }

    /// Nil, and nothing is taken off, when something else stands there.
    private static func number(before units: [String], of rest: inout Substring) -> Int? {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        // More than 11 years in minutes are a slip.
        guard (1...6).contains(digits.count), let number = Int(digits) else { return nil }
        let end = rest.dropFirst(digits.count).drop { $0 == " " }
        guard let unit = units.first(where: end.hasPrefix) else { return nil }
        rest = end.dropFirst(unit.count).drop { $0 == " " }
        return number
    }

    package static func < (left: MinuteDuration, right: MinuteDuration) -> Bool { left.minutes < right.minutes }

    /// `1h 44m`, as people write it.
    package var written: String { joined("h", " ", "m") }

    /// The hours and the minutes with what follows each, without those that are zero.
    package func joined(_ hour: String, _ space: String, _ minute: String) -> String {
        let (hours, rest) = (minutes / 60, minutes % 60)
        if hours == 0 { return "\(rest)\(minute)" }
        return "\(hours)\(hour)" + (rest == 0 ? "" : "\(space)\(rest)\(minute)")
    }
}

extension MinuteDuration: CustomStringConvertible {
    /// ISO 8601, 5.5.2.2, as JSON has it: `PT1H44M`.
    package var description: String { "PT" + joined("H", "", "M") }
}
