package import KairanModel

/// An entry that its key `deleted` removes from every output. It is checked like any other, and keeps its id.
package struct TrashedEntry: Sendable {
    package var entry: Entry
    /// The name of its collection.
    package var collection: String
    package var deletion: Deletion
    /// This is false for one of several entries in a list or a table.
    package var isWholeFile: Bool
    /// The id of the entry in whose file this one is a record.
    package var parentID: String?
    /// This is true if it is in the trash only because that entry is.
    package var goesWithParent = false
}

/// The date on which an entry went into the trash, and the place that says so.
package struct Deletion: Sendable {
    package var date: LocalDate
    package var span: SourceSpan
}

extension Deletion {
    /// Returns the error for a reference to the entry.
    package func mistake(_ id: String, in collection: String, at place: SourceSpan) -> Diagnostic {
        Diagnostic(
            .error, .referenceTrash, "'\(id)' of \(collection) has been in the trash since \(date)", at: place,
            help: help)
    }

    package var help: String { "name another, or remove 'deleted' from \(span.path):\(span.line)" }
}

extension Content {
    /// Returns the deletion of an entry, or nil if it is not in the trash.
    package func deletion(of id: String, in collection: String) -> Deletion? {
        trash.first { $0.collection == collection && $0.entry.id == id }?.deletion
    }

    /// The files that entries in the trash name, in a field or by a link.
    package var trashedFiles: Set<String> { Set(trash.flatMap(\.entry.files)).filter { files[$0] != nil } }

    /// Returns the entries that have been in the trash for this many days on the given date.
    package func trash(olderThan days: Int, on date: LocalDate) -> [TrashedEntry] {
        trash.filter { $0.deletion.date.daysSinceEpoch + days <= date.daysSinceEpoch }
    }

    /// The content with the entries of its trash after the others of their collections.
    package var withTrash: Content {
        var content = self
        var places: [String: EntryReference] = [:]
        for trashed in trash {
            guard let position = content.position(of: trashed.collection) else { continue }
            let index = content.collections[position].entries.count
            places["\(trashed.collection)/\(trashed.entry.id)"] = EntryReference(collection: position, index: index)
            content.collections[position].entries.append(trashed.entry)
        }
        var added: [EntryReference: [EntryReference]] = [:]
        for trashed in trash {
            guard let place = places["\(trashed.collection)/\(trashed.entry.id)"],
                let name = content.collections[place.collection].declaration.parent
            else { continue }
            // Records could not refer to a parent that is no entry of the site.
            let parent = trashed.goesWithParent ? trashed.parentID.flatMap { places["\(name)/\($0)"] } : nil
            if let parent = content.parent(of: place, orElse: parent) { added[parent, default: []].append(place) }
        }
        // Each list is made once, because it may be long.
        for (parent, records) in added {
            for (collection, records) in Dictionary(grouping: records, by: \.collection) {
                content.add(records, of: content.collections[collection].declaration.name, to: parent)
            }
        }
        return content
    }

    /// Returns the entry that a record of the trash is part of.
    ///
    /// - Parameter parent: That entry, if the record does not refer to it yet.
    private mutating func parent(of record: EntryReference, orElse parent: EntryReference?) -> EntryReference? {
        guard let field = collections[record.collection].declaration.parentField else { return nil }
        if let parent {
            collections[record.collection].entries[record.index] = self[record].setting(field, to: .entry(parent))
        }
        guard case .entry(let parent) = self[record].value(ofField: field) else { return nil }
        return parent
    }

    /// Adds records of the trash to the list of the entry that they are part of.
    private mutating func add(_ records: [EntryReference], of collection: String, to parent: EntryReference) {
        guard let holder = collections[parent.collection].declaration.holderField(of: collection) else { return }
        let known = self[parent].value(ofField: holder).elementsOfEach?.filter { !$0.isMissing } ?? []
        collections[parent.collection].entries[parent.index] = self[parent].setting(
            holder, to: .list(known + records.map(Value.entry)))
    }

    /// Warns of dates that are still to come, because an author may think that the entry stays until then.
    package func checkTrash(on date: LocalDate) -> [Diagnostic] {
        trash.filter { $0.deletion.date > date && !$0.goesWithParent }.map { trashed in
            Diagnostic(
                .warning, .trashFuture,
                "'\(trashed.entry.id)' is already in the trash, though it is not yet \(trashed.deletion.date)",
                at: trashed.deletion.span,
                help: "write the day on which you deleted it; to end it on a later day, use the 'until' of a window"
            )
        }
    }
}

/// An entry that only the preview shows.
package struct WithheldEntry: Sendable {
    package var entry: Entry
    /// The name of its collection.
    package var collection: String
    /// The id of the entry in whose file this one is a record.
    package var parentID: String?
}

extension Content {
    /// The files that these entries name.
    package var withheldFiles: Set<String> { Set(withheld.flatMap(\.entry.files)).filter { files[$0] != nil } }
}

/// Reads the entries of a collection that only the preview shows.
func readWithheld(_ raw: RawEntryReader, _ scope: ValueScope) -> Diagnosed<[WithheldEntry]> {
    var reader = ValueReader(scope: scope)
    // An entry in the preview may refer to other entries in the preview.
    reader.readsTrash = true
    let withheld = raw.withheld.map {
        WithheldEntry(
            entry: reader.entry($0, of: raw.declaration), collection: raw.declaration.name, parentID: $0.parent?.id)
    }
    return Diagnosed(withheld, reader.diagnostics)
}

/// Reads the entries of a collection that are in the trash.
func readTrash(_ raw: RawEntryReader, _ scope: ValueScope) -> Diagnosed<[TrashedEntry]> {
    var reader = ValueReader(scope: scope)
    reader.readsTrash = true
    let declaration = raw.declaration
    let trash = raw.trash.map { raw, deletion in
        TrashedEntry(
            entry: reader.entry(raw, of: declaration), collection: declaration.name, deletion: deletion,
            isWholeFile: raw.isWholeFile, parentID: raw.parent?.id, goesWithParent: raw.parent?.deletion != nil)
    }
    return Diagnosed(trash, reader.diagnostics)
}
