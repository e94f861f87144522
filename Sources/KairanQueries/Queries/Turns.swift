internal import KairanContent
internal import KairanModel

/// The part of the build's moment that a condition compares with, as a number that grows while time goes on.
enum MomentNumber {
    /// The seconds since 1970.
    case seconds
    /// The seconds since midnight, which start again every day.
    case secondsOfDay
    /// The days since 1970. A nil expression is today.
    case day(DayExpression?)

    /// Returns nil for a path that does not depend on the moment, or that shows another part of it.
    init?(_ path: Path) {
        switch (path.momentUse, path.type) {
        case (.none, _): return nil
        case (_, .dateTime): self = .seconds
        case (_, .time): self = .secondsOfDay
        case (_, .date): self = .day(nil)
        case (.moment, .integer) where path.steps.last == .epoch: self = .seconds
        default: return nil
        }
    }

    /// Returns nil for an operand that does not depend on the moment.
    init?(_ operand: Filter.Operand) {
        switch operand {
        case .now: self = .seconds
        case .path(let path): self.init(path)
        case .day(let day):
            switch day.base {
            case .today, .this: self = .day(day)
            case .date: return nil
            case .path(let path):
                guard path.momentUse != .none else { return nil }
                self = .day(day)
            }
        case .value, .phase, .named: return nil
        }
    }
}

/// The numbers nearest to the present one at which comparisons with it change their results.
private struct NearestTurns {
    let now: Int
    private(set) var last = Int.min
    private(set) var next = Int.max

    init(now: Int) { self.now = now }

    mutating func add(_ number: Int) { if number <= now { last = max(last, number) } else { next = min(next, number) } }
}

extension Filter.Operator {
    /// Returns at which distances of the growing number behind another one their comparison changes its result.
    fileprivate func turns(_ growsOnTheLeft: Bool) -> [Int] {
        switch self {
        case .atMost, .moreThan: growsOnTheLeft ? [1] : [0]
        case .lessThan, .atLeast: growsOnTheLeft ? [0] : [1]
        case .is, .not, .in, .contains: [0, 1]
        case .exists, .on, .between: []
        }
    }

    /// This is true if its operands are compared one by one. The days of a range are not.
    var comparesNumbers: Bool { self != .on && self != .between && self != .exists }
}

extension Filter {
    /// This is true if the condition has turns, moments at which it changes its result.
    var comparesMoment: Bool {
        comparison.comparesNumbers
            && (MomentNumber(path) != nil || operands.contains { MomentNumber($0) != nil })
    }
}

extension Evaluator {
    /// Records the range of moments in which a condition that compares with the moment holds for the same elements.
    ///
    /// - Parameter numbers: The numbers that are compared with the moment.
    /// - Parameter isLeft: If this is true, the moment stands on the left of the comparison, and the numbers on the
    ///   right.
    func noteTurns(
        of comparison: Filter.Operator, _ numbers: some Sequence<Int>, with moment: MomentNumber, isLeft: Bool = false
    ) {
        guard let recorder else { return }
        guard let now = number(moment) else { return note(.day) }
        var turns = NearestTurns(now: now)
        let offsets = comparison.turns(isLeft)
        for number in numbers where number > ValueNumbers.unknown && number < Int.max {
            for offset in offsets { turns.add(number + offset) }
        }
        let epochSeconds = site.moment.epochSeconds
        switch moment {
        case .seconds: recorder.note(Reads.Validity(steady: turns.last..<turns.next))
        case .secondsOfDay: recorder.note(Reads.Validity(steady: epochSeconds..<momentToday(after: turns.next)))
        case .day(let day):
            recorder.note(Reads.Validity(steady: site.day.lowerBound..<start(ofDayWhere: day, reaches: turns.next)))
        }
    }

    /// Returns nil for a day outside the calendar.
    private func number(_ moment: MomentNumber) -> Int? {
        switch moment {
        case .seconds: site.moment.epochSeconds
        case .secondsOfDay: site.moment.time.secondsSinceMidnight
        case .day(let day): self.day(day, as: site.moment.date)?.daysSinceEpoch
        }
    }

    private func day(_ day: DayExpression?, as today: LocalDate) -> LocalDate? {
        guard let day else { return today }
        if case .this(let unit) = day.base { return day.moved(today.start(of: unit, site.settings.firstWeekday)) }
        return day.moved(today)
    }

    /// Returns the next moment at which clocks show a time of day, clocks are set, or the day ends.
    private func momentToday(after time: Int) -> Int {
        let (zone, now, end) = (site.settings.timeZone, site.moment.epochSeconds, site.day.upperBound)
        let changes = zone.offsetChanges(from: now, until: end).map(\.epochSeconds)
        guard time < 86_400 else { return ([end] + changes).min() ?? end }
        let shown = site.moment.date.daysSinceEpoch * 86_400 + time - site.moment.offset
        return ([end] + changes + [shown].filter { $0 > now }).min() ?? end
    }

    /// Returns the start of the first day as of which an expression yields a day that is at least `number` or outside
    /// the calendar.
    private func start(ofDayWhere day: DayExpression?, reaches number: Int) -> Int {
        let today = site.moment.date.daysSinceEpoch
        // This is the last day of the year 9999.
        let last = 2_932_896
        func reaches(_ count: Int) -> Bool {
            self.day(day, as: LocalDate(daysSinceEpoch: count)).map { $0.daysSinceEpoch >= number } ?? true
        }
        guard today < last, reaches(last) else { return .max }
        let day = ((today + 1)..<last).partitioningIndex(where: reaches)
        return site.settings.timeZone.dateTime(date: LocalDate(daysSinceEpoch: day)).epochSeconds
    }
}

extension Value {
    /// The numbers that are compared with a part of the moment. A list has those of each element.
    var momentNumbers: [Int] {
        switch self {
        case .date(let date): [date.daysSinceEpoch]
        case .time(let time): [time.secondsSinceMidnight]
        case .dateTime(let moment): [moment.epochSeconds]
        case .integer(let number): [number]
        // A whole number passes a decimal one at the integer below it or at the next integer.
        case .decimal(let number):
            Int(exactly: number.doubleValue.rounded(.down)).map { [$0, $0 < .max ? $0 + 1 : $0] } ?? []
        case .list(let values): values.flatMap(\.momentNumbers)
        case .member(_, let value): value.momentNumbers
        default: []
        }
    }
}
