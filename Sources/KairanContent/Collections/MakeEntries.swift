internal import KairanModel
internal import KairanReaders
internal import Synchronization

/// Some entries of one collection that one thread makes one after the other.
private final class EntryPart: Sendable {
    /// The position of the collection.
    let position: Int
    /// The raw entries, the last one first. Each is taken out and freed as soon as its entry is made, since all of them
    /// together take much memory, and time to free.
    private let unread: Mutex<[RawEntry]>

    init(_ unread: [RawEntry], at position: Int) {
        self.position = position
        self.unread = Mutex(unread)
    }

    /// Makes the entries. Call this once.
    ///
    /// - Parameter isLazy: If this is true, cached entries are made only when they are needed.
    func make(of collection: CachedCollection, isLazy: Bool) -> Diagnosed<[Entry]> {
        unread.withLock { unread in
            var reader = ValueReader(scope: collection.scope)
            var entries: [Entry] = []
            entries.reserveCapacity(unread.count)
            while let raw = unread.popLast() {
                guard let known = raw.known else {
                    entries.append(reader.entry(raw, of: collection.declaration))
                    continue
                }
                let cached = CachedEntry(known.entry, in: known.file, raw.translations, of: collection)
                entries.append(isLazy ? Entry(id: raw.id, cached) : Entry(id: raw.id, cached.content))
            }
            return Diagnosed(entries, reader.diagnostics)
        }
    }
}

/// Makes the entries of all collections on all processors, and returns the parts of each, the last one first.
///
/// - Parameter unread: The entries of each collection; they are taken out.
/// - Parameter isLazy: The same as in `EntryPart.make`.
func makeEntries(
    _ unread: inout [[RawEntry]], of collections: [CachedCollection], isLazy: Bool
) -> [[Diagnosed<[Entry]>]] {
    let parts = unread.indices.flatMap { position in
        cut(&unread[position]).map { EntryPart($0, at: position) }
    }
    var made = concurrentMap(parts.count, share: 1) { index in
        parts[index].make(of: collections[parts[index].position], isLazy: isLazy)
    }
    var partsOfEach = collections.map { _ in [Diagnosed<[Entry]>]() }
    while let part = made.popLast() { partsOfEach[parts[made.count].position].append(part) }
    return partsOfEach
}

/// Cuts the entries of a collection into parts, each with its last entry first.
///
/// There are few parts, because each reads pictures again and may give its own hundred suggestions. Their number depends
/// only on that of the entries, so that the report does not depend on the machine. A few dozen long texts take as much
/// time as thousands of short ones, so they are more than one part.
private func cut(_ entries: inout [RawEntry]) -> [[RawEntry]] {
    let size = max(16, (entries.count + 15) / 16)
    var parts: [[RawEntry]] = []
    while !entries.isEmpty {
        let start = (entries.count - 1) / size * size
        var part: [RawEntry] = []
        part.reserveCapacity(entries.count - start)
        while entries.count > start, let entry = entries.popLast() { part.append(entry) }
        parts.append(part)
    }
    return parts.reversed()
}

/// Puts the parts of a collection together, and checks what only all of its entries show.
///
/// - Parameter parts: The parts, the last one first; they are taken out.
/// - Parameter isAsBefore: If this is true, the collection had exactly these entries in the build that cached them.
func collect(
    _ parts: inout [Diagnosed<[Entry]>], _ raw: RawEntryReader, _ scope: ValueScope, keys: [UInt64], isAsBefore: Bool
) -> Diagnosed<Collection> {
    let declaration = raw.declaration
    var collection = Collection(declaration, positions: raw.positions, keys: keys, files: raw.files)
    var reader = ValueReader(scope: scope)
    if raw.lacksEntries, raw.rejected.isEmpty, !raw.diagnostics.hasErrors, !raw.hiddenIDs.areAny {
        let place = declaration.parent.map { "an entry of \($0)" } ?? folder(of: declaration.span.path)
        reader.diagnostics.append(
            Diagnostic(
                .error, .collectionEmpty, "\(declaration.name) has no entries", at: declaration.span,
                help: raw.trash.isEmpty
                    ? declaration.source != nil
                        ? "run kairan pull \(declaration.name), or declare mayBeEmpty: true"
                        : "add \(declaration.parent == nil ? "a file" : "a record") to \(place), or declare mayBeEmpty: true"
                    : "all are in the trash: remove 'deleted' from one, or declare mayBeEmpty: true"))
    }
    // The records of entries for the preview are told with these.
    let isDraft = raw.positions.isEmpty && !raw.previews.isEmpty && !declaration.mayBeEmpty
    if isDraft, declaration.parent == nil, raw.rejected.isEmpty, !raw.diagnostics.hasErrors, !raw.hiddenIDs.areAny {
        reader.diagnostics.append(onlyPreviews(raw))
    }
    collection.entries.reserveCapacity(keys.count)
    while var part = parts.popLast() {
        collection.entries.append(moving: &part.value)
        reader.diagnostics += part.diagnostics
    }
    // A file with warnings is always read again. If all entries are cached, an earlier build therefore found nothing
    // wrong.
    if !isAsBefore || !collection.entries.allSatisfy({ $0.cached != nil }) {
        reader.checkUnique(collection)
        // A number that seems to be missing may be in a file that could not be read.
        if raw.hiddenIDs.areNone { reader.checkConsecutive(collection) }
    }
    for rejected in raw.rejected {
        var other = ValueReader(scope: scope)
        _ = other.entry(rejected, of: rejected.id.isEmpty ? declaration.withOptionalID : declaration)
        reader.diagnostics += other.diagnostics
    }
    return Diagnosed(collection, reader.diagnostics)
}

