internal import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

extension SchemaNode {
    /// Adds the checks of an entry, and those of the records in it that are entries, as far as a schema can say them. A
    /// schema cannot compare two values, and it may be laxer than the check, but never stricter.
    func keeping(
        _ checks: [CheckDeclaration], of fields: [FieldDeclaration], _ locales: [SiteLocale]
    ) -> SchemaNode {
        var schema = self
        for field in fields where field.holdsEntries {
            guard let record = field.parts.first else { continue }
            schema = schema.changed(at: ["properties", field.name, "items"]) {
                $0.keeping(record.checks, of: record.parts, locales)
            }
        }
        let conditions = ConditionSchema(fields: fields, locales: locales)
        let schemas = checks.compactMap { check -> SchemaNode? in
            guard case .holds(let node) = check.demand, let holds = conditions.schema(node, isExact: false) else {
                return nil
            }
            let said = holds.adding("errorMessage", .string(check.sentence))
            guard let node = check.condition else { return said }
            return conditions.schema(node, isExact: true).map { ["if": $0, "then": said] }
        }
        guard !schemas.isEmpty else { return schema }
        // The checks hold for every entry outside the trash.
        let isDeleted: SchemaNode = ["required": [.string(CollectionDeclaration.deletionKey)]]
        return schema.adding("if", isDeleted).adding("then", true).adding("else", ["allOf": .array(schemas)])
    }

    private func changed(at keys: ArraySlice<String>, _ change: (SchemaNode) -> SchemaNode) -> SchemaNode {
        guard let key = keys.first else { return change(self) }
        guard case .object(var members) = self, let index = members.firstIndex(where: { $0.key == key }) else {
            return self
        }
        members[index].value = members[index].value.changed(at: keys.dropFirst(), change)
        return .object(members)
    }
}

/// Makes schemas of conditions.
private struct ConditionSchema {
    let fields: [FieldDeclaration]
    let locales: [SiteLocale]

    /// Returns nil if no schema says what the conditions do.
    ///
    /// - Parameter isExact: If this is true, the schema must say all of the conditions.
    func schema(_ node: SourceNode, isExact: Bool) -> SchemaNode? {
        let alternatives = node.elements ?? [node]
        let schemas = alternatives.compactMap { all($0, isExact: isExact) }
        guard schemas.count == alternatives.count else { return nil }
        return schemas.count == 1 ? schemas[0] : ["anyOf": .array(schemas)]
    }

    private func all(_ node: SourceNode, isExact: Bool) -> SchemaNode? {
        let conditions = (node.members ?? []).flatMap { member in
            (member.value.members?.map { ($0.key, $0.value) } ?? [("is", member.value)])
                .map { schema(of: member.key, $0, $1, isExact: isExact) }
        }
        let known = conditions.compactMap(\.self)
        guard let first = known.first, !isExact || known.count == conditions.count else { return nil }
        return known.count == 1 ? first : ["allOf": .array(known)]
    }

    private func schema(of name: String, _ word: String, _ node: SourceNode, isExact: Bool) -> SchemaNode? {
        // An empty value of a window is an open end, and a value that is left out may have a default.
        guard let field = fields.first(where: { $0.name == name }), field.defaultValue == nil,
            field.computedDefault == nil, !field.isLocalized,
            field.type != .window, let comparison = Filter.Operator(rawValue: word)
        else { return nil }
        switch comparison {
        case .exists:
            let given = present(field, field.type.allowsNull ? true : ["not": ["type": "null"]])
            return node.scalar == "true" ? given : ["not": given]
        case .is: return value([node], of: field, isExact: isExact)
        case .in: return node.elements.flatMap { value($0, of: field, isExact: isExact) }
        case .not: return value([node], of: field, isExact: true).map { ["not": $0] }
        case .atLeast: return bound("minimum", node, field)
        case .moreThan: return bound("exclusiveMinimum", node, field)
        case .atMost: return bound("maximum", node, field)
        case .lessThan: return bound("exclusiveMaximum", node, field)
        case .contains, .on, .between: return nil
        }
    }

    private func present(_ field: FieldDeclaration, _ value: SchemaNode) -> SchemaNode {
        ["properties": .object([(field.name, value)]), "required": [.string(field.name)]]
    }

    private func value(_ nodes: [SourceNode], of field: FieldDeclaration, isExact: Bool) -> SchemaNode? {
        if case .oneOf(let types) = field.type {
            let schemas = nodes.compactMap { type($0, types, field.parts, isExact: isExact) }
            return schemas.count == nodes.count ? present(field, ["anyOf": .array(schemas)]) : nil
        }
        let values = nodes.compactMap(\.scalar)
        guard values.count == nodes.count else { return nil }
        if field.type == .boolean {
            let isConstant = values.allSatisfy { ["true", "false"].contains($0) }
            return isConstant ? present(field, ["enum": .array(values.map { .boolean($0 == "true") })]) : nil
        }
        guard case .choice(var choice) = field.type else { return nil }
        choice.options.removeAll { !values.contains($0.value) }
        guard choice.options.count == values.count else { return nil }
        var narrowed = field
        narrowed.type = .choice(choice)
        return present(field, narrowed.valueSchema(locales))
    }

    /// Returns the schema of a type's values, or of null; nil if the node is neither. Only of types that no text could
    /// be taken for is it exact.
    private func type(_ node: SourceNode, _ types: OneOf, _ parts: [FieldDeclaration], isExact: Bool) -> SchemaNode? {
        if node.isNull { return ["type": "null"] }
        guard case .scalar(let word, .plain) = node.content, let index = types.index(of: word),
            !isExact || types.members.allSatisfy({ [.date, .boolean, .integer].contains($0) })
        else { return nil }
        return parts[index].valueSchema(locales)
    }

    private func bound(_ word: String, _ node: SourceNode, _ field: FieldDeclaration) -> SchemaNode? {
        guard field.type == .integer || field.type == .decimal, let number = node.scalar.flatMap({ DecimalNumber($0) })
        else { return nil }
        return present(field, .object([(word, JSONValue(number))]))
    }
}
