internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

/// The days within a range on which something happens, as dates or as texts.
package struct OccurrencesShape: Sendable {
    package var path: Path
    var range: CalendarRange
    /// A window that limits the days; nil if every day counts.
    package var within: Path?
    /// Patterns of Unicode TR 35. A single pattern writes each day. With several patterns, a text stands for all days
    /// that it is true of, and the last pattern tells single days apart.
    var patterns: [String]
}

extension ShapeCompiler {
    mutating func occurrences(_ node: SourceNode, in scope: Scope) -> TypedShape? {
        guard let written = node["occurrences"] else { return nil }
        let path = path(written, in: scope)
        let range = calendarRange(
            .days, node, in: scope, orSay: "'occurrences' needs 'from' and 'until', as it may never end",
            at: written.span)
        let within = node["within"].map { window($0, in: scope) } ?? .some(nil)
        let patterns = patterns(node["as"])
        guard let path, canBeOnADay(path, "occurrences", at: written.span), let range, let within, let patterns else {
            return nil
        }
        let shape = OccurrencesShape(path: path, range: range, within: within, patterns: patterns)
        return TypedShape(.occurrences(shape), .list(patterns.isEmpty ? .date : .text))
    }

    private mutating func window(_ node: SourceNode, in scope: Scope) -> Path?? {
        guard let path = path(node, in: scope) else { return nil }
        if path.type == .window { return .some(path) }
        reader.error("shape.occurrences", "'\(path.text)' is \(path.type.withArticle), not a window", at: node.span)
        return nil
    }

    /// Returns nil after a mistake.
    private mutating func patterns(_ node: SourceNode?) -> [String]? {
        let patterns = reader.texts(node, "'as'", help: "write as: yyyyMMdd, or several patterns in a list")
        let invalid = patterns.filter { !DatePattern.isValid($0.text, letters: DatePattern.dateLetters) }
        for pattern in invalid {
            let mistake = DatePattern.mistake(in: pattern.text, letters: DatePattern.dateLetters)
            reader.error(
                "text.format", "'\(pattern.text)' is not a pattern for a date: \(mistake.reason)", at: pattern.span,
                help: mistake.help)
        }
        guard invalid.isEmpty else { return nil }
        if patterns.count > 1, let last = patterns.last, !tellsDaysApart(last.text) {
            reader.error(
                "shape.occurrences",
                "two days can have the same '\(last.text)', but the last pattern must tell them apart", at: last.span,
                help: "end the list with one such as yyyyMMdd")
            return nil
        }
        return patterns.map(\.text)
    }

    private func tellsDaysApart(_ pattern: String) -> Bool {
        let texts = [(2001, 1, 1), (2002, 1, 1), (2001, 2, 1), (2001, 1, 2)].compactMap { year, month, day in
            LocalDate(year: year, month: month, day: day).map {
                formatDate($0, nil, pattern: pattern, language: schema.declarations.settings.language)
            }
        }
        return Set(texts).count == texts.count
    }
}

extension Evaluator {
    func occurrences(_ shape: OccurrencesShape, _ frames: Frames) -> Value {
        guard let listed = self.days(shape.range, frames) else { return .list([]) }
        let range = listed.lowerBound.daysSinceEpoch..<listed.upperBound.daysSinceEpoch + 1
        var days = self.days(of: value(shape.path, frames), in: range)
        if case .window(let window)? = shape.within.map({ value($0, frames) }) {
            days = days.filter { isOpen(window, LocalDate(daysSinceEpoch: $0), LocalDate(daysSinceEpoch: $0)) }
        }
        let dates = days.map(LocalDate.init(daysSinceEpoch:))
        switch shape.patterns.count {
        case 0: return .list(dates.map(Value.date))
        case 1: return .list(dates.map { .text(formatted(.date($0), shape.patterns[0])) })
        default: return .list(texts(for: days, in: range, shape.patterns).map(Value.text))
        }
    }

    /// Returns the days in ascending order.
    private func days(of value: Value, in range: Range<Int>) -> [Int] {
        if case .schedule(let schedule) = value { return schedule.days(in: range) }
        if case .date(let date) = value { return range.contains(date.daysSinceEpoch) ? [date.daysSinceEpoch] : [] }
        if case .dateTime(let moment) = value { return days(of: .date(moment.date), in: range) }
        if case .window(let window) = value {
            return range.filter { isOpen(window, LocalDate(daysSinceEpoch: $0), LocalDate(daysSinceEpoch: $0)) }
        }
        guard case .list(let values) = value else { return [] }
        return Set(values.flatMap { days(of: $0, in: range) }).sorted()
    }

    /// Returns texts that together are true of exactly those days of the range that are in `days`. Each time the text
    /// that covers most days is taken, which makes the list short, if not always the shortest. Days that no such text
    /// covers are written with the last pattern.
    private func texts(for days: [Int], in range: Range<Int>, _ patterns: [String]) -> [String] {
        let wanted = Set(days)
        var meanings: [String: (pattern: Int, days: [Int])] = [:]
        for day in range {
            let date = Value.date(LocalDate(daysSinceEpoch: day))
            for (index, pattern) in patterns.dropLast().enumerated() {
                meanings[formatted(date, pattern), default: (index, [])].days.append(day)
            }
        }
        var usable = meanings.filter { $0.value.days.allSatisfy(wanted.contains) }
        var missing = wanted
        var taken: [(text: String, pattern: Int, order: Int)] = []
        while !missing.isEmpty {
            let gains = usable.mapValues { meaning in meaning.days.count { missing.contains($0) } }
            // Among equal texts, the first one counts, in the order of the patterns and then of the texts.
            let best = usable.max { left, right in
                let (gain, other) = (gains[left.key] ?? 0, gains[right.key] ?? 0)
                if gain != other { return gain < other }
                return (left.value.pattern, left.key) > (right.value.pattern, right.key)
            }
            guard let best, gains[best.key] ?? 0 > 0 else { break }
            usable[best.key] = nil
            missing.subtract(best.value.days)
            taken.append((best.key, best.value.pattern, order(of: best.value.days, in: patterns[best.value.pattern])))
        }
        let texts = taken.sorted { ($0.pattern, $0.order, $0.text) < ($1.pattern, $1.order, $1.text) }.map(\.text)
        return texts
            + missing.sorted().map { formatted(.date(LocalDate(daysSinceEpoch: $0)), patterns[patterns.count - 1]) }
    }

    /// Returns the position of a text in the list. Weekdays are in the order of the week.
    private func order(of days: [Int], in pattern: String) -> Int {
        guard pattern.contains("E"), let day = days.first else { return 0 }
        return (LocalDate(daysSinceEpoch: day).weekday - site.settings.firstWeekday + 7) % 7
    }
}
