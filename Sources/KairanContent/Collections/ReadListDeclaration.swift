internal import KairanModel
internal import KairanReaders

// Fields with elements of one type: lists, and mappings whose keys are data.
extension DeclarationReader {
    mutating func list(_ options: SourceNode?, of field: inout FieldDeclaration, at span: SourceSpan) -> Bool {
        guard let element = element(options, "a list", "list: text", DeclarationWords.list, of: &field, at: span) else {
            return false
        }
        field.type = .list(element)
        return true
    }

    mutating func keyed(_ options: SourceNode?, of field: inout FieldDeclaration, at span: SourceSpan) -> Bool {
        guard let element = element(options, "'keyed'", "keyed: text", DeclarationWords.keyed, of: &field, at: span)
        else { return false }
        field.type = .dictionary(element)
        return true
    }

    /// Returns help with a mapping that names the collection of its keys beside `keyed`; nil for any other type.
    func keysHelp(_ name: String, _ node: SourceNode) -> Help? {
        if let type = node.members?.first, ["reference", "reference?"].contains(type.key), node["default"] != nil {
            let optional = "{ reference?: \(type.value.scalar ?? "…") }"
            return Help(
                "a reference has no default: write \(name): \(optional), and where it is shown { firstOf: [\(name), …] }"
            )
        }
        guard let members = node.members, members.count == 2, ["keyed", "keyed?"].contains(members[0].key),
            ["by", "of"].contains(members[1].key), let type = members[0].value.scalar, let by = members[1].value.scalar
        else { return nil }
        return "write \(name): { \(members[0].key): { of: \(type), by: \(by) } }"
    }

    /// Reads what `list` or `keyed` holds, as in `url` or `{ of: url, maximum: 3 }`, and returns its type.
    private mutating func element(
        _ options: SourceNode?, _ what: String, _ example: String, _ words: [String], of field: inout FieldDeclaration,
        at span: SourceSpan
    ) -> FieldType? {
        guard let options, options["of"] != nil || options["by"] == nil else {
            error(.fieldDeclaration, "\(what) must say what it holds", at: span, help: "write \(example)")
            return nil
        }
        let elementNode = options["of"] ?? options
        guard elementNode.elements == nil else {
            error(
                .fieldDeclaration, "\(what) holds one type, not a list of types", at: elementNode.span,
                help: "write \(example), or { oneOf: [text, integer] } in place of the type")
            return nil
        }
        guard let element = self.field(named: field.name, elementNode, at: span) else { return nil }
        field.parts = [element]
        if options["of"] != nil {
            let given = members(of: options, allowed: words, what: what)
            for member in given where member.key != "of" {
                let value = member.value
                if member.key == "by" {
                    let help: Help = "write by: clubs for the ids of content/clubs"
                    field.keysOf = text(value, "the collection of the keys", help: help)
                    field.collectionSpan = value.span
                    continue
                }
                let bound = integer(value, member.key, in: 0...Int.max).map { DecimalNumber($0) }
                if member.key == "minimum" { field.limits.minimum = bound } else { field.limits.maximum = bound }
            }
            checkLimits(given, of: field)
        }
        checkParts(of: field, [elementNode])
        return element.type
    }
}
