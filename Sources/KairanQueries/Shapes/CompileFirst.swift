internal import KairanContent
package import KairanModel
internal import KairanReaders

extension ShapeCompiler {
    /// Compiles `{ firstOf: [SHAPE, SHAPE] }`, the first of several shapes that has a value.
    mutating func firstOf(_ node: SourceNode, in scope: Scope, for purpose: ShapePurpose) -> TypedShape? {
        guard let written = node["firstOf"], let elements = written.elements else { return nil }
        if elements.count < 2 {
            reader.error(
                .shapeFirst, "'firstOf' needs two or more shapes to choose from", at: written.span,
                help: "write the shape alone; \(ShapeWord.escape("firstOf"))")
        }
        let found = elements.compactMap { branch($0, in: scope, for: purpose) }
        guard found.count == elements.count, elements.count > 1 else { return nil }
        if let last = found.dropLast().first(where: { !$0.shape.isOptional }) {
            reader.error(
                .shapeFirst, "this always has a value, so what follows it is never used", at: last.span,
                help: "remove what follows, or put it last")
            return nil
        }
        let type = (found.first { $0.shape.shape.constant == nil } ?? found[0]).shape.type
        let branches = zip(found, elements).map { adopted($0, $1, as: type) }
        guard let common = commonType(branches, rule: .shapeFirst, for: purpose) else { return nil }
        return TypedShape(
            .firstOf(branches.map(\.shape)), common, isOptional: branches.allSatisfy(\.shape.isOptional))
    }

    /// Returns a literal as a value of the others' type, if it is written as one.
    private func adopted(_ branch: Branch, _ node: SourceNode, as type: FieldType) -> Branch {
        guard case .literal(let value) = branch.shape.shape, let literal = node["literal"] else { return branch }
        var branch = branch
        if case .integer = value, type == .decimal { branch.shape.type = type }
        guard case .text(let text) = value, !text.isEmpty else { return branch }
        let read = readConstant(
            literal, as: type, named: "literal", timeZone: schema.declarations.settings.timeZone)
        if isWritten(read.value, as: text), read.diagnostics.isEmpty {
            branch.shape = TypedShape(.literal(read.value), type)
        }
        return branch
    }

    private func isWritten(_ value: Value, as text: String) -> Bool {
        if case .choice(let index, let choice) = value { return choice.options[index].value == text }
        if case .date(let date) = value { return date.description == text }
        return value == .text(text)
    }
}

extension Shape {
    /// This is true for `{ literal: null }`, and for alternatives that end in it where they would have no value.
    var endsInNull: Bool {
        switch self {
        case .literal(.missing): true
        case .firstOf(let shapes): shapes.last?.shape.endsInNull == true
        case .either(_, let then, let otherwise?):
            [then, otherwise].contains(where: \.shape.endsInNull)
                && [then, otherwise].allSatisfy { $0.shape.endsInNull || !$0.isOptional }
        case .literal, .path, .object, .array, .each, .eachGroup, .first, .count, .total, .position, .holds, .either,
            .group, .keyed, .text, .day, .between, .split, .chart, .map, .occurrences, .changes, .route:
            false
        }
    }

    /// The value of a literal; nil for any other shape.
    package var constant: Value? {
        switch self {
        case .literal(let value): return value
        case .array(let shapes):
            let values = shapes.compactMap(\.shape.constant)
            return values.count == shapes.count ? .list(values) : nil
        case .object(let shapes, let type):
            let values = shapes.compactMap(\.constant)
            return values.count == shapes.count ? .record(values, type) : nil
        case .path, .each, .eachGroup, .first, .firstOf, .count, .total, .position, .holds, .either, .group,
            .keyed, .text, .day, .between, .split, .chart, .map, .occurrences, .changes, .route:
            return nil
        }
    }
}
