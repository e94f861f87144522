internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension FieldTraits {
    static let window = FieldTraits(
        views: [
            "from": TypedStep(step: .from, type: .dateTime, isOptional: true),
            "until": TypedStep(step: .until, type: .dateTime, isOptional: true),
            "lastDay": TypedStep(step: .lastDay, type: .date, isOptional: true),
            "phase": TypedStep(step: .phase, type: .text),
            "text": TypedStep(step: .displayText, type: .text, isOptional: true),
        ], text: .none, isOnDays: true, isSearched: false,
        numbers: { .window($0.moment) }, shownForm: .localeWords("window"),
        editor: { _ in .reference("window") },
        isTold: { $0.has(.from) || $0.has(.until) || $0.has(.lastDay) || $0.has(.shownEnd) }, written: { $0.window($1) }
    )
}

extension Path {
    /// Shows the last day in place of the day after it, at which a window is over, if the path is the end of a window or
    /// the day of its end.
    mutating func showLastDay() {
        let end = steps.last == .dateOf ? steps.count - 2 : steps.count - 1
        guard steps.indices.contains(end), steps[end] == .until, type == .dateTime || steps.last == .dateOf else {
            return
        }
        steps[end] = .shownEnd
    }
}

extension Evaluator {
    func windowView(_ step: Step, _ window: Window) -> Value {
        switch step {
        case .from: window.from.map(Value.dateTime) ?? .missing
        case .until: window.until.map(Value.dateTime) ?? .missing
        case .lastDay: window.lastDay.map(Value.date) ?? .missing
        case .displayText: span(of: window).map(Value.text) ?? .missing
        case .shownEnd: (window.lastDay.map(Value.date) ?? window.until.map(Value.dateTime)) ?? .missing
        default: .text(window.phase(at: site.moment).rawValue)
        }
    }

    /// Returns the time of a window as people write it; nil for one that is always open.
    private func span(of window: Window) -> String? {
        let zone = site.settings.timeZone
        let firstDay = window.from.flatMap { zone.dateTime(date: $0.date) == $0 ? $0.date : nil }
        return formatSpan(
            from: window.from, firstDay, until: window.until, window.lastDay, language: locale.code)
    }
}

extension FieldWriter {
    mutating func window(_ told: Recovered) -> SourceNode? {
        if let value = told.value, !value.isNull { return value }
        var members: [SourceNode.Member] = []
        for (key, steps) in [("from", [Step.from]), ("until", [.lastDay, .shownEnd, .until])] {
            guard let step = steps.first(where: { told[$0]?.isNothing == false }), let part = told[step],
                let node = end(part), !node.isNull, let text = node.scalar
            else { continue }
            // The JSON says that the window has no last day, so its end is a moment, even at midnight.
            let isMoment = step == .until && told[.lastDay] != nil
            let day = isMoment ? text : shortened(text, daysEarlier: step == .until ? 1 : 0)
            members.append(
                .init(key: key, keySpan: node.span, value: SourceNode(.scalar(day, .string), span: node.span)))
        }
        return members.isEmpty ? told.text("always") : told.node(.mapping(members))
    }

    /// Returns an end of a window, which may be told as the text that readers see: a day, or a moment.
    private mutating func end(_ told: Recovered) -> SourceNode? {
        guard told.value == nil, let text = told[.displayText]?.value?.scalar else { return told.value }
        let locale = evaluator.locale
        return readDate(text, pattern: locale.dateTimePattern, language: locale.code) != nil ? moment(told) : date(told)
    }

    /// Shortens midnight to the day that it begins, or to the day that it ends.
    private func shortened(_ text: String, daysEarlier: Int = 0) -> String {
        guard let moment = zone.parse(text), moment.time == .midnight else { return text }
        return moment.date.adding(days: -daysEarlier).description
    }
}
