internal import KairanContent
internal import KairanModel

/// Days, weeks, months or years, one after the other: a list that queries can take elements from without any content.
struct CalendarRange: Sendable {
    enum Unit: String, Sendable, CaseIterable { case days, weeks, months, years }

    var unit: Unit
    /// Both ends are included, and so is what they are only a part of.
    var from: DayExpression
    var until: DayExpression

    /// Of each day something is made.
    private static let longest = 36_525

    func isTooLong(_ first: LocalDate, _ last: LocalDate) -> Bool {
        last.daysSinceEpoch - first.daysSinceEpoch > Self.longest
    }

    func tooLong(_ first: String, _ last: String) -> Diagnostic {
        Diagnostic(
            .error, "query.range", "from \(first) until \(last) is longer than a century", at: until.span,
            help: "name two days that are at most 100 years apart")
    }

    /// Both ends as of each day of four years, after which months have the same lengths again; none when only the moment
    /// or the content tells how far they are apart.
    func examples(_ firstWeekday: Int) -> [(from: LocalDate, until: LocalDate)] {
        guard from.base.moves(with: until.base) else { return [] }
        return (0..<1461).compactMap { number in
            let day = LocalDate(daysSinceEpoch: number)
            guard let from = from.example(day, firstWeekday), let until = until.example(day, firstWeekday) else {
                return nil
            }
            return (from, until)
        }
    }
}

extension DayExpression {
    /// What it is when its path, or today, is `day`.
    fileprivate func example(_ day: LocalDate, _ firstWeekday: Int) -> LocalDate? {
        switch base {
        case .date(let date): moved(date)
        case .today, .path: moved(day)
        case .this(let unit): moved(day.start(of: unit, firstWeekday))
        }
    }
}

extension DayExpression.Base {
    /// Whether the one is known where the other is.
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
    /// Nil for a range without days: an end has no value, or the last day is before the first. One that is too long is a
    /// mistake.
    func days(_ range: CalendarRange, _ frames: Frames) -> ClosedRange<LocalDate>? {
        guard let from = day(range.from, frames), let until = day(range.until, frames), from <= until else { return nil }
        guard range.isTooLong(from, until) else { return from...until }
        recorder?.note(range.tooLong(from.description, until.description))
        return nil
    }

    func elements(_ range: CalendarRange, _ frames: Frames) -> [Value] {
        guard let days = days(range, frames) else { return [] }
        return range.unit.elements(
            from: days.lowerBound, until: days.upperBound, firstWeekday: site.settings.firstWeekday)
    }
}

extension CalendarRange.Unit {
    /// `day` or `days`.
    init?(word: String) { self.init(rawValue: word.hasSuffix("s") ? word : word + "s") }

    /// What an element offers.
    var type: RecordType {
        switch self {
        case .days: RecordType([.init("day", .date)])
        case .weeks: RecordType(Self.ends + [.init("days", .list(.record(Self.days.type)))])
        case .months:
            RecordType(
                [.init("month", .text)] + Self.ends + [
                    .init("days", .list(.record(Self.days.type))),
                    .init("weeks", .list(.record(RecordType([.init("days", .list(.record(Self.dayOfMonth)))])))),
                ])
        case .years:
            RecordType(
                [.init("year", .integer)] + Self.ends + [.init("months", .list(.record(Self.months.type)))])
        }
    }

    private static let ends: [RecordType.Field] = [.init("firstDay", .date), .init("lastDay", .date)]

    /// A week that a month is shown in may begin before it and end after it.
    private static let dayOfMonth = RecordType([.init("day", .date), .init("isInMonth", .boolean)])

    /// Those that hold some day from the first to the last.
    ///
    /// - Parameter firstWeekday: 0 is Sunday.
    func elements(from first: LocalDate, until last: LocalDate, firstWeekday: Int) -> [Value] {
        var start = first.start(of: self, firstWeekday)
        var elements: [Value] = []
        while start <= last {
            elements.append(element(from: start, firstWeekday))
            guard let next = start.adding(1, self) else { break }
            start = next
        }
        return elements
    }

    private func element(from start: LocalDate, _ firstWeekday: Int) -> Value {
        let last = (start.adding(1, self) ?? LocalDate.last.adding(days: 1)).adding(days: -1)
        func parts(_ unit: Self) -> Value {
            .list(unit.elements(from: start, until: last, firstWeekday: firstWeekday))
        }
        let ends: [Value] = [.date(start), .date(last)]
        let values: [Value] =
            switch self {
            case .days: [.date(start)]
            case .weeks: ends + [parts(.days)]
            case .months: [.text(start.yearMonth)] + ends + [parts(.days), weeks(ofMonth: start, last, firstWeekday)]
            case .years: [.integer(start.year)] + ends + [parts(.months)]
            }
        return .record(values, type)
    }

