internal import KairanAuthoring
internal import KairanBuild
internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders
internal import KairanSystem

extension Desk {
    /// Proposes an id for a new entry by its title.
    func proposeID(_ body: DeskBody) throws -> JSONValue {
        let (name, title) = (try body.text("collection"), try body.text("title"))
        let site = try site()
        guard let declaration = site.declarations.collection(name) else { throw noCollection(name) }
        let taken = Set(site.entries(of: declaration).map(\.id))
        // A title in letters beyond ASCII gives no id that could stand in an address.
        let words = slug(title)
        let stem = words.isEmpty ? "\(slug(declaration.entryWord))-\(site.today)" : words
        let ids = [stem] + (2...(taken.count + 2)).map { "\(stem)-\($0)" }
        return ["id": .string(ids.first { !taken.contains($0) } ?? stem)]
    }

    /// Writes a new entry where the others of its collection are: in a file of its own, or at the end of their list.
    func create(_ body: DeskBody) throws -> JSONValue {
        let (name, id) = (try body.text("collection"), try body.text("id"))
        let site = try site()
        guard let declaration = site.declarations.collection(name) else { throw noCollection(name) }
        try checkID(id, of: declaration, in: site)
        let changes = (body.node["changes"]?.members ?? []).filter { !$0.value.isNull && $0.key != declaration.idField }
        do {
            let place = try NewEntryPlace(of: declaration, id: id, in: site, self)
            let made = try place.file(with: changes, id: id)
            let built = try build(with: [made.path: made.bytes])
            let trial = try DeskSite(built.0, built.1, number: site.number)
            let mistakes = try mistakes(ofNew: id, declaration, made, trial, since: site.diagnostics)
            guard !mistakes.contains(where: \.isError) else {
                throw DeskRefusal(422, ["mistakes": .array(mistakes.map(\.json))])
            }
            if !body.flag("check") {
                try write([made.path: made.bytes], built.0, new: place.before == nil ? [made.path] : [])
            }
            return ["id": .string(id)]
        } catch let problem as CannotEdit {
            throw DeskRefusal(422, ["mistakes": [.object(problem.diagnostic.members(path: [], isElsewhere: false))]])
        }
    }

    private func mistakes(
        ofNew id: String, _ declaration: CollectionDeclaration, _ file: SourceFile, _ site: DeskSite,
        since known: [Diagnostic]
    ) throws -> [FormMistake] {
        let found =
            site.entry(id, of: declaration.name) ?? FoundEntry(newEntry: id, in: file.path, of: declaration)
        return try OpenedEntry(found, file).mistakes(among: site.diagnostics, since: known)
    }

    func checkID(_ id: String, of declaration: CollectionDeclaration, in site: DeskSite) throws(DeskRefusal) {
        let place = SourceSpan(path: "content/\(declaration.name)")
        let problem: Diagnostic?
        if !isSafeID(id) {
            problem = Diagnostic(
                .error, "id.unsafe",
                id.isEmpty ? "an entry needs an id" : "the id '\(id)' has characters that an address cannot have",
                at: place,
                help: "use letters A to Z and a to z, digits, '-', '_' and '.'")
        } else if let other = site.entry(id, of: declaration.name) {
            let span = other.span
            problem = Diagnostic(
                .error, "id.duplicate", "the id '\(id)' is already used by \(span.path):\(span.line)", at: place,
                help: "choose another one")
        } else {
            problem = nil
        }
        guard let problem else { return }
        throw DeskRefusal(422, ["mistakes": [.object(problem.members(path: ["id"], isElsewhere: false))]])
    }

