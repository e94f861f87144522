internal import KairanFormats
internal import KairanModel

// The conditions of queries limit which values of a choice, or which phases of a window, are promised.
extension SchemaDerivation {
    func narrowed(_ schema: ValueSchema, at path: Path) -> ValueSchema {
        guard let (queries, steps) = origin(of: path) else { return schema }
        switch schema.form {
        case .oneOf(let values): return narrowed(schema, values, at: path, queries, steps)
        case .integer, .number:
            var schema = schema
            schema.chosenRange = queries.map { $0.chosenRange(at: steps) }.reduce(.any) { $0.intersection($1) }
            return schema
        default: return schema
        }
    }

    private func narrowed(
        _ schema: ValueSchema, _ values: [JSONScalar], at path: Path, _ queries: [Query], _ steps: [Step]
    ) -> ValueSchema {
        var field = steps
        if [.number, .phase].contains(steps.last) { field.removeLast() }
        let candidates = candidates(of: path)
        guard candidates.count == values.count else { return schema }
        let left = zip(candidates, values).filter { candidate, _ in
            queries.allSatisfy { mayChoose($0, candidate, at: field, of: path.frame) }
        }
        // If no value is left, there is never a value or never an element.
        guard !left.isEmpty, left.count < values.count else { return schema }
        var narrowed = schema
        (narrowed.form, narrowed.declaredValues) = (.oneOf(left.map(\.1)), values)
        return narrowed
    }

    /// Returns the queries that chose the start of a path, and the steps from there, or nil if no query did.
    private func origin(of path: Path) -> (queries: [Query], steps: [Step])? {
        let frame = frames[path.frame]
        if let group = frame.group {
            guard let (by, rest) = groupedValue(path, group.by, in: frame.frame) else { return nil }
            // Conditions on a list do not limit its single elements.
            if case .list = by.type { return nil }
            return by.slot == nil ? (group.queries, by.steps + rest) : nil
        }
        if let query = frame.neighbours, case .names(let record) = frame.frame, let slot = path.slot,
            ["previous", "next"].contains(record.fields[slot].name)
        {
            return ([query], path.steps)
        }
        guard path.slot == nil, let query = frame.query else { return nil }
        return ([query] + frame.earlier, path.steps)
    }

    /// Returns the path by which elements were grouped, if a path starts at the common value, and the steps from that
    /// value.
    private func groupedValue(
        _ path: Path, _ by: [Path], in frame: Scope.Frame
    ) -> (by: Path, rest: ArraySlice<Step>)? {
        let (name, rest): (String, ArraySlice<Step>)
        switch (frame, path.slot, path.steps.first) {
        case (.names(let record), let slot?, _): (name, rest) = (record.fields[slot].name, path.steps[...])
        case (.element(.record(let record)), nil, .field(let index)?):
            (name, rest) = (record.fields[index].name, path.steps.dropFirst())
        default: return nil
        }
        let found = ["value", "label"].contains(name) && by.count == 1 ? by[0] : by.first { $0.name == name }
        return found.map { ($0, rest) }
    }

    /// Returns, for the value of a group, the path by which its elements were grouped, and any other path unchanged.
    func ungrouped(_ path: Path) -> Path {
        let frame = frames[path.frame]
        guard let group = frame.group, let found = groupedValue(path, group.by, in: frame.frame), found.rest.isEmpty
        else { return path }
        return found.by
    }

    /// Returns the queries that chose the entries which a query takes from a group or from a template's page.
    func chosenBefore(_ query: Query) -> [Query] {
        guard case .list(let list) = query.source, let group = frames[list.frame].group else { return [] }
        let name: String? =
            switch (frames[list.frame].frame, list.slot, list.steps.first) {
            case (.names(let record), let slot?, nil): record.fields[slot].name
            case (.element(.record(let record)), nil, .field(let index)?) where list.steps.count == 1:
                record.fields[index].name
            default: nil
            }
        return name == "entries" ? group.queries : []
    }

    /// Returns all values that the field of a path may have.
    private func candidates(of path: Path) -> [Value] {
        if path.steps.last == .phase { return Window.Phase.allCases.map { .text($0.rawValue) } }
        guard let choice = numbered(path) ?? path.type.choice else { return [] }
        return choice.options.indices.map { .choice($0, choice) }
    }

