internal import KairanModel

/// A format of JSON Schema that Kairan can describe or check.
package struct KnownFormat: Sendable {
    /// A description of texts in this format for people.
    package var inWords: String
    /// Returns whether a text has the format; nil if Kairan cannot check it.
    package var isKept: (@Sendable (String) -> Bool)?

    /// The formats by name.
    package static let all: [String: KnownFormat] = [
        "date": KnownFormat(inWords: "a date such as 2026-04-15", isKept: { LocalDate($0) != nil }),
        "date-time": KnownFormat(inWords: "a date and time such as 2026-04-15T09:30:00+09:00", isKept: isMoment),
        "duration": .duration,
        "email": KnownFormat(inWords: "an e-mail address"), "idn-email": KnownFormat(inWords: "an e-mail address"),
        "uri": KnownFormat(inWords: "a URL"), "iri": KnownFormat(inWords: "a URL"),
        "uri-reference": KnownFormat(inWords: "a URL or path"), "iri-reference": KnownFormat(inWords: "a URL or path"),
    ]

    /// Returns whether a text is a date and time of RFC 3339, 5.6.
    @Sendable private static func isMoment(_ text: String) -> Bool {
        let parts = text.split(separator: "T", maxSplits: 1)
        guard parts.count == 2, LocalDate(String(parts[0])) != nil, LocalTime(String(parts[1].prefix(8))) != nil else {
            return false
        }
        let zone = parts[1].dropFirst(8).drop { $0 == "." || $0.isASCII && $0.isNumber }
        if zone == "Z" { return true }
        guard let sign = zone.first, sign == "+" || sign == "-" else { return false }
        return zone.count == 6 && LocalTime(String(zone.dropFirst())) != nil
    }
}

extension KnownFormat {
    package static let duration = KnownFormat(inWords: "a duration such as PT1H44M", isKept: isDuration)

    /// Returns whether a text is a duration of RFC 3339, appendix A. Schemas of others may have days and seconds too.
    @Sendable private static func isDuration(_ text: String) -> Bool {
        if text.hasPrefix("PT"), MinuteDuration(text) != nil { return true }
        let form = /P([0-9]+W|([0-9]+Y)?([0-9]+M)?([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+S)?)?)/
        return text.wholeMatch(of: form) != nil && text.last?.isLetter == true && !"PT".contains(text.suffix(1))
    }
}

/// The regular expressions that schemas use for certain texts.
package enum KnownPattern: String {
    case time = "^[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?$"
    case color = "^#[0-9a-f]{6}$"
    case version = #"^[0-9]+(\.[0-9]+){1,3}(-[0-9A-Za-z.-]+)?$"#
    case yearMonth = "^[0-9]{4}-[0-9]{2}$"
}
