internal import KairanMarkdown
package import KairanModel
package import KairanReaders

/// Reads every entry of the declared collections.
///
/// - Parameter cached: The entries that an earlier build read. If few files changed since and no entry is gone, they
/// are made when they are needed, and otherwise here.
/// - Parameter forgetsBytes: If this is true, the bytes of files are released once they were read. Plain text would
///   need them again.
package func readContent(
    _ files: [SourceFile], _ declarations: Declarations, cached: CachedContent? = nil, forgetsBytes: Bool = false
) -> Diagnosed<Content> {
    var content = Content(
        settings: declarations.settings, collections: [], children: declarations.heldCollections, files: [:],
        usedFiles: [])
    var raw = RawContentReader(declarations, content.children)
    let places = Dictionary(uniqueKeysWithValues: declarations.collections.enumerated().map { ($1.name, $0) })
    var sources: [(place: Int, index: Int)] = []
    var finder = TranslationFinder(files, declarations)
    var diagnostics: [Diagnostic] = []
    for (index, file) in files.enumerated() where isOfContent(file) {
        if !isEntrySource(file) {
            content.files[String(file.path.dropFirst("content/".count))] = file
        } else if let name = collectionName(of: file.path), let place = places[name] {
            let declaration = declarations.collections[place]
            if let parent = declaration.parent {
                diagnostics.append(.ownFile(file, of: declaration, parent))
            } else if !finder.isTranslation(file, at: index, of: name) {
                sources.append((place, index))
            }
        } else {
            diagnostics.append(
                Diagnostic(
                    .error, "collection.missing", "this file is in no collection", at: SourceSpan(path: file.path),
                    help: "move it into the folder of a collection"))
        }
    }
    diagnostics += finder.diagnostics
    let (entrySources, translations, known) = (sources, finder.found, cached?.files)
    let parsed = concurrentMap(sources.count) { index in
        let file = entrySources[index].index
        let entries = known?[file]?.entries(of: declarations)
        let beside = (translations[files[file].path] ?? []).map { locale, index in
            Translation(
                locale: locale, file: files[index], matter: entries == nil ? splitFrontMatter(files[index]) : nil)
        }
        return (source: entries.map { .known($0[...]) } ?? ParsedSource(files[file]), translations: beside)
    }
    for (place, count) in Dictionary(grouping: sources, by: \.place).mapValues(\.count) {
        raw.expectEntries(count, of: place)
    }
    // Entries of long lists are looked at where they are, as a copy counts the references of all their parts.
    for index in sources.indices {
        let translations = parsed[index].translations
        for translation in translations where translation.matter != nil {
            diagnostics += translation.file.directionMarks()
        }
        raw.read(files[sources[index].index], parsed[index].source, translations, of: sources[index].place)
    }
    raw.hideChildren()
    let readers = raw.readers
    // If all entries of a collection are gone, that is one mistake, and references to them are not checked.
    let readable = readers.enumerated().filter { !$1.lacksEntries }
    content.hiddenIDs = Dictionary(uniqueKeysWithValues: readers.map { ($0.declaration.name, $0.hiddenIDs) })
    let scope = ValueScope(
        timeZone: declarations.settings.timeZone,
        locales: declarations.settings.namesLocales ? declarations.settings.locales : [],
        siteURL: declarations.settings.rootURL,
        entryIDs: Dictionary(
            uniqueKeysWithValues: readable.map { ($1.declaration.name, (collection: $0, entries: $1.positions)) }),
        hiddenIDs: content.hiddenIDs,
        deletions: Dictionary(uniqueKeysWithValues: readers.map { ($0.declaration.name, $0.deletions) }),
        previews: Dictionary(uniqueKeysWithValues: readers.map { ($0.declaration.name, $0.previews) }),
        files: content.files, pictureWidths: declarations.settings.pictureWidths,
        keepsPictureNames: declarations.settings.keepsPictureNames)
    // Many files are read faster in parallel.
    let keys = Dictionary(
        uniqueKeysWithValues: readers.map { reader in
            let ids = reader.entries.indices.lazy.map { reader.entries[$0].id }
            return (reader.declaration.name, entryKeys(ids, in: reader.declaration.name))
        })
    let isLazy = cached.map { $0.changedCount < 100 && $0.mayReferOnly(to: keys) } ?? false
    for reader in readers {
        let lazily =
            isLazy
            ? cached.map { CachedCollection(reader.declaration, scope, noteDamage: $0.noteDamage) }
            : nil
        let name = reader.declaration.name
        let hasSameEntries = cached?.keys[name] == keys[name]
        let read = readEntries(
            reader, scope, keys: keys[name] ?? [], cached: lazily, hasSameEntries: hasSameEntries)
        // Something that a cached entry refers to is gone, and reading everything again shows what.
        guard let collection = read.value else {
            return readContent(files, declarations, forgetsBytes: forgetsBytes)
        }
        for index in reader.entries.indices where !reader.entries[index].aliases.isEmpty {
            let entry = EntryReference(collection: content.collections.count, index: index)
            content.aliases[entry] = reader.entries[index].aliases
        }
        content.collections.append(collection)
        if !isLazy {
            for entry in collection.entries { content.note(files: entry.files, pictures: entry.pictures) }
        }
        let trash = readTrash(reader, scope)
        content.trash += trash.value
        let withheld = readWithheld(reader, scope)
        content.withheld += withheld.value
        diagnostics += reader.diagnostics + read.diagnostics + trash.diagnostics + withheld.diagnostics
    }
    content.isCached = isLazy && !readers.isEmpty
    if isLazy, let cached { content.noteNamedFiles(files, cached) }
    diagnostics += checkPoints(content.collections) + checkForbidden(content.collections)
    // A text with a mistake has no value, and would wrongly be reported as not translated.
    if !diagnostics.hasErrors {
        diagnostics += checkTranslations(content.collections, declarations.settings.locales, cached?.untranslated)
    }
    if forgetsBytes {
        for index in sources.map(\.index) + finder.found.values.joined().map(\.index) { files[index].forgetBytes() }
    }
    return Diagnosed(content, diagnostics)
}

