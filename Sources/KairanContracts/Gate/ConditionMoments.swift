internal import KairanModel
internal import KairanQueries

extension Evaluator {
    /// Returns past moments at which a condition may have started or stopped to hold, and the moments just before them.
    func turns(of query: Query, for entry: Value) -> [DateTime] {
        let zone = site.settings.timeZone
        var seconds: Set<Int> = []
        for filter in query.alternatives.joined() {
            for last in filter.path.steps.indices {
                seconds.formUnion(value(Array(filter.path.steps[...last]), of: entry).windowBounds)
            }
            let compared = value(filter.path.steps, of: entry)
            let values = if case .list(let values) = compared { values } else { [compared] }
            for value in values {
                if case .dateTime(let moment) = value { seconds.insert(moment.epochSeconds) }
                guard let date = value.day else { continue }
                for day in filter.operands.flatMap({ $0.turns(of: date) }) {
                    // Months differ in length, so the nearby days count too.
                    seconds.formUnion((-3...4).map { zone.dateTime(date: day.adding(days: $0)).epochSeconds })
                }
            }
        }
        return seconds.union(seconds.map { $0 - 1 }).filter { $0 <= site.moment.epochSeconds }
            .map { zone.dateTime(epochSeconds: $0) }
    }
}

extension Value {
    fileprivate var day: LocalDate? {
        switch self {
        case .date(let date): date
        case .dateTime(let moment): moment.date
        default: nil
        }
    }
}

extension Filter.Operand {
    /// Returns the days around which the operand passes a date.
    fileprivate func turns(of date: LocalDate) -> [LocalDate] {
        guard case .day(let day) = self else { return [date] }
        let back = day.offsets.reversed().reduce(date) { date, offset in date?.adding(-offset.count, offset.unit) }
        guard let back, case .this(let unit) = day.base else { return [back].compactMap(\.self) }
        // A week may begin on any day.
        let start = back.start(of: unit, 1)
        return [start, start.adding(1, unit)].compactMap(\.self)
    }
}
