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
    package var span: SourceSpan
}

extension DeclarationReader {
    /// Reads a list of `{ holds: { end: { atLeast: $start } }, say: It ends before it starts, at: end }`.
    mutating func checks(_ node: SourceNode, of declaration: CollectionDeclaration) -> [CheckDeclaration] {
        guard let elements = node.elements else {
            error(
                "declaration.type", "'checks' must be a list, not \(node.kindName)", at: node.span,
                help: "write '- holds:' for each, and below it 'say:' and 'at:'")
            return []
        }
        return elements.compactMap { check($0, of: declaration) }
    }

    private mutating func check(_ node: SourceNode, of declaration: CollectionDeclaration) -> CheckDeclaration? {
        let known = members(of: node, allowed: DeclarationWords.check, what: "a check")
        // A misspelt word is one mistake, not two.
        guard known.count == node.members?.count else { return nil }
        require("holds", in: node, help: "write the conditions that must hold, such as { end: { atLeast: $start } }")
        require("say", in: node, help: "write the sentence that tells people what is wrong")
        require("at", in: node, help: "name the field at which people are told")
        let sentence = words(node["say"], "'say'")
        let name = text(node["at"], "'at'")
        guard let holds = node["holds"], let sentence, let name, let span = node["at"]?.span,
            field(named: name, of: declaration, at: span) != nil,
            let field = declaration.fields.firstIndex(where: { $0.name == name })
        else { return nil }
        return CheckDeclaration(
            holds: holds, condition: node["where"], sentence: sentence, field: field, span: node.span)
    }

    private mutating func require(_ word: String, in node: SourceNode, help: String) {
        if node[word] == nil { error("declaration.key", "a check needs '\(word)'", at: node.span, help: help) }
    }
}
