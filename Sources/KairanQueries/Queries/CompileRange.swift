internal import KairanContent
package import KairanModel
internal import KairanReaders

extension ShapeCompiler {
    /// - Parameter lack: The message for a missing end.
    mutating func calendarRange(
        _ unit: CalendarRange.Unit, _ node: SourceNode, in scope: Scope, orSay lack: String, at span: SourceSpan
    ) -> CalendarRange? {
        let (fromNode, untilNode) = (node["from"], node["until"])
        if fromNode == nil || untilNode == nil {
            reader.error(
                .queryRange, lack, at: span,
                help: "write from: today and until: today + 30 days, or dates such as 2026-04-01")
        }
        // As in `where`, a name with `$` is looked up where the query stands.
        let inner = scope.entering(.record(unit.type), of: unit.rawValue)
        let from = fromNode.flatMap { day($0, "'from'", in: inner) }
        let until = untilNode.flatMap { day($0, "'until'", in: inner) }
        guard let from, let until else { return nil }
        return checked(CalendarRange(unit: unit, from: from, until: until))
    }

    /// Reports a range that is empty or too long whatever the content and the moment are, and then returns nil.
    package mutating func checked(_ range: CalendarRange) -> CalendarRange? {
        guard areInOrder(range.from, range.until) else { return nil }
        warnOfFirstDay(range)
        guard schema.always(range.from, range.until, { range.isTooLong($0, $1) }) else { return range }
        reader.diagnostics.append(range.tooLong(range.from.text, range.until.text))
        return nil
    }

    /// Warns of a range that ends on the first day of a week, month or year, where its last one must be meant: `until:
    /// this year` is 1 January.
    private mutating func warnOfFirstDay(_ range: CalendarRange) {
        let units = CalendarRange.Unit.allCases
        guard case .this(let unit) = range.until.base, range.until.offsets.isEmpty,
            let own = units.firstIndex(of: range.unit), let other = units.firstIndex(of: unit), own < other
        else { return }
        let word = unit.rawValue.dropLast()
        reader.diagnostics.append(
            Diagnostic(
                .warning, .queryRange, "'\(range.until.text)' is the first day of the \(word), on which the range ends",
                at: range.until.span,
                help: "for the whole \(word) write \(range.until.text) + 1 \(word) - 1 day"))
    }

    /// Reports two days of which the second is before the first whatever the content and the moment are, and then
    /// returns false.
    mutating func areInOrder(_ first: DayExpression, _ last: DayExpression) -> Bool {
        guard schema.always(first, last, { $0 > $1 }) else { return true }
        reader.error(
            .queryRange, "'\(last.text)' is before '\(first.text)'", at: last.span, help: "swap the two days",
            fix: .swapped((first.text, first.span), (last.text, last.span)))
        return false
    }

    mutating func refuseRange(of name: String, _ node: SourceNode) {
        for member in node.members ?? [] where Self.rangeWords.contains(member.key) {
            reader.error(
                .queryRange, "'\(name)' has no '\(member.key)'", at: member.keySpan,
                help: "only days, weeks, months and years of the calendar have one; choose entries with 'where'")
        }
    }
}

extension CalendarRange {
    /// The longest range, in days. It is limited because something is made of each day.
    private static let longest = 36_525

    func isTooLong(_ first: LocalDate, _ last: LocalDate) -> Bool {
        last.daysSinceEpoch - first.daysSinceEpoch > Self.longest
    }

    func tooLong(_ first: String, _ last: String) -> Diagnostic {
        Diagnostic(
            .error, .queryRange, "from \(first) until \(last) is longer than a century", at: until.span,
            help: "name two days that are at most 100 years apart")
    }
}

extension Schema {
    /// Returns whether a comparison of two days holds on each day of 28 years, after which months and weeks begin on the
    /// same days again. Returns false if only the moment or the content determines how far apart the days are.
    fileprivate func always(
        _ first: DayExpression, _ last: DayExpression, _ holds: (LocalDate, LocalDate) -> Bool
    ) -> Bool {
        guard first.base.moves(with: last.base) else { return false }
        let firstWeekday = declarations.settings.firstWeekday
        var isKnown = false
        for number in 0..<10_227 {
            let day = LocalDate(daysSinceEpoch: number)
            guard let first = first.example(day, firstWeekday), let last = last.example(day, firstWeekday) else {
                continue
            }
            guard holds(first, last) else { return false }
            isKnown = true
        }
        return isKnown
    }
}

extension DayExpression {
    /// Returns the day that this expression yields if its path, or today, is `day`.
    fileprivate func example(_ day: LocalDate, _ firstWeekday: Int) -> LocalDate? {
        switch base {
        case .date(let date): moved(date)
        case .today, .path: moved(day)
        case .this(let unit): moved(day.start(of: unit, firstWeekday))
        }
    }
}

extension DayExpression.Base {
    /// Returns whether the distance between the two days is known in advance, because both move together.
    fileprivate func moves(with other: Self) -> Bool {
        switch (self, other) {
        case (.date, .date), (.today, .today), (.today, .this), (.this, .today), (.this, .this): true
        case (.path(let path), .path(let other)):
            path.frame == other.frame && path.slot == other.slot && path.steps == other.steps
        default: false
        }
    }
}

extension Evaluator {
    /// Returns nil for a range without days, in which an end has no value or the last day is before the first. A range
    /// that is too long is reported as a mistake.
    package func days(_ range: CalendarRange, _ frames: Frames) -> ClosedRange<LocalDate>? {
        guard let from = day(range.from, frames), let until = day(range.until, frames), from <= until else {
            return nil
        }
        guard range.isTooLong(from, until) else { return from...until }
        recorder?.note(range.tooLong(from.description, until.description))
        return nil
    }

    package func elements(_ range: CalendarRange, _ frames: Frames) -> [Value] {
        guard let days = days(range, frames) else { return [] }
        return range.unit.elements(
            from: days.lowerBound, until: days.upperBound, firstWeekday: site.settings.firstWeekday)
    }
}