    /// Returns whether a query may choose an element that has this value there.
    private func mayChoose(_ query: Query, _ value: Value, at steps: [Step], of frame: Int) -> Bool {
        // The meaning of a path from outside is known only for the frame's own query.
        let outer = query.frame == frame ? frame : 0
        return query.alternatives.isEmpty
            || query.alternatives.contains { filters in
                filters.allSatisfy { filter in
                    guard filter.path.slot == nil, filter.path.frame == query.frame else { return true }
                    if filter.path.steps == steps { return mayHold(filter, for: value, within: outer) }
                    guard filter.path.steps.dropLast() == steps[...] else { return true }
                    switch (filter.path.steps.last, value) {
                    case (.phase?, _): return mayHold(filter, for: value, within: outer)
                    case (.number?, .choice(let index, let choice)):
                        return choice.options[index].number.map { mayHold(filter, for: .integer($0), within: outer) }
                            ?? true
                    default: return true
                    }
                }
            }
    }

    private func mayHold(_ filter: Filter, for value: Value, within outer: Int) -> Bool {
        if filter.isNegated {
            return filter.comparison != .in
                || filter.operands.allSatisfy { $0.constant.map { !isSame(value, $0) } ?? true }
        }
        return switch filter.comparison {
        case .exists: filter.operands.allSatisfy { if case .value(.boolean(false)) = $0 { false } else { true } }
        case .is, .in: filter.operands.contains { mayBe(value, $0, within: outer) }
        case .not: filter.operands.allSatisfy { $0.constant.map { !isSame(value, $0) } ?? true }
        case .lessThan: mayBeOrdered(value, filter) { $0 < 0 }
        case .atMost: mayBeOrdered(value, filter) { $0 <= 0 }
        case .moreThan: mayBeOrdered(value, filter) { $0 > 0 }
        case .atLeast: mayBeOrdered(value, filter) { $0 >= 0 }
        case .contains, .on, .between: true
        }
    }

    private func mayBeOrdered(_ value: Value, _ filter: Filter, _ isRight: (Int) -> Bool) -> Bool {
        filter.operands.allSatisfy { $0.constant.map { isRight(compare(value, $0)) } ?? true }
    }

    /// - Parameter outer: The number of outer frames whose meaning is known.
    private func mayBe(_ value: Value, _ operand: Filter.Operand, within outer: Int) -> Bool {
        if let constant = operand.constant { return isSame(value, constant) }
        // A path from outside has the values that its own conditions leave, if its frame is known.
        guard case .path(let path) = operand, path.frame < outer, path.type.choice != nil else { return true }
        let schema = narrowed(
            ValueSchema(.oneOf(candidates(of: path).compactMap(\.text).map(JSONScalar.string))), at: path)
        guard case .oneOf(let values) = schema.form, let text = value.text else { return true }
        return values.contains(.string(text))
    }

    private func isSame(_ value: Value, _ constant: Value) -> Bool {
        guard let text = value.text, let other = constant.text else { return value == constant }
        return text == other
    }
}

extension SchemaDerivation.Frame {
    /// Records which elements the template's own frames hold.
    mutating func take(_ iteration: Iteration) {
        switch (iteration, frame) {
        case (.entries(let query), .element): self.query = query
        case (.entries(let query), .names): neighbours = query
        case (.values(let query, let by), .names): group = ([query], [by])
        case (.combinations(let query, let by), .names): group = ([query], by)
        case (.pages(let query, _, _), .names): group = ([query], [])
        default: break
        }
    }
}

extension FieldType {
    fileprivate var choice: Choice? { if case .choice(let choice) = self { choice } else { nil } }
}

extension Value {
    /// The value of a choice as a text, whichever declaration it has elsewhere.
    fileprivate var text: String? {
        if case .choice(let index, let choice) = self { return choice.options[index].value }
        return if case .text(let text) = self { text } else { nil }
    }
}

extension Filter.Operand {
    /// The value of the operand, if it does not depend on the content.
    var constant: Value? {
        switch self {
        case .value(let value): value
        case .phase(let phase): .text(phase.rawValue)
        case .path, .now, .day, .named: nil
        }
    }
}
