internal import KairanBuild
internal import KairanContent
internal import KairanEditing
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

/// The way in which a field of many entries is changed.
private enum CommonChange: String {
    case replace, add, remove
    /// The field is emptied. Nobody means that who only gives no value.
    case clear

    func suits(_ field: FieldDeclaration) -> Bool {
        switch self {
        case .replace, .clear: true
        case .add, .remove: field.hasSimpleElements
        }
    }
}

extension Desk {
    /// Changes one field of several entries at once: all of them or none.
    func changeAll(_ body: DeskBody) throws -> JSONValue {
        let (collection, name) = (try body.text("collection"), try body.text("field"))
        let ids = (body.node["ids"]?.elements ?? []).compactMap(\.text)
        let value = body.node["value"] ?? SourceNode(.scalar("", .null), span: body.node.span)
        guard let how = CommonChange(rawValue: try body.text("how")), value.isNothing == (how == .clear) else {
            throw DeskRefusal(400, "The request lacks a change.")
        }
        guard ids.count <= mostChangedTogether else {
            throw DeskRefusal(422, "At most \(mostChangedTogether) entries can be changed together.")
        }
        let site = try site()
        guard let declaration = site.declarations.collection(collection) else { throw noCollection(collection) }
        guard let field = declaration.formFields.first(where: { $0.name == name }),
            field.canChangeTogether(declaration),
            how.suits(field)
        else { throw DeskRefusal(400, "'\(name)' cannot be changed in many entries together.") }
        var (changes, count) = (FileChanges(self), 0)
        for id in Set(ids) {
            let found = try find(id, of: collection, in: site)
            do {
                if try changes.change(field, of: found, how, value) { count += 1 }
            } catch let problem as CannotEdit {
                throw DeskRefusal(422, "\(id): \(problem.words)")
            }
        }
        // The change before this one can still be taken back.
        guard count > 0 else { return ["entries": 0] }
        let trial = try tryFiles(changes.files, before: changes.before, known: site)
        try trial.requireNoNewErrors()
        try write(trial)
        // No entry has an empty id.
        keep(trial.files, before: trial.before, of: EntryName(collection: collection, id: ""), known: trial.known)
        return ["entries": .integer(count)]
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

extension FieldDeclaration {
    /// Tells whether it is a list whose elements are texts in a form.
    fileprivate var hasSimpleElements: Bool {
        guard case .list = type, let element = parts.first else { return false }
        return switch element.type {
        case .record, .oneOf, .list, .dictionary, .window, .schedule, .point: false
        case .text, .markdown, .html, .integer, .decimal, .boolean, .date, .time, .dateTime, .duration, .url, .email,
            .phone, .color, .image, .file, .choice, .version, .reference:
            true
        }
    }
}

extension SourceNode {
    /// Tells whether a form that gives this value was left as it was.
    fileprivate var isNothing: Bool { isNull || text == "" || elements?.allSatisfy(\.isNothing) == true }
}

extension FileChanges {
    /// Changes a field of an entry, and tells whether that changed its file.
    fileprivate mutating func change(
        _ field: FieldDeclaration, of found: FoundEntry, _ how: CommonChange, _ value: SourceNode
    ) throws -> Bool {
        let (path, file) = (found.span.path, try file(at: found.span.path))
        var opened = try OpenedEntry(found, file)
        let old = opened.node?[field.name]
        switch how {
        case .replace: try opened.set(field, to: value)
        case .clear: try opened.set(field, to: SourceNode(.scalar("", .null), span: value.span))
        case .add, .remove:
            let wished = try opened.values.elements(old, as: field, how, value)
            try opened.set(field, to: wished)
        }
        put(opened.file.bytes, at: path)
        return opened.file.bytes != file.bytes
    }
}

extension FormValues {
    /// Returns the elements of a list with others, or without them, as a form has them.
    fileprivate func elements(
        _ old: SourceNode?, as field: FieldDeclaration, _ how: CommonChange, _ value: SourceNode
    ) throws(CannotEdit) -> SourceNode {
        let shown = form(old, as: field)
        // A list may have been begun as one text.
        let elements = if case .array(let elements) = shown { elements } else { [shown].filter { $0 != .null } }
        var texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
        guard texts.count == elements.count else {
            throw CannotEdit(
                "the value is no list of texts", at: old?.span ?? SourceSpan(path: path),
                help: "mend it in the form of the entry first")
        }
        let given = (value.elements ?? [value]).filter { !$0.isNothing }.compactMap(\.text)
        if how == .add { texts += given.filter { !texts.contains($0) } } else { texts.removeAll(where: given.contains) }
        let nodes = texts.map { SourceNode(.scalar($0, .string), span: value.span) }
        // A list that has to be there is empty, as in the form of one entry.
        let isLeftOut = nodes.isEmpty && field.mayBeLeftOut
        return SourceNode(isLeftOut ? .scalar("", .null) : .sequence(nodes), span: value.span)
    }
}