extension Content {
    /// Records the files that all entries name, if most entries are cached.
    fileprivate mutating func noteNamedFiles(_ sources: [SourceFile], _ cached: CachedContent) {
        for (source, file) in zip(sources, cached.files) {
            // Most entries name no files except those of other entries.
            if let file, !file.named.contains(where: { files[$0] != nil }) { continue }
            for reference in allEntries(inFile: source.path) {
                let entry = self[reference]
                let named = entry.cached?.named ?? (files: entry.files, pictures: entry.pictures)
                note(files: named.files, pictures: named.pictures)
            }
        }
    }

    /// Records the files that an entry names.
    mutating func note(files named: [String], pictures namedPictures: [Asset]) {
        for path in named where files[path] != nil { usedFiles.insert(path) }
        for asset in namedPictures {
            let widths = (pictures[asset.path]?.picture?.widths ?? []) + (asset.picture?.widths ?? [])
            pictures[asset.path] = asset
            pictures[asset.path]?.picture?.widths = Set(widths).sorted()
        }
    }
}

/// Reads the entries of one collection. The result is nil if a cached entry refers to something that is gone.
///
/// - Parameter cached: The collection of cached entries that are made only when they are needed; nil to make all of
/// them now.
/// - Parameter hasSameEntries: If this is true, the collection had exactly these entries in the build that cached them.
private func readEntries(
    _ raw: RawEntryReader, _ scope: ValueScope, keys: [UInt64], cached: CachedCollection?, hasSameEntries: Bool
) -> Diagnosed<Collection?> {
    let declaration = raw.declaration
    var collection = Collection(declaration, positions: raw.positions, keys: keys, files: raw.files)
    var reader = ValueReader(scope: scope)
    if raw.lacksEntries, !raw.diagnostics.hasErrors, !raw.hiddenIDs.areAny {
        let place = declaration.parent.map { "an entry of \($0)" } ?? folder(of: declaration.span.path)
        reader.diagnostics.append(
            Diagnostic(
                .error, "collection.empty", "\(declaration.name) has no entries", at: declaration.span,
                help: raw.trash.isEmpty
                    ? "add \(declaration.parent == nil ? "a file" : "a record") to \(place), or declare mayBeEmpty: true"
                    : "all are in the trash: remove 'deleted' from one, or declare mayBeEmpty: true"))
    }
    collection.entries.reserveCapacity(raw.entries.count)
    // There are few parts, because each reads pictures again and may give its own hundred suggestions. Their number is
    // fixed, so that the report does not depend on the machine.
    let size = max(64, (raw.entries.count + 15) / 16)
    // Damage need not be noted if all entries are made now, since it shows at once.
    let shared = cached ?? CachedCollection(declaration, scope) {}
    var parts = concurrentMap((raw.entries.count + size - 1) / size, share: 1) { part in
        var reader = ValueReader(scope: scope)
        var entries: [Entry] = []
        entries.reserveCapacity(size)
        for raw in raw.entries[(part * size)...].prefix(size) {
            guard let known = raw.known else {
                entries.append(reader.entry(raw, of: declaration))
                continue
            }
            if let cached {
                entries.append(
                    Entry(id: raw.id, CachedEntry(known.entry, in: known.file, raw.translations, of: cached)))
                continue
            }
            let reader = StoredEntryReader(collection: shared, file: known.file, translations: raw.translations)
            guard let parts = reader.parts(known.entry) else { return Diagnosed([Entry]?.none) }
            entries.append(Entry(id: raw.id, parts))
        }
        return Diagnosed(entries, reader.diagnostics)
    }
    for part in parts.indices {
        guard var entries = parts[part].value.take() else { return Diagnosed(nil) }
        collection.entries.append(moving: &entries)
        reader.diagnostics += parts[part].diagnostics
    }
    // A file with warnings is always read again. If all entries are cached, an earlier build therefore found nothing
    // wrong.
    let isAsBefore = cached != nil && hasSameEntries && collection.entries.allSatisfy { $0.cached != nil }
    if !isAsBefore {
        reader.checkUnique(collection)
        reader.checkConsecutive(collection)
    }
    for rejected in raw.rejected {
        var other = ValueReader(scope: scope)
        _ = other.entry(rejected, of: rejected.id.isEmpty ? declaration.withOptionalID : declaration)
        reader.diagnostics += other.diagnostics
    }
    return Diagnosed(collection, reader.diagnostics)
}

