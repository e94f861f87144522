internal import KairanBuild
internal import KairanContent
internal import KairanEditing
internal import KairanModel
internal import KairanReaders
internal import KairanSystem

extension Desk {
    /// Gives an entry another id, also wherever others refer to it.
    func rename(_ body: DeskBody) throws -> JSONValue {
        let (name, id) = (try EntryName(body), try body.text("to"))
        let site = try site()
        let found = try find(name.id, of: name.collection, in: site)
        try checkID(id, of: found.declaration, in: site)
        let renaming = try Renaming(found, to: id, in: site, self)
        try write(renaming.changes, in: site)
        withState { $0.saves.remove(name) }
        let changed = renaming.changes.files.keys.sorted()
        return ["id": .string(id), "changed": .array(changed.map(JSONValue.string))]
    }
}

/// All files that change with the id of an entry.
private struct Renaming {
    private(set) var changes: FileChanges

    init(_ found: FoundEntry, to id: String, in site: DeskSite, _ desk: Desk) throws {
        changes = FileChanges(desk)
        // An entry may refer to itself, and then its file is changed before it gets its new name.
        let names = EntryNames(found, in: site)
        for user in site.possibleUsers(of: found) { try follow(user, from: found, names, to: id) }
        let path = found.span.path
        var opened = try OpenedEntry(found, try changes.file(at: path))
        if site.plan?.addressesDependOnID(of: found.declaration.name) == true { try opened.keepAddress(with: id) }
        let key = found.declaration.idField ?? "id"
        // An id that is made of fields becomes one of the entry's own.
        let isInside = opened.node?[key] != nil || !opened.steps.isEmpty
        if isInside {
            let wished = opened.values.id(id, of: found.declaration)
            try opened.editor.set(opened.steps + [.key(key)], to: wished)
        }
        changes.put(opened.file.bytes, at: path)
        if !isInside { try rename(found.id, to: id, path, in: site) }
    }

    /// Renames the file of an entry, and those of its translations.
    private mutating func rename(_ old: String, to id: String, _ path: String, in site: DeskSite) throws {
        let folder = KairanReaders.folder(of: path)
        let names = site.tree.files.map(\.path).filter { $0 == path || originalPath(of: $0)?.path == path }
        for name in names {
            let new = "\(folder)/\(id)\(fileName(of: name).dropFirst(old.count))"
            changes.put(try changes.file(at: name).bytes, at: new)
            changes.put(nil, at: name)
        }
    }

    /// Changes the references of an entry.
    private mutating func follow(
        _ user: FoundEntry, from found: FoundEntry, _ names: EntryNames, to id: String
    ) throws {
        let path = user.span.path
        var opened = try OpenedEntry(user, try changes.file(at: path))
        let reference = FieldType.reference(found.declaration.name)
        for field in user.declaration.fields {
            for steps in opened.references(to: names, reference, in: field) {
                guard case .scalar(let text, let kind)? = opened.editor.root[steps]?.content else { continue }
                // In a table, a cell has all elements of a list.
                let separator = field.cellSign
                let parts = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init).map {
                    let name = String($0.trimmingSpaces())
                    return names.contain(name, inTable: true) ? $0.replacing(name, with: id) : $0
                }
                let new = opened.values.isTable ? parts.joined(separator: separator) : id
                try opened.editor.set(steps, to: SourceNode(.scalar(new, kind), span: user.span))
            }
            while let key = opened.key(found.id, of: found.declaration.name, in: field) {
                try opened.editor.replaceText(found.id, at: key, with: id)
            }
        }
        changes.put(opened.file.bytes, at: path)
    }
}

extension DeskSite {
    /// Returns the entries that refer to an entry, and those of which only their files tell whether they do: drafts and
    /// what is in the trash.
    fileprivate func possibleUsers(of found: FoundEntry) -> [FoundEntry] {
        let others = declarations.collections.filter { $0.parent == nil && $0.mayRefer(to: found.declaration.name) }
            .flatMap { entries(of: $0) }.filter { $0.kind != .live }
        return users(of: found).filter { $0.kind == .live } + others
    }
}

