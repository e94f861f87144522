package import KairanModel

extension Content {
    /// The content with the entries of some files read again.
    ///
    /// Nil where reading everything may find more than these entries changed: others, other files that they name, or
    /// something to say.
    ///
    /// - Parameter files: With the entries that they had.
    package func rereading(_ files: [(file: SourceFile, entries: [EntryReference])], forgetsBytes: Bool) -> Content? {
        guard trash.isEmpty, withheldFiles.isEmpty, !settings.namesLocales else { return nil }
        let surroundings = Surroundings(
            timeZone: settings.timeZone, siteURL: settings.rootURL,
            entryIDs: Dictionary(
                uniqueKeysWithValues: collections.enumerated().map {
                    ($1.name, (collection: $0, entries: $1.positions))
                }),
            files: self.files, pictureWidths: settings.pictureWidths)
        var content = self
        for (file, references) in files {
            guard content.reread(file, references, surroundings) else { return nil }
            if forgetsBytes { file.forgetBytes() }
        }
        var reader = ValueReader(surroundings: surroundings)
        for position in Set(files.flatMap(\.entries).map(\.collection)) {
            reader.checkUnique(content.collections[position])
            reader.checkConsecutive(content.collections[position])
        }
        let diagnostics = reader.diagnostics + checkPoints(content.collections) + checkForbidden(content.collections)
        return diagnostics.isEmpty ? content : nil
    }

    /// False where that is not all there is to do.
    private mutating func reread(
        _ file: SourceFile, _ references: [EntryReference], _ surroundings: Surroundings
    ) -> Bool {
        guard let position = references.first?.collection else { return false }
        let declaration = collections[position].declaration
        var raw = RawEntryReader(declaration: declaration, channel: settings.channel)
        raw.read(file, ParsedSource(file), [])
        guard raw.diagnostics.isEmpty, raw.trash.isEmpty, raw.withheld.isEmpty,
            raw.entries.map(\.id) == references.map({ self[$0].id })
        else { return false }
        var reader = ValueReader(surroundings: surroundings)
        for (raw, reference) in zip(raw.entries, references) {
            let entry = reader.entry(raw, of: declaration)
            guard entry.files == self[reference].files, entry.pictures == self[reference].pictures else { return false }
            collections[position].entries[reference.index] = entry
        }
        return reader.diagnostics.isEmpty
    }
}
