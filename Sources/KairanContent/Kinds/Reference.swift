internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static func reference(to collection: String) -> FieldKind {
        FieldKind(meaning: "the id of an entry of \(collection)", example: "id")
    }
}

extension ValueReader {
    mutating func reference(
        _ written: String, _ collection: String, _ node: SourceNode, _ field: FieldDeclaration
    ) -> Value {
        guard let ids = scope.entryIDs[collection] else {
            // A mistake in the declaration or in a file of the collection is reported at its own place.
            return .missing
        }
        let id = ids.entries[written] == nil && isTable ? idOfName(written, in: collection) ?? written : written
        if let index = ids.entries[id] { return .entry(EntryReference(collection: ids.collection, index: index)) }
        if readsTrash { return .missing }
        if let deletion = scope.deletions[collection]?[id] {
            diagnostics.append(deletion.mistake(id, in: collection, at: node.span))
            return .missing
        }
        if let place = scope.previews[collection]?[id] {
            error(
                .referencePreview, "'\(id)' of \(collection) is only in the preview", at: node.span,
                help: "write channel: preview here too, or remove it from \(place.path):\(place.line)")
            return .missing
        }
        if scope.hiddenIDs[collection]?.mayHold(id) == true { return .missing }
        error(
            .referenceUnknown, "there is no '\(id)' in \(collection)", at: node.span,
            help: wantsSuggestion ? suggestion(forID: id, in: ids.entries.keys.sorted()) : nil)
        return .missing
    }

    /// Returns the id that an entry of this name has, or nil if there is no such entry. Who keeps a spreadsheet writes
    /// names, such as `Pink-footed goose` for `pink-footed-goose`.
    private func idOfName(_ name: String, in collection: String) -> String? {
        let id = slug(name)
        let isKnown =
            scope.entryIDs[collection]?.entries[id] != nil || scope.deletions[collection]?[id] != nil
            || scope.previews[collection]?[id] != nil
        return isKnown ? id : nil
    }
}

extension StoredEntryReader {
    func reference(of type: FieldType, _ reader: inout ByteReader) throws(DamagedBytes) -> Value {
        guard case .reference(let name) = type, let target = collection.scope.entryIDs[name],
            let index = target.entries[try reader.readText()]
        else { throw DamagedBytes() }
        return .entry(EntryReference(collection: target.collection, index: index))
    }
}
