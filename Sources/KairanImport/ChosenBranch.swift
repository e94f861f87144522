internal import KairanModel
internal import KairanQueries
internal import KairanReaders

// Shapes of which only one makes the value.
extension ShapeReader {
    /// Reads the one of two shapes that could have made the JSON. If the shape is read alone, both are.
    mutating func readEither(
        _ conditions: [[Filter]], _ then: TypedShape, _ otherwise: TypedShape?, _ place: Place
    ) {
        let branches = [(then, "then", true)] + (otherwise.map { [($0, "else", false)] } ?? [])
        let chosen = branches.filter { branch, _, _ in
            place.json.map { mayMake(branch.shape, $0, isOptional: branch.isOptional && !place.isOfValue) } ?? true
        }
        if let json = place.json, json.isNull, chosen.count != 1 || otherwise == nil && !place.isOfValue { return }
        if let json = place.json, chosen.count > 1 {
            return mistake(
                .importShape, "both 'then' and 'else' could have made this, so it does not say which of them did",
                at: json.span, help: "write these entries by hand, or give the two different forms")
        }
        if chosen.isEmpty, let json = place.json {
            return mistake(.importType, "neither 'then' nor 'else' could have made this", at: json.span)
        }
        for (branch, word, holds) in chosen {
            tell(conditions, hold: holds, from: place.template.span, place.json)
            read(branch.shape, place.under(word, place.json))
        }
    }

    /// Reads the one of several shapes that could have made the JSON. Those before it have no value, and if a literal
    /// made it, none has.
    mutating func readFirst(_ shapes: [TypedShape], _ place: Place) {
        let all = shapes.enumerated().map { index, shape in
            let elements = place.template["firstOf"]?.elements ?? []
            let template = elements.indices.contains(index) ? elements[index] : place.template
            return (shape: shape.shape, place: Place(template: template, json: place.json))
        }
        guard let json = place.json else { return all.forEach { read($0.shape, $0.place) } }
        let isLiteral = shapes.contains { $0.shape.constant.map { evaluator.isSame(json, $0) } ?? false }
        let chosen =
            isLiteral
            ? []
            : all.indices.filter { shapes[$0].shape.constant == nil && mayMake(all[$0].shape, json, isOptional: false) }
        if chosen.count > 1, !json.isNull {
            return mistake(
                .importShape, "several of the shapes under 'first' could have made this, so it does not say which",
                at: json.span, help: "write these entries by hand, or publish the values under keys of their own")
        }
        if chosen.isEmpty, !json.isNull, !isLiteral {
            return mistake(.importType, "none of the shapes under 'first' could have made this", at: json.span)
        }
        let nothing = SourceNode(.scalar("", .null), span: json.span)
        for index in 0..<(chosen.first ?? all.count) {
            if case .path(let path) = all[index].shape { tell(path, nothing, all[index].place) }
        }
        if let index = chosen.first { read(all[index].shape, all[index].place) }
    }

    /// Returns whether a shape could have made this JSON, judged by its form and by what the template itself says.
    func mayMake(_ shape: Shape, _ json: SourceNode, isOptional: Bool) -> Bool {
        if json.isNull, isOptional { return true }
        switch shape {
        case .literal(let value): return evaluator.isSame(json, value)
        case .path(let path): return mayBe(json, path.type)
        case .text(let pattern):
            guard case .scalar(let text, .string) = json.content else { return false }
            return !withConstants(pattern).readings(of: text, language: evaluator.locale.code).isEmpty
        case .object(let shapes, let type):
            guard let members = json.members, members.allSatisfy({ type.index(of: $0.key) != nil }) else {
                return false
            }
            return zip(type.fields, shapes).allSatisfy { field, shape in
                guard let value = json[field.name] else { return field.omitsMissing && field.isOptional }
                return mayMake(shape, value, isOptional: field.isOptional && !field.omitsMissing)
            }
        case .array(let shapes):
            guard let elements = json.elements, elements.count == shapes.count else { return false }
            return zip(shapes, elements).allSatisfy { mayMake($0.shape, $1, isOptional: $0.isOptional) }
        case .each(_, let value), .eachGroup(_, _, _, let value):
            guard let elements = json.elements else { return false }
            return elements.allSatisfy { element in value.map { mayMake($0, element, isOptional: true) } ?? true }
        case .first(_, let value, _, _): return value.map { mayMake($0, json, isOptional: isOptional) } ?? true
        case .firstOf(let shapes):
            return shapes.contains { mayMake($0.shape, json, isOptional: $0.isOptional) }
        case .group, .keyed: return json.members != nil
        case .count, .position, .between: return mayBe(json, .integer)
        case .total: return mayBe(json, .decimal)
        case .day: return mayBe(json, .date)
        case .split: return json.elements != nil
        case .holds: return mayBe(json, .boolean)
        case .either(_, let then, let otherwise):
            return [then, otherwise].compactMap(\.self).contains { mayMake($0.shape, json, isOptional: $0.isOptional) }
        case .occurrences, .changes, .route: return json.elements != nil
        case .chart, .map: return mayBe(json, .html)
        }
    }

    private func mayBe(_ json: SourceNode, _ type: FieldType) -> Bool {
        switch (type, json.content) {
        case (.list(let element), .sequence(let nodes)): return nodes.allSatisfy { mayBe($0, element) }
        case (.oneOf(let kinds), .scalar(_, .null)): return kinds.allowsNull && json.isWrittenNull
        case (.oneOf(let kinds), _): return kinds.members.contains { mayBe(json, $0) }
        case (.record, .mapping), (.dictionary, .mapping): return true
        case (.list, _), (.record, _), (.dictionary, _), (_, .sequence), (_, .mapping): return false
        case (.boolean, .scalar(_, let kind)): return kind == .boolean
        case (.integer, .scalar(let text, .number)): return Int(text) != nil
        case (.decimal, .scalar(_, let kind)): return kind == .number
        case (.choice(let choice), .scalar(let text, .string)): return choice.index(of: text) != nil
        case (_, .scalar(_, let kind)): return kind == .string && type != .integer
        }
    }

    /// Adds what is known of an element if conditions hold, or if they do not.
    mutating func tell(_ conditions: [[Filter]], hold: Bool, from place: SourceSpan, _ json: SourceNode?) {
        guard conditions.count == 1 else { return }
        for filter in conditions[0] where filter.path.slot == nil {
            guard !filter.isNegated, case .is = filter.comparison, case .value(var value)? = filter.operands.first
            else { continue }
            if !hold {
                guard conditions[0].count == 1, case .boolean(let flag) = value else { return }
                value = .boolean(!flag)
            }
            tell(filter.path, constant(value, at: json?.span ?? place), from: place)
        }
    }

    /// Returns the JSON of a constant of the template.
    func constant(_ value: Value, at span: SourceSpan) -> SourceNode {
        if case .member(_, let value) = value { return constant(value, at: span) }
        if case .null = value { return SourceNode(.scalar("null", .null), span: span) }
        let isFlag = if case .boolean = value { true } else { false }
        let kind: SourceNode.ScalarKind = isFlag ? .boolean : value.isBareInJSON ? .number : .string
        return SourceNode(.scalar(evaluator.plainText(value), kind), span: span)
    }
}
