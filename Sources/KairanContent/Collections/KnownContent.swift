internal import KairanModel

extension Content {
    /// The content as an earlier build read it of the same files; nil where its entries do not tell all of it.
    ///
    /// - Parameter entries: For each file those that were read of it, nil where they are not known.
    package init?(_ declarations: Declarations, _ files: [SourceFile], known entries: [[KnownEntry]?]) {
        self.init(settings: declarations.settings, collections: [], files: [:], usedFiles: [])
        var lists = declarations.collections.map { KnownList(declaration: $0) }
        let places = Dictionary(uniqueKeysWithValues: declarations.collections.enumerated().map { ($1.name, $0) })
        // Files of one collection stand together.
        var (folder, place) = ("", 0)
        for (file, entries) in zip(files, entries) {
            guard let entries else {
                if isEntrySource(file), isOfContent(file) { return nil }
                if isOfContent(file) { self.files[String(file.path.dropFirst("content/".count))] = file }
                continue
            }
            if folder.isEmpty || !file.path.utf8.starts(with: folder.utf8) {
                guard let name = collectionName(of: file.path), let found = places[name] else { return nil }
                (folder, place) = ("content/\(name)/", found)
            }
            lists[place].add(entries, of: file)
        }
        for index in lists.indices { lists[index].notePositions() }
        let surroundings = Surroundings(
            timeZone: settings.timeZone, siteURL: settings.rootURL,
            entryIDs: Dictionary(
                uniqueKeysWithValues: lists.enumerated().map {
                    ($1.declaration.name, (collection: $0, entries: $1.positions))
                }),
            files: self.files, pictureWidths: settings.pictureWidths)
        for list in lists {
            let known = KnownEntries(list.entries, of: list.declaration, surroundings)
            collections.append(
                Collection(
                    declaration: list.declaration,
                    entries: list.entries.indices.map { Entry(id: list.entries[$0].entry.id, at: $0, of: known) },
                    positions: list.positions, files: list.files))
            self.known.append(known)
            for index in list.entries.indices {
                let named = list.entries[index].entry.named
                note(files: named.files, pictures: named.pictures)
            }
        }
    }
}

private struct KnownList {
    let declaration: CollectionDeclaration
    var entries: [(entry: KnownEntry, file: SourceFile)] = []
    private(set) var positions: [String: Int] = [:]
    private(set) var files: [(path: String, entries: Range<Int>)] = []

    mutating func add(_ added: [KnownEntry], of file: SourceFile) {
        let start = entries.count
        for entry in added { entries.append((entry, file)) }
        files.append((file.path, start..<entries.count))
    }

    /// Once all are added.
    mutating func notePositions() {
        positions.reserveCapacity(entries.count)
        for index in entries.indices { positions[entries[index].entry.id] = index }
    }
}
