package import KairanModel

/// One record of a collection: its id, its typed fields and where each came from.
package struct Entry: Sendable {
    package var id: String
    /// In the order of the declaration's fields.
    package var values: [Value]
    /// Where each of them stands in the entry's file.
    package var places: [SourcePlace]
    /// The start of the entry in its file.
    package var span: SourceSpan
    /// Addresses inside the site that its fields name.
    package var addresses: [SourceAddress]
    /// What it names, in its fields and by its links, that may be a file of `content/`, by path relative to that.
    package var files: [String]
    /// The pictures among them, with the widths that are asked for.
    package var pictures: [Asset] = []

    package func span(ofField index: Int) -> SourceSpan { SourceSpan(path: span.path, place: places[index]) }
}

/// A collection with all its entries, in the order of their files and of their places in them.
package struct Collection: Sendable {
    package var declaration: CollectionDeclaration
    package var entries: [Entry]
    package var positions: [String: Int]

    package var name: String { declaration.name }
}

/// Everything under `content/`, typed and checked.
package struct Content: Sendable {
    package var settings: SiteSettings
    /// Sorted by name.
    package var collections: [Collection]
    /// Files that are neither Markdown nor data, by path relative to `content/`.
    package var files: [String: SourceFile]
    /// Those that an entry names.
    package var usedFiles: Set<String>
    /// In the order of the collections.
    package var trash: [TrashedEntry] = []
    /// Those that only the preview shows, while this is not it.
    package var withheld: [WithheldEntry] = []
    /// The pictures among these, by path relative to `content/`, with the widths of the smaller ones to be made.
    package var pictures: [String: Asset] = [:]

    package func collection(_ name: String) -> Collection? { position(of: name).map { collections[$0] } }

    package func position(of collection: String) -> Int? { collections.firstIndex { $0.name == collection } }

    package subscript(reference: EntryReference) -> Entry { collections[reference.collection].entries[reference.index] }

    /// Whether there are the same entries in the same order, whatever they hold.
    package func hasSameIDs(as other: Content) -> Bool {
        collections.count == other.collections.count
            && zip(collections, other.collections).allSatisfy {
                $0.entries.lazy.map(\.id).elementsEqual($1.entries.lazy.map(\.id))
            }
    }
}