extension CollectionDeclaration {
    /// The declaration for an entry whose missing id is already reported.
    fileprivate var withOptionalID: CollectionDeclaration {
        var declaration = self
        for index in fields.indices where fields[index].name == idField { declaration.fields[index].isOptional = true }
        return declaration
    }
}

extension ValueReader {
    mutating func entry(_ raw: RawEntry, of declaration: CollectionDeclaration) -> Entry {
        isTable = raw.isTable
        folder = Substring(KairanReaders.folder(of: raw.span.path).utf8.dropFirst("content/".utf8.count))
        (addresses, files, pictures) = ([], [], [])
        otherMembers = CollectionDeclaration.ownKeys
        defer { otherMembers = [] }
        // A message that captured the declaration would copy it for each entry.
        let word = declaration.entryWord
        let read = values(
            of: raw.members, except: raw.hasOwnID ? "id" : nil, fields: declaration.ownFields,
            ignoring: declaration.ignoredKeys, at: raw.span, in: "the \(word)")
        var content = EntryParts(values: read.values, places: read.places, span: raw.span)
        content.partPlaces = raw.partPlaces(declaration)
        if let (source, file) = raw.body, let last = content.values.indices.last {
            content.places[last] = SourceSpan(path: file.path, line: source.firstLine).place
            // A missing text needs no translation.
            if !declaration.fields[last].isLocalized || source.bytes.contains(where: { $0 > 0x20 }) {
                content.values[last] = body(source, in: file)
            }
        }
        if let parent = raw.parent, let field = declaration.fields.last {
            content.values.append(value(parent.node, as: field))
            content.places.append(parent.span.place)
        }
        for translation in raw.translations { add(translation, to: &content, of: declaration) }
        if declaration.isLocalized, raw.span.path.hasSuffix(".md"), declaration.parent == nil {
            // The path counts even if there is no such file, because adding the file changes the entry.
            files += scope.locales.map {
                String(translationPath(of: raw.span.path, $0.code).dropFirst("content/".count))
            }
        }
        (content.addresses, content.files, content.pictures) = (addresses, files, pictures)
        let entry = Entry(id: raw.id, content)
        checkSchedules(entry, of: declaration)
        return entry
    }
}
