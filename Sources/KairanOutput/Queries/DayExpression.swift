internal import KairanContent
internal import KairanModel

/// A day as templates write it: `2026-04-01`, `today`, `$day`, each perhaps with `+ 3 days` or `- 1 month` behind it.
struct DayExpression: Sendable {
    enum Base: Sendable {
        case date(LocalDate)
        case today
        case path(Path)
    }

    var base: Base
    var offset = 0
    var unit = CalendarRange.Unit.days

    /// The day itself, if it depends neither on the moment nor on an entry.
    var constant: LocalDate? {
        guard case .date(let date) = base else { return nil }
        return date.adding(offset, unit)
    }
}

extension TemplateCompiler {
    /// Nil after a mistake, which is then among the diagnostics.
    mutating func day(_ node: SourceNode, _ what: String, in scope: Scope) -> DayExpression? {
        guard let text = reader.text(node, what) else { return nil }
        guard let match = text.wholeMatch(of: Self.dayForm) else {
            return notADay(text, at: node.span)
        }
        let word = String(match.output.1)
        guard let base = dayBase(word, in: scope, at: node.span) else { return nil }
        var day = DayExpression(base: base)
        if let sign = match.output.2, let count = match.output.3.flatMap({ Int($0) }), let unit = match.output.4 {
            day.offset = sign == "-" ? -count : count
            day.unit = CalendarRange.Unit(rawValue: unit.hasSuffix("s") ? String(unit) : "\(unit)s") ?? .days
        }
        guard case .date = base, day.constant == nil else { return day }
        reader.error("query.day", "'\(text)' is outside the years 1 to 9999", at: node.span)
        return nil
    }

    private static var dayForm: Regex<(Substring, Substring, Substring?, Substring?, Substring?)> {
        /(\S+)(?:\s+([+-])\s*(\d{1,6})\s+(days?|weeks?|months?|years?))?/
    }

    private mutating func dayBase(_ word: String, in scope: Scope, at span: SourceSpan) -> DayExpression.Base? {
        if word == "today" { return .today }
        if let date = LocalDate(word) { return .date(date) }
        guard word.hasPrefix("$") else { return notADay(word, at: span) }
        guard let path = path(word, in: scope, at: span) else { return nil }
        if path.type == .date { return .path(path) }
        reader.error(
            "query.day", "'\(path.text)' is \(path.type.withArticle), not a date", at: span,
            help: path.type == .dateTime ? "write \(word).date" : "name a date")
        return nil
    }

    private mutating func notADay<Nothing>(_ text: String, at span: SourceSpan) -> Nothing? {
        reader.error(
            "query.day", "'\(text)' is not a day", at: span,
            help: "write 2026-04-01, today, or a date's path such as $day, perhaps with + 3 days or - 1 month behind it")
        return nil
    }
}

extension Evaluator {
    /// Nil when its path has no value, and outside the years 1 to 9999.
    func day(_ day: DayExpression, _ frames: Frames) -> LocalDate? {
        let base: LocalDate
        switch day.base {
        case .date(let date): base = date
        case .today:
            recorder?.note(.day)
            base = site.moment.date
        case .path(let path):
            guard case .date(let date) = value(path, frames) else { return nil }
            base = date
        }
        return base.adding(day.offset, day.unit)
    }

    func elements(_ range: CalendarRange, _ frames: Frames) -> [Value] {
        guard let from = day(range.from, frames), let until = day(range.until, frames) else { return [] }
        return range.unit.elements(from: from, until: until, firstWeekday: site.settings.firstWeekday)
    }
}
