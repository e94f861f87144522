package import KairanModel
package import KairanReaders

/// A rule of `checks`, which every entry of a collection must keep. Its conditions are checked together with those of
/// templates.
package struct CheckDeclaration: Sendable {
    package enum Demand: Sendable {
        /// The conditions that must hold.
        case holds(SourceNode)
        /// The paths whose values no two entries may have in common, at one time if there are paths to its ends.
        case unique([SourceNode], from: SourceNode?, until: SourceNode?)
    }

    package var demand: Demand
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
    /// Reads a list of `{ holds: { end: { atLeast: $start } }, text: It ends before it starts, at: end }`.
    mutating func checks(_ node: SourceNode, of declaration: CollectionDeclaration) -> [CheckDeclaration] {
        guard let elements = node.elements else {
            error(
                .declarationType, "'checks' must be a list, not \(node.kindName)", at: node.span,
                help: "write '- holds:' for each, and below it 'text:' and 'at:'")
            return []
        }
        return elements.compactMap { check($0, of: declaration) }
    }

    private mutating func check(_ node: SourceNode, of declaration: CollectionDeclaration) -> CheckDeclaration? {
        let known = members(of: node, allowed: DeclarationWords.check, what: "a check")
        // A misspelt word is one mistake, not two.
        guard known.count == node.members?.count else { return nil }
        let node = SourceNode(.mapping(known), span: node.span)
        require(
            [
                "text": "write the sentence that tells people what is wrong",
                "at": "name the field at which people are told",
            ], in: node, .declarationKey, of: "a check")
        let sentence = words(node["text"], "'text'")
        let names = text(node["at"], "'at'")?.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let demand = demand(node), let sentence, let names, let span = node["at"]?.span,
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
            demand: demand, condition: node["where"], sentence: sentence, field: field, part: Array(names.dropFirst()),
            span: node.span)
    }

    private mutating func demand(_ node: SourceNode) -> CheckDeclaration.Demand? {
        let (from, until) = (node["from"], node["until"])
        switch (node["holds"], node["unique"]) {
        case (let holds?, nil):
            guard let word = ["from", "until"].first(where: { node[$0] != nil }) else { return .holds(holds) }
            error(
                .declarationKey, "'\(word)' belongs to 'unique'", at: node[word]?.span ?? node.span,
                help: "write '\(word)' beside 'unique', or remove it")
        case (nil, let unique?):
            if unique.elements?.isEmpty == true {
                error(
                    .declarationKey, "'unique' names nothing", at: unique.span,
                    help: "write what no two entries may have in common, such as unique: room")
                return nil
            }
            if (from == nil) == (until == nil) {
                return .unique(unique.elements ?? [unique], from: from, until: until)
            }
            error(
                .declarationKey, "a time has two ends", at: (from ?? until)?.span ?? node.span,
                help: "write both 'from' and 'until', such as from: starts and until: starts + length")
        case (nil, nil), (_?, _?):
            error(
                .declarationKey, "a check needs either 'holds' or 'unique'", at: node.span,
                help: Help(
                    "write the conditions that must hold, such as { end: { atLeast: $start } }, or what no two entries "
                        + "may have in common, such as unique: room"))
        }
        return nil
    }

    private mutating func part(named name: String, of field: FieldDeclaration, at span: SourceSpan) -> FieldDeclaration?
    {
        guard case .record = field.type else {
            error(
                .fieldUnknown, "'\(field.name)' is \(field.type.withArticle), which has no parts to name here",
                at: span,
                help: .write("write at: \(field.name)", field.name, for: name))
            return nil
        }
        if let part = field.parts.first(where: { $0.name == name }) { return part }
        error(
            .fieldUnknown, "'\(field.name)' has no '\(name)'", at: span,
            help: suggestion(for: name, in: field.parts.map(\.name), kind: "it has"))
        return nil
    }
}
