internal import KairanModel

/// Returns a schedule in names and dates alone, such as "Samstag, Sonntag (1. April 2026 – 30. Juni 2026)", for languages
/// of which CLDR has names, but no word such as "every". The result is nil for a schedule that needs such a word.
func plainSchedule(_ schedule: Schedule, _ language: String) -> String? {
    guard LocaleData.of(language) != nil, let exceptions = plainExceptions(schedule.exceptions, language)
    else { return nil }
    let texts = schedule.rules.compactMap { plainText($0, language) }
    guard texts.count == schedule.rules.count else { return nil }
    let days = texts.joined(separator: "; ")
    let range = plainRange(schedule.wordedFrom, schedule.until, language)
    let others = [range, exceptions.isEmpty ? nil : exceptions].compactMap(\.self)
    return others.isEmpty ? days : "\(days) (\(others.joined(separator: "; ")))"
}

/// Returns the single days that are taken away, and the words for those of entries, each with a cross before it. CLDR
/// has no word for them. Returns nil if days are taken away by a rule.
private func plainExceptions(_ rules: [Schedule.Rule], _ language: String) -> String? {
    let texts = rules.map { rule -> String? in
        switch rule {
        case .dates(let dates): list(dates.map { "✕ " + longDate($0, language) }, language)
        case .named(let named): "✕ " + named.label
        case .daily, .monthly, .weekly, .nth, .yearly, .recurrence: nil
        }
    }
    return texts.contains(nil) ? nil : texts.compactMap(\.self).joined(separator: "; ")
}

private func plainText(_ rule: Schedule.Rule, _ language: String) -> String? {
    switch rule {
    case .daily: weekdayName(1, isLong: true, language) + " – " + weekdayName(0, isLong: true, language)
    case .weekly(let weekdays): list(weekdays.map { weekdayName($0, isLong: true, language) }, language)
    case .dates(let dates): list(dates.map { longDate($0, language) }, language)
    case .recurrence(let rule): rule.words ?? rule.text
    case .named(let named): named.label
    case .monthly, .nth, .yearly: nil
    }
}

private func plainRange(_ from: LocalDate?, _ until: LocalDate?, _ language: String) -> String? {
    if from == nil, until == nil { return nil }
    return [from, until].map { $0.map { longDate($0, language) } ?? "" }.joined(separator: " – ").trimmingSpaces()
        .description
}

private func longDate(_ date: LocalDate, _ language: String) -> String {
    formatDate(date, nil, pattern: "long", language: language)
}

/// Dates hold commas in some languages, so a comma alone does not tell them apart there.
private func list(_ texts: [String], _ language: String) -> String {
    let comma =
        switch primaryLanguage(of: language) {
        case "zh", "yue": "、"
        case "ar", "ckb", "fa", "ks", "lrc", "mzn", "ps", "sd", "ug", "ur": "، "
        default: ", "
        }
    return texts.joined(separator: texts.contains { $0.contains(comma) } ? "; " : comma)
}
