internal import KairanBuild
internal import KairanContent
internal import KairanEditing
internal import KairanModel
internal import KairanReaders
internal import KairanQueries
internal import KairanSystem
internal import KairanTemplates

/// An entry in its file, as it is on disk now.
struct OpenedEntry {
    let found: FoundEntry
    var editor: SourceEditor
    /// The files with parts of the entry in other languages, in the order of the site's locales.
    var translations: [EntryTranslation]
    /// The file with values of the site's own for an entry that is pulled; nil for all others.
    var own: SourceEditor?
    /// The steps from the top of the file to the entry; none for an entry that is a whole file.
    let steps: [SourceStep]

    var file: SourceFile { editor.file }
    var values: FormValues { FormValues(in: file) }
    /// The entry, with the site's own values in the place of those that were pulled.
    var node: SourceNode? {
        guard var node = editor.root[steps], let own = own?.root[found.id]?.members else { return editor.root[steps] }
        let keys = Set(own.map(\.key))
        node.content = .mapping((node.members ?? []).filter { !keys.contains($0.key) } + own)
        return node
    }
    var isWholeFile: Bool { steps.isEmpty }

    /// The keys of the entry in the order in which they should stand.
    var order: [String] { ["id"] + found.declaration.fields.map(\.name) }

    /// The bytes of all its files, by path.
    var files: [String: [UInt8]] {
        let others = translations.filter { $0.isThere || !$0.editor.file.bytes.isEmpty }.map(\.editor.file)
        let own = self.own.map(\.file).flatMap { $0.bytes.isEmpty ? nil : $0 }
        return Dictionary(([file] + others + [own].compactMap(\.self)).map { ($0.path, $0.bytes) }) { first, _ in first
        }
    }

    /// A hash of all its files, by which it is known whether somebody changed them.
    var hash: String {
        var hash = ContentHash()
        for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
            hash.combine(path)
            hash.combine(ContentHash(bytes).text)
        }
        return hash.text
    }

    /// Opens an entry for changes.
    ///
    /// - Parameter isAsFound: If this is true, the file has the same bytes as when the entry was found in it, and no
    ///   mistakes.
    init(
        _ found: FoundEntry, _ file: SourceFile, translations: [EntryTranslation] = [], own: SourceFile? = nil,
        isAsFound: Bool = false
    ) throws(CannotEdit) {
        (self.found, self.translations) = (found, translations)
        self.own = try own.map { (file) throws(CannotEdit) in try SourceEditor(file) }
        let focused = isAsFound ? SourceEditor(file, elementAt: found.span, columns: found.declaration.columns) : nil
        editor = if let focused { focused } else { try SourceEditor(file, columns: found.declaration.columns) }
        steps = try OpenedEntry.steps(to: found, in: editor.root, of: file)
    }

    private static func steps(
        to found: FoundEntry, in root: SourceNode, of file: SourceFile
    ) throws(CannotEdit) -> [SourceStep] {
        let word = found.declaration.entryWord
        let isNamedList = file.fileExtension == "toml" && root[word]?.elements?.first?.members != nil
        let list: [SourceStep] = isNamedList ? [.key(word)] : []
        guard let rows = root[list]?.elements else { return [] }
        guard let index = rows.firstIndex(where: { found.declaration.id(ofListed: $0) == found.id }) else {
            throw CannotEdit("'\(found.id)' is not in this file any more", at: SourceSpan(path: file.path))
        }
        return list + [.element(index)]
    }
}

extension Desk {
    func openEntry(_ id: String, of collection: String) throws -> JSONValue {
        let site = try site()
        let found = try find(id, of: collection, in: site)
        switch try opening(found, in: site) {
        case .success(let opened): return describe(opened, in: site, opened.mistakes(among: site.diagnostics))
        case .failure(let problem): return try describe(found, in: site, problem)
        }
    }

    /// Opens an entry with all its files.
    func open(_ found: FoundEntry, in site: DeskSite) throws -> OpenedEntry {
        let file = try file(at: found.span.path)
        // A mistake may be one that keeps the whole file from being edited.
        let isWrong = site.diagnostics.contains { $0.severity == .error && $0.span.path == file.path }
        let isAsFound = !isWrong && site.tree.hash(of: file.path) == ContentHash(file.bytes)
        return try OpenedEntry(
            found, file, translations: try translations(of: found, in: site), own: try ownValues(of: found, in: site),
            isAsFound: isAsFound)
    }

