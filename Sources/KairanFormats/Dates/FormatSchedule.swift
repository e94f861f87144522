package import KairanModel

/// Returns a schedule in words, such as "every Saturday and Sunday, from 1 April 2026 to 30 June 2026 (except 29 April
/// 2026)".
///
/// - Parameters:
///   - locale: The position of the locale whose words of the author are taken.
///   - dateFormat: The pattern in which the site shows dates.
package func formatSchedule(
    _ schedule: Schedule, locale: Int, language: String, dateFormat: String = "yyyy-MM-dd"
) -> String {
    if let words = scheduleWords(language, dateFormat) {
        return ScheduleFormat(words: words, locale: locale).text(schedule)
    }
    return plainSchedule(schedule, locale, language)
        ?? ScheduleFormat(words: PhraseScheduleWords.english, locale: locale).text(schedule)
}

func scheduleWords(_ language: String, _ dateFormat: String = "") -> (any ScheduleWords)? {
    switch primaryLanguage(of: language) {
    case "ja": JapaneseScheduleWords()
    case "ko": KoreanScheduleWords()
    default: PhraseScheduleWords.words(in: language, dateFormat: dateFormat)
    }
}

/// Returns the language in which schedules are written in a locale, and how English writes dates in them if the month
/// comes first.
package func languageOfSchedules(in language: String, dateFormat: String) -> String {
    let own = hasScheduleWords(language) ? primaryLanguage(of: language) : LocaleData.shown(language).wordsName
    let isEnglish = primaryLanguage(of: language) == "en"
    return isEnglish && PhraseScheduleWords.isMonthFirst(dateFormat, in: language) ? "en, MMMM d, yyyy" : own
}

/// Tells whether a schedule is written in a language, rather than in English.
package func isWritten(_ schedule: Schedule, in language: String) -> Bool {
    hasScheduleWords(language) || plainSchedule(schedule, 0, language) != nil
}

/// Tells whether all schedules have words in a language. In all others CLDR has names, but no words for rules.
package func hasScheduleWords(_ language: String) -> Bool {
    scheduleWords(language) != nil
}

/// The words of a language for the parts of a schedule.
protocol ScheduleWords {
    var everyDay: String { get }
    /// - Parameter days: Days from 1 to 31, or -1 for the last day.
    func everyMonth(_ days: [Int]) -> String
    /// - Parameter weekdays: Weekdays, where 0 is Sunday.
    func everyWeek(_ weekdays: [Int]) -> String
    /// - Parameter interval: 2 for every second week.
    func everyWeeks(_ interval: Int, _ weekdays: [Int]) -> String
    func everyMonth(weeks: [Int], weekdays: [Int]) -> String
    func everyYear(_ days: [MonthDay]) -> String
    func list(_ dates: [LocalDate]) -> String
    /// Joins rules, each of which adds days.
    func union(_ rules: [String]) -> String
    /// Describes a range of days. At least one end is given.
    func between(_ from: LocalDate?, _ until: LocalDate?) -> String
    /// Describes the days that are taken away.
    func except(_ rules: [String]) -> String
    /// Joins rules, the range in which they hold and the days that are taken away, of which at least one is given. Nobody
    /// may take these two for a part of the last rule alone, nor the last of these days for a rule.
    func qualified(_ rules: [String], _ range: String?, _ exceptions: String?) -> String
}

private struct ScheduleFormat {
    let words: any ScheduleWords
    let locale: Int

    func text(_ schedule: Schedule) -> String {
        let from = schedule.wordedFrom
        let range = from == nil && schedule.until == nil ? nil : words.between(from, schedule.until)
        let exceptions = schedule.exceptions.isEmpty ? nil : words.except(texts(schedule.exceptions, of: schedule))
        let days = schedule.rules.filter(\.isOfSingleDays)
        let recurring = schedule.rules.filter { !$0.isOfSingleDays }
        let own = schedule.words(in: locale).map { [$0] }
        let (before, after) =
            recurring.isEmpty
            ? ([], own ?? texts(days, of: schedule))
            : (own ?? texts(recurring, of: schedule), texts(days, of: schedule))
        let rules = before + after
        if range == nil, exceptions == nil { return words.union(rules) }
        // Dates that are taken away are among the days that recur, as in a week in which a day is moved to another.
        if range == nil, before.count == 1, (days + schedule.exceptions).allSatisfy(\.isOfDates) {
            return words.union([words.qualified(before, range, exceptions)] + after)
        }
        return words.qualified(rules, range, exceptions)
    }

    private func texts(_ rules: [Schedule.Rule], of schedule: Schedule) -> [String] {
        var texts: [String] = []
        var index = 0
        while index < rules.count {
            switch rules[index] {
            case .nth:
                let nth = rules[index...].prefix { if case .nth = $0 { true } else { false } }
                texts += nthTexts(nth)
                index += nth.count - 1
            case .daily: texts.append(words.everyDay)
            case .monthly(let days): texts.append(words.everyMonth(days))
            case .weekly(let weekdays): texts.append(words.everyWeek(weekdays))
            case .yearly(let days): texts.append(words.everyYear(days))
            case .dates(let dates): texts.append(words.list(dates))
            case .recurrence(let rule):
                let weeks = schedule.weeks(of: rule).map { words.everyWeeks($0.interval, $0.weekdays) }
                texts.append(rule.words(in: locale) ?? weeks ?? rule.text)
            case .named(let named): texts.append(named.label)
            }
            index += 1
        }
        return texts
    }

    /// Describes rules such as the second and fourth Saturday, or the second Saturday and Sunday, together.
    private func nthTexts(_ rules: ArraySlice<Schedule.Rule>) -> [String] {
        var weekdays: [(weekday: Int, weeks: [Int])] = []
        for case .nth(let week, let weekday) in rules {
            if let index = weekdays.firstIndex(where: { $0.weekday == weekday }) {
                weekdays[index].weeks.append(week)
            } else {
                weekdays.append((weekday, [week]))
            }
        }
        var groups: [(weeks: [Int], weekdays: [Int])] = []
        for (weekday, weeks) in weekdays {
            if let index = groups.firstIndex(where: { $0.weeks == weeks }) {
                groups[index].weekdays.append(weekday)
            } else {
                groups.append((weeks, [weekday]))
            }
        }
        return groups.map { words.everyMonth(weeks: $0.weeks, weekdays: $0.weekdays) }
    }
}

extension Schedule.Rule {
    fileprivate var isOfDates: Bool { if case .dates = self { true } else { false } }
}
