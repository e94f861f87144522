/// The letters of Unicode TR 35 patterns that Kairan fills in.
package enum DatePattern {
    package static let dateLetters: Set<Unicode.Scalar> = ["y", "M", "d", "E"]
    package static let timeLetters: Set<Unicode.Scalar> = ["H", "h", "m", "s", "a"]
    package static let letters = dateLetters.union(timeLetters)

    /// True when the pattern has one of `letters` and, outside single quotes, no other letter of a to z.
    package static func isValid(_ pattern: String, letters: Set<Unicode.Scalar> = letters) -> Bool {
        var isQuoted = false
        var hasField = false
        for scalar in pattern.unicodeScalars {
            if scalar == "'" { isQuoted.toggle() }
            guard !isQuoted, scalar.properties.isAlphabetic, scalar.isASCII else { continue }
            guard letters.contains(scalar) else { return false }
            hasField = true
        }
        return hasField && !isQuoted
    }

    /// True when a valid pattern has the name of a month, a weekday or a half of the day.
    package static func showsNames(_ pattern: String) -> Bool {
        pattern.split(separator: "'", omittingEmptySubsequences: false).enumerated().contains { index, part in
            index.isMultiple(of: 2) && (part.contains("MMM") || part.contains { $0 == "E" || $0 == "a" })
        }
    }

    /// True when a valid pattern shows some part of the time of day.
    package static func showsTime(_ pattern: String) -> Bool {
        // What stands in quotes is every second part.
        pattern.split(separator: "'", omittingEmptySubsequences: false).enumerated().contains { index, part in
            index.isMultiple(of: 2) && part.unicodeScalars.contains(where: timeLetters.contains)
        }
    }
}
