internal import KairanContent
internal import KairanModel
internal import KairanReaders

// Days that are computed: `{ day: "release + 18 months" }`, and the time between two of them.
extension ShapeCompiler {
    mutating func computedDay(_ node: SourceNode, in scope: Scope) -> TypedShape? {
        guard let written = node["day"], let day = day(written, "'day'", in: scope, isValue: true) else { return nil }
        if let path = day.path, day.offsets.isEmpty {
            reader.error(
                .queryDay, "'\(path.text)' is a date already", at: written.span,
                help: "write \(day.text) alone, or how much later: \(day.text) + 1 month; \(ShapeWord.escape("day"))")
        }
        return TypedShape(.day(day), .date, isOptional: day.path?.isOptional ?? false)
    }

    /// Compiles `{ between: [release, today], in: days }`.
    mutating func between(_ node: SourceNode, in scope: Scope) -> TypedShape? {
        guard let written = node["between"] else { return nil }
        guard let ends = written.elements, ends.count == 2 else {
            reader.error(
                .queryDay, "'between' needs two days", at: written.span, help: "write between: [first, last]")
            return nil
        }
        let days = ends.compactMap { day($0, "'between'", in: scope, isValue: true) }
        guard let counted = node["in"] else {
            reader.error(
                .queryDay, "'between' needs 'in', the unit that it counts", at: node.span,
                help: "write in: days, weeks, months or years; \(ShapeWord.escape("between"))")
            return nil
        }
        guard let word = reader.text(counted, "'in'") else { return nil }
        let known = CalendarRange.Unit.allCases.map(\.rawValue)
        guard let unit = CalendarRange.Unit(rawValue: word) else {
            reader.error(
                .queryDay, "'between' cannot count '\(word)'", at: counted.span,
                help: suggestion(for: word, in: known, kind: "write"))
            return nil
        }
        guard days.count == 2 else { return nil }
        let isOptional = days.contains { $0.path?.isOptional ?? false }
        return TypedShape(.between(days[0], days[1], in: unit), .integer, isOptional: isOptional)
    }

    /// Returns whether a text is a day as templates write it, and not only the name of one.
    func isComputedDay(_ node: SourceNode, in scope: Scope) -> Bool {
        guard let text = node.scalar, !isPath(text, in: scope) else { return false }
        return text.wholeMatch(of: /(today|this \S+|\d{4}-\d\d-\d\d|\S+\s+[+-]\s*\d+\s+[a-z]+)(\s+[+-].*)?/) != nil
    }
}

extension DayExpression {
    /// The path that the day comes from; nil if it comes from none.
    var path: Path? { if case .path(let path) = base { path } else { nil } }
}

extension Evaluator {
    /// Returns how many whole units lie between two days. The number is negative if the second day is the earlier one.
    func between(_ first: DayExpression, _ last: DayExpression, in unit: CalendarRange.Unit, _ frames: Frames) -> Value
    {
        guard let first = day(first, frames), let last = day(last, frames) else { return .missing }
        return .integer(first.count(of: unit, until: last))
    }
}

extension LocalDate {
    /// Returns how many whole units must be added to this day to reach another one without passing it.
    func count(of unit: CalendarRange.Unit, until last: LocalDate) -> Int {
        if last < self { return -last.count(of: unit, until: self) }
        switch unit {
        case .days: return last.daysSinceEpoch - daysSinceEpoch
        case .weeks: return (last.daysSinceEpoch - daysSinceEpoch) / 7
        case .months, .years:
            let months = (last.year - year) * 12 + last.month - month
            // The last month may not be a whole one.
            let whole = adding(months, .months).map { $0 > last } ?? true ? months - 1 : months
            return unit == .years ? whole / 12 : whole
        }
    }
}
