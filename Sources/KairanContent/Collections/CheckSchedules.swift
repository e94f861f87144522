internal import KairanModel

extension ValueReader {
    /// An entry that happens on no day on which it is shown would never be seen.
    mutating func checkSchedules(_ entry: Entry, of declaration: CollectionDeclaration) {
        var windows: [Window] = []
        for case .window(let window) in entry.values { windows.append(window) }
        guard !windows.isEmpty else { return }
        for case (let index, .schedule(let schedule)) in entry.values.enumerated()
        where !windows.contains(where: { hasDay(schedule, in: $0) }) {
            let name = declaration.fields[index].name
            let windowName = declaration.fields.first { $0.type == .window }?.name ?? ""
            let next = windows[0].from.flatMap { schedule.nextDay(after: $0.date) } ?? schedule.firstDay
            error(
                "schedule.outside", "no day of '\(name)' is inside '\(windowName)'", at: entry.span(ofField: index),
                help: "change one of the two" + (next.map { "; its next day is \($0)" } ?? ""))
        }
    }

    /// A day counts when any moment of it is inside.
    private func hasDay(_ schedule: Schedule, in window: Window) -> Bool {
        let day = window.from.map { schedule.nextDay(after: $0.date.adding(days: -1)) } ?? schedule.firstDay
        guard let day else { return false }
        guard let until = window.until else { return true }
        return day <= surroundings.timeZone.dateTime(epochSeconds: until.epochSeconds - 1).date
    }
}