extension OpenedEntry {
    /// Adds the id to the former ones before the entry gets another, so that addresses of its pages lead on. In a table
    /// without a column for them, only what was published tells where the pages were.
    fileprivate mutating func keepAddress(with id: String) throws {
        let key = CollectionDeclaration.aliasesKey
        let old = node?[key]
        if values.isTable, old == nil { return }
        let texts =
            old?.elements?.compactMap(\.text) ?? old?.text.map { $0.split(separator: "|").map(String.init) } ?? []
        // Some hosts cannot keep two names that differ only in case, so the new one takes the place of the old one.
        let others = texts.filter { $0.lowercased() != found.id.lowercased() }
        let aliases = (others + [found.id]).filter { $0 != id && !$0.isEmpty }
        func text(_ text: String) -> SourceNode { SourceNode(.scalar(text, .string), span: found.span) }
        let wished =
            values.isTable
            ? text(aliases.joined(separator: "|")) : SourceNode(.sequence(aliases.map(text)), span: found.span)
        try editor.set(steps + [.key(key)], to: wished, order: order)
    }

    /// Returns the ways to the references of a field to an entry.
    fileprivate func references(
        to names: EntryNames, _ type: FieldType, in field: FieldDeclaration
    ) -> [[SourceStep]] {
        references(to: names, type, in: field, at: steps + [.key(field.name)])
    }

    /// Returns the place of a key of a field that is the id of an entry; nil if none is. A key of a table is the heading
    /// of a column, or the end of it.
    fileprivate func key(_ id: String, of collection: String, in field: FieldDeclaration) -> SourceSpan? {
        guard field.hasOtherKeys else {
            return key(id, of: collection, in: field, editor.root[steps + [.key(field.name)]])
        }
        let isOther = !found.declaration.fields.contains { $0.name == id }
        return isOther ? key(id, of: collection, in: field, editor.root[steps]) : nil
    }

    private func key(
        _ id: String, of collection: String, in field: FieldDeclaration, _ node: SourceNode?
    ) -> SourceSpan? {
        guard let node else { return nil }
        if case .oneOf = field.type {
            return values.member(of: node, field).flatMap { key(id, of: collection, in: $0, node) }
        }
        if let elements = node.elements {
            return field.parts.first.flatMap { part in
                elements.lazy.compactMap { key(id, of: collection, in: part, $0) }.first
            }
        }
        let members = node.members ?? []
        if field.keysOf == collection, let own = members.first(where: { $0.key == id }) { return own.keySpan }
        let isMap = if case .dictionary = field.type { true } else { false }
        return members.lazy.compactMap { member in
            (isMap ? field.parts.first : field.part(member.key)).flatMap {
                key(id, of: collection, in: $0, member.value)
            }
        }.first
    }

    private func references(
        to names: EntryNames, _ type: FieldType, in field: FieldDeclaration, at steps: [SourceStep]
    ) -> [[SourceStep]] {
        guard let node = editor.root[steps] else { return [] }
        if case .oneOf = field.type {
            guard let part = values.member(of: node, field) else { return [] }
            return references(to: names, type, in: part, at: steps)
        }
        switch node.content {
        case .scalar(let text, _):
            let isList = values.isTable && field.type == .list(type)
            let texts =
                isList
                ? text.split(separator: field.cellSign).map { String($0.trimmingSpaces()) }
                : [text]
            let isNamed = texts.contains { names.contain($0, inTable: values.isTable) }
            return (field.type == type || isList) && isNamed ? [steps] : []
        case .sequence(let elements):
            guard let part = field.parts.first else { return [] }
            return elements.indices.flatMap { references(to: names, type, in: part, at: steps + [.element($0)]) }
        case .mapping(let members):
            if case .dictionary = field.type {
                return members.flatMap { references(to: names, type, in: field.parts[0], at: steps + [.key($0.key)]) }
            }
            return field.parts.flatMap { references(to: names, type, in: $0, at: steps + [.key($0.name)]) }
        }
    }
}
