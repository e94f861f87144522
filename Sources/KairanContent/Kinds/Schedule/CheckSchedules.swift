internal import KairanModel

extension ValueReader {
    /// Checks the schedules of an entry, unless they name days of entries, which are not known yet.
    mutating func checkSchedules(_ entry: Entry, of declaration: CollectionDeclaration) {
        let check = ScheduleCheck(timeZone: scope.timeZone) { $0.namesDays ? nil : $0 }
        diagnostics += check.mistakes(in: entry, of: declaration)
    }
}

/// Finds schedules that nobody would ever see.
struct ScheduleCheck {
    let timeZone: SiteTimeZone
    /// Returns the schedule with all its days, or nil if it is not to be checked.
    let whole: (Schedule) -> Schedule?

    /// Reports an entry that has no day while it is shown, because it would never be seen. If there are several
    /// windows, one with a day is enough, because only the templates know which window shows the entry.
    func mistakes(in entry: Entry, of declaration: CollectionDeclaration) -> [Diagnostic] {
        var windows: [(name: String, window: Window)] = []
        for (field, value) in zip(declaration.fields, entry.values) {
            guard case .window(let window) = value else { continue }
            // A window that ends before it starts is already reported.
            if let from = window.from, let until = window.until, from >= until { return [] }
            windows.append((field.name, window))
        }
        guard let (name, window) = windows.first else { return [] }
        return entry.values.enumerated().compactMap { index, value -> Diagnostic? in
            guard case .schedule(let written) = value, let schedule = whole(written),
                !windows.contains(where: { hasDay(schedule, in: $0.window) })
            else { return nil }
            return Diagnostic(
                .error, .scheduleOutside, "no day of '\(declaration.fields[index].name)' is inside '\(name)'",
                at: entry.span(ofField: index),
                help: firstDay(of: schedule, in: window).map { "its next day is \($0): show it until then" }
                    ?? "all its days are before '\(name).from'")
        }
    }

    /// Returns whether a day of the schedule is in the window. A day counts if any moment of it is inside.
    private func hasDay(_ schedule: Schedule, in window: Window) -> Bool {
        guard let day = firstDay(of: schedule, in: window) else { return false }
        guard let until = window.until else { return true }
        return day <= timeZone.dateTime(epochSeconds: until.epochSeconds - 1).date
    }

    private func firstDay(of schedule: Schedule, in window: Window) -> LocalDate? {
        window.from.map { schedule.nextDay(after: $0.date.adding(days: -1)) } ?? schedule.firstDay
    }
}
