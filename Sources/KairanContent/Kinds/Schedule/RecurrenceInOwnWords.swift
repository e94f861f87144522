internal import KairanModel

extension Schedule {
    /// With our own rules for recurrence rules that say no more than they can, as these have words in every language.
    var inOwnWords: Schedule {
        var schedule = self
        schedule.rules = rules.flatMap(\.inOwnWords)
        schedule.exceptions = exceptions.flatMap(\.inOwnWords)
        if rules.count == 1, case .recurrence(let rule) = rules[0], let own = rule.ownRules {
            // Of a rule that stands alone the end is that of the schedule.
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
    /// Which name the same days but for its end; nil where there are none, and where it has words already.
    fileprivate var ownRules: [Schedule.Rule]? {
        // Everything that a rule of our own could not say must be as if it were not written.
        var sayable = Parts()
        (sayable.frequency, sayable.count, sayable.until) = (parts.frequency, parts.count, parts.until)
        // Where weeks begin does not matter if none is left out.
        sayable.weekStart = parts.weekStart
        switch parts.frequency {
        case .daily: break
        case .weekly: sayable.weekdays = parts.weekdays
        case .monthly: (sayable.monthDays, sayable.weekdays) = (parts.monthDays, parts.weekdays)
        case .yearly: (sayable.months, sayable.monthDays) = (parts.months, parts.monthDays)
        }
        guard words == nil, parts == sayable else { return nil }
        // What the parts do not name, the start does.
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
