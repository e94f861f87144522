internal import KairanContent
internal import KairanModel

/// What of the moment of the build a condition compares with, as a number that grows while time goes on.
enum MomentNumber {
    /// Since 1970.
    case seconds
    /// Since midnight: from day to day it begins anew.
    case secondsOfDay
    /// Days since 1970; nil is today.
    case day(DayExpression?)

    /// Nil for a path that does not depend on the moment, and for one that shows another part of it.
    init?(_ path: Path) {
        switch (path.clock, path.type) {
        case (.none, _): return nil
        case (_, .dateTime): self = .seconds
        case (_, .time): self = .secondsOfDay
        case (_, .date): self = .day(nil)
        case (.moment, .integer) where path.steps.last == .epoch: self = .seconds
        default: return nil
        }
    }

    /// Nil for one that does not depend on the moment.
    init?(_ operand: Filter.Operand) {
        switch operand {
        case .now: self = .seconds
        case .path(let path): self.init(path)
        case .day(let day):
            switch day.base {
            case .today, .this: self = .day(day)
            case .date: return nil
            case .path(let path):
                guard path.clock != .none else { return nil }
                self = .day(day)
            }
        case .value, .phase: return nil
        }
    }
}

/// The numbers nearest to that of now at which comparisons with it have another result.
private struct NearestTurns {
    let now: Int
    private(set) var last = Int.min
    private(set) var next = Int.max

    init(now: Int) { self.now = now }

    mutating func add(_ number: Int) { if number <= now { last = max(last, number) } else { next = min(next, number) } }
}

extension Filter.Operator {
    /// How far behind a number the growing one is when a comparison of the two has another result.
    fileprivate func turns(_ growsOnTheLeft: Bool) -> [Int] {
        switch self {
        case .atMost, .moreThan: growsOnTheLeft ? [1] : [0]
        case .lessThan, .atLeast: growsOnTheLeft ? [0] : [1]
        case .is, .not, .in, .contains: [0, 1]
        case .exists, .on, .between: []
        }
    }

    /// Whether its operands are compared one by one; days that are a range are not.
    var comparesNumbers: Bool { self != .on && self != .between && self != .exists }
}

extension Evaluator {
    /// Notes from when until when a condition that compares with the moment holds for the same.
    ///
    /// - Parameter numbers: Of all that is compared with it.
    /// - Parameter isLeft: Whether the moment stands before the comparison, and the numbers behind it.
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
        case .seconds: recorder.note(Reads.Clock(steady: turns.last..<turns.next))
        case .secondsOfDay: recorder.note(Reads.Clock(steady: epochSeconds..<momentToday(after: turns.next)))
        case .day(let day):
            recorder.note(Reads.Clock(steady: site.day.lowerBound..<start(ofDayWhere: day, reaches: turns.next)))
        }
    }

    /// Nil for a day outside the calendar.
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

    /// When clocks show a time of day the next time today, or are set, or the day ends.
    private func momentToday(after time: Int) -> Int {
        let (zone, now, end) = (site.settings.timeZone, site.moment.epochSeconds, site.day.upperBound)
        let changes = zone.offsetChanges(from: now, until: end).map(\.epochSeconds)
        guard time < 86_400 else { return ([end] + changes).min() ?? end }
        let shown = site.moment.date.daysSinceEpoch * 86_400 + time - site.moment.offset
        return ([end] + changes + [shown].filter { $0 > now }).min() ?? end
    }

    /// When the first day begins as of which a day is at least `number`, or outside the calendar.
    private func start(ofDayWhere day: DayExpression?, reaches number: Int) -> Int {
        let today = site.moment.date.daysSinceEpoch
        // The last day of the year 9999.
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
    /// What is compared with a part of the moment, of each element of a list.
    var momentNumbers: [Int] {
        switch self {
        case .date(let date): [date.daysSinceEpoch]
        case .time(let time): [time.secondsSinceMidnight]
        case .dateTime(let moment): [moment.epochSeconds]
        case .integer(let number): [number]
        // Whole numbers pass it either with the one before or with the one after.
        case .decimal(let number):
            Int(exactly: number.doubleValue.rounded(.down)).map { [$0, $0 < .max ? $0 + 1 : $0] } ?? []
        case .list(let values): values.flatMap(\.momentNumbers)
        default: []
        }
    }
}
