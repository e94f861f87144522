internal import KairanModel
internal import KairanReaders

/// All entries of a site before their fields are read, and everything that these fields may refer to.
struct RawContent {
    private let sources: EntrySources
    private let readers: [RawEntryReader]
    /// The entries of each collection, without those in the trash and those that are withheld or rejected.
    private var entries: [[RawEntry]]
    /// The keys of these entries: see `entryKeys`.
    let keys: [[UInt64]]
    /// The content without its collections.
    private var content: Content
    private var diagnostics: [Diagnostic]

    /// - Parameter parsed: The files with entries, in the order of `sources.entries`.
    init(_ sources: EntrySources, _ parsed: [EntrySources.Parsed]) {
        self.sources = sources
        diagnostics = sources.diagnostics
        var reader = RawContentReader(sources.declarations)
        for (place, count) in Dictionary(grouping: sources.entries, by: \.collection).mapValues(\.count) {
            reader.expectEntries(count, of: place)
        }
        // Entries of long lists are looked at where they are, as a copy counts the references of all their parts.
        for position in parsed.indices {
            let translations = parsed[position].translations
            for translation in translations where translation.matter != nil {
                diagnostics += translation.file.directionMarks()
            }
            let (collection, index) = sources.entries[position]
            reader.read(sources.files[index], parsed[position].source, translations, of: collection)
        }
        for (place, own) in sources.own.sorted(by: { $0.key < $1.key }) {
            let found = reader.readers[place]
            diagnostics += own.missing { found.mayHold($0) }
        }
        reader.hideChildren()
        let entries = reader.takeEntries()
        keys = zip(reader.readers, entries).map { reader, entries in
            entryKeys(entries.indices.lazy.map { entries[$0].id }, in: reader.declaration.name)
        }
        (self.entries, readers) = (entries, reader.readers)
        content = Content(sources, reader, entries)
    }

    /// Returns whether the slug of a new entry's id is the id of another entry. A cell of a table with the letters of the
    /// new one named that entry before, and now names the new one.
    ///
    /// - Parameter earlier: The keys of all earlier entries of each collection.
    func hasNewNames(since earlier: [[UInt64]]) -> Bool {
        zip(zip(entries, readers), zip(keys, earlier)).contains { collection, keys in
            if keys.0 == keys.1 { return false }
            let known = Set(keys.1)
            return zip(collection.0, keys.0).contains { entry, key in
                guard !known.contains(key) else { return false }
                let name = slug(entry.id)
                return name != entry.id && collection.1.positions[name] != nil
            }
        }
    }

    /// Makes the entries, and checks what only all of them show. Entries that an earlier build read are made from their
    /// stored bytes.
    ///
    /// - Parameter cached: The earlier entries, if they are to be made only when they are needed.
    /// - Parameter noteDamage: A function that is called if an earlier entry cannot be made.
    mutating func made(
        whenNeededFrom cached: CachedContent? = nil, noteDamage: @escaping @Sendable () -> Void = {}
    ) -> Diagnosed<Content> {
        let scope = ValueScope(content, readers)
        let collections = readers.map { CachedCollection($0.declaration, scope, noteDamage: noteDamage) }
        var made = makeEntries(&entries, of: collections, isLazy: cached != nil)
        for (position, reader) in readers.enumerated() {
            let (trash, withheld) = (readTrash(reader, scope), readWithheld(reader, scope))
            let collection = collect(
                &made[position], reader, scope, keys: keys[position],
                isAsBefore: cached?.keys[position] == keys[position])
            content.collections.append(collection.value)
            content.trash += trash.value
            content.withheld += withheld.value
            diagnostics += reader.diagnostics + collection.diagnostics + trash.diagnostics + withheld.diagnostics
        }
        content.isCached = cached != nil && !readers.isEmpty
        content.noteNamedFiles(sources.files, cached)
        diagnostics += checkPoints(content.collections) + checkForbidden(content.collections) + content.checkNamedDays()
        // A text with a mistake has no value, and would wrongly be reported as not translated.
        if !diagnostics.hasErrors {
            diagnostics += checkTranslations(content.collections, content.settings.locales, cached?.untranslated)
        }
        return Diagnosed(content, diagnostics)
    }
}

extension Content {
    /// The content before any entry is made.
    fileprivate init(_ sources: EntrySources, _ reader: RawContentReader, _ entries: [[RawEntry]]) {
        self.init(
            settings: sources.declarations.settings, collections: [], children: reader.children,
            files: sources.others, usedFiles: [])
        hiddenIDs = Dictionary(uniqueKeysWithValues: reader.readers.map { ($0.declaration.name, $0.hiddenIDs) })
        for (collection, entries) in entries.enumerated() {
            for index in entries.indices where !entries[index].aliases.isEmpty {
                aliases[EntryReference(collection: collection, index: index)] = entries[index].aliases
            }
        }
    }

    /// Records the files that all entries name.
    ///
    /// - Parameter cached: The earlier entries, if most entries are not made yet.
    fileprivate mutating func noteNamedFiles(_ sources: [SourceFile], _ cached: CachedContent?) {
        guard let cached else {
            for collection in collections {
                for entry in collection.entries { note(files: entry.files, pictures: entry.pictures) }
            }
            return
        }
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

extension ValueScope {
    fileprivate init(_ content: Content, _ readers: [RawEntryReader]) {
        let settings = content.settings
        // If all entries of a collection are gone, that is one mistake, and references to them are not checked.
        let readable = readers.enumerated().filter { !$1.lacksEntries }
        self.init(
            timeZone: settings.timeZone, locales: settings.namesLocales ? settings.locales : [],
            languages: settings.locales.codes,
            siteURL: settings.rootURL,
            entryIDs: Dictionary(
                uniqueKeysWithValues: readable.map { ($1.declaration.name, (collection: $0, entries: $1.positions)) }),
            hiddenIDs: content.hiddenIDs,
            deletions: Dictionary(uniqueKeysWithValues: readers.map { ($0.declaration.name, $0.deletions) }),
            previews: Dictionary(uniqueKeysWithValues: readers.map { ($0.declaration.name, $0.previews) }),
            files: content.files,
            dayFields: Dictionary(
                uniqueKeysWithValues: readers.map { ($0.declaration.name, $0.declaration.dayFields) }),
            pictureWidths: settings.pictureWidths, keepsPictureNames: settings.keepsPictureNames)
    }
}
