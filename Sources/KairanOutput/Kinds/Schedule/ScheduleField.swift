internal import KairanContent
internal import KairanModel

extension Schema {
    static let scheduleViews = [
        "text": TypedStep(step: .displayText, type: .text),
        "lines": TypedStep(step: .lines, type: .list(.text), isOptional: true),
        "from": TypedStep(step: .from, type: .date, isOptional: true),
        "until": TypedStep(step: .until, type: .date, isOptional: true),
    ]
}

extension Evaluator {
    func scheduleView(_ step: Step, _ schedule: Schedule) -> Value {
        switch step {
        case .from: schedule.from.map(Value.date) ?? .missing
        case .until: schedule.end.map(Value.date) ?? .missing
        case .lines: schedule.lines.map { .list($0.map(Value.text)) } ?? .missing
        default: .text(formatSchedule(schedule, language: locale.code))
        }
    }
}
