package import KairanModel
package import KairanReaders

/// An entry of a collection: its id, its typed fields and their places.
package struct Entry: Sendable {
    package let id: String
    private let source: Source

    private enum Source {
        case read(EntryContent)
        case cached(CachedEntry)
    }

    init(id: String, _ content: EntryContent) { (self.id, source) = (id, .read(content)) }

    init(id: String, _ parts: EntryParts) { self.init(id: id, EntryContent(parts)) }

    /// Makes an entry that an earlier build read. Its values are made from its bytes when they are needed.
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
    package var addresses: [SourceAddress] {
        switch source {
        case .read(let content): content.parts.addresses
        case .cached(let entry): entry.addresses
        }
    }
    package var files: [String] {
        switch source {
        case .read(let content): content.parts.files
        case .cached(let entry): entry.named.files
        }
    }
    package var pictures: [Asset] { content.parts.pictures }
    var partPlaces: [[String]: CheckPlace] { content.parts.partPlaces }

    /// Returns one of the values, for code that reads the same field of every entry.
    package func value(ofField index: Int) -> Value {
        switch source {
        case .read(let content): content.parts.values[index]
        case .cached(let entry): entry.value(ofField: index)
        }
    }

    /// The cached entry from which this one is made; nil if this build read the entry itself.
    var cached: CachedEntry? { if case .cached(let entry) = source { entry } else { nil } }

    /// See `RawEntry.row`.
    var row: UInt64 {
        switch source {
        case .read(let content): content.parts.row
        case .cached(let entry): entry.stored.row
        }
    }

    /// This is true if an earlier build read the entry, and found nothing wrong with it.
    package var isCached: Bool { cached != nil }

    package var span: SourceSpan {
        switch source {
        case .read(let content): content.parts.span
        case .cached(let entry): entry.span
        }
    }

    /// Returns the entry with another value in one of its fields.
    func setting(_ field: Int, to value: Value) -> Entry {
        var parts = content.parts
        parts.values[field] = value
        return Entry(id: id, parts)
    }

    package func span(ofField index: Int) -> SourceSpan { SourceSpan(path: span.path, place: places[index]) }
}

/// The data in an entry's file.
struct EntryParts: Sendable {
    /// The values, in the order of the declaration's fields.
    var values: [Value]
    /// The places of the values in the entry's file.
    var places: [SourcePlace]
    /// The start of the entry in its file.
    var span: SourceSpan
    /// See `RawEntry.row`.
    var row: UInt64 = 0
    /// The addresses inside the site that its fields name.
    var addresses: [SourceAddress] = []
    /// The paths, relative to `content/`, of everything in its fields and links that may be a file.
    var files: [String] = []
    /// The pictures among these files, with the widths that are asked for.
    var pictures: [Asset] = []
    /// See `RawEntry.partPlaces`. An entry that an earlier build read has none.
    var partPlaces: [[String]: CheckPlace] = [:]
}

/// The parts of one entry, shared by all its holders.
final class EntryContent: Sendable {
    let parts: EntryParts

    init(_ parts: EntryParts) { self.parts = parts }
}

/// A collection with all its entries, in the order of their files and of their places in them.
package struct Collection: Sendable {
    package var declaration: CollectionDeclaration
    package var entries: [Entry] = []
    package var positions: [String: Int] = [:]
    /// The keys of the entries: see `entryKeys`.
    package var keys: [UInt64] = []
    package let files: CollectionFiles

    init(
        _ declaration: CollectionDeclaration, positions: [String: Int], keys: [UInt64],
        files: [(path: String, entries: Range<Int>)]
    ) {
        (self.declaration, self.positions, self.keys) = (declaration, positions, keys)
        self.files = CollectionFiles(files)
    }

    package var name: String { declaration.name }
}

/// The files with entries of a collection. It is an object, so that asking it for a file does not copy the collection.
package final class CollectionFiles: Sendable {
    /// The files, sorted by path.
    package let all: [(path: String, entries: Range<Int>)]
    /// The position of each file, by a hash of its path's bytes: two different names of files can be equal as strings.
    private let positions: [UInt64: Int]

    init(_ files: [(path: String, entries: Range<Int>)]) {
        all = files
        positions = Dictionary(zip(files.map { pathHash($0.path) }, files.indices)) { first, _ in first }
            .merging(zip(files.map { pathHash(canonicalForm(of: $0.path)) }, files.indices)) { first, _ in first }
    }

    /// Returns the positions of the entries in the file at a path of the site. A link may have another normal form than
    /// the name that a disk gives, as long as there is no second file of that name.
    func entries(at path: String) -> Range<Int> {
        let exact = entries(atExactly: path)
        guard exact.isEmpty, path.utf8.contains(where: { $0 >= 0x80 }) else { return exact }
        let form = canonicalForm(of: path)
        guard let position = positions[pathHash(form)], canonicalForm(of: all[position].path).isSameName(as: form)
        else { return exact }
        return all[position].entries
    }

    private func entries(atExactly path: String) -> Range<Int> {
        guard let position = positions[pathHash(path)] else { return 0..<0 }
        if all[position].path.isSameName(as: path) { return all[position].entries }
        // Another path has the same hash.
        return all.first { $0.path.isSameName(as: path) }?.entries ?? 0..<0
    }
}

