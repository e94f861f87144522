internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static func reference(to collection: String) -> FieldKind {
        FieldKind(meaning: "the id of an entry of \(collection)", example: "id")
    }
}

/// Returns the id that an entry of this name has, if it is made of the name. Who keeps a spreadsheet writes names, such as
/// `Pink-footed goose` for `pink-footed-goose`. Returns nil for a name that says more than the id: C++ and C# are not C,
/// and long names may differ where their ids are cut.
package func idOfName(_ name: String) -> String? {
    let id = slug(name)
    let isWhole = name.allSatisfy { $0.isLetter || $0.isNumber || " -–—_.,'’\"“”()/&:!".contains($0) }
    return isWhole && !id.isEmpty && id.utf8.count < 60 ? id : nil
}

extension ValueReader {
    mutating func reference(
        _ written: String, _ collection: String, _ node: SourceNode, _ field: FieldDeclaration
    ) -> Value {
        guard let ids = scope.entryIDs[collection] else {
            // A mistake in the declaration or in a file of the collection is reported at its own place.
            return .missing
        }
        let id = ids.entries[written] == nil && isTable ? meantID(written, in: collection) : written
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

    /// Returns the id of the entry that a cell of a table names, which is the text itself unless it is only a name.
    private func meantID(_ text: String, in collection: String) -> String {
        guard !isKnown(text, in: collection), let id = idOfName(text), isKnown(id, in: collection) else { return text }
        return id
    }

    /// Tells whether an entry has this id or had it, or may have it in a file that cannot be read.
    private func isKnown(_ id: String, in collection: String) -> Bool {
        scope.entryIDs[collection]?.entries[id] != nil || scope.deletions[collection]?[id] != nil
            || scope.previews[collection]?[id] != nil || scope.hiddenIDs[collection]?.mayHold(id) == true
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
