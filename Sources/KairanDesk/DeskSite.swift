internal import KairanBuild
internal import KairanContent
internal import KairanModel
internal import KairanReaders
internal import KairanTemplates

/// The sources, entries and mistakes of a site, as a build found them.
struct DeskSite: Sendable {
    var number: Int
    let tree: SourceTree
    /// The declarations as the files of entries are written.
    let declarations: Declarations
    let content: Content
    let diagnostics: [Diagnostic]
    let moment: DateTime
    /// The plan; nil if the site has mistakes.
    let plan: OutputPlan?
    /// The files with mistakes that no entry could be read from. Each stands for the entry that it is named after.
    private let brokenFiles: [SourceFile]

    init(_ built: SiteBuild, _ options: BuildOptions, number: Int) throws(OptionError) {
        self.number = number
        tree = built.tree
        let declared = readDeclarations(tree.files).value
        declarations = declared.asWritten
        plan = built.result.plan
        if let plan {
            (content, diagnostics) = (plan.site.content, built.result.diagnostics)
        } else {
            // A mistake in a declaration or a template ends a build before entries are read.
            let read = readContent(tree.files, declared)
            let others = read.diagnostics.filter { !built.result.diagnostics.contains($0) }
            (content, diagnostics) = (read.value, (built.result.diagnostics + others).sortedForReport)
        }
        moment = try options.moment(for: declarations.settings)
        brokenFiles = filesWithoutEntries(in: tree, content, diagnostics)
    }

    var settings: SiteSettings { declarations.settings }

    var today: LocalDate { moment.date }
}

/// Returns the files of collections that have mistakes and no entry.
private func filesWithoutEntries(
    in tree: SourceTree, _ content: Content, _ diagnostics: [Diagnostic]
) -> [SourceFile] {
    let wrong = Set(diagnostics.filter { $0.severity == .error }.map(\.span.path))
    let suspects = wrong.isEmpty ? [] : tree.files.filter { wrong.contains($0.path) && isEntrySource($0) }
    guard !suspects.isEmpty else { return [] }
    let read = Set(
        content.collections.flatMap { $0.files.all.map(\.path) } + content.withheld.map(\.entry.span.path)
            + content.trash.map(\.entry.span.path))
    let all = Set(tree.files.map(\.path))
    return suspects.filter { file in
        // A translation is a part of the entry in another file.
        let isTranslation = originalPath(of: file.path).map { all.contains($0.path) } ?? false
        return !read.contains(file.path) && !isTranslation
    }
}

/// An entry, and whether it is shown.
struct FoundEntry {
    enum Kind {
        case live, trash, draft
        /// The entry cannot be read from its file.
        case broken
    }

    let id: String
    let span: SourceSpan
    let kind: Kind
    let declaration: CollectionDeclaration
    /// The entry with its values; nil for one that is about to be made.
    private let entry: Entry?

    init(_ entry: Entry, _ kind: Kind, of declaration: CollectionDeclaration) {
        (self.entry, self.kind, self.declaration) = (entry, kind, declaration)
        (id, span) = (entry.id, entry.span)
    }

    /// Makes the name of an entry that cannot be read yet.
    init(newEntry id: String, in path: String, of declaration: CollectionDeclaration) {
        (self.id, span, kind, self.declaration, entry) = (id, SourceSpan(path: path), .live, declaration, nil)
    }

    /// Makes the name of an entry that cannot be read.
    init(broken file: SourceFile, of declaration: CollectionDeclaration) {
        id = String(fileName(of: file.path).dropLast(file.fileExtension.count + 1))
        (span, kind, self.declaration, entry) = (SourceSpan(path: file.path), .broken, declaration, nil)
    }

    var values: [Value] { entry?.values ?? [] }

    /// The paths, relative to `content/`, of everything in it that may be a file.
    var files: [String] { entry?.files ?? [] }

    func value(ofField index: Int) -> Value { entry?.value(ofField: index) ?? .missing }
}

extension DeskSite {
    /// Returns the entries of a collection: those that are shown, the drafts of the preview, those in the trash, and
    /// those that cannot be read.
    func entries(of declaration: CollectionDeclaration) -> [FoundEntry] {
        let name = declaration.name
        let live = content.collection(name)?.entries ?? []
        return live.map { FoundEntry($0, .live, of: declaration) }
            + content.withheld.filter { $0.collection == name }
            .map { FoundEntry($0.entry, .draft, of: declaration) }
            + content.trash.filter { $0.collection == name }
            .map { FoundEntry($0.entry, .trash, of: declaration) } + brokenEntries(of: declaration)
    }

    func brokenEntries(of declaration: CollectionDeclaration) -> [FoundEntry] {
        brokenFiles.filter { collectionName(of: $0.path) == declaration.name }
            .map { FoundEntry(broken: $0, of: declaration) }
    }

    func entry(_ id: String, of name: String) -> FoundEntry? {
        guard let declaration = declarations.collection(name) else { return nil }
        if let collection = content.collection(name), let position = collection.positions[id] {
            return FoundEntry(collection.entries[position], .live, of: declaration)
        }
        if let draft = content.withheld.first(where: { $0.collection == name && $0.entry.id == id }) {
            return FoundEntry(draft.entry, .draft, of: declaration)
        }
        if let trashed = content.trash.first(where: { $0.collection == name && $0.entry.id == id }) {
            return FoundEntry(trashed.entry, .trash, of: declaration)
        }
        return brokenEntries(of: declaration).first { $0.id == id }
    }

    /// Returns the entry in whose form an entry is changed: itself, or the one that has it as a record.
    func editable(_ found: FoundEntry) -> FoundEntry {
        guard let parent = found.declaration.parent, let id = parentID(of: found), let holder = entry(id, of: parent)
        else { return found }
        return editable(holder)
    }

    private func parentID(of found: FoundEntry) -> String? {
        let name = found.declaration.name
        if let field = found.declaration.parentField, case .entry(let parent) = found.value(ofField: field) {
            return content[parent].id
        }
        return content.withheld.first { $0.collection == name && $0.entry.id == found.id }?.parentID
            ?? content.trash.first { $0.collection == name && $0.entry.id == found.id }?.parentID
    }

    /// Returns the entries of a collection, each with the records in its form that are entries themselves. These may be
    /// drafts or in the trash.
    func entriesWithRecords(of declaration: CollectionDeclaration) -> [(entry: FoundEntry, records: [FoundEntry])] {
        var records: [String: [FoundEntry]] = [:]
        for other in declarations.collections where other.parent != nil {
            for record in entries(of: other) {
                let holder = editable(record)
                if holder.declaration.name == declaration.name { records[holder.id, default: []].append(record) }
            }
        }
        return entries(of: declaration).map { ($0, records[$0.id] ?? []) }
    }

    /// Returns the words by which people know an entry: its title, or its id.
    func title(of found: FoundEntry) -> String {
        guard let index = found.declaration.titleIndex, index < found.values.count else { return found.id }
        var value = found.value(ofField: index)
        if case .localized(let values) = value { value = values.first { !$0.isMissing } ?? .missing }
        if case .text(let text) = value, !text.isEmpty { return text }
        return found.id
    }
}

extension CollectionDeclaration {
    /// The position of the field whose text people know an entry by.
    var titleIndex: Int? {
        let texts = fields.indices.filter { fields[$0].type == .text }
        return texts.first { fields[$0].name == titleField } ?? texts.first { fields[$0].name == "title" }
            ?? texts.first { fields[$0].name == "name" } ?? texts.first
    }
}