/// Returns the warning for a collection whose entries are all drafts. Its folder is not lost, so it is no error.
private func onlyPreviews(_ raw: RawEntryReader) -> Diagnostic {
    let (name, places) = (raw.declaration.name, Array(raw.previews.values))
    let line = places.count == 1 ? "it from \(places[0].path):\(places[0].line)" : "it from one"
    return Diagnostic(
        .warning, .collectionEmpty,
        places.count == 1
            ? "the only entry of \(name) has 'channel: preview', so the live site has none"
            : "all entries of \(name) have 'channel: preview', so the live site has none", at: raw.declaration.span,
        help: "remove \(line), or declare mayBeEmpty: true")
}

extension CollectionDeclaration {
    /// The declaration for an entry whose missing id is already reported.
    fileprivate var withOptionalID: CollectionDeclaration {
        var declaration = self
        for index in fields.indices where fields[index].name == idField { declaration.fields[index].isOptional = true }
        return declaration
    }
}

extension EntryParts {
    /// Gives a value of the site's own the place of its entry, since all places of an entry are in one file.
    fileprivate mutating func keepPlacesInOneFile(_ members: [SourceNode.Member], _ fields: [FieldDeclaration]) {
        for member in members where member.value.span.path != span.path {
            guard let index = fields.firstIndex(where: { $0.name == member.key }) else { continue }
            places[index] = span.place
        }
    }
}

extension ValueReader {
    mutating func entry(_ raw: RawEntry, of declaration: CollectionDeclaration) -> Entry {
        table = raw.table
        folder = Substring(KairanReaders.folder(of: raw.span.path).utf8.dropFirst("content/".utf8.count))
        (addresses, files, pictures) = ([], [], [])
        owner = (declaration.name, raw.id)
        otherMembers = CollectionDeclaration.ownKeys
        defer { otherMembers = [] }
        // A message that captured the declaration would copy it for each entry.
        let word = declaration.wordInSentences
        let known = diagnostics.count
        let read = values(
            of: raw.members, except: raw.hasOwnID ? "id" : nil, fields: declaration.ownFields,
            ignoring: raw.isTable ? declaration.ignoredColumns : declaration.ignoredKeys, at: raw.span,
            in: "the \(word)")
        var content = EntryParts(values: read.values, places: read.places, span: raw.span, row: raw.row)
        content.partPlaces = raw.partPlaces(declaration)
        if let (source, file) = raw.body, let last = content.values.indices.last {
            nameByHeading(source, since: known, declaration.ownFields)
            content.places[last] = SourceSpan(path: file.path, line: source.firstLine).place
            // A missing text needs no translation.
            if !declaration.fields[last].isLocalized || source.bytes.contains(where: { $0 > 0x20 }) {
                content.values[last] = body(source.keepingHTML(declaration.fields[last].keepsHTML), in: file)
            }
        }
        if let parent = raw.parent, let field = declaration.fields.last {
            content.values.append(value(parent.node, as: field))
            content.places.append(parent.span.place)
        }
        for translation in raw.translations { add(translation, to: &content, of: declaration) }
        if declaration.isLocalized, isMarkdown(raw.span.path), declaration.parent == nil {
            // The path counts even if there is no such file, because adding the file changes the entry.
            files += scope.locales.map {
                String(translationPath(of: raw.span.path, $0.code).dropFirst("content/".count))
            }
        }
        if declaration.source != nil, raw.span.path == declaration.pulledPath {
            // The path counts even if there is no such file, because adding the file changes the entry.
            files.append(String(declaration.ownPath.dropFirst("content/".count)))
            content.keepPlacesInOneFile(raw.members, declaration.fields)
        }
        (content.addresses, content.files, content.pictures) = (addresses, files, pictures)
        let entry = Entry(id: raw.id, content)
        checkSchedules(entry, of: declaration)
        return entry
    }
}
