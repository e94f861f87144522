/// The days on which something happens: whole days of the proleptic Gregorian calendar, without a time of day.
///
/// A schedule has the days of all its rules, from the first to the last day, without those of the exceptions.
package struct Schedule: Hashable, Sendable {
    package enum Rule: Hashable, Sendable {
        case daily
        /// Certain days of every month that has them: 1 to 31, or -1 for the last.
        case monthly([Int])
        /// Certain days of every week; 0 is Sunday.
        case weekly([Int])
        /// One weekday of every month: week 1 to 5, or -1 for the last; 0 is Sunday.
        case nth(week: Int, weekday: Int)
        case yearly([MonthDay])
        /// Single days, ascending.
        case dates([LocalDate])
        case recurrence(RecurrenceRule)
        /// The days of the entries of a collection.
        case named(NamedDays)

        /// This is true for days that are named one by one or as those of entries, instead of by how they recur.
        package var isOfSingleDays: Bool {
            switch self {
            case .dates, .named: true
            case .daily, .monthly, .weekly, .nth, .yearly, .recurrence: false
            }
        }

        fileprivate var hasWords: Bool { if case .recurrence(let rule) = self { rule.words != nil } else { false } }
    }

    package var rules: [Rule]
    package var from: LocalDate?
    /// The last day, which is included.
    package var until: LocalDate?
    package var exceptions: [Rule]
    /// The author's words for the rules that recur, or for the single days if no rule recurs: one text for each locale,
    /// or one for all. The list is empty if the author wrote none.
    package var localizedWords: [String] = []

    package init(_ rules: [Rule], from: LocalDate? = nil, until: LocalDate? = nil, exceptions: [Rule] = []) {
        (self.rules, self.from, self.until, self.exceptions) = (rules, from, until, exceptions)
    }

    /// The days that a `LocalDate` can be, from the years 1 to 9999, as days since 1970-01-01.
    package static let calendar = -719_162..<2_932_897
    /// The number of days in 400 years, after which the calendar repeats, since they are whole weeks.
    static let cycle = 146_097
}

extension Schedule {
    /// Returns what its rules mean in the language of a locale, by position, if somebody wrote it.
    package func words(in locale: Int) -> String? { localizedWords.words(in: locale) }

    /// The start, if words have to mention it. A rule with words of its own mentions its start if it matters. Otherwise
    /// the start may only be the day from which weeks are counted, and people count them from the first of its days.
    package var wordedFrom: LocalDate? {
        if rules.contains(where: \.hasWords) { return nil }
        guard rules.count == 1, case .recurrence(let rule) = rules[0], rule.countedWeeks != nil else { return from }
        return rule.firstPossibleDay ?? from
    }

    /// Returns the weeks and weekdays of a rule that says no more, if people who count from `wordedFrom` come to its
    /// days; nil for others. 0 is Sunday.
    package func weeks(of rule: RecurrenceRule) -> (interval: Int, weekdays: [Int])? {
        wordedFrom != nil && wordedFrom == rule.firstPossibleDay ? rule.countedWeeks : nil
    }

    package func contains(_ day: LocalDate) -> Bool {
        let number = day.daysSinceEpoch
        return bounds.contains(number) && rules.contains { $0.contains(number, day) }
            && !exceptions.contains { $0.contains(number, day) }
    }

    /// Returns whether one of the days is in a range.
    package func hasDay(in days: ClosedRange<LocalDate>) -> Bool {
        if days.lowerBound == days.upperBound { return contains(days.lowerBound) }
        let range = (days.lowerBound.daysSinceEpoch..<days.upperBound.daysSinceEpoch + 1).clamped(to: bounds)
        // Mostly one of the first days is, and a range may be as long as the calendar. A search for the next day would
        // not end with the range, and may go on for centuries.
        var (start, count) = (range.lowerBound, 32)
        while start < range.upperBound {
            let next = min(start + count, range.upperBound)
            if !self.days(in: start..<next).isEmpty { return true }
            (start, count) = (next, 2 * count)
        }
        return false
    }

