internal import KairanFormats
internal import KairanModel

extension Query {
    /// Returns the range of the numbers that the query chooses.
    func chosenRange(at steps: [Step]) -> NumberRange {
        let ranges = alternatives.map { filters in
            filters.filter { $0.path.slot == nil && $0.path.frame == frame && $0.path.steps == steps }
                .map(\.chosenRange).reduce(NumberRange.any) { $0.intersection($1) }
        }
        return ranges.dropFirst().reduce(ranges.first ?? NumberRange.any) { $0.union($1) }
    }
}

extension Filter {
    fileprivate var chosenRange: NumberRange {
        let numbers = operands.compactMap { $0.constant?.number }
        guard !isNegated, numbers.count == operands.count, let least = numbers.min(), let most = numbers.max() else {
            return .any
        }
        switch comparison {
        case .is, .in: return NumberRange(minimum: least, maximum: most)
        case .atLeast, .moreThan: return NumberRange(minimum: least)
        case .atMost, .lessThan: return NumberRange(maximum: most)
        case .not, .contains, .exists, .on, .between: return .any
        }
    }
}
