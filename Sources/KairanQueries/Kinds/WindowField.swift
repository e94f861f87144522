internal import KairanContent
internal import KairanModel
internal import KairanReaders

extension FieldTraits {
    static let window = FieldTraits(
        views: [
            "from": TypedStep(step: .from, type: .dateTime, isOptional: true),
            "until": TypedStep(step: .until, type: .dateTime, isOptional: true),
            "lastDay": TypedStep(step: .lastDay, type: .date, isOptional: true),
            "phase": TypedStep(step: .phase, type: .text),
        ], text: .none, isOnDays: true, isSearched: false, numbers: { .window($0.moment) },
        editor: { _ in .reference("window") },
        isTold: { $0.has(.from) || $0.has(.until) || $0.has(.lastDay) }, written: { $0.window($1) })
}

extension Evaluator {
    func windowView(_ step: Step, _ window: Window) -> Value {
        switch step {
        case .from: window.from.map(Value.dateTime) ?? .missing
        case .until: window.until.map(Value.dateTime) ?? .missing
        case .lastDay: window.lastDay.map(Value.date) ?? .missing
        default: .text(window.phase(at: site.moment).rawValue)
        }
    }
}

extension FieldWriter {
    func window(_ told: Recovered) -> SourceNode? {
        if let value = told.value, !value.isNull { return value }
        var members: [SourceNode.Member] = []
        for (key, steps) in [("from", [Step.from]), ("until", [.lastDay, .until])] {
            guard let node = steps.lazy.compactMap({ told[$0]?.value }).first, !node.isNull, let text = node.scalar
            else { continue }
            let day = steps[0] == .lastDay && told[.lastDay] == nil ? shortened(text, daysEarlier: 1) : shortened(text)
            members.append(
                .init(key: key, keySpan: node.span, value: SourceNode(.scalar(day, .string), span: node.span)))
        }
        return members.isEmpty ? told.text("always") : told.node(.mapping(members))
    }

    /// Shortens midnight to the day that it begins, or to the day that it ends.
    private func shortened(_ text: String, daysEarlier: Int = 0) -> String {
        guard let moment = zone.parse(text), moment.time == .midnight else { return text }
        return moment.date.adding(days: -daysEarlier).description
    }
}
