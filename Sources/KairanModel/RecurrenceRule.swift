/// A recurrence rule of whole days (RFC 5545, section 3.3.10).
///
/// RFC 5545 leaves open what a DTSTART means that does not fit the rule itself; here it is then not an occurrence.
package struct RecurrenceRule: Hashable, Sendable {
    package enum Frequency: String, Sendable, CaseIterable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    package struct Weekday: Hashable, Sendable {
        /// The ordinal of the weekday in the month or year, counted from the end if negative; nil for all of them.
        package var ordinal: Int?
        /// The day of the week; 0 is Sunday.
        package var weekday: Int

        package init(ordinal: Int? = nil, weekday: Int) { (self.ordinal, self.weekday) = (ordinal, weekday) }
    }

    /// The parts as they were written; a part that was not written is empty or has its default.
    package struct Parts: Hashable, Sendable {
        package var frequency = Frequency.daily
        package var interval = 1
        package var count: Int?
        package var until: LocalDate?
        package var months: [Int] = []
        package var weekNumbers: [Int] = []
        package var yearDays: [Int] = []
        package var monthDays: [Int] = []
        package var weekdays: [Weekday] = []
        package var positions: [Int] = []
        /// The first day of the week; 0 is Sunday.
        package var weekStart = 1

        package init() {}
    }

    package let parts: Parts
    /// DTSTART: the day that intervals are counted from, and that stands for a day that the parts do not name.
    package let start: LocalDate
    /// The rule as it was written, without `RRULE:`.
    package let text: String
    /// The meaning of the rule in words, for people. It is nil if nobody wrote it.
    package var words: String? { localizedWords.first }
    /// The meaning of the rule in the language of each locale, or once for all.
    package let localizedWords: [String]

    /// Returns its meaning in the language of a locale, by position.
    package func words(in locale: Int) -> String? { localizedWords.words(in: locale) }

    /// The last day; nil if the rule has no end, and a day before `start` if it has no day at all.
    let lastDay: Int?
    private let periods: RecurrencePeriods

    package init(_ parts: Parts, start: LocalDate, text: String, localizedWords: [String] = []) {
        (self.parts, self.start, self.text, self.localizedWords) = (parts, start, text, localizedWords)
        let periods = RecurrencePeriods(parts, start: start)
        self.periods = periods
        // The last day of a COUNT is found once, so that nothing has to be counted from the start later.
        lastDay = parts.until.map(\.daysSinceEpoch) ?? parts.count.flatMap { periods.day(number: $0) }
    }
}

extension RecurrenceRule {
    /// The weekdays of a rule that says no more than that they recur every second, third or later week, and whose first
    /// day begins such a week, so that people who count from it come to the same days; nil for others. 0 is Sunday.
    package var countedWeeks: (interval: Int, weekdays: [Int])? {
        var rest = parts
        (rest.interval, rest.weekdays, rest.weekStart) = (1, [], 1)
        var weekly = Parts()
        weekly.frequency = .weekly
        guard rest == weekly, parts.interval > 1, parts.weekdays.allSatisfy({ $0.ordinal == nil }),
            let first = firstPossibleDay?.weekday
        else { return nil }
        let weekdays = parts.weekdays.isEmpty ? [start.weekday] : parts.weekdays.map(\.weekday)
        let position = { (weekday: Int) in (weekday - parts.weekStart + 7) % 7 }
        return weekdays.contains { position($0) < position(first) } ? nil : (parts.interval, weekdays)
    }
}

// This does not build on Foundation's `Calendar.RecurrenceRule` (Swift 6.3), as `Scripts/judge-foundation` shows. It
// ends the program at rules such as `FREQ=MONTHLY;BYDAY=-5TH`, gives `FREQ=MONTHLY;BYDAY=SU` one Sunday a month, moves
// the 31st of a `FREQ=MONTHLY` into months without one, finds few or no days of rules with BYWEEKNO, and steps through
// all days since the start, which takes 0.1 s for a daily rule from 1970.
extension RecurrenceRule {
    private var range: Range<Int> {
        let first = start.daysSinceEpoch
        return first..<max(first, lastDay.map { $0 + 1 } ?? Schedule.calendar.upperBound)
    }

    func contains(_ day: Int) -> Bool { range.contains(day) && periods.contains(day) }

    /// Returns the days in a range, ascending. The cost grows with `range`, not with how long ago the rule began.
    func days(in range: Range<Int>) -> [Int] { periods.days(in: range.clamped(to: self.range)) }

    /// Returns the first day that is not before `day`, or nil if there is none.
    func firstDay(from day: Int) -> Int? {
        let range = self.range
        return periods.firstDay(in: max(day, range.lowerBound)..<max(day, range.upperBound))
    }

    /// The first day if the end of the rule is ignored; nil if there is none.
    package var firstPossibleDay: LocalDate? {
        periods.firstDay(in: start.daysSinceEpoch..<Schedule.calendar.upperBound).map(LocalDate.init(daysSinceEpoch:))
    }
}

extension [String] {
    /// Returns the words of a locale among those of all locales, or the words that are the same in all.
    func words(in locale: Int) -> String? { indices.contains(locale) ? self[locale] : first }
}