    /// Returns the days in a range, ascending, as days since 1970-01-01.
    package func days(in range: Range<Int>) -> [Int] {
        let range = range.clamped(to: bounds)
        guard !range.isEmpty else { return [] }
        var days = rules.count == 1 ? rules[0].days(in: range) : Set(rules.flatMap { $0.days(in: range) }).sorted()
        if !exceptions.isEmpty {
            days.removeAll { day in
                let date = LocalDate(daysSinceEpoch: day)
                return exceptions.contains { $0.contains(day, date) }
            }
        }
        return days
    }

    /// The first day; nil if there is none.
    package var firstDay: LocalDate? { firstDay(from: Self.calendar.lowerBound).map(LocalDate.init(daysSinceEpoch:)) }

    /// Returns the first day after another one, or nil if there is none.
    package func nextDay(after day: LocalDate) -> LocalDate? {
        firstDay(from: day.daysSinceEpoch + 1).map(LocalDate.init(daysSinceEpoch:))
    }

    /// The day on which the schedule ends, which need not be one of its days: `until`, or the end of its rules if each
    /// has one.
    package var end: LocalDate? {
        let lastDays = rules.map(\.lastDay)
        let ofRules = lastDays.contains(nil) ? nil : lastDays.compactMap(\.self).max()
        return [until, ofRules.map(LocalDate.init(daysSinceEpoch:))].compactMap(\.self).min()
    }

    /// Tells whether the schedule has no last day.
    package var isEndless: Bool {
        guard end == nil else { return false }
        guard exceptions.contains(where: { $0.lastDay == nil }) else { return true }
        return firstDay(from: lastSingleDay + 1) != nil
    }

    /// Returns all days, ascending, as days since 1970-01-01, or nil if there are more than `limit`.
    package func allDays(atMost limit: Int) -> [Int]? {
        var days: [Int] = []
        while let day = firstDay(from: days.last.map { $0 + 1 } ?? Self.calendar.lowerBound) {
            if days.count == limit { return nil }
            days.append(day)
        }
        return days
    }

    private var bounds: Range<Int> {
        let lower = from?.daysSinceEpoch ?? Self.calendar.lowerBound
        let upper = until.map { $0.daysSinceEpoch + 1 } ?? Self.calendar.upperBound
        return lower..<max(lower, upper)
    }

    /// The day after which everything repeats, since no single dates follow, and no rule ends or begins.
    private var lastSingleDay: Int {
        (rules + exceptions).compactMap(\.lastDay).max().map { max($0, bounds.lowerBound) } ?? bounds.lowerBound
    }

    private func firstDay(from day: Int) -> Int? {
        let range = (day..<max(day, firstDayToGiveUp(from: day))).clamped(to: bounds)
        guard !range.isEmpty else { return nil }
        var next = rules.map { $0.firstDay(from: range.lowerBound) }
        while let day = next.compactMap(\.self).min(), range.contains(day) {
            let date = LocalDate(daysSinceEpoch: day)
            guard exceptions.contains(where: { $0.contains(day, date) }) else { return day }
            for index in rules.indices where next[index] == day { next[index] = rules[index].firstDay(from: day + 1) }
        }
        return nil
    }

    /// Returns the day at which a search may give up: if nothing was found until then, and all rules have repeated by
    /// then, nothing will be. A rule with an interval repeats later, so with one of them the search goes on to the end
    /// of the calendar.
    private func firstDayToGiveUp(from day: Int) -> Int {
        let repeats = (rules + exceptions).allSatisfy { rule in
            if case .recurrence(let rule) = rule { rule.parts.interval == 1 } else { true }
        }
        guard repeats else { return Self.calendar.upperBound }
        return min(max(day, lastSingleDay) + Self.cycle + 1, Self.calendar.upperBound)
    }
}
