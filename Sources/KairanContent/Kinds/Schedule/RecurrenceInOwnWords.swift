internal import KairanModel

extension Schedule {
    /// The schedule with Kairan's own rules in the place of equal recurrence rules, because its own rules have words in
    /// every language.
    var inOwnWords: Schedule {
        var schedule = self
        schedule.rules = rules.flatMap(\.inOwnWords)
        schedule.exceptions = exceptions.flatMap(\.inOwnWords)
        if rules.count == 1, case .recurrence(let rule) = rules[0], let own = rule.ownRules {
            // If the rule is the only one, its end becomes that of the schedule.
            (schedule.rules, schedule.until) = (own, end)
        }
        return schedule
    }
}

extension Schedule.Rule {
    fileprivate var inOwnWords: [Schedule.Rule] {
        guard case .recurrence(let rule) = self, rule.parts.count == nil, rule.parts.until == nil else { return [self] }
        return rule.ownRules ?? [self]
    }
}

extension RecurrenceRule {
    /// Kairan's own rules for the same days, apart from the end; nil if there are none, or if the rule already has
    /// words.
    fileprivate var ownRules: [Schedule.Rule]? {
        // The rule must not contain anything that Kairan's own rules cannot express.
        var sayable = Parts()
        (sayable.frequency, sayable.count, sayable.until) = (parts.frequency, parts.count, parts.until)
        // The first day of the week does not matter if no week is left out.
        sayable.weekStart = parts.weekStart
        switch parts.frequency {
        case .daily: break
        case .weekly: sayable.weekdays = parts.weekdays
        case .monthly: (sayable.monthDays, sayable.weekdays) = (parts.monthDays, parts.weekdays)
        case .yearly: (sayable.months, sayable.monthDays) = (parts.months, parts.monthDays)
        }
        guard words == nil, parts == sayable else { return nil }
        // Days that the parts do not name follow from the start.
        switch parts.frequency {
        case .daily: return [.daily]
        case .weekly: return [.weekly(parts.weekdays.isEmpty ? [start.weekday] : parts.weekdays.map(\.weekday))]
        case .monthly: return parts.weekdays.isEmpty ? monthlyRules : nthRules
        case .yearly: return yearlyRules
        }
    }

    private var monthlyRules: [Schedule.Rule]? {
        let days = parts.monthDays.isEmpty ? [start.day] : parts.monthDays
        return days.allSatisfy { $0 >= -1 } ? [.monthly(days)] : nil
    }

    private var nthRules: [Schedule.Rule]? {
        let rules = parts.weekdays.compactMap { weekday -> Schedule.Rule? in
            guard let week = weekday.ordinal, week == -1 || (1...5).contains(week) else { return nil }
            return .nth(week: week, weekday: weekday.weekday)
        }
        return parts.monthDays.isEmpty && rules.count == parts.weekdays.count ? rules : nil
    }

    private var yearlyRules: [Schedule.Rule]? {
        if parts.months.isEmpty, !parts.monthDays.isEmpty { return nil }
        let months = parts.months.isEmpty ? [start.month] : parts.months
        let days = parts.monthDays.isEmpty ? [start.day] : parts.monthDays
        let all = months.flatMap { month in days.map { MonthDay(month: month, day: $0) } }
        return all.contains(nil) ? nil : [.yearly(all.compactMap(\.self))]
    }
}
