internal import KairanContent
package import KairanModel

extension Evaluator {
    /// Returns whether a comparison holds for a value.
    func holds(_ comparison: Filter.Operator, _ value: Value, _ operands: [Value]) -> Bool {
        switch comparison {
        case .exists: return operands[0] == .boolean(!value.isMissing)
        case .is: return isSame(value, operands[0])
        case .not: return !isSame(value, operands[0])
        case .in: return operands.contains { isSame(value, $0) }
        case .on, .between: return happens(value, operands)
        case .contains:
            guard case .list(let elements) = value else { return false }
            return elements.contains { isSame($0, operands[0]) }
        case .lessThan, .atMost, .moreThan, .atLeast:
            guard !value.isMissing, !operands[0].isMissing else { return false }
            let order = compare(value, operands[0])
            switch comparison {
            case .lessThan: return order < 0
            case .atMost: return order <= 0
            case .moreThan: return order > 0
            case .atLeast, .exists, .is, .not, .in, .on, .between, .contains: return order >= 0
            }
        }
    }

    /// Returns whether a value is on one of the days from the first to the last.
    private func happens(_ value: Value, _ days: [Value]) -> Bool {
        if case .schedule(let other)? = days.first { return happens(value, onDayOf: other) }
        guard case .date(let first)? = days.first, case .date(let last)? = days.last, first <= last else {
            return false
        }
        if case .date(let date) = value { return (first...last).contains(date) }
        if case .dateTime(let moment) = value { return (first...last).contains(moment.date) }
        if case .window(let window) = value { return isOpen(window, first, last) }
        if case .list(let values) = value { return values.contains { happens($0, days) } }
        guard case .schedule(let schedule) = value else { return false }
        return whole(schedule).hasDay(in: first...last)
    }

    /// Returns whether a value is on one of the days of entries.
    private func happens(_ value: Value, onDayOf days: Schedule) -> Bool {
        switch value {
        case .date(let date): days.contains(date)
        case .dateTime(let moment): days.contains(moment.date)
        case .list(let values): values.contains { happens($0, onDayOf: days) }
        case .window, .schedule:
            days.named.flatMap(\.ranges).contains { range in
                let ends = [range.lowerBound, range.upperBound - 1]
                return happens(value, ends.map { .date(LocalDate(daysSinceEpoch: $0)) })
            }
        default: false
        }
    }

    /// Returns whether a window is open at some time of the days from the first to the last.
    package func isOpen(_ window: Window, _ first: LocalDate, _ last: LocalDate) -> Bool {
        let zone = site.settings.timeZone
        if let until = window.until, until <= zone.dateTime(date: first) { return false }
        return window.from.map { $0 < zone.dateTime(date: last.adding(days: 1)) } ?? true
    }

    /// Returns whether the values are equal. A window is compared by its phase, an entry by its id and a choice by its
    /// value.
    func isSame(_ value: Value, _ operand: Value) -> Bool {
        switch (value, operand) {
        case (.window(let window), .text(let phase)): window.phase(at: site.moment).rawValue == phase
        case (.entry, .text(let text)), (.choice, .text(let text)): plainText(value) == text
        case (.text(let text), .choice), (.text(let text), .entry): plainText(operand) == text
        // Two choices may list the same values in another order.
        case (.choice, .choice): plainText(value) == plainText(operand)
        case (.decimal(let left), .integer(let right)): left == DecimalNumber(right)
        case (.integer(let left), .decimal(let right)): DecimalNumber(left) == right
        // Only an operand that asks for a type has no value.
        case (.member(let type, _), .member(let asked, .missing)): type == asked
        default: value == operand
        }
    }
}
