package import KairanModel

/// The entries of all files of a site as an earlier build read them.
package struct KnownSources: Sendable {
    /// In the order of the declarations: the ids of all entries, in order, and the positions of their files.
    fileprivate let collections: [(ids: [String], filePositions: [Int])]
    /// For each file of the site what its entries name that may be a file, by path relative to `content/`; nil where its
    /// entries are not known, or where it has none.
    fileprivate let named: [[String]?]
    /// What `KnownEntry.read` reads the entries of a file of; few are asked for.
    private let bytes: @Sendable (_ file: Int) throws(DamagedBytes) -> ByteReader

    package init(
        _ collections: [(ids: [String], filePositions: [Int])], naming named: [[String]?],
        bytes: @escaping @Sendable (_ file: Int) throws(DamagedBytes) -> ByteReader
    ) {
        (self.collections, self.named, self.bytes) = (collections, named, bytes)
    }

    /// Nil where they are damaged or not known.
    func entries(ofFile position: Int) -> [KnownEntry]? {
        guard named[position] != nil else { return nil }
        return undamaged { () throws(DamagedBytes) in
            var reader = try bytes(position)
            return try KnownEntry.read(&reader)
        }
    }
}

extension Content {
    /// The content as an earlier build read it of the same files; nil where its entries do not tell all of it.
    package init?(_ declarations: Declarations, _ files: [SourceFile], known: KnownSources) {
        self.init(settings: declarations.settings, collections: [], files: [:], usedFiles: [])
        guard known.named.count == files.count, known.collections.count == declarations.collections.count,
            known.collections.allSatisfy({
                $0.filePositions.count == $0.ids.count && $0.filePositions.allSatisfy(files.indices.contains)
            })
        else { return nil }
        for (file, named) in zip(files, known.named) where named == nil && isOfContent(file) {
            if isEntrySource(file) { return nil }
            self.files[String(file.path.dropFirst("content/".count))] = file
        }
        // Nothing else is asked of all entries, and most name none but those of other entries.
        for (position, named) in known.named.enumerated()
        where named?.contains(where: { self.files[$0] != nil }) == true {
            guard let entries = known.entries(ofFile: position) else { return nil }
            for named in entries.map(\.named) { note(files: named.files, pictures: named.pictures) }
        }
        collections = zip(declarations.collections, known.collections).map { declaration, list in
            Collection(declaration: declaration, ids: list.ids, filePositions: list.filePositions, files)
        }
        let surroundings = Surroundings(
            timeZone: settings.timeZone, siteURL: settings.rootURL,
            entryIDs: Dictionary(
                uniqueKeysWithValues: collections.enumerated().map {
                    ($1.name, (collection: $0, entries: $1.positions))
                }),
            files: self.files, pictureWidths: settings.pictureWidths)
        for (index, list) in known.collections.enumerated() {
            let entries = KnownEntries(
                ids: list.ids, filePositions: list.filePositions, files, of: declarations.collections[index],
                surroundings, known)
            collections[index].entries = list.ids.indices.map { Entry(id: list.ids[$0], at: $0, of: entries) }
            self.known.append(entries)
        }
    }
}

extension Collection {
    /// Its entries are still to be added.
    fileprivate init(declaration: CollectionDeclaration, ids: [String], filePositions: [Int], _ files: [SourceFile]) {
        self.declaration = declaration
        positions.reserveCapacity(ids.count)
        for (index, id) in ids.enumerated() { positions[id] = index }
        // Most have a file of their own.
        self.files.reserveCapacity(ids.count)
        var start = 0
        for (index, position) in filePositions.enumerated()
        where index + 1 == filePositions.count || filePositions[index + 1] != position {
            self.files.append((files[position].path, start..<(index + 1)))
            start = index + 1
        }
    }
}
