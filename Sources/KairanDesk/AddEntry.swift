internal import KairanBuild
internal import KairanContent
internal import KairanEditing
internal import KairanModel
internal import KairanReaders

extension Desk {
    /// Proposes an id for a new entry by its title.
    func proposeID(_ body: DeskBody) throws -> JSONValue {
        let (name, title) = (try body.text("collection"), try body.text("title"))
        let site = try site()
        guard let declaration = site.declarations.collection(name) else { throw noCollection(name) }
        let taken = Set(site.entries(of: declaration).map(\.id))
        if declaration.fields.contains(where: { $0.name == declaration.idField && $0.type == .integer }) {
            let last = taken.compactMap { Int($0) }.filter { $0 < .max }.max() ?? 0
            return ["id": .string("\(last + 1)")]
        }
        // Not every letter can be written in those of an address.
        let words = slug(title)
        let stem = words.isEmpty ? "\(slug(declaration.entryWord))-\(site.today)" : words
        let free = (1...).lazy.map { $0 == 1 ? stem : "\(stem)-\($0)" }.first { !taken.contains($0) }
        return ["id": .string(free ?? stem)]
    }

    /// Writes a new entry where the others of its collection are: in a file of its own, or at the end of their list.
    func create(_ body: DeskBody) throws -> JSONValue {
        let (name, id) = (try body.text("collection"), try body.text("id"))
        let site = try site()
        guard let declaration = site.declarations.collection(name) else { throw noCollection(name) }
        try checkID(id, of: declaration, in: site)
        let changes = (body.node["changes"]?.members ?? []).filter { !$0.value.isNull }
        if let other = changes.first(where: { change in !declaration.fields.contains { $0.name == change.key } }) {
            throw DeskRefusal(400, "The \(declaration.entryWord) has no field '\(other.key)'.")
        }
        let place = try NewEntryPlace(of: declaration, id: id, in: site, self)
        let made = try place.entry(with: changes, id: id, in: site, self)
        let trial = try add(made, before: place.before, changes, known: site, isCheck: body.flag("check"))
        let form = body.node["form"]?.text
        return .object([("id", .string(id))] + checked(trial, changes, in: form))
    }

    /// Writes the files of a new entry, unless it has mistakes. What pages would show of some values is told then too.
    private func add(
        _ opened: OpenedEntry, before: SourceFile?, _ changes: [SourceNode.Member] = [], known: DeskSite,
        isCheck: Bool = false
    ) throws -> EntryTrial {
        let old = before.map { [$0.path: $0.bytes] } ?? [:]
        let files = try tryFiles(opened.files.mapValues { $0 }, before: old, known: known)
        let trial = EntryTrial(opened, files, known: known)
        guard !trial.mistakes.contains(where: \.isError), files.newErrors.isEmpty else {
            throw DeskRefusal(422, .object(trial.checked(changes, home: home)))
        }
        if !isCheck { try write(files) }
        return trial
    }

    func checkID(_ id: String, of declaration: CollectionDeclaration, in site: DeskSite) throws(DeskRefusal) {
        func refusal(_ rule: Rule, _ message: String, help: String) -> DeskRefusal {
            let place = SourceSpan(path: "content/\(declaration.name)")
            return .mistake(Diagnostic(.error, rule, message, at: place, help: help), at: ["id"])
        }
        guard isSafeID(id) else {
            throw refusal(
                .idUnsafe,
                id.isEmpty ? "an entry needs an id" : "the id '\(id)' has characters that an address cannot have",
                help: "use letters and digits, '-', '_', '.' and '+'")
        }
        if let span = site.entry(id, of: declaration.name)?.span {
            throw refusal(
                .idDuplicate, "the id '\(id)' is already used by \(span.path):\(span.line)",
                help: "choose another one")
        }
    }

    /// Writes a copy of an entry, with its translations, under another id. A copy of something in the trash is not in
    /// the trash.
    func duplicate(_ body: DeskBody) throws -> JSONValue {
        let (name, id) = (try EntryName(body), try body.text("to"))
        let site = try site()
        let found = try find(name.id, of: name.collection, in: site)
        try checkID(id, of: found.declaration, in: site)
        let opened = try open(found, in: site)
        let copy = try opened.copied(as: id)
        _ = try add(copy, before: opened.isWholeFile ? nil : opened.file, known: site)
        return ["id": .string(id)]
    }
}

/// The place of a new entry.
private struct NewEntryPlace {
    let declaration: CollectionDeclaration
    let path: String
    /// The list that the entry is added to; nil if it has a file of its own.
    let before: SourceFile?

