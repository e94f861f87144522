package import KairanModel
package import KairanReaders

/// One record of a collection: its id, its typed fields and where each came from.
package struct Entry: Sendable {
    package let id: String
    private let source: Source

    private enum Source {
        case read(EntryContent)
        case cached(CachedEntry)
    }

    init(id: String, _ parts: EntryParts) { (self.id, source) = (id, .read(EntryContent(parts))) }

    /// Takes an entry that an earlier build read; its values are made of its bytes when somebody asks for them.
    init(id: String, _ cached: CachedEntry) { (self.id, source) = (id, .cached(cached)) }

    private var content: EntryContent {
        switch source {
        case .read(let content): content
        case .cached(let entry): entry.content
        }
    }

    /// See `EntryParts`.
    package var values: [Value] { content.parts.values }
    package var places: [SourcePlace] { content.parts.places }
    package var addresses: [SourceAddress] { content.parts.addresses }
    package var files: [String] { content.parts.files }
    package var pictures: [Asset] { content.parts.pictures }

    /// One of the values, for who asks the same of every entry.
    package func value(ofField index: Int) -> Value {
        switch source {
        case .read(let content): content.parts.values[index]
        case .cached(let entry): entry.value(ofField: index)
        }
    }

    /// The cached entry that this one is made of; nil if this build read the entry itself.
    var cached: CachedEntry? { if case .cached(let entry) = source { entry } else { nil } }

    package var span: SourceSpan {
        switch source {
        case .read(let content): content.parts.span
        case .cached(let entry): entry.span
        }
    }

    package func span(ofField index: Int) -> SourceSpan { SourceSpan(path: span.path, place: places[index]) }
}

/// What an entry's file says of it.
struct EntryParts: Sendable {
    /// In the order of the declaration's fields.
    var values: [Value]
    /// Where each of them stands in the entry's file.
    var places: [SourcePlace]
    /// The start of the entry in its file.
    var span: SourceSpan
    /// Addresses inside the site that its fields name.
    var addresses: [SourceAddress] = []
    /// What it names, in its fields and by its links, that may be a file of `content/`, by path relative to that.
    var files: [String] = []
    /// The pictures among them, with the widths that are asked for.
    var pictures: [Asset] = []
}

/// The parts of one entry, shared by all who hold it.
final class EntryContent: Sendable {
    let parts: EntryParts

    init(_ parts: EntryParts) { self.parts = parts }
}

/// A collection with all its entries, in the order of their files and of their places in them.
package struct Collection: Sendable {
    package var declaration: CollectionDeclaration
    package var entries: [Entry] = []
    package var positions: [String: Int] = [:]
    /// The key of each entry; see `entryKeys`.
    package var keys: [UInt64] = []
    /// The files that entries are in, sorted by path.
    package var files: [(path: String, entries: Range<Int>)] = []

    package var name: String { declaration.name }

    /// The positions of those that are in the file at a path of the site.
    package func entries(inFile path: String) -> Range<Int> {
        // Two names of files can be equal as texts.
        let files = files[files.partitioningIndex { $0.path >= path }...].prefix { $0.path == path }
        return files.first { $0.path.utf8.elementsEqual(path.utf8) }?.entries ?? 0..<0
    }
}

/// Hashes of a collection's name and of the ids of its entries, by which a later build knows the entries again.
func entryKeys(_ ids: some Sequence<String>, in collection: String) -> [UInt64] {
    var name = ContentHash()
    name.combine(collection)
    return ids.map { id in
        var key = name
        key.combine(id)
        return key.low
    }
}

/// Entries that stand together in their collection.
package struct FileEntries: RandomAccessCollection, Sendable {
    let collection: Int
    package let indices: Range<Int>

    package var startIndex: Int { indices.lowerBound }
    package var endIndex: Int { indices.upperBound }

    package subscript(index: Int) -> EntryReference { EntryReference(collection: collection, index: index) }
}

/// Ids of a collection that may be in what could not be read: nobody can say that there is no such entry.
package struct HiddenIDs: Sendable {
    /// True when any may be there.
    var areAny = false
    var ids: Set<String> = []

    package func mayHold(_ id: String) -> Bool { areAny || ids.contains(id) }
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
    /// For each collection what ids may be in what could not be read of it.
    package var hiddenIDs: [String: HiddenIDs] = [:]
    /// The collections whose cached entries are made only when somebody asks for them.
    var cached: [CachedCollection] = []

    package func collection(_ name: String) -> Collection? { position(of: name).map { collections[$0] } }

    package func position(of collection: String) -> Int? { collections.firstIndex { $0.name == collection } }

    /// Those that are in the file at a path of the site, as they stand in it.
    package func entries(inFile path: String) -> FileEntries {
        guard let collection = collectionName(of: path).flatMap(position) else {
            return FileEntries(collection: 0, indices: 0..<0)
        }
        return FileEntries(collection: collection, indices: collections[collection].entries(inFile: path))
    }

    package subscript(reference: EntryReference) -> Entry { collections[reference.collection].entries[reference.index] }

    /// True where an earlier build read most entries, and their values are made when somebody asks.
    package var isCached: Bool { !cached.isEmpty }

    /// True once some of them could not be made: then what was built of them means nothing.
    package var isDamaged: Bool { cached.contains(where: \.isDamaged) }
}