    private func weeks(ofMonth first: LocalDate, _ last: LocalDate, _ firstWeekday: Int) -> Value {
        let type = RecordType([.init("days", .list(.record(Self.dayOfMonth)))])
        let start = first.start(of: .weeks, firstWeekday)
        let weeks = stride(from: start.daysSinceEpoch, through: last.daysSinceEpoch, by: 7).map { week in
            let days = (week..<week + 7).map { day -> Value in
                let date = LocalDate(daysSinceEpoch: day)
                return .record([.date(date), .boolean((first...last).contains(date))], Self.dayOfMonth)
            }
            return Value.record([.list(days)], type)
        }
        return .list(weeks)
    }
}

extension TemplateCompiler {
    /// - Parameter lack: What to say when an end is missing.
    mutating func calendarRange(
        _ unit: CalendarRange.Unit, _ node: SourceNode, in scope: Scope, orSay lack: String, at span: SourceSpan
    ) -> CalendarRange? {
        let (fromNode, untilNode) = (node["from"], node["until"])
        if fromNode == nil || untilNode == nil {
            reader.error(
                "query.range", lack, at: span,
                help: "write from: today and until: today + 30 days, or dates such as 2026-04-01")
        }
        // As in `where`, a name with `$` is looked up where the query stands.
        let inner = scope.entering(.record(unit.type))
        let from = fromNode.flatMap { day($0, "'from'", in: inner) }
        let until = untilNode.flatMap { day($0, "'until'", in: inner) }
        guard let from, let until else { return nil }
        return checked(CalendarRange(unit: unit, from: from, until: until))
    }

    /// Nil, and the mistake is among the diagnostics, when it is empty or too long whatever the content and the moment are.
    mutating func checked(_ range: CalendarRange) -> CalendarRange? {
        let examples = range.examples(schema.declarations.settings.firstWeekday)
        guard !examples.isEmpty else { return range }
        if examples.allSatisfy({ $0.from > $0.until }) {
            reader.error(
                "query.range", "'\(range.until.text)' is before '\(range.from.text)'", at: range.until.span,
                help: "swap the two days")
        } else if examples.allSatisfy({ range.isTooLong($0.from, $0.until) }) {
            reader.diagnostics.append(range.tooLong(range.from.text, range.until.text))
        } else {
            return range
        }
        return nil
    }

    mutating func refuseRange(of name: String, _ node: SourceNode) {
        for member in node.members ?? [] where Self.rangeWords.contains(member.key) {
            reader.error(
                "query.range", "'\(name)' has no '\(member.key)'", at: member.keySpan,
                help: "only days, weeks, months and years of the calendar have one; choose entries with 'where'")
        }
    }
}

extension LocalDate {
    /// What the calendar knows ends here (ISO 8601 has four digits for a year).
    fileprivate static let last = LocalDate(daysSinceEpoch: 2_932_896)

    /// `2026-04`.
    var yearMonth: String { "\(padded(year, 4))-\(padded(month, 2))" }

    /// The first day of the week, month or year that it is in.
    func start(of unit: CalendarRange.Unit, _ firstWeekday: Int) -> LocalDate {
        switch unit {
        case .days: self
        case .weeks: adding(days: -((weekday - firstWeekday + 7) % 7))
        case .months: adding(days: 1 - day)
        case .years: LocalDate(year: year, month: 1, day: 1) ?? self
        }
    }

    /// So many later; a day that a month lacks becomes its last. Nil outside the years 1 to 9999.
    func adding(_ count: Int, _ unit: CalendarRange.Unit) -> LocalDate? {
        switch unit {
        case .days, .weeks:
            let date = adding(days: unit == .weeks ? count * 7 : count)
            return (1...9999).contains(date.year) ? date : nil
        case .months, .years:
            let months = year * 12 + month - 1 + (unit == .years ? count * 12 : count)
            let (year, month) = (months / 12, months % 12 + 1)
            guard (1...9999).contains(year) else { return nil }
            return LocalDate(year: year, month: month, day: min(day, Self.dayCount(ofMonth: month, year: year)))
        }
    }
}
