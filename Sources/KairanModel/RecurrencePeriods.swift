/// The days, weeks, months or years of a recurrence rule, numbered from the one that has its start.
struct RecurrencePeriods: Hashable, Sendable {
    private let frequency: RecurrenceRule.Frequency
    private let interval: Int
    private let positions: [Int]
    private let filter: RecurrenceFilter
    private let start: Int
    /// The period that numbers count from: a day, the first day of a week, a month since the year 0, or a year.
    private let origin: Int

    init(_ parts: RecurrenceRule.Parts, start day: LocalDate) {
        (frequency, interval, positions) = (parts.frequency, parts.interval, parts.positions)
        filter = RecurrenceFilter(parts, start: day)
        start = day.daysSinceEpoch
        origin =
            switch parts.frequency {
            case .daily: start
            case .weekly: start - (day.weekday - parts.weekStart + 7) % 7
            case .monthly: day.year * 12 + day.month - 1
            case .yearly: day.year
            }
    }

    func contains(_ day: Int) -> Bool {
        guard period(of: day) % interval == 0 else { return false }
        return positions.isEmpty ? filter.admits(day) : days(ofPeriod: period(of: day)).contains(day)
    }

    /// Returns the days in a range that does not begin before the start.
    func days(in range: Range<Int>) -> [Int] {
        guard !range.isEmpty else { return [] }
        var days: [Int] = []
        var period = firstPeriod(from: range.lowerBound)
        while true {
            let whole = wholeDays(ofPeriod: period)
            guard whole.lowerBound < range.upperBound else { return days }
            if positions.isEmpty {
                for day in whole.clamped(to: range) where filter.admits(day) { days.append(day) }
            } else {
                days += self.days(ofPeriod: period).lazy.filter(range.contains)
            }
            period += interval
        }
    }

    /// Returns the first day in a range that does not begin before the start, or nil if there is none.
    func firstDay(in range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        var period = firstPeriod(from: range.lowerBound)
        // The range may cut off the first period; after this many others, all possible periods have been seen.
        for _ in 0...periodsOfCycle {
            let whole = wholeDays(ofPeriod: period)
            guard whole.lowerBound < range.upperBound else { return nil }
            let found =
                positions.isEmpty
                ? whole.clamped(to: range).first(where: filter.admits)
                : days(ofPeriod: period).first(where: range.contains)
            if let found { return found }
            period += interval
        }
        return nil
    }

    /// Returns the day with a number; the first day has number 1. Returns nil if there are fewer days until the end of
    /// the calendar, and the day before the start if there is none at all.
    func day(number: Int) -> Int? {
        let range = start..<Schedule.calendar.upperBound
        guard firstDay(in: range) != nil else { return start - 1 }
        var left = number
        var period = 0
        while true {
            let whole = wholeDays(ofPeriod: period)
            guard whole.lowerBound < range.upperBound else { return nil }
            for day in days(ofPeriod: period) where range.contains(day) {
                left -= 1
                if left == 0 { return day }
            }
            period += interval
        }
    }

    /// The number of periods in 400 years, after which days have the same weekdays again.
    private var periodsOfCycle: Int {
        switch frequency {
        case .daily: Schedule.cycle
        case .weekly: Schedule.cycle / 7
        case .monthly: 400 * 12
        case .yearly: 400
        }
    }

    /// Returns the days of a period. "A set of recurrence instances starts at the beginning of the interval defined by
    /// the FREQ rule part" (RFC 5545), even if that is before the start of the rule.
    private func days(ofPeriod period: Int) -> [Int] {
        let days = wholeDays(ofPeriod: period).filter(filter.admits)
        guard !positions.isEmpty else { return days }
        let indices = Set(positions.map { $0 > 0 ? $0 - 1 : days.count + $0 }).filter(days.indices.contains)
        return indices.sorted().map { days[$0] }
    }

    private func firstPeriod(from day: Int) -> Int {
        let period = period(of: day)
        return (period + interval - 1) / interval * interval
    }

    private func period(of number: Int) -> Int {
        switch frequency {
        case .daily: return number - origin
        case .weekly: return (number - origin) / 7
        case .monthly, .yearly:
            let day = LocalDate(daysSinceEpoch: number)
            return frequency == .yearly ? day.year - origin : day.year * 12 + day.month - 1 - origin
        }
    }

    /// Returns all days of a period, or an empty range at the end of the calendar if the period comes after that.
    private func wholeDays(ofPeriod period: Int) -> Range<Int> {
        let end = Schedule.calendar.upperBound
        switch frequency {
        case .daily: return (origin + period)..<(origin + period + 1)
        case .weekly: return (origin + period * 7)..<(origin + period * 7 + 7)
        case .monthly:
            let (year, month) = (origin + period).quotientAndRemainder(dividingBy: 12)
            guard let first = LocalDate(year: year, month: month + 1, day: 1)?.daysSinceEpoch else { return end..<end }
            return first..<(first + LocalDate.dayCount(ofMonth: month + 1, year: year))
        case .yearly:
            guard let first = LocalDate(year: origin + period, month: 1, day: 1)?.daysSinceEpoch,
                let last = LocalDate(year: origin + period, month: 12, day: 31)?.daysSinceEpoch
            else { return end..<end }
            return first..<(last + 1)
        }
    }
}