    /// Returns the file with values of the site's own for an entry that is pulled; nil for all others.
    private func ownValues(of found: FoundEntry, in site: DeskSite) throws -> SourceFile? {
        guard found.addressKept != nil else { return nil }
        let path = found.declaration.ownPath
        return isThere(path, in: site) ? try file(at: path) : SourceFile(path: path, bytes: [])
    }

    /// Returns the files beside an entry's own, one for each language. Those that are not there yet are empty.
    func translations(of found: FoundEntry, in site: DeskSite) throws -> [EntryTranslation] {
        try translatedLocales(of: found, in: site).map { locale in
            let path = translationPath(of: found.span.path, locale)
            let isThere = isThere(path, in: site)
            let file = isThere ? try file(at: path) : SourceFile(path: path, bytes: [])
            return EntryTranslation(locale: locale, editor: try SourceEditor(file), isThere: isThere)
        }
    }

    private func translatedLocales(of found: FoundEntry, in site: DeskSite) -> [String] {
        let isTranslated =
            site.settings.namesLocales && found.declaration.isLocalized && isMarkdown(found.span.path)
        return isTranslated ? site.settings.locales.dropFirst().map(\.code) : []
    }

    /// Returns the paths of an entry's own file and of all that may stand beside it.
    func paths(of found: FoundEntry, in site: DeskSite) -> [String] {
        let path = found.span.path
        if found.addressKept != nil { return [path, found.declaration.ownPath] }
        return [path] + translatedLocales(of: found, in: site).map { translationPath(of: path, $0) }
    }

    func isThere(_ path: String, in site: DeskSite) -> Bool {
        if let written = withState({ $0.written[path] }) { return written != nil }
        return site.tree.files.contains { $0.path == path }
    }

    func find(_ id: String, of collection: String, in site: DeskSite) throws(DeskRefusal) -> FoundEntry {
        if let found = site.entry(id, of: collection) { return site.editable(found) }
        throw DeskRefusal(404, "There is no entry '\(id)' in \(collection).")
    }

    /// Returns all that a form needs of an entry.
    func describe(
        _ opened: OpenedEntry, in site: DeskSite, _ mistakes: [FormMistake]
    ) -> JSONValue {
        .object(
            facts(opened.found, opened.file, in: site) + [
                ("hash", .string(opened.hash)), ("isWholeFile", .boolean(opened.isWholeFile)),
                ("values", values(of: opened, site.settings)),
                ("defaults", site.computedDefaults(of: opened.found)),
                ("mistakes", .array(mistakes.map(\.json))), ("canEdit", .null),
                ("canUndo", .boolean(canUndo(EntryName(opened.found)))),
            ])
    }

    /// Returns the value of each field as a form shows it.
    func values(of opened: OpenedEntry, _ settings: SiteSettings) -> JSONValue {
        .object(
            opened.found.declaration.formFields.map { field in
                let text = opened.editor.bodyText
                let own: JSONValue =
                    opened.isBody(field)
                    ? (text.isEmpty ? .null : .string(text)) : opened.values.form(opened.node?[field.name], as: field)
                guard field.isLocalized else { return (field.name, own) }
                return (field.name, opened.localized(own, field, first: settings.locales[0].code))
            })
    }

    /// Returns what is known of an entry besides its values.
    func facts(
        _ found: FoundEntry, _ file: SourceFile, in site: DeskSite
    ) -> [(key: String, value: JSONValue)] {
        [
            ("collection", .string(found.declaration.name)), ("id", .string(found.id)),
            ("title", .string(site.title(of: found))), ("file", .string(file.path)),
            ("line", .integer(found.span.line)),
            ("isTrash", .boolean(found.kind == .trash)), ("isDraft", .boolean(found.kind == .draft)),
            ("pages", .array(site.pages(of: found).map { .string(home + $0) })),
            ("usedBy", .array(site.users(of: found).map(site.reference))),
            ("keptAt", .string(orNull: found.addressKept)),
        ]
    }
}

