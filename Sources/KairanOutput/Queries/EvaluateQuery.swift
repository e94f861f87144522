internal import KairanContent
internal import KairanModel

extension Path {
    /// The field, when the path names one of the frame's own element and goes no further.
    fileprivate func field(ofFrame frame: Int) -> Int? {
        guard self.frame == frame, steps.count == 1, case .field(let field) = steps[0] else { return nil }
        return field
    }
}

extension Evaluator {
    /// The elements a query chooses, in its order. `frames` are those around the query.
    func elements(_ query: Query, _ frames: Frames) -> [Value] {
        var elements = source(query.source, frames)
        if !query.alternatives.isEmpty { elements = filtered(elements, by: query.alternatives, query, frames) }
        if !query.sort.isEmpty { elements = sorted(elements, by: query.sort, frames) }
        if let unique = query.unique {
            var seen: Set<Value> = []
            elements = elements.filter { seen.insert(value(unique, frames.entering($0))).inserted }
        }
        if query.skip > 0 { elements = Array(elements.dropFirst(query.skip)) }
        if let limit = query.limit { elements = Array(elements.prefix(limit)) }
        return elements
    }

    /// Those for which all conditions of one of the alternatives hold.
    private func filtered(_ elements: [Value], by alternatives: [[Filter]], _ query: Query, _ frames: Frames) -> [Value]
    {
        let collection = query.collection.flatMap(site.content.position)
        var isChosen = Array(repeating: false, count: elements.count)
        for filters in alternatives {
            var isLeft = isChosen.map { !$0 }
            for filter in filters {
                let operands = filter.operands.map { operand($0, frames) }
                // One condition after the other, each over a column: a page of a day asks this of every entry.
                if let collection, let field = filter.path.field(ofFrame: frames.frames.count) {
                    let column = site.columns.column(of: field, in: site.content.collections[collection])
                    for index in isLeft.indices where isLeft[index] {
                        isLeft[index] = holds(filter.comparison, column[index], operands)
                    }
                } else {
                    var inner = frames.entering(.missing)
                    for index in isLeft.indices where isLeft[index] {
                        inner.replaceInnermost(elements[index])
                        isLeft[index] = holds(filter.comparison, value(filter.path, inner), operands)
                    }
                }
            }
            for index in isLeft.indices where isLeft[index] { isChosen[index] = true }
        }
        return zip(elements, isChosen).compactMap { $1 ? $0 : nil }
    }

    private func source(_ source: Query.Source, _ frames: Frames) -> [Value] {
        switch source {
        case .collection(let name):
            guard let position = site.content.position(of: name) else { return [] }
            return site.content.collections[position].entries.indices.map {
                .entry(EntryReference(collection: position, index: $0))
            }
        case .list(let path):
            if case .list(let elements) = value(path, frames) { return elements }
            return []
        }
    }

    private func operand(_ operand: Filter.Operand, _ frames: Frames) -> Value {
        switch operand {
        case .value(let value): value
        case .path(let path): value(path, frames)
        case .now: .dateTime(site.moment)
        case .today: .date(site.moment.date)
        case .phase(let phase): .text(phase.rawValue)
        }
    }

    private func holds(_ comparison: Filter.Operator, _ value: Value, _ operands: [Value]) -> Bool {
        switch comparison {
        case .exists: return operands[0] == .boolean(!value.isMissing)
        case .is: return isSame(value, operands[0])
        case .not: return !isSame(value, operands[0])
        case .in: return operands.contains { isSame(value, $0) }
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
            default: return order >= 0
            }
        }
    }

    /// Equal, where a window is compared by its phase, an entry by its id and a choice by its value.
    private func isSame(_ value: Value, _ operand: Value) -> Bool {
        switch (value, operand) {
        case (.window(let window), .text(let phase)): window.phase(at: site.moment).rawValue == phase
        case (.entry, .text(let text)), (.choice, .text(let text)): plainText(value) == text
        case (.text(let text), .choice): plainText(operand) == text
        // Two choices may list the same values in another order.
        case (.choice, .choice): plainText(value) == plainText(operand)
        case (.decimal(let left), .integer(let right)): left == DecimalNumber(right)
        default: value == operand
        }
    }

    private func sorted(_ elements: [Value], by keys: [SortKey], _ frames: Frames) -> [Value] {
        var inner = frames.entering(.missing)
        let rows = elements.enumerated().map { position, element in
            inner.replaceInnermost(element)
            return (position, keys.map { value($0.path, inner) })
        }
        return rows.sorted { left, right in
            for (index, key) in keys.enumerated() {
                let (first, second) = (left.1[index], right.1[index])
                // What has no value comes last in both directions.
                if first.isMissing != second.isMissing { return second.isMissing }
                let order = compare(first, second)
                if order != 0 { return key.isDescending ? order > 0 : order < 0 }
            }
            return left.0 < right.0
        }.map { elements[$0.0] }
    }
}

/// Negative, zero or positive, as the first comes before, with or after the second.
func compare(_ left: Value, _ right: Value) -> Int {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): order(a, b)
    case (.decimal(let a), .decimal(let b)): order(a, b)
    case (.decimal(let a), .integer(let b)): order(a, DecimalNumber(b))
    // By code point, so that the order is the same on every machine.
    case (.text(let a), .text(let b)):
        a == b ? 0 : a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars) ? -1 : 1
    case (.boolean(let a), .boolean(let b)): order(a ? 1 : 0, b ? 1 : 0)
    case (.date(let a), .date(let b)): order(a, b)
    case (.time(let a), .time(let b)): order(a, b)
    case (.dateTime(let a), .dateTime(let b)): order(a, b)
    case (.version(let a), .version(let b)): order(a, b)
    case (.choice(let a, _), .choice(let b, _)): order(a, b)
    default: 0
    }
}

private func order<Ordered: Comparable>(_ left: Ordered, _ right: Ordered) -> Int {
    left < right ? -1 : left > right ? 1 : 0
}
