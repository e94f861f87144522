internal import KairanBuild
internal import KairanContent
internal import KairanEditing
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

/// The way in which a field of many entries is changed.
private enum CommonChange: String {
    case replace, add, remove
}

extension Desk {
    /// Changes one field of several entries at once: all of them or none.
    func changeAll(_ body: DeskBody) throws -> JSONValue {
        let (collection, name) = (try body.text("collection"), try body.text("field"))
        let ids = (body.node["ids"]?.elements ?? []).compactMap(\.text)
        guard let how = CommonChange(rawValue: try body.text("how")), let value = body.node["value"] else {
            throw DeskRefusal(400, "The request lacks a change.")
        }
        guard ids.count <= mostChangedTogether else {
            throw DeskRefusal(422, "At most \(mostChangedTogether) entries can be changed together.")
        }
        let site = try site()
        guard let declaration = site.declarations.collection(collection) else { throw noCollection(collection) }
        guard let field = declaration.formFields.first(where: { $0.name == name }), field.canChangeTogether(declaration)
        else { throw DeskRefusal(400, "'\(name)' cannot be changed in many entries together.") }
        var changes = FileChanges(self)
        for id in ids {
            let found = try find(id, of: collection, in: site)
            do {
                try changes.change(field, of: found, how, value)
            } catch let problem as CannotEdit {
                throw DeskRefusal(422, "\(id): \(problem.words)")
            }
        }
        let trial = try tryFiles(changes.files, before: changes.before, known: site)
        try trial.requireNoNewErrors()
        try write(trial)
        // No entry has an empty id.
        keep(trial.files, before: trial.before, of: EntryName(collection: collection, id: ""), known: trial.known)
        return ["files": .integer(changes.files.count)]
    }
}

/// Each change reads the file of the entry anew, so more would take long in a large table.
private let mostChangedTogether = 200

extension FieldDeclaration {
    /// Tells whether the field can get one value for many entries: it is in the entry's own file, and no id.
    func canChangeTogether(_ declaration: CollectionDeclaration) -> Bool {
        !isLocalized && name != declaration.idField && !(declaration.hasBody && name == "body") && !holdsEntries
    }
}

extension FileChanges {
    fileprivate mutating func change(
        _ field: FieldDeclaration, of found: FoundEntry, _ how: CommonChange, _ value: SourceNode
    ) throws {
        let path = found.span.path
        var opened = try OpenedEntry(found, try file(at: path))
        let old = opened.node?[field.name]
        let wished = how == .replace ? value : opened.values.elements(old, as: field, how, value)
        try opened.set(field, to: wished)
        put(opened.file.bytes, at: path)
    }
}

extension FormValues {
    /// Returns the elements of a list with others, or without them, as a form has them.
    fileprivate func elements(
        _ old: SourceNode?, as field: FieldDeclaration, _ how: CommonChange, _ value: SourceNode
    ) -> SourceNode {
        var texts: [String] = []
        if case .array(let elements) = form(old, as: field) {
            texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
        }
        let given = (value.elements ?? [value]).compactMap(\.text)
        if how == .add { texts += given.filter { !texts.contains($0) } } else { texts.removeAll(where: given.contains) }
        let nodes = texts.map { SourceNode(.scalar($0, .string), span: value.span) }
        return SourceNode(nodes.isEmpty ? .scalar("", .null) : .sequence(nodes), span: value.span)
    }
}
