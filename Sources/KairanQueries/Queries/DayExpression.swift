internal import KairanContent
package import KairanModel
package import KairanReaders

/// A day as templates write it: `2026-04-01`, `today`, `this month` for its first day, or `$day`. It may be followed by
/// one or more offsets such as `+ 3 days` or `- 1 month`.
package struct DayExpression: Sendable {
    package enum Base: Sendable {
        case date(LocalDate)
        case today
        /// The first day of the week, month or year that contains today.
        case this(CalendarRange.Unit)
        case path(Path)
    }

    package var base: Base
    package var offsets: [(count: Int, unit: CalendarRange.Unit)] = []
    /// The text as it is written.
    var text: String
    var span: SourceSpan

    package init(base: Base, offsets: [(count: Int, unit: CalendarRange.Unit)] = [], text: String, span: SourceSpan) {
        (self.base, self.offsets, self.text, self.span) = (base, offsets, text, span)
    }

    /// The day itself; nil if it depends on the moment or on an entry.
    var constant: LocalDate? {
        guard case .date(let date) = base else { return nil }
        return moved(date)
    }

    /// Returns nil outside the years 1 to 9999.
    func moved(_ base: LocalDate) -> LocalDate? {
        offsets.reduce(base) { date, offset in date?.adding(offset.count, offset.unit) }
    }

    fileprivate var outsideTheCalendar: Diagnostic {
        Diagnostic(
            .error, .queryDay, "'\(text)' is outside the years 1 to 9999", at: span,
            help: "write fewer days, weeks, months or years")
    }
}

extension ShapeCompiler {
    /// Returns nil after a mistake, which is then reported.
    ///
    /// - Parameter isValue: If this is true, the day stands where a shape has a value, so that names need no `$`.
    package mutating func day(
        _ node: SourceNode, _ what: String, in scope: Scope, isValue: Bool = false
    ) -> DayExpression? {
        guard let text = reader.text(node, what) else { return nil }
        guard let match = text.wholeMatch(of: /(this \S+|\S+)((?:\s+[+-]\s*\d{1,6}\s+[a-z]+)*)/) else {
            return notADay(text, isValue, at: node.span)
        }
        let place = node.span.part(match.output.1, of: text)
        guard let base = dayBase(String(match.output.1), isValue, in: scope, at: place) else { return nil }
        var day = DayExpression(base: base, text: text, span: node.span)
        for offset in match.output.2.matches(of: /([+-])\s*(\d+)\s+([a-z]+)/) {
            let (_, sign, digits, word) = offset.output
            guard let unit = CalendarRange.Unit(word: String(word)), let count = Int(digits) else {
                return notADay(text, isValue, at: node.span)
            }
            day.offsets.append((sign == "-" ? -count : count, unit))
        }
        guard case .date = base, day.constant == nil else { return day }
        reader.diagnostics.append(day.outsideTheCalendar)
        return nil
    }

    private mutating func dayBase(
        _ word: String, _ isValue: Bool, in scope: Scope, at span: SourceSpan
    ) -> DayExpression.Base? {
        if word == "today" { return .today }
        if word.hasPrefix("this "), let unit = CalendarRange.Unit(word: String(word.dropFirst(5))), unit != .days {
            return .this(unit)
        }
        if let date = LocalDate(word) { return .date(date) }
        guard word.hasPrefix("$") || isValue && word.first?.isLetter == true else {
            return notADay(word, isValue, at: span)
        }
        guard let path = path(word, in: scope, at: span) else { return nil }
        if path.type == .date { return .path(path) }
        reader.error(
            .queryDay, "'\(path.text)' is \(path.type.withArticle), not a date", at: span,
            help: path.type == .dateTime
                ? .write("write \(word).date", "\(word).date", for: word) : Help(path.ofOneType ?? "name a date"))
        return nil
    }

    private mutating func notADay<Nothing>(_ text: String, _ isValue: Bool, at span: SourceSpan) -> Nothing? {
        let path = isValue ? "release" : "$day"
        reader.error(
            .queryDay, "'\(text)' is not a day", at: span,
            help: helpToWrite(LocalDate.meant(by: text).map(\.description), for: text)
                ?? "write 2026-04-01, today, this month, or a path such as \(path), perhaps followed by + 3 days or - 1 month"
        )
        return nil
    }
}

extension Evaluator {
    /// Returns nil if its path has no value. A day outside the years 1 to 9999 is also nil, and is reported as a
    /// mistake.
    ///
    /// - Parameter notesValidity: If this is true, it is recorded when the result changes.
    package func day(_ day: DayExpression, _ frames: Frames, notesValidity: Bool = true) -> LocalDate? {
        let base: LocalDate
        switch day.base {
        case .date(let date): base = date
        case .today:
            if notesValidity { note(.day) }
            base = site.moment.date
        case .this(let unit):
            base = site.moment.date.start(of: unit, site.settings.firstWeekday)
            if notesValidity { note(from: base, until: base.adding(1, unit)) }
        case .path(let path):
            guard case .date(let date) = (notesValidity ? self : silent).value(path, frames) else { return nil }
            base = date
        }
        let moved = day.moved(base)
        if moved == nil {
            var mistake = day.outsideTheCalendar
            if let place = day.path.flatMap({ place(of: $0, frames) }) {
                mistake.message += " for the \(base) in \(place.path):\(place.line)"
            }
            recorder?.note(mistake)
        }
        return moved
    }

    /// Records that a value is the same from the start of a day until the start of another one; nil stands for the end
    /// of the calendar.
    private func note(from start: LocalDate, until end: LocalDate?) {
        let zone = site.settings.timeZone
        let seconds = [start, end].map { $0.map { zone.dateTime(date: $0).epochSeconds } ?? .max }
        recorder?.note(Reads.Validity(steady: seconds[0]..<seconds[1]))
    }
}
