internal import KairanContent
internal import KairanFormats
internal import KairanModel

extension FieldTraits {
    static let schedule = FieldTraits(
        views: [
            "text": TypedStep(step: .displayText, type: .text),
            "lines": TypedStep(step: .lines, type: .list(.text), isOptional: true),
            "from": TypedStep(step: .from, type: .date, isOptional: true),
            "until": TypedStep(step: .until, type: .date, isOptional: true),
        ], text: .none, isOnDays: true, shownForm: .kairanWords("schedule"),
        editor: { _ in .reference("schedule") }, isTold: { $0.listed != nil },
        written: { $1.value ?? $1.listed?.node(at: $1.span ?? SourceSpan(path: "")) })
}

extension Evaluator {
    func scheduleView(_ step: Step, _ schedule: Schedule) -> Value {
        switch step {
        case .from: schedule.from.map(Value.date) ?? .missing
        case .until: whole(schedule).end.map(Value.date) ?? .missing
        case .lines: whole(schedule).lines.map { .list($0.map(Value.text)) } ?? .missing
        default:
            .text(
                formatSchedule(
                    whole(schedule), locale: localePosition, language: locale.code, dateFormat: locale.dateFormat))
        }
    }
}
