extension Schedule.Rule {
    /// - Parameter number: The same day as `date`, as days since 1970-01-01.
    func contains(_ number: Int, _ date: LocalDate) -> Bool {
        switch self {
        case .daily: return true
        case .monthly(let days):
            return days.contains(date.day)
                || days.contains(-1) && date.day == LocalDate.dayCount(ofMonth: date.month, year: date.year)
        case .weekly(let weekdays): return weekdays.contains(date.weekday)
        case .nth(let week, let weekday):
            guard date.weekday == weekday else { return false }
            return week == (date.day + 6) / 7
                || week == -1 && date.day + 7 > LocalDate.dayCount(ofMonth: date.month, year: date.year)
        case .yearly(let days): return days.contains { $0.day == date.day && $0.month == date.month }
        case .dates(let dates):
            let index = dates.firstIndex(notBefore: date)
            return index < dates.count && dates[index] == date
        case .recurrence(let rule): return rule.contains(number)
        case .named(let named): return named.contains(number)
        }
    }

    /// Returns the days in a range, ascending, as days since 1970-01-01. The range must be inside `Schedule.calendar`.
    package func days(in range: Range<Int>) -> [Int] {
        switch self {
        case .daily: return Array(range)
        case .weekly(let weekdays):
            guard let first = range.first else { return [] }
            let start = LocalDate(daysSinceEpoch: first).weekday
            let offsets = Set(weekdays.map { ($0 - start + 7) % 7 }).sorted()
            return stride(from: first, to: range.upperBound, by: 7).flatMap { week in
                offsets.lazy.map { week + $0 }.filter { $0 < range.upperBound }
            }
        case .monthly, .nth, .yearly:
            var days: [Int] = []
            var month = Month(of: range.lowerBound)
            while month.firstDay < range.upperBound {
                days += self.days(of: month).lazy.map { month.firstDay + $0 - 1 }.filter(range.contains)
                month = month.next
            }
            return days
        case .dates(let dates):
            return dates[dates.firstIndex(notBefore: LocalDate(daysSinceEpoch: range.lowerBound))...].lazy
                .map(\.daysSinceEpoch).prefix { $0 < range.upperBound }
        case .recurrence(let rule): return rule.days(in: range)
        case .named(let named): return named.days(in: range)
        }
    }

    /// Returns the first day that is not before `day`, or nil if there is none.
    func firstDay(from day: Int) -> Int? {
        switch self {
        case .daily: return day
        case .weekly(let weekdays):
            let start = LocalDate(daysSinceEpoch: day).weekday
            return weekdays.map { ($0 - start + 7) % 7 }.min().map { day + $0 }
        case .monthly, .nth, .yearly:
            var month = Month(of: day)
            // Between two leap years there can be eight years, as around 1900.
            for _ in 0...(8 * 12) {
                let first = month.firstDay
                if let found = days(of: month).first(where: { first + $0 > day }) { return first + found - 1 }
                month = month.next
            }
            return nil
        case .dates(let dates):
            let index = dates.firstIndex(notBefore: LocalDate(daysSinceEpoch: day))
            return index < dates.count ? dates[index].daysSinceEpoch : nil
        case .recurrence(let rule): return rule.firstDay(from: day)
        case .named(let named): return named.firstDay(from: day)
        }
    }

    /// The last day, as days since 1970-01-01; nil if the rule has none.
    package var lastDay: Int? {
        switch self {
        case .daily, .monthly, .weekly, .nth, .yearly: nil
        case .dates(let dates): dates.last?.daysSinceEpoch
        case .recurrence(let rule): rule.lastDay
        case .named(let named): named.lastDay
        }
    }

    /// Returns the days in a month, ascending, for rules that name days of months.
    private func days(of month: Month) -> [Int] {
        let count = LocalDate.dayCount(ofMonth: month.month, year: month.year)
        switch self {
        case .monthly(let days): return Set(days.map { $0 == -1 ? count : $0 }.filter { $0 <= count }).sorted()
        case .nth(let week, let weekday):
            let first = (weekday - LocalDate(daysSinceEpoch: month.firstDay).weekday + 7) % 7 + 1
            let day = week == -1 ? first + (count - first) / 7 * 7 : first + (week - 1) * 7
            return day <= count ? [day] : []
        case .yearly(let days):
            return days.filter { $0.month == month.month && $0.day <= count }.map(\.day).sorted()
        case .daily, .weekly, .dates, .recurrence, .named: return []
        }
    }
}

private struct Month {
    var year: Int
    var month: Int
    /// The first day, as days since 1970-01-01.
    var firstDay: Int

    init(of day: Int) {
        let date = LocalDate(daysSinceEpoch: day)
        (year, month, firstDay) = (date.year, date.month, day - date.day + 1)
    }

    /// The next month. The 32nd day from the first of any month is in the next one.
    var next: Month { Month(of: firstDay + 31) }
}

extension [LocalDate] {
    /// Returns the index of the first date that is not before another one, in ascending dates.
    fileprivate func firstIndex(notBefore date: LocalDate) -> Int {
        partitioningIndex { $0 >= date }
    }
}