    /// A new entry goes where the last one is. If another program writes that file, as a table in which ids are made of the
    /// cells, or entries that are pulled, the entry gets a file of its own.
    init(of declaration: CollectionDeclaration, id: String, in site: DeskSite, _ desk: Desk) throws {
        self.declaration = declaration
        let last = site.entries(of: declaration).last { $0.kind == .live || $0.kind == .draft }
        let file = try last.map { try desk.file(at: $0.span.path) }
        let isForeign =
            file?.fileExtension == "csv" && !declaration.columns.idHeadings.isEmpty || last?.addressKept != nil
        if let last, let file, !isForeign, try !OpenedEntry(last, file).isWholeFile {
            (path, before) = (file.path, file)
        } else {
            let isOwnFormat = file.map { $0.fileExtension != "csv" } ?? false
            let ending = declaration.hasBody ? "md" : isOwnFormat ? file?.fileExtension ?? "yml" : "yml"
            (path, before) = ("content/\(declaration.name)/\(id).\(ending)", nil)
        }
    }

    /// Returns the new entry in its file.
    func entry(
        with changes: [SourceNode.Member], id: String, in site: DeskSite, _ desk: Desk
    ) throws -> OpenedEntry {
        let file = try file(with: changes.filter { !isApplied($0) }, id: id)
        let found = FoundEntry(newEntry: id, in: path, of: declaration)
        let translations = before == nil ? try desk.translations(of: found, in: site) : []
        var opened = try OpenedEntry(found, file, translations: translations)
        try opened.apply(changes.filter(isApplied), site.settings)
        return opened
    }

    /// Tells whether a value may belong into other files of the entry, or below its front matter.
    private func isApplied(_ change: SourceNode.Member) -> Bool {
        guard isMarkdown(path), let field = declaration.fields.first(where: { $0.name == change.key }) else {
            return false
        }
        return field.isLocalized || declaration.hasBody && field.name == "body"
    }

    private func file(with changes: [SourceNode.Member], id: String) throws -> SourceFile {
        let values = FormValues(in: before ?? SourceFile(path: path, text: ""))
        let nowhere = SourceSpan(path: path)
        func member(_ key: String, _ value: SourceNode) -> SourceNode.Member {
            SourceNode.Member(key: key, keySpan: nowhere, value: value)
        }
        let idNode = values.id(id, of: declaration)
        var members: [SourceNode.Member] = []
        if before != nil, declaration.idField == nil { members.append(member("id", idNode)) }
        for field in declaration.fields {
            let given = changes.first { $0.key == field.name }?.value
            if field.name == declaration.idField {
                members.append(member(field.name, idNode))
            } else if let given {
                do throws(CannotEdit) {
                    if let value = try values.source(given, as: field) { members.append(member(field.name, value)) }
                } catch {
                    throw DeskRefusal.mistake(error.diagnostic, at: [field.name])
                }
            }
        }
        let entry = SourceNode(.mapping(members), span: nowhere)
        if let before {
            var editor = try SourceEditor(before, columns: declaration.columns)
            let word = declaration.entryWord
            let isNamed = before.fileExtension == "toml" && editor.root.members != nil
            try editor.appendElement(entry, to: isNamed ? [.key(word)] : [])
            return editor.file
        }
        let start = isMarkdown(path) ? "---\n---\n" : path.hasSuffix(".json") ? "{}\n" : ""
        var editor = try SourceEditor(SourceFile(path: path, text: start))
        try editor.set([], to: entry)
        return editor.file
    }
}

extension OpenedEntry {
    /// The keys that a copy of an entry does not take over.
    private static let ofOneEntry = [CollectionDeclaration.deletionKey, CollectionDeclaration.aliasesKey]

    /// Returns a copy of the entry: in new files, or at the end of its list.
    fileprivate func copied(as id: String) throws -> OpenedEntry {
        let declaration = found.declaration
        let key = declaration.idField ?? "id"
        let idNode = values.id(id, of: declaration)
        if !isWholeFile, var copy = node, case .mapping(var members) = copy.content {
            members.removeAll { Self.ofOneEntry.contains($0.key) }
            members.removeAll { $0.key == key && declaration.idPattern != nil }
            if declaration.idPattern != nil {
                members.insert(.init(key: key, keySpan: copy.span, value: idNode), at: 0)
            }
            for index in members.indices where members[index].key == key { members[index].value = idNode }
            copy.content = .mapping(members)
            var editor = try SourceEditor(file, columns: declaration.columns)
            try editor.appendElement(copy, to: Array(steps.dropLast()))
            return try OpenedEntry(FoundEntry(newEntry: id, in: file.path, of: declaration), editor.file)
        }
        let path = "\(KairanReaders.folder(of: file.path))/\(id).\(file.fileExtension)"
        var copy = try SourceEditor(SourceFile(path: path, bytes: file.bytes))
        if copy.root[[.key(key)]] != nil { try copy.set([.key(key)], to: idNode) }
        for key in Self.ofOneEntry { try copy.set([.key(key)], to: nil) }
        let others = try translations.filter(\.isThere).map { translation in
            let bytes = translation.editor.file.bytes
            let file = SourceFile(path: translationPath(of: path, translation.locale), bytes: bytes)
            return EntryTranslation(locale: translation.locale, editor: try SourceEditor(file), isThere: true)
        }
        let found = FoundEntry(newEntry: id, in: path, of: declaration)
        return try OpenedEntry(found, copy.file, translations: others)
    }
}
