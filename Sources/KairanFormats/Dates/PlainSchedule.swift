internal import KairanModel

/// Returns a schedule in names and dates alone, such as "Samstag, Sonntag (1. April 2026 – 30. Juni 2026)", for languages
/// of which CLDR has names, but no word such as "every". The result is nil for a schedule that needs such a word.
func plainSchedule(_ schedule: Schedule, _ locale: Int, _ language: String) -> String? {
    guard LocaleData.of(language) != nil, let exceptions = plainExceptions(schedule.exceptions, locale, language)
    else { return nil }
    let words = schedule.words(in: locale)
    let recurs = schedule.rules.contains { !$0.isOfSingleDays }
    let rules = words == nil ? schedule.rules : schedule.rules.filter { recurs && $0.isOfSingleDays }
    let named = rules.compactMap { plainText($0, locale, language) }
    guard named.count == rules.count else { return nil }
    let texts = [words].compactMap(\.self) + named
    let days = texts.joined(separator: "; ")
    let range = plainRange(schedule.wordedFrom, schedule.until, language)
    let others = [range, exceptions.isEmpty ? nil : exceptions].compactMap(\.self)
    return others.isEmpty ? days : "\(days) (\(others.joined(separator: "; ")))"
}

/// Returns the days that are taken away, each with a cross before it. CLDR has no word for them.
private func plainExceptions(_ rules: [Schedule.Rule], _ locale: Int, _ language: String) -> String? {
    let texts = rules.map { names(of: $0, locale, language).map { list($0.map { "✕ " + $0 }, language) } }
    return texts.contains(nil) ? nil : texts.compactMap(\.self).joined(separator: "; ")
}

private func plainText(_ rule: Schedule.Rule, _ locale: Int, _ language: String) -> String? {
    names(of: rule, locale, language).map { list($0, language) }
}

/// Returns the names of the days of a rule, or nil if its days have none.
private func names(of rule: Schedule.Rule, _ locale: Int, _ language: String) -> [String]? {
    switch rule {
    case .daily: [weekdayName(1, isLong: true, language) + " – " + weekdayName(0, isLong: true, language)]
    case .weekly(let weekdays):
        if let run = run(of: weekdays) {
            [weekdayName(run.first, isLong: true, language) + " – " + weekdayName(run.last, isLong: true, language)]
        } else {
            weekdays.map { weekdayName($0, isLong: true, language) }
        }
    case .dates(let dates): dates.map { longDate($0, language) }
    case .yearly(let days): days.map { dayOfYear($0, language) }
    case .recurrence(let rule): rule.words(in: locale).map { [$0] } ?? (rule.countedWeeks == nil ? [rule.text] : nil)
    case .named(let named): [named.label]
    case .monthly, .nth: nil
    }
}

private func dayOfYear(_ day: MonthDay, _ language: String) -> String {
    let leapDay = LocalDate(year: 2000, month: day.month, day: day.day)
    return formatDate(leapDay, nil, pattern: LocaleData.shown(language).monthAndDay, language: language)
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
