internal import KairanContent
internal import KairanModel

extension Evaluator {
    func apply(_ step: Step, to value: Value) -> Value {
        switch value {
        case .record(let values, _):
            if case .field(let index) = step { return values[index] }
            return .missing
        case .entry(let reference): return entryPart(step, reference)
        case .markdown(let markdown): return markdownView(step, markdown)
        case .asset(let asset): return assetView(step, asset)
        case .window(let window): return windowView(step, window)
        case .schedule(let schedule): return scheduleView(step, schedule)
        case .date(let date): return dateView(step, date)
        case .dateTime(let moment): return dateTimeView(step, moment)
        case .version(let version): return .integer(version.numbers[step == .major ? 0 : 1])
        case .point(let point): return pointView(step, point)
        case .choice(let index, let choice):
            let number = choice.options[index].number.map(Value.integer)
            return step == .number ? number ?? .missing : .text(label(index, of: choice))
        case .text(let text): return colorView(step, text)
        case .integer, .decimal: return .text(groupedNumber(plainText(value)))
        case .list(let elements): return .integer(elements.count)
        default: return .missing
        }
    }
}
