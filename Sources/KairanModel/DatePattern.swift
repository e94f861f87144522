/// The patterns of Unicode TR 35 for dates and times, with the letters that Kairan fills in.
package enum DatePattern {
    package static let dateLetters: Set<Unicode.Scalar> = ["y", "M", "L", "d", "E", "c", "w", "Y"]
    package static let timeLetters: Set<Unicode.Scalar> = ["H", "h", "m", "s", "S", "a"]
    package static let letters = dateLetters.union(timeLetters)

    /// Returns what is wrong with an invalid pattern, and what to write instead.
    package static func mistake(
        in pattern: String, letters: Set<Unicode.Scalar> = letters
    ) -> (reason: String, help: String) {
        let known =
            "letters are "
            + "yMdEwYHhmsSa".filter { $0.unicodeScalars.allSatisfy(letters.contains) }.map(String.init).joined(
                separator: ", ")
        let names = letters.isSuperset(of: dateLetters) ? LocaleData.patternNames : [LocaleData.timePatternName]
        if pattern.utf8.allSatisfy(isASCIILetter), let name = nearestName(to: pattern, in: names) {
            return ("no pattern has this name", "did you mean '\(name)'?")
        }
        if isName(pattern) { return ("a time has one form, short", "write \(LocaleData.timePatternName)") }
        var isQuoted = false
        for scalar in pattern.unicodeScalars {
            if scalar == "'" { isQuoted.toggle() }
            guard !isQuoted, scalar.isASCII, scalar.properties.isAlphabetic, !letters.contains(scalar) else { continue }
            let other = Unicode.Scalar(scalar.value ^ 0x20)
            let meant = other.flatMap { letters.contains($0) ? "did you mean '\($0)'? " : nil } ?? ""
            return ("'\(scalar)' means nothing here", "\(meant)\(known); words go in single quotes")
        }
        if !isQuoted, let mistake = weekMistake(pattern) { return mistake }
        return isQuoted
            ? ("a single quote is not closed", "close it, or write '' for the quote itself")
            : ("it has no date letter", known)
    }

    /// Returns whether this is the name of a locale's own pattern, such as `long`.
    package static func isName(_ pattern: String) -> Bool { LocaleData.patternNames.contains(pattern) }

    /// Returns whether the pattern is the name of one, or has one of `letters` and, outside single quotes, no other
    /// letter from a to z.
    package static func isValid(_ pattern: String, letters: Set<Unicode.Scalar> = letters) -> Bool {
        if isName(pattern) { return letters.isSuperset(of: dateLetters) || pattern == LocaleData.timePatternName }
        var isQuoted = false
        var hasField = false
        for scalar in pattern.unicodeScalars {
            if scalar == "'" { isQuoted.toggle() }
            guard !isQuoted, scalar.properties.isAlphabetic, scalar.isASCII else { continue }
            guard letters.contains(scalar) else { return false }
            hasField = true
        }
        return hasField && !isQuoted && weekMistake(pattern) == nil
    }

    /// Returns what is wrong with the years of a pattern. Around New Year, the year of a week is not that of the day.
    private static func weekMistake(_ pattern: String) -> (reason: String, help: String)? {
        let used = used(in: pattern)
        if used.contains("Y"), !used.contains("w") {
            return ("'Y' is the year of a week, but there is no 'w'", "did you mean 'y', the year of the day?")
        }
        if used.contains("w"), used.contains("y"), !used.contains("Y") {
            return ("'y' is the year of the day, not of its week", "did you mean 'Y', the year of the week?")
        }
        return nil
    }

    /// Returns the letters outside single quotes.
    private static func used(in pattern: String) -> Set<Unicode.Scalar> {
        let parts = pattern.split(separator: "'", omittingEmptySubsequences: false)
        return Set(parts.indices.filter { $0.isMultiple(of: 2) }.flatMap { parts[$0].unicodeScalars })
    }

    /// Returns whether a valid pattern shows the name of a month, a weekday or a half of the day, or is in the order of
    /// a locale.
    package static func showsNames(_ pattern: String) -> Bool {
        isName(pattern)
            || pattern.split(separator: "'", omittingEmptySubsequences: false).enumerated().contains { index, part in
                index.isMultiple(of: 2)
                    && (part.contains("MMM") || part.contains("LLL") || part.contains { "Eca".contains($0) })
            }
    }

    /// Returns whether a pattern writes a day as ISO 8601 does. Apps compare such texts.
    package static func isISODay(_ pattern: String) -> Bool { ["yyyy-MM-dd", "yyyyMMdd"].contains(pattern) }

    /// Returns whether a pattern shows the day of the month. Many languages have another form of a name beside it.
    package static func showsDay(_ pattern: String) -> Bool {
        var isQuoted = false
        for byte in pattern.utf8 {
            if byte == UInt8(ascii: "'") { isQuoted.toggle() }
            if !isQuoted, byte == UInt8(ascii: "d") { return true }
        }
        return false
    }

    /// Returns whether a valid pattern of a date or a moment shows some part of the time of day.
    package static func showsTime(_ pattern: String) -> Bool {
        !letters(in: pattern).isDisjoint(with: timeLetters)
    }

    /// Returns the letters of a valid pattern that stand for parts of a date or a time. The name of a pattern has none.
    package static func letters(in pattern: String) -> Set<Unicode.Scalar> {
        guard !isName(pattern) else { return [] }
        // Every second part is in quotes.
        let parts = pattern.split(separator: "'", omittingEmptySubsequences: false).enumerated()
        return letters.intersection(parts.filter { $0.offset.isMultiple(of: 2) }.flatMap(\.element.unicodeScalars))
    }
}