extension DeskSite {
    /// Returns the addresses of the pages of the entry, and of the records in it that are entries, relative to the
    /// site's home.
    func pages(of found: FoundEntry) -> [String] {
        guard let plan, let collection = content.position(of: found.declaration.name),
            let index = content.collections[collection].positions[found.id]
        else { return [] }
        var level: Set = [EntryReference(collection: collection, index: index)]
        var pages: [String] = []
        while !level.isEmpty {
            pages += plan.jobs.filter { $0.isOf(level) && fileExtension(of: $0.path) == "html" }.map(\.path)
            level = Set(
                level.flatMap { records(content[$0].values, of: content.collections[$0.collection].declaration) })
        }
        return pages
    }

    /// Returns the records among the values of an entry that are entries.
    private func records(_ values: [Value], of declaration: CollectionDeclaration) -> [EntryReference] {
        zip(declaration.fields, values).filter { $0.0.holdsEntries }.flatMap { $1.parts }.compactMap {
            if case .entry(let record) = $0 { record } else { nil }
        }
    }

    /// Returns an entry and all records in it that are entries.
    func withRecords(_ found: FoundEntry) -> [FoundEntry] {
        let records = records(found.values, of: found.declaration).compactMap {
            entry(content[$0].id, of: content.collections[$0.collection].declaration.name)
        }
        return [found] + records.flatMap(withRecords)
    }

    /// Returns the entries that refer to an entry.
    func users(of found: FoundEntry) -> [FoundEntry] {
        guard let collection = content.position(of: found.declaration.name),
            let index = content.collections[collection].positions[found.id]
        else { return [] }
        let reference = EntryReference(collection: collection, index: index)
        let referring = declarations.collections.filter {
            $0.parent == nil && $0.mayRefer(to: found.declaration.name)
        }
        return referring.flatMap { entries(of: $0) }.filter { user in
            zip(user.declaration.fields, user.values).contains { $1.names(reference, in: $0, content) }
        }
    }

    func reference(_ found: FoundEntry) -> JSONValue {
        [
            "collection": .string(found.declaration.name), "id": .string(found.id),
            "title": .string(title(of: found)),
        ]
    }
}

extension FoundEntry {
    /// The address at which the entry is kept; nil if it is kept here.
    var addressKept: String? { span.path == declaration.pulledPath ? declaration.source?.url : nil }
}

extension CollectionDeclaration {
    /// The fields that a form has. Keys that no field names stay in their files as they are.
    var formFields: [FieldDeclaration] { fields.filter { !$0.hasOtherKeys } }

    /// Tells whether its entries may refer to those of a collection.
    func mayRefer(to collection: String) -> Bool { fields.contains { $0.references.contains(collection) } }
}

extension OutputJob {
    fileprivate func isOf(_ entries: Set<EntryReference>) -> Bool {
        if case .entry(.entry(let entry), _, _) = item { entries.contains(entry) } else { false }
    }
}

extension Value {
    /// Tells whether the value of a field, or a key in it, names an entry. The records in it may do so too if they are
    /// entries.
    fileprivate func names(_ entry: EntryReference, in field: FieldDeclaration, _ content: Content) -> Bool {
        let name = (content.collections[entry.collection].declaration.name, content[entry].id)
        return refers(to: entry, in: field, content) || field.keyedIDs(in: self).contains { $0 == name }
    }

    private func refers(to entry: EntryReference, in field: FieldDeclaration, _ content: Content) -> Bool {
        guard case .entry(let named) = self else {
            return parts.contains { $0.refers(to: entry, in: field, content) }
        }
        guard field.holdsEntries else { return named == entry }
        let declaration = content.collections[named.collection].declaration
        return zip(declaration.fields, content[named].values).contains { part, value in
            part.name != CollectionDeclaration.parentKey && value.names(entry, in: part, content)
        }
    }
}

extension CannotEdit {
    /// The reason with its place and the way out.
    var words: String {
        let span = diagnostic.span
        let help = diagnostic.help.map { "; \($0)" } ?? ""
        return "\(span.path):\(span.line):\(span.column): \(diagnostic.message)\(help)"
    }
}
