internal import KairanModel
package import KairanReaders

extension FieldKind {
    static func oneOf(_ types: OneOf) -> FieldKind {
        let kinds = types.members.map(\.kind)
        return FieldKind(
            meaning: (kinds.map(\.meaning) + (types.allowsNull ? [OneOf.null] : [])).joined(separator: "; or "),
            example: kinds.first?.example ?? OneOf.null, options: [], hasParts: kinds.contains(where: \.hasParts))
    }
}

extension ValueReader {
    /// Reads a value as the first of several types whose form it is written in. If something else is wrong with it,
    /// that is a mistake, even if a later type would allow it.
    mutating func oneOf(_ node: SourceNode, as field: FieldDeclaration) -> Value {
        var help: [Help] = []
        if let (index, value) = member(of: node, field.parts, &help) {
            return value.isMissing ? .missing : .member(index, value)
        }
        if isTable, node.scalar == OneOf.null, field.type.allowsNull, !field.isOptional {
            help = ["an empty cell is null"]
        }
        // If the types need different mends, nobody knows which one is right, so only their words remain.
        let advice = help.count == 1 ? help[0] : Help(help.map(\.words).joined(separator: "; or "))
        if let text = node.scalar { return invalid(text, node, field, advice) }
        error(
            .fieldType, "'\(field.name)' must be \(field.type.withArticle), not \(node.kindName)", at: node.span,
            help: advice.words.isEmpty ? nil : advice)
        return .missing
    }

    /// Returns the position of the type and the value, which is missing after a mistake. Returns nil if the value is of
    /// none of the types; `help` then says how to write one of each.
    fileprivate mutating func member(
        of node: SourceNode, _ parts: [FieldDeclaration], _ help: inout [Help]
    ) -> (index: Int, value: Value)? {
        for (index, part) in parts.enumerated() where canBeNamed(node, part.type) {
            let known = (diagnostics.count, addresses.count, files.count, pictures.count)
            let value = given(node, as: part)
            guard let mistake = diagnostics[known.0...].first(where: { isOfForm($0, node) }) else {
                return (index, value)
            }
            if let words = mistake.help, !help.contains(where: { $0.words == words }) {
                help.append(Help(words, fix: mistake.fix))
            }
            diagnostics.removeSubrange(known.0...)
            addresses.removeSubrange(known.1...)
            files.removeSubrange(known.2...)
            pictures.removeSubrange(known.3...)
        }
        return nil
    }

    /// Returns false for a text that cannot be the name of an entry or of a file. A text that can be such a name is a
    /// mistake if nothing has it.
    private func canBeNamed(_ node: SourceNode, _ type: FieldType) -> Bool {
        guard let text = node.scalar else { return true }
        if case .reference = type { return isSafeID(text) }
        guard type == .image || type == .file else { return true }
        return !text.contains("://") && !fileExtension(of: text).isEmpty
    }

    /// Returns whether a mistake shows that the value is meant as another type.
    private func isOfForm(_ mistake: Diagnostic, _ node: SourceNode) -> Bool {
        // A mapping or a list with a mistake in one of its parts is still meant as one.
        mistake.severity == .error && [.fieldType, .fieldChoice, .urlInvalid].contains(mistake.rule)
            && (node.scalar != nil || mistake.span == node.span)
    }
}

extension FieldDeclaration {
    /// Returns the position of the type that a written value has among several; nil if it has none of them.
    ///
    /// - Parameter table: The signs of the table, if it is a cell of one.
    package func member(of node: SourceNode, in table: TableSigns?) -> Int? {
        var reader = ValueReader(scope: ValueScope(timeZone: .utc, entryIDs: [:], files: [:]))
        reader.table = table
        var help: [Help] = []
        return reader.member(of: node, parts, &help)?.index
    }
}

extension StoredEntryReader {
    func member(
        of type: FieldType, at place: SourcePlace, _ reader: inout ByteReader
    ) throws(DamagedBytes) -> Value {
        let index = try reader.readInt()
        guard case .oneOf(let types) = type, types.members.indices.contains(index) else { throw DamagedBytes() }
        return .member(index, try value(types.members[index], at: place, &reader))
    }
}
