internal import KairanContent
package import KairanModel
internal import KairanReaders

extension ShapeCompiler {
    /// Compiles `{ first: [SHAPE, SHAPE] }`, the first of several shapes that has a value.
    mutating func firstOf(
        _ elements: [SourceNode], _ node: SourceNode, in scope: Scope, for purpose: ShapePurpose
    ) -> TypedShape? {
        for member in node.members ?? [] where member.key != "first" {
            reader.error(
                .declarationKey, "'first' with a list of shapes has no '\(member.key)'", at: member.keySpan,
                help: "write it in one of them, as { first: COLLECTION, \(member.key): … }")
        }
        if elements.count < 2 {
            reader.error(
                .shapeFirst, "'first' needs two or more shapes to choose from", at: node["first"]?.span ?? node.span,
                help: "write the shape alone; \(ShapeWord.escape("first"))")
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

    /// Reports `{ path: …, default: … }`, which Kairan 0.1 no longer knows, and returns whether it is that.
    mutating func isOldDefault(_ members: [SourceNode.Member], in scope: Scope) -> Bool {
        guard members.count == 2, let value = members.first(where: { $0.key == "default" }),
            let other = members.first(where: { $0.key == "path" || $0.key == "text" }), let text = other.value.scalar,
            other.key == "text" ? text.contains("{") : isPath(text, in: scope),
            value.value.scalar.map({ !isPath($0, in: scope) }) ?? true
        else { return false }
        let shape = other.key == "text" ? "{ text: \"\(text)\" }" : text
        let literal = value.value.scalar.map { $0.isEmpty ? "\"\"" : $0 } ?? "…"
        reader.error(
            .shapeFirst, "a shape has no 'default'", at: value.keySpan,
            help: "write { first: [\(shape), { literal: \(literal) }] }")
        return true
    }
}

extension Shape {
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
