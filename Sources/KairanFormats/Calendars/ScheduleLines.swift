package import KairanModel

extension Schedule {
    /// The most days that are listed, which take about 9 KB. A year of days has 366.
    private static let mostListedDays = 1_000

    /// The unfolded content lines of RFC 5545 that name the same days. They are nil if no single rule names the days,
    /// and the days have no end or are too many to list.
    ///
    /// DTSTART is always a day of the rule, because calendars show it even if the rule does not include it. Few
    /// calendars go back to the year 1, so a schedule without a first day begins in 1970.
    package var lines: [String]? {
        if let rule = singleRule, let lines = lines(rule) { return lines }
        guard !isEndless, from != nil || rules.allSatisfy({ $0.lastDay != nil && $0.isOfSingleDays }) else {
            return nil
        }
        let days = allDays(atMost: Self.mostListedDays)?.map { LocalDate(daysSinceEpoch: $0).basicText }
        // Some calendars ignore DTSTART if there is no rule, so that day is repeated among the others.
        guard let days else { return nil }
        return days.first.map { ["DTSTART;VALUE=DATE:\($0)", "RDATE;VALUE=DATE:" + days.joined(separator: ",")] }
    }

    private func lines(_ rule: RecurrenceRule.Parts) -> [String]? {
        var unexcepted = self
        unexcepted.exceptions = []
        if from == nil { unexcepted.from = LocalDate(daysSinceEpoch: 0) }
        guard let first = unexcepted.firstDay else { return nil }
        // In the week of DTSTART, widespread programs count positions only among the days from there on.
        if rule.frequency == .weekly, !rule.positions.isEmpty, first.weekday != rule.weekStart { return nil }
        let days = exceptions.compactMap { $0.singleDays(from: first, until: unexcepted.end) }
        guard days.count == exceptions.count else { return nil }
        let excepted = Set(days.joined()).sorted().map(LocalDate.init(daysSinceEpoch:)).filter(unexcepted.contains)
        return ["DTSTART;VALUE=DATE:\(first.basicText)", "RRULE:\(ended(rule).text)"]
            + (excepted.isEmpty ? [] : ["EXDATE;VALUE=DATE:" + excepted.map(\.basicText).joined(separator: ",")])
    }

    /// Returns the rule with the schedule's end instead of its own, because a rule can have only one end. A COUNT would
    /// count other days if the schedule began later than the rule.
    private func ended(_ rule: RecurrenceRule.Parts) -> RecurrenceRule.Parts {
        var ended = rule
        (ended.count, ended.until) = (nil, end)
        return ended
    }

    /// The one rule that names the days of all rules; nil if there is none.
    private var singleRule: RecurrenceRule.Parts? {
        var parts = RecurrenceRule.Parts()
        parts.frequency = .monthly
        for case .nth(let week, let weekday) in rules { parts.weekdays.append(.init(ordinal: week, weekday: weekday)) }
        if parts.weekdays.count == rules.count { return parts }
        guard rules.count == 1 else { return nil }
        switch rules[0] {
        case .dates, .named, .nth: return nil
        case .daily: parts.frequency = .daily
        case .monthly(let days): parts.monthDays = days
        case .weekly(let weekdays):
            parts.frequency = .weekly
            parts.weekdays = weekdays.map { .init(weekday: $0) }
        case .yearly(let days):
            parts.frequency = .yearly
            (parts.months, parts.monthDays) = (distinct(days.map(\.month)), distinct(days.map(\.day)))
            // A rule has each of its days in each of its months.
            if parts.months.count * parts.monthDays.count != days.count { return nil }
        case .recurrence(let rule):
            parts = rule.parts
            // Unless the rule names weekdays, some calendars use the whole week and others the weekday of DTSTART.
            if !parts.weekNumbers.isEmpty, parts.weekdays.isEmpty, parts.yearDays.isEmpty, parts.monthDays.isEmpty {
                parts.weekdays = (0..<7).map { .init(weekday: $0) }
            }
        }
        return parts
    }
}

extension Schedule.Rule {
    fileprivate var isOfSingleDays: Bool {
        switch self {
        case .dates, .named: true
        case .daily, .monthly, .weekly, .nth, .yearly, .recurrence: false
        }
    }

    /// Returns the days that it names one by one; nil if they have no end, and for rules that repeat.
    fileprivate func singleDays(from first: LocalDate, until last: LocalDate?) -> [Int]? {
        guard isOfSingleDays, let end = [lastDay, last?.daysSinceEpoch].compactMap(\.self).min() else { return nil }
        return days(in: first.daysSinceEpoch..<max(first.daysSinceEpoch, end + 1))
    }
}

extension RecurrenceRule.Parts {
    fileprivate var text: String {
        var text = "FREQ=\(frequency.rawValue)"
        func add(_ name: String, _ values: [Int]) {
            if !values.isEmpty { text += ";\(name)=" + values.map(String.init).joined(separator: ",") }
        }
        if interval != 1 { text += ";INTERVAL=\(interval)" }
        if let until { text += ";UNTIL=\(until.basicText)" }
        add("BYMONTH", months)
        add("BYWEEKNO", weekNumbers)
        add("BYYEARDAY", yearDays)
        add("BYMONTHDAY", monthDays)
        if !weekdays.isEmpty { text += ";BYDAY=" + weekdays.map(\.text).joined(separator: ",") }
        add("BYSETPOS", positions)
        if weekStart != 1 { text += ";WKST=\(weekdayCodes[weekStart])" }
        return text
    }
}

extension RecurrenceRule.Weekday {
    fileprivate var text: String { (ordinal.map(String.init) ?? "") + weekdayCodes[weekday] }
}

private let weekdayCodes = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

private func distinct(_ numbers: [Int]) -> [Int] { Set(numbers).sorted() }
