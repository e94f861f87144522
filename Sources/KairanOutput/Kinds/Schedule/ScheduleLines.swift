package import KairanModel

extension Schedule {
    /// Some 9 KB; a year of days has 366.
    private static let mostListedDays = 1_000

    /// The content lines of RFC 5545, unfolded, that name the same days; nil when no one rule names them and there is no
    /// last day or are too many days to list.
    ///
    /// DTSTART is always one of the days of the rule, as calendars show it also where the rule does not hit it. They
    /// hardly go back to the year 1, so a schedule without a first day begins in 1970.
    package var lines: [String]? {
        if let rule = singleRule, exceptions.allSatisfy(\.isDates) { return lines(rule) }
        guard !isEndless, from != nil || rules.allSatisfy(\.isDates) else { return nil }
        let days = allDays(atMost: Self.mostListedDays)?.map { LocalDate(daysSinceEpoch: $0).basicText }
        // Some readers leave DTSTART out where there is no rule, so it is among the others too.
        guard let days else { return nil }
        return days.first.map { ["DTSTART;VALUE=DATE:\($0)", "RDATE;VALUE=DATE:" + days.joined(separator: ",")] }
    }

    private func lines(_ rule: RecurrenceRule.Parts) -> [String]? {
        var unexcepted = self
        unexcepted.exceptions = []
        if from == nil { unexcepted.from = LocalDate(daysSinceEpoch: 0) }
        guard let first = unexcepted.firstDay else { return nil }
        let excepted = exceptions.flatMap(\.dates).filter(unexcepted.contains)
        return ["DTSTART;VALUE=DATE:\(first.basicText)", "RRULE:\(ended(rule).text)"]
            + (excepted.isEmpty ? [] : ["EXDATE;VALUE=DATE:" + excepted.map(\.basicText).joined(separator: ",")])
    }

    /// The rule with the schedule's end instead of its own, as it can have only one. A COUNT would also count other days
    /// if the schedule began later than the rule.
    private func ended(_ rule: RecurrenceRule.Parts) -> RecurrenceRule.Parts {
        var ended = rule
        (ended.count, ended.until) = (nil, end)
        return ended
    }

    /// What names the days of all rules, if there is such a rule.
    private var singleRule: RecurrenceRule.Parts? {
        var parts = RecurrenceRule.Parts()
        parts.frequency = .monthly
        for case .nth(let week, let weekday) in rules { parts.weekdays.append(.init(ordinal: week, weekday: weekday)) }
        if parts.weekdays.count == rules.count { return parts }
        guard rules.count == 1 else { return nil }
        switch rules[0] {
        case .dates, .nth: return nil
        case .daily: parts.frequency = .daily
        case .monthly(let days): parts.monthDays = days
        case .weekly(let weekdays):
            parts.frequency = .weekly
            parts.weekdays = weekdays.map { .init(weekday: $0) }
        case .yearly(let days):
            parts.frequency = .yearly
            (parts.months, parts.monthDays) = (distinct(days.map(\.month)), distinct(days.map(\.day)))
            // A rule takes every one of its days in every one of its months.
            if parts.months.count * parts.monthDays.count != days.count { return nil }
        case .recurrence(let rule):
            parts = rule.parts
            // Some readers take the whole week and some the weekday of DTSTART, unless the rule says which.
            if !parts.weekNumbers.isEmpty, parts.weekdays.isEmpty, parts.yearDays.isEmpty, parts.monthDays.isEmpty {
                parts.weekdays = (0..<7).map { .init(weekday: $0) }
            }
        }
        return parts
    }
}

extension Schedule.Rule {
    fileprivate var isDates: Bool { if case .dates = self { true } else { false } }
    fileprivate var dates: [LocalDate] { if case .dates(let dates) = self { dates } else { [] } }
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
