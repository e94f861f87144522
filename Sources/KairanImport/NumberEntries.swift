internal import KairanContent
internal import KairanModel
internal import KairanReaders

// The order of entries, if nothing in the JSON gives it.
extension EntryImporter {
    /// Returns the number field that the shape sorts by and does not give, or nil if there is none.
    func numberField(of draft: Draft, _ declaration: CollectionDeclaration) -> (field: Int, isDescending: Bool)? {
        draft.sort.first { key in
            let field = declaration.fields[key.field]
            return field.type == .integer && draft.told[.field(key.field)] == nil && request.values[field.name] == nil
        }
    }

    func numbered(
        _ draft: Draft, _ number: (field: Int, isDescending: Bool)?, _ place: Int, of count: Int,
        _ declaration: CollectionDeclaration, isThere: Bool
    ) -> Draft {
        guard let (index, isDescending) = number else { return draft }
        let field = declaration.fields[index]
        guard request.numbers || !isThere && !field.mayBeLeftOut else { return draft }
        var draft = draft
        let node = SourceNode(.scalar(String(isDescending ? count - place + 1 : place), .number), span: draft.span)
        draft.told.add(node, at: [.field(index)], from: draft.span)
        return draft
    }
}
