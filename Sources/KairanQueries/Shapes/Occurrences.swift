internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

/// The days within a range on which something happens, as dates, as moments or as texts.
package struct OccurrencesShape: Sendable {
    package var path: Path
    var range: CalendarRange
    /// A window that limits the days; nil if every day counts.
    package var within: Path?
    /// The time of day that makes moments of the days; nil if they are days.
    package var time: Path?
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
        let within = node["within"].map { self.path($0, .window, in: scope) } ?? .some(nil)
        let time = node["time"].map { self.path($0, .time, in: scope) } ?? .some(nil)
        let patterns = patterns(node["as"])
        guard let path, canBeOnADay(path, "occurrences", at: written.span), let range, let within, let time,
            let patterns
        else { return nil }
        if time != nil, let texts = node["as"] {
            reader.error(
                .shapeOccurrences, "'as' writes days, but with 'time' these are moments", at: texts.span,
                help: "remove one of the two")
            return nil
        }
        let shape = OccurrencesShape(path: path, range: range, within: within, time: time, patterns: patterns)
        let element: FieldType = time != nil ? .dateTime : patterns.isEmpty ? .date : .text
        return TypedShape(.occurrences(shape), .list(element), isOptional: time?.isOptional ?? false)
    }

    private mutating func path(_ node: SourceNode, _ type: FieldType, in scope: Scope) -> Path?? {
        guard let path = path(node, in: scope) else { return nil }
        if path.type == type { return .some(path) }
        reader.error(
            .shapeOccurrences, "'\(path.text)' is \(path.type.withArticle), not \(type.withArticle)", at: node.span)
        return nil
    }

    /// Returns nil after a mistake.
    private mutating func patterns(_ node: SourceNode?) -> [String]? {
        let patterns = reader.texts(node, "'as'", help: "write as: yyyyMMdd, or several patterns in a list")
        let invalid = patterns.filter { !DatePattern.isValid($0.text, letters: DatePattern.dateLetters) }
        for pattern in invalid {
            let mistake = DatePattern.mistake(in: pattern.text, letters: DatePattern.dateLetters)
            reader.error(
                .textFormat, "'\(pattern.text)' is not a pattern for a date: \(mistake.reason)", at: pattern.span,
                help: mistake.help)
        }
        guard invalid.isEmpty else { return nil }
        if patterns.count > 1, let last = patterns.last, !tellsDaysApart(last.text) {
            reader.error(
                .shapeOccurrences,
                "two days can have the same '\(last.text)', but the last pattern must tell them apart", at: last.span,
                help: "end the list with one such as yyyyMMdd")
            return nil
        }
        if patterns.contains(where: { DatePattern.showsNames($0.text) }) { needs.insert(.dateNames) }
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
        let dates = days.lazy.map(LocalDate.init(daysSinceEpoch:))
        if let path = shape.time {
            guard case .time(let time) = value(path, frames) else { return .missing }
            return .list(dates.map { .dateTime(site.settings.timeZone.dateTime(date: $0, time: time)) })
        }
        switch shape.patterns.count {
        case 0: return .list(dates.map(Value.date))
        case 1: return .list(dates.map { .text(formatted(.date($0), shape.patterns[0])) })
        default:
            let texts = site.dayTexts.covering(
                days, in: range, shape.patterns, language: locale.code, firstWeekday: site.settings.firstWeekday)
            return .list(texts.map(Value.text))
        }
    }

    /// Returns the days in ascending order.
    private func days(of value: Value, in range: Range<Int>) -> [Int] {
        if case .schedule(let schedule) = value { return whole(schedule).days(in: range) }
        if case .date(let date) = value { return range.contains(date.daysSinceEpoch) ? [date.daysSinceEpoch] : [] }
        if case .dateTime(let moment) = value { return days(of: .date(moment.date), in: range) }
        if case .window(let window) = value {
            return range.filter { isOpen(window, LocalDate(daysSinceEpoch: $0), LocalDate(daysSinceEpoch: $0)) }
        }
        guard case .list(let values) = value else { return [] }
        return Set(values.flatMap { days(of: $0, in: range) }).sorted()
    }
}
