/// A filter that lets through the days that the BY parts of a recurrence rule name, apart from BYSETPOS.
struct RecurrenceFilter: Hashable, Sendable {
    private var months: [Int]
    private var weekNumbers: [Int]
    private var yearDays: [Int]
    private var monthDays: [Int]
    private var weekdays: [RecurrenceRule.Weekday]
    private let weekStart: Int
    /// Tells whether an ordinal such as "second Monday" counts in the month; otherwise it counts in the year.
    private let countsInMonth: Bool

    init(_ parts: RecurrenceRule.Parts, start: LocalDate) {
        (months, weekNumbers, yearDays) = (parts.months, parts.weekNumbers, parts.yearDays)
        (monthDays, weekdays, weekStart) = (parts.monthDays, parts.weekdays, parts.weekStart)
        countsInMonth = parts.frequency == .monthly || !parts.months.isEmpty
        guard weekNumbers.isEmpty, yearDays.isEmpty, monthDays.isEmpty, weekdays.isEmpty else { return }
        // A rule that names no day means the day of its start.
        switch parts.frequency {
        case .daily: break
        case .weekly: weekdays = [.init(weekday: start.weekday)]
        case .monthly: monthDays = [start.day]
        case .yearly:
            if months.isEmpty { months = [start.month] }
            monthDays = [start.day]
        }
    }

    func admits(_ number: Int) -> Bool {
        let weekday = weekday(of: number)
        // The weekday is checked first, since finding out the date of a day takes longest.
        guard weekdays.isEmpty || weekdays.contains(where: { $0.weekday == weekday }) else { return false }
        let day = LocalDate(daysSinceEpoch: number)
        guard months.isEmpty || months.contains(day.month) else { return false }
        if !monthDays.isEmpty {
            let fromEnd = day.day - LocalDate.dayCount(ofMonth: day.month, year: day.year) - 1
            guard monthDays.contains(day.day) || monthDays.contains(fromEnd) else { return false }
        }
        return (weekdays.isEmpty || weekdays.contains { $0.weekday == weekday && has($0.ordinal, day, number) })
            && (yearDays.isEmpty || admitsYearDay(day.year, number))
            && (weekNumbers.isEmpty || admitsWeek(number))
    }

    /// Returns whether a day is the first, second … or last, last but one … of its weekday.
    private func has(_ ordinal: Int?, _ day: LocalDate, _ number: Int) -> Bool {
        guard let ordinal else { return true }
        let (index, count): (Int, Int)
        if countsInMonth {
            (index, count) = (day.day - 1, LocalDate.dayCount(ofMonth: day.month, year: day.year))
        } else {
            let firstDay = firstDay(ofYear: day.year)
            (index, count) = (number - firstDay, self.firstDay(ofYear: day.year + 1) - firstDay)
        }
        return ordinal > 0 ? ordinal == index / 7 + 1 : ordinal == -((count - 1 - index) / 7 + 1)
    }

    private func admitsYearDay(_ year: Int, _ number: Int) -> Bool {
        yearDays.contains(number - firstDay(ofYear: year) + 1)
            || yearDays.contains(number - firstDay(ofYear: year + 1))
    }

    /// Returns whether the rule names the week of a day. Week 1 is the first with at least four days in the year, and a
    /// week may belong to the year before or after.
    private func admitsWeek(_ number: Int) -> Bool {
        let middle = number - (weekday(of: number) - weekStart + 7) % 7 + 3
        let year = LocalDate(daysSinceEpoch: middle).year
        let (first, next) = (firstDay(ofYear: year), firstDay(ofYear: year + 1))
        return weekNumbers.contains((middle - first) / 7 + 1) || weekNumbers.contains(-((next - 1 - middle) / 7 + 1))
    }

    private func weekday(of number: Int) -> Int { ((number + 4) % 7 + 7) % 7 }

    /// Returns the first day of a year. It may be the year 0 or 10000, which weeks at the ends of the calendar reach
    /// into.
    private func firstDay(ofYear year: Int) -> Int {
        let shifted = year + 399
        return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 - 719_162 - Schedule.cycle
    }
}
