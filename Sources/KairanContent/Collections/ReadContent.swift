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
    var unread = raw.takeEntries()
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
    let keys = Dictionary(
        uniqueKeysWithValues: zip(readers, unread).map { reader, entries in
            let name = reader.declaration.name
            return (name, entryKeys(entries.indices.lazy.map { entries[$0].id }, in: name))
        })
    let isLazy = cached.map { $0.changedCount < 100 && $0.mayReferOnly(to: keys) } ?? false
    for (collection, entries) in unread.enumerated() {
        for index in entries.indices where !entries[index].aliases.isEmpty {
            content.aliases[EntryReference(collection: collection, index: index)] = entries[index].aliases
        }
    }
    // Damage need not be noted if all entries are made now, since it shows at once.
    let noteDamage = isLazy ? cached?.noteDamage : nil
    let collections = readers.map { CachedCollection($0.declaration, scope, noteDamage: noteDamage ?? {}) }
    var made = makeEntries(&unread, of: collections, isLazy: isLazy)
    for (position, reader) in readers.enumerated() {
        let name = reader.declaration.name
        let ownKeys = keys[name] ?? []
        let read = collect(
            &made[position], reader, scope, keys: ownKeys, isAsBefore: isLazy && cached?.keys[name] == ownKeys)
        // Something that a cached entry refers to is gone, and reading everything again shows what.
        guard let collection = read.value else {
            return readContent(files, declarations, forgetsBytes: forgetsBytes)
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