    /// Writes a copy of an entry under another id.
    func duplicate(_ body: DeskBody) throws -> JSONValue {
        let (name, id) = (try EntryName(body), try body.text("to"))
        let site = try site()
        let found = try find(name.id, of: name.collection, in: site)
        try checkID(id, of: found.declaration, in: site)
        do {
            let opened = try OpenedEntry(found, try file(at: found.span.path))
            let made = try opened.copied(as: id)
            let built = try build(with: [made.path: made.bytes])
            let trial = try DeskSite(built.0, built.1, number: site.number)
            let mistakes = try mistakes(ofNew: id, found.declaration, made, trial, since: site.diagnostics)
            guard !mistakes.contains(where: \.isError) else {
                throw DeskRefusal(422, ["mistakes": .array(mistakes.map(\.json))])
            }
            try write([made.path: made.bytes], built.0, new: opened.isWholeFile ? [made.path] : [])
            return ["id": .string(id)]
        } catch let problem as CannotEdit {
            throw DeskRefusal(422, ["mistakes": [.object(problem.diagnostic.members(path: [], isElsewhere: false))]])
        }
    }
}

/// The place of a new entry.
private struct NewEntryPlace {
    let declaration: CollectionDeclaration
    let path: String
    /// The list that the entry is added to; nil if it has a file of its own.
    let before: SourceFile?

    /// A new entry goes where the last one is.
    init(of declaration: CollectionDeclaration, id: String, in site: DeskSite, _ desk: Desk) throws {
        self.declaration = declaration
        let last = site.entries(of: declaration).last { $0.kind != .trash }
        let file = try last.map { try desk.file(at: $0.span.path) }
        if let last, let file, try !OpenedEntry(last, file).isWholeFile {
            (path, before) = (file.path, file)
        } else {
            let ending = declaration.hasBody ? "md" : file?.fileExtension ?? "yml"
            (path, before) = ("content/\(declaration.name)/\(id).\(ending)", nil)
        }
    }

    func file(with changes: [SourceNode.Member], id: String) throws -> SourceFile {
        let values = FormValues(isTable: path.hasSuffix(".csv"))
        let nowhere = SourceSpan(path: path)
        func member(_ key: String, _ value: SourceNode) -> SourceNode.Member {
            SourceNode.Member(key: key, keySpan: nowhere, value: value)
        }
        let idNode = SourceNode(.scalar(id, .string), span: nowhere)
        var members: [SourceNode.Member] = []
        if before != nil, declaration.idField == nil { members.append(member("id", idNode)) }
        var body = ""
        for field in declaration.fields {
            let given = changes.first { $0.key == field.name }?.value
            if field.name == declaration.idField {
                members.append(member(field.name, idNode))
            } else if declaration.hasBody, field.name == "body", path.hasSuffix(".md") {
                body = given?.scalar ?? ""
            } else if let given, let value = values.source(given, as: field) {
                members.append(member(field.name, value))
            }
        }
        let entry = SourceNode(.mapping(members), span: nowhere)
        if let before {
            var editor = try SourceEditor(before)
            let word = declaration.entryWord
            let isNamed = before.fileExtension == "toml" && editor.root.members != nil
            try editor.appendElement(entry, to: isNamed ? [.key(word)] : [])
            return editor.file
        }
        let start = path.hasSuffix(".md") ? "---\n---\n" : path.hasSuffix(".json") ? "{}\n" : ""
        var editor = try SourceEditor(SourceFile(path: path, text: start))
        try editor.set([], to: entry)
        if !body.isEmpty { try editor.setBody(body.hasSuffix("\n") ? body : body + "\n") }
        return editor.file
    }
}

extension OpenedEntry {
    /// Returns the file with a copy of the entry: a new one, or the list with one entry more.
    fileprivate func copied(as id: String) throws -> SourceFile {
        let key = found.declaration.idField ?? "id"
        let idNode = SourceNode(.scalar(id, .string), span: SourceSpan(path: file.path))
        guard isWholeFile else {
            guard var copy = node, case .mapping(var members) = copy.content else { return file }
            for index in members.indices where members[index].key == key { members[index].value = idNode }
            copy.content = .mapping(members)
            var editor = editor
            try editor.appendElement(copy, to: Array(steps.dropLast()))
            return editor.file
        }
        let folder = KairanReaders.folder(of: file.path)
        var copy = try SourceEditor(
            SourceFile(path: "\(folder)/\(id).\(file.fileExtension)", bytes: file.bytes))
        if copy.root[[.key(key)]] != nil { try copy.set([.key(key)], to: idNode) }
        return copy.file
    }
}
