internal import KairanModel
internal import KairanReaders

extension DeclarationReader {
    /// Reads `[date, boolean]`, `[{ text: { maximum: 9 } }, null]` or `{ of: [date, boolean], default: false }`.
    mutating func oneOf(_ options: SourceNode?, of field: inout FieldDeclaration, at span: SourceSpan) -> Bool {
        guard let nodes = (options?["of"] ?? options)?.elements, nodes.count > 1 else {
            error(
                .fieldDeclaration, "'oneOf' must list two or more types", at: span,
                help: "write \(field.name): { oneOf: [date, boolean] }")
            return false
        }
        var types = OneOf([])
        for node in nodes {
            if node.isNull || node.scalar == OneOf.null {
                if types.allowsNull { repeated(OneOf.null, at: node.span) }
                types.allowsNull = true
            } else if let member = member(node, of: field, types) {
                types.members.append(member.type)
                field.parts.append(member)
            }
        }
        checkParts(of: field, nodes, isOneOf: true)
        guard types.members.count + (types.allowsNull ? 1 : 0) == nodes.count else { return false }
        field.type = .oneOf(types)
        if let options, options["of"] != nil {
            for member in members(of: options, allowed: DeclarationWords.oneOf, what: "'oneOf'")
            where member.key == "default" {
                setDefault(member.value, of: &field)
            }
        }
        return true
    }

    /// Returns nil after a mistake.
    private mutating func member(
        _ node: SourceNode, of field: FieldDeclaration, _ types: OneOf
    ) -> FieldDeclaration? {
        guard let member = self.field(named: field.name, node, at: node.span) else { return nil }
        let options = node.members?.first?.value.members ?? []
        if let word = options.first(where: { $0.key == "default" }) {
            error(
                .declarationKey, "one of several types cannot have 'default'", at: word.keySpan,
                help: "write it beside the types: oneOf: { of: […], default: … }")
            return nil
        }
        if case .oneOf = member.type {
            error(
                .fieldDeclaration, "one of several types cannot be a 'oneOf'", at: node.span,
                help: "list all types in one list")
        } else if member.isOptional {
            error(
                .fieldDeclaration, "one of several types cannot have a '?'", at: node.span,
                help: "write oneOf? if entries may leave the field out, or add null to the list")
        } else if types.index(of: member.type.word) != nil {
            repeated(member.type.word, at: node.span)
        } else if let other = alike(member.type, types) {
            error(
                .fieldDeclaration,
                "'\(other)' and '\(member.type.word)' cannot stand in one list, as their values look alike",
                at: node.span,
                help: "keep one of the two")
        } else {
            return member
        }
        return nil
    }

    /// Returns the word of a type whose values are mappings too, if these are.
    private func alike(_ type: FieldType, _ types: OneOf) -> String? {
        let words = ["audience", "keyed", "record"]
        return words.contains(type.word) ? words.first { types.index(of: $0) != nil } : nil
    }

    private mutating func repeated(_ word: String, at span: SourceSpan) {
        error(
            .fieldDeclaration, "the list names '\(word)' twice", at: span,
            help: "keep one: a condition could not tell the two apart")
    }
}
