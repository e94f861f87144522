package import KairanModel

/// An entry that its key `deleted` takes out of every output. It is checked like any other, and keeps its id.
package struct TrashedEntry: Sendable {
    package var entry: Entry
    /// Its collection's name.
    package var collection: String
    package var deletion: Deletion
    /// False for one of several in a list or a table.
    package var isWholeFile: Bool
}

/// Since when an entry is in the trash, and where that is written.
package struct Deletion: Sendable {
    package var date: LocalDate
    package var span: SourceSpan
}

extension Deletion {
    /// That something names the entry.
    package func mistake(_ id: String, in collection: String, at place: SourceSpan) -> Diagnostic {
        Diagnostic(
            .error, "reference.trash", "'\(id)' of \(collection) has been in the trash since \(date)", at: place,
            help: help)
    }

    package var help: String { "name another, or remove 'deleted' from \(span.path):\(span.line)" }
}

extension Content {
    /// Since when the entry is in the trash; nil when it is not.
    package func deletion(of id: String, in collection: String) -> Deletion? {
        trash.first { $0.collection == collection && $0.entry.id == id }?.deletion
    }

    /// Files that an entry in the trash names, in a field or by a link.
    package var trashedFiles: Set<String> { Set(trash.flatMap(\.entry.files)).filter { files[$0] != nil } }

    /// What has been in the trash for so many days by the date given.
    package func trash(olderThan days: Int, on date: LocalDate) -> [TrashedEntry] {
        trash.filter { $0.deletion.date.daysSinceEpoch + days <= date.daysSinceEpoch }
    }

    /// Warnings for dates that are still to come: whoever writes one may think that the entry stays until then.
    package func checkTrash(on date: LocalDate) -> [Diagnostic] {
        trash.filter { $0.deletion.date > date }.map { trashed in
            Diagnostic(
                .warning, "trash.future",
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
    /// Its collection's name.
    package var collection: String
}

extension Content {
    /// Files that these name.
    package var withheldFiles: Set<String> { Set(withheld.flatMap(\.entry.files)).filter { files[$0] != nil } }
}

/// Reads the entries of a collection that only the preview shows.
func readWithheld(_ raw: RawEntryReader, _ scope: ValueScope) -> Diagnosed<[WithheldEntry]> {
    var reader = ValueReader(scope: scope)
    // What they refer to may be in the preview too.
    reader.readsTrash = true
    let withheld = raw.withheld.map {
        WithheldEntry(entry: reader.entry($0, of: raw.declaration), collection: raw.declaration.name)
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
            isWholeFile: raw.isWholeFile)
    }
    return Diagnosed(trash, reader.diagnostics)
}
