package import KairanModel
package import KairanReaders

/// A rule of `checks`, which every entry of a collection must keep. Its conditions are checked together with those of
/// templates.
package struct CheckDeclaration: Sendable {
    /// The conditions that must hold.
    package var holds: SourceNode
    /// The conditions that choose the entries to which the rule applies; nil if it applies to all.
    package var condition: SourceNode?
    /// The sentence that tells people what is wrong.
    package var sentence: String
    /// The position of the field at which people are told.
    package var field: Int
    /// The names that lead from the field to the part of a record at which people are told.
    package var part: [String] = []
    package var span: SourceSpan
}

extension DeclarationReader {
    /// Reads a list of `{ holds: { end: { atLeast: $start } }, say: It ends before it starts, at: end }`.
    mutating func checks(_ node: SourceNode, of declaration: CollectionDeclaration) -> [CheckDeclaration] {
        guard let elements = node.elements else {
            error(
                .declarationType, "'checks' must be a list, not \(node.kindName)", at: node.span,
                help: "write '- holds:' for each, and below it 'say:' and 'at:'")
            return []
        }
        return elements.compactMap { check($0, of: declaration) }
    }

    private mutating func check(_ node: SourceNode, of declaration: CollectionDeclaration) -> CheckDeclaration? {
        let known = members(of: node, allowed: DeclarationWords.check, what: "a check")
        // A misspelt word is one mistake, not two.
        guard known.count == node.members?.count else { return nil }
        require(
            [
                "holds": "write the conditions that must hold, such as { end: { atLeast: $start } }",
                "say": "write the sentence that tells people what is wrong",
                "at": "name the field at which people are told",
            ], in: node, .declarationKey, of: "a check")
        let sentence = words(node["say"], "'say'")
        let names = text(node["at"], "'at'")?.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let holds = node["holds"], let sentence, let names, let span = node["at"]?.span,
            var part = field(named: names[0], of: declaration, at: span),
            let field = declaration.fields.firstIndex(where: { $0.name == part.name })
        else { return nil }
        for name in names.dropFirst() {
            guard !misdeclared.contains(names[0]), let next = self.part(named: name, of: part, at: span) else {
                return nil
            }
            part = next
        }
        return CheckDeclaration(
            holds: holds, condition: node["where"], sentence: sentence, field: field, part: Array(names.dropFirst()),
            span: node.span)
    }

    private mutating func part(named name: String, of field: FieldDeclaration, at span: SourceSpan) -> FieldDeclaration?
    {
        guard case .record = field.type else {
            error(
                .fieldUnknown, "'\(field.name)' is \(field.type.withArticle), which has no parts to name here",
                at: span,
                help: "write at: \(field.name)")
            return nil
        }
        if let part = field.parts.first(where: { $0.name == name }) { return part }
        error(
            .fieldUnknown, "'\(field.name)' has no '\(name)'", at: span,
            help: suggestion(for: name, in: field.parts.map(\.name), kind: "it has"))
        return nil
    }
}
