internal import KairanModel
internal import KairanReaders

// A single day without effect is seldom meant: somebody moved or cancelled a day, and the day that they meant stays as
// it was. These are warnings, as the rest of the schedule is right.

extension ScheduleReader {
    /// Warns of a single day that takes nothing away, as the day that was meant then stays.
    mutating func checkExceptions(_ schedule: Schedule, _ node: SourceNode) {
        // The days of entries that the rules name are not known yet; those that the exceptions name do not matter here.
        guard !schedule.rulesNameDays else { return }
        for (date, span) in singleDays(node["dates"] ?? node) {
            guard let help = schedule.helpIfNotExcepting(date) else { continue }
            diagnostics.append(.ofException(date, at: span, help: help))
        }
    }

    /// Warns of a single day on which nothing happens, because another part of the schedule takes it away.
    mutating func checkDates(_ schedule: Schedule, _ node: SourceNode) {
        for (date, span) in singleDays(node) {
            if let part = schedule.bound(leavingOut: date) {
                let help: Help = "change '\(part)', correct the day, or remove it"
                diagnostics.append(.ofDate(date, "it is outside 'between'", at: span, help: help))
            } else if schedule.exceptions.takesAway(date) {
                let help: Help = "write another day, or take fewer days away with 'except'"
                diagnostics.append(.ofDate(date, "'except' takes it away", at: span, help: help))
            }
        }
    }

    private func singleDays(_ node: SourceNode) -> [(date: LocalDate, span: SourceSpan)] {
        (node.elements ?? [node]).compactMap { day in day.scalar.flatMap { LocalDate($0) }.map { ($0, day.span) } }
    }
}

extension Schedule {
    /// Returns warnings of single days that have no effect because of the days of entries, which are known only when
    /// everything is read.
    ///
    /// - Parameter written: The same schedule with the names of days only.
    func warningsOfNamedDays(_ written: Schedule, at span: SourceSpan) -> [Diagnostic] {
        var warnings: [Diagnostic] = []
        for named in exceptions.compactMap(\.namedDays) {
            for date in rules.flatMap(\.singleDays) where named.contains(date.daysSinceEpoch) {
                let reason = "'except' takes it away with the days of \(named.collection)"
                let help: Help = "write another day, or name the days that 'except' takes away one by one"
                warnings.append(.ofDate(date, reason, at: span, help: help))
            }
        }
        guard written.rulesNameDays else { return warnings }
        for date in exceptions.flatMap(\.singleDays) {
            guard let help = helpIfNotExcepting(date) else { continue }
            warnings.append(.ofException(date, at: span, help: help))
        }
        return warnings
    }

    fileprivate var rulesNameDays: Bool { rules.contains { $0.namedDays != nil } }

    /// Returns help with a single day of the exceptions that is no day of the rules; nil if it is one.
    fileprivate func helpIfNotExcepting(_ date: LocalDate) -> Help? {
        var unexcepted = self
        unexcepted.exceptions = []
        guard !unexcepted.contains(date) else { return nil }
        let near = (1...6).flatMap { [date.adding(days: -$0), date.adding(days: $0)] }
            .first(where: unexcepted.contains)
        return near.map { "the nearest day of the schedule is \($0)" } ?? "correct it, or remove it"
    }

    /// Returns the bound outside which a day is.
    fileprivate func bound(leavingOut date: LocalDate) -> String? {
        if let from, date < from { return "between.from" }
        if let until, date > until { return "between.until" }
        return nil
    }
}

extension [Schedule.Rule] {
    /// Returns whether rules take a day away. Somebody who writes the day itself as an exception wants it to be shown
    /// as cancelled.
    fileprivate func takesAway(_ date: LocalDate) -> Bool {
        !flatMap(\.singleDays).contains(date) && Schedule(self).contains(date)
    }
}

extension Schedule.Rule {
    fileprivate var singleDays: [LocalDate] { if case .dates(let dates) = self { dates } else { [] } }
    fileprivate var namedDays: NamedDays? { if case .named(let named) = self { named } else { nil } }
}

extension Diagnostic {
    fileprivate static func ofException(_ date: LocalDate, at span: SourceSpan, help: Help) -> Diagnostic {
        Diagnostic(
            .warning, .scheduleDay, "'\(date)' takes nothing away, as it is no day of the schedule", at: span,
            help: help)
    }

    fileprivate static func ofDate(
        _ date: LocalDate, _ reason: String, at span: SourceSpan, help: Help
    ) -> Diagnostic {
        Diagnostic(.warning, .scheduleDay, "nothing happens on '\(date)', as \(reason)", at: span, help: help)
    }
}
