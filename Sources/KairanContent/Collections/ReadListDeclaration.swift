internal import KairanModel
internal import KairanReaders

// Fields with elements of one type: lists, and mappings whose keys are data.
extension DeclarationReader {
    mutating func list(_ options: SourceNode?, of field: inout FieldDeclaration, at span: SourceSpan) -> Bool {
        guard let element = element(options, "a list", "list: text", of: &field, at: span) else { return false }
        field.type = .list(element)
        return true
    }

    mutating func keyed(_ options: SourceNode?, of field: inout FieldDeclaration, at span: SourceSpan) -> Bool {
        guard let element = element(options, "'keyed'", "keyed: text", of: &field, at: span) else { return false }
        field.type = .dictionary(element)
        return true
    }

    /// Reads what `list` or `keyed` holds, as in `url` or `{ of: url, maximum: 3 }`, and returns its type.
    private mutating func element(
        _ options: SourceNode?, _ what: String, _ example: String, of field: inout FieldDeclaration,
        at span: SourceSpan
    ) -> FieldType? {
        guard let options else {
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
            let given = members(of: options, allowed: DeclarationWords.list, what: what)
            for member in given {
                let bound = integer(member.key == "of" ? nil : member.value, member.key, in: 0...Int.max)
                if member.key == "minimum" { field.limits.minimum = bound.map { DecimalNumber($0) } }
                if member.key == "maximum" { field.limits.maximum = bound.map { DecimalNumber($0) } }
            }
            checkLimits(given, of: field)
        }
        checkParts(of: field, [elementNode])
        return element.type
    }
}
