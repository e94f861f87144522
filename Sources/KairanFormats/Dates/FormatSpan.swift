package import KairanModel

/// Returns the days from the first to the last as people write them. They write once what both have in common:
/// `23–24 January 2027`, `23.–24. Januar 2027`, `January 30 – February 2, 2027`.
package func formatSpan(_ first: LocalDate, _ last: LocalDate, language: String) -> String {
    let locale = LocaleData.shown(language)
    let long = locale.pattern("long")
    func text(_ day: LocalDate, _ pattern: String) -> String {
        formatDate(day, nil, pattern: pattern, language: language)
    }
    if first == last { return text(first, long) }
    guard first.year == last.year else { return "\(text(first, long)) – \(text(last, long))" }
    guard first.month == last.month, let day = dayToken(in: long) else {
        let isYearFirst = long.first { "yMLd".contains($0) } == "y"
        let (before, after) = isYearFirst ? (long, locale.monthAndDay) : (locale.monthAndDay, long)
        return "\(text(first, before)) – \(text(last, after))"
    }
    return "\(text(first, String(long[..<day.upperBound])))–\(text(last, String(long[day.lowerBound...])))"
}

/// Returns the place of the day in a pattern, with the sign that stands behind its number in some languages.
private func dayToken(in pattern: String) -> Range<String.Index>? {
    var isQuoted = false
    for index in pattern.indices {
        if pattern[index] == "'" { isQuoted.toggle() }
        guard pattern[index] == "d", !isQuoted else { continue }
        let end = pattern[index...].firstIndex { $0 != "d" } ?? pattern.endIndex
        let hasSign = end < pattern.endIndex && ".日일".contains(pattern[end])
        return index..<(hasSign ? pattern.index(after: end) : end)
    }
    return nil
}

/// Returns the time from one moment to another, or from or until one alone, as people write it. The result is nil if
/// neither is given.
///
/// - Parameters:
///   - lastDay: The last day, if the end is one.
///   - firstDay: The first day, if the start is one.
package func formatSpan(
    from: DateTime?, _ firstDay: LocalDate?, until: DateTime?, _ lastDay: LocalDate?, language: String
) -> String? {
    if let firstDay, let lastDay { return formatSpan(firstDay, lastDay, language: language) }
    func text(_ moment: DateTime, _ day: LocalDate?) -> String {
        let date = formatDate(day ?? moment.date, nil, pattern: "long", language: language)
        return day == nil ? "\(date), \(time(moment))" : date
    }
    func time(_ moment: DateTime) -> String {
        formatDate(nil, moment.time, pattern: "short", language: language)
    }
    switch (from, until) {
    case (nil, nil): return nil
    case (let from?, nil):
        return firstDay.flatMap { scheduleWords(language, "long")?.between($0, nil) } ?? "\(text(from, firstDay)) –"
    case (nil, let until?):
        return lastDay.flatMap { scheduleWords(language, "long")?.between(nil, $0) } ?? "– \(text(until, lastDay))"
    case (let from?, let until?):
        if firstDay == nil, lastDay == nil, from.date == until.date { return "\(text(from, nil))–\(time(until))" }
        return "\(text(from, firstDay)) – \(text(until, lastDay))"
    }
}