private func pathHash(_ path: String) -> UInt64 {
    var hash = ContentHash()
    hash.combine(path)
    return hash.low
}

/// Returns hashes of a collection's name and of the ids of its entries, by which a later build recognizes the entries.
func entryKeys(_ ids: some Sequence<String>, in collection: String) -> [UInt64] {
    var name = ContentHash()
    name.combine(collection)
    return ids.map { id in
        var key = name
        key.combine(id)
        return key.low
    }
}

/// The entries of one file, which are adjacent in their collection.
package struct FileEntries: RandomAccessCollection, Sendable {
    let collection: Int
    package let indices: Range<Int>

    package var startIndex: Int { indices.lowerBound }
    package var endIndex: Int { indices.upperBound }

    package subscript(index: Int) -> EntryReference { EntryReference(collection: collection, index: index) }
}

/// The ids that may be in files that could not be read. A reference to one of them cannot be called wrong.
package struct HiddenIDs: Sendable {
    /// This is true if any id may be there.
    var areAny = false
    var ids: Set<String> = []

    package var areNone: Bool { !areAny && ids.isEmpty }

    package func mayHold(_ id: String) -> Bool { areAny || ids.contains(id) }
}

/// Everything under `content/`, typed and checked.
package struct Content: Sendable {
    package var settings: SiteSettings
    /// The collections, sorted by name.
    package var collections: [Collection]
    /// For each collection, the collections whose entries are in its files.
    let children: [[HeldCollection]]
    /// Files that are neither Markdown nor data, by path relative to `content/`.
    package var files: [String: SourceFile]
    /// The files that an entry names. They are published once an output names them, too.
    package var usedFiles: Set<String>
    /// The entries in the trash, in the order of the collections.
    package var trash: [TrashedEntry] = []
    /// The entries that only the preview shows, unless this is the preview.
    package var withheld: [WithheldEntry] = []
    /// The pictures among `usedFiles`, by path relative to `content/`, with the widths of the smaller sizes to be made.
    package var pictures: [String: Asset] = [:]
    /// The former ids and addresses of entries that have any.
    package var aliases: [EntryReference: [EntryAlias]] = [:]
    /// For each collection, the ids that may be in files that could not be read.
    package var hiddenIDs: [String: HiddenIDs] = [:]
    /// This is true if an earlier build read most entries, so that their values are made when they are needed.
    package internal(set) var isCached = false

    package func collection(_ name: String) -> Collection? { position(of: name).map { collections[$0] } }

    package func position(of collection: String) -> Int? {
        // No collection is copied only to look at its name. Of thousands of collections, few names are compared.
        var (low, high) = (0, collections.count)
        while low < high {
            let middle = (low + high) / 2
            if collections[middle].declaration.name < collection { low = middle + 1 } else { high = middle }
        }
        if low < collections.count, collections[low].declaration.name == collection { return low }
        return collections.indices.first { collections[$0].declaration.name == collection }
    }

    /// Returns the entries in the file at a path of the site, in the order of the file.
    package func entries(inFile path: String) -> FileEntries {
        guard let collection = collectionName(of: path).flatMap(position) else {
            return FileEntries(collection: 0, indices: 0..<0)
        }
        return FileEntries(collection: collection, indices: collections[collection].files.entries(at: path))
    }

    /// Returns the entries in a file, and after them the entries that are records in these.
    package func allEntries(inFile path: String) -> [EntryReference] {
        let own = entries(inFile: path)
        return own.isEmpty ? [] : Array(own) + children(of: own.collection, inFile: path)
    }

    /// Returns whether fields of a collection hold records that are entries.
    package func holdsEntries(_ position: Int) -> Bool { !children[position].isEmpty }

    private func children(of position: Int, inFile path: String) -> [EntryReference] {
        children[position].map(\.position).flatMap { child in
            let entries = FileEntries(collection: child, indices: collections[child].files.entries(at: path))
            return Array(entries) + children(of: child, inFile: path)
        }
    }

    package subscript(reference: EntryReference) -> Entry { collections[reference.collection].entries[reference.index] }

    /// Returns the entry that an entry is a record of, and the one that this is a record of, and so on.
    package func ancestors(of reference: EntryReference) -> [EntryReference] {
        guard let field = collections[reference.collection].declaration.parentField,
            case .entry(let parent) = self[reference].value(ofField: field)
        else { return [] }
        return [parent] + ancestors(of: parent)
    }

    /// Returns the position of the collection in whose files the entries of another one are, of the one in whose files
    /// these are, and so on.
    package func ancestors(ofCollection position: Int) -> [Int] {
        guard let parent = collections[position].declaration.parent.flatMap(self.position) else { return [] }
        return [parent] + ancestors(ofCollection: parent)
    }
}
