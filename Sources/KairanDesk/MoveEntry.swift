internal import KairanAuthoring
internal import KairanBuild
internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders
internal import KairanSystem

extension Desk {
    /// Puts an entry into the trash, if nothing else needs it.
    func delete(_ body: DeskBody) throws -> JSONValue {
        let name = try EntryName(body)
        let site = try site()
        let found = try find(name.id, of: name.collection, in: site)
        let users: JSONValue = .array(site.users(of: found).map(site.reference))
        if body.flag("check") { return ["usedBy": users] }
        let today = SourceNode(.scalar(site.today.description, .dateTime), span: found.span)
        do {
            try setOwnKey(CollectionDeclaration.deletionKey, to: today, of: found, in: site)
        } catch let refusal as DeskRefusal {
            guard case .object(let members) = refusal.answer else { throw refusal }
            throw DeskRefusal(refusal.status, .object(members + [("usedBy", users)]))
        }
        return [:]
    }

    /// Takes an entry out of the trash.
    func restore(_ body: DeskBody) throws -> JSONValue {
        let name = try EntryName(body)
        let site = try site()
        let found = try find(name.id, of: name.collection, in: site)
        try setOwnKey(CollectionDeclaration.deletionKey, to: nil, of: found, in: site)
        return [:]
    }

    /// Sets or removes a key that every entry may have, unless the site then has new mistakes.
    private func setOwnKey(
        _ key: String, to value: SourceNode?, of found: FoundEntry, in site: DeskSite
    ) throws {
        let file = try file(at: found.span.path)
        var opened = try OpenedEntry(found, file)
        try opened.editor.set(opened.steps + [.key(key)], to: value)
        let trial = try tryFiles([file.path: opened.file.bytes], before: [file.path: file.bytes], known: site)
        try trial.requireNoNewErrors()
        try write(trial)
    }

    /// Gives an entry another id, also wherever others refer to it.
    func rename(_ body: DeskBody) throws -> JSONValue {
        let (name, id) = (try EntryName(body), try body.text("to"))
        let site = try site()
        let found = try find(name.id, of: name.collection, in: site)
        try checkID(id, of: found.declaration, in: site)
        let renaming = try Renaming(found, to: id, in: site, self)
        let trial = try tryFiles(renaming.files, before: renaming.before, known: site)
        try trial.requireNoNewErrors()
        try write(trial)
        withState { $0.saves[name] = nil }
        return ["id": .string(id), "changed": .array(renaming.files.keys.sorted().map(JSONValue.string))]
    }
}

/// All files that change with the id of an entry.
private struct Renaming {
    /// The bytes by path; nil for a file that has another name now.
    private(set) var files: [String: [UInt8]?] = [:]
    private(set) var before: [String: [UInt8]] = [:]
    private let desk: Desk

    init(_ found: FoundEntry, to id: String, in site: DeskSite, _ desk: Desk) throws {
        self.desk = desk
        // An entry may refer to itself, and then its file is changed before it gets its new name.
        for user in site.possibleUsers(of: found) { try follow(user, from: found, to: id) }
        let path = found.span.path
        var opened = try OpenedEntry(found, try file(at: path))
        if site.plan?.addressesDependOnID(of: found.declaration.name) == true { try opened.keepAddress(with: id) }
        if opened.file.bytes != before[path] { files[path] = opened.file.bytes }
        let key = found.declaration.idField ?? "id"
        if opened.node?[key] != nil {
            let wished = opened.values.id(id, of: found.declaration)
            try opened.editor.set(opened.steps + [.key(key)], to: wished)
            files[path] = opened.file.bytes
        } else {
            try rename(found.id, to: id, path, in: site)
        }
    }

    /// Returns a file as it is so far.
    private mutating func file(at path: String) throws -> SourceFile {
        if case .some(let bytes?) = files[path] { return SourceFile(path: path, bytes: bytes) }
        let file = try desk.file(at: path)
        before[path] = file.bytes
        return file
    }

    /// Renames the file of an entry, and those of its translations.
    private mutating func rename(_ old: String, to id: String, _ path: String, in site: DeskSite) throws {
        let folder = KairanReaders.folder(of: path)
        let names = site.tree.files.map(\.path).filter { $0 == path || originalPath(of: $0)?.path == path }
        for name in names {
            let new = "\(folder)/\(id)\(fileName(of: name).dropFirst(old.count))"
            files[new] = try file(at: name).bytes
            files[name] = .some(nil)
        }
    }

    /// Changes the references of an entry.
    private mutating func follow(_ user: FoundEntry, from found: FoundEntry, to id: String) throws {
        let path = user.span.path
        var opened = try OpenedEntry(user, try file(at: path))
        let reference = FieldType.reference(found.declaration.name)
        for field in user.declaration.fields {
            for steps in opened.references(to: found.id, reference, in: field) {
                guard case .scalar(let text, let kind)? = opened.editor.root[steps]?.content else { continue }
                // In a table, a cell has all elements of a list.
                let parts = text.split(separator: "|", omittingEmptySubsequences: false).map {
                    $0.trimmingSpaces() == found.id ? String($0).replacing(found.id, with: id) : String($0)
                }
                let new = opened.values.isTable ? parts.joined(separator: "|") : id
                try opened.editor.set(steps, to: SourceNode(.scalar(new, kind), span: user.span))
            }
        }
        if opened.file.bytes != before[path] { files[path] = opened.file.bytes }
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
            old?.elements?.compactMap(\.scalar) ?? old?.scalar.map { $0.split(separator: "|").map(String.init) } ?? []
        let aliases = (texts + [found.id]).filter { $0 != id && !$0.isEmpty }
        func text(_ text: String) -> SourceNode { SourceNode(.scalar(text, .string), span: found.span) }
        let wished =
            values.isTable
            ? text(aliases.joined(separator: "|")) : SourceNode(.sequence(aliases.map(text)), span: found.span)
        try editor.set(steps + [.key(key)], to: wished, order: order)
    }

    /// Returns the ways to the references of a field to an entry.
    fileprivate func references(to id: String, _ type: FieldType, in field: FieldDeclaration) -> [[SourceStep]] {
        references(to: id, type, in: field, at: steps + [.key(field.name)])
    }

    private func references(
        to id: String, _ type: FieldType, in field: FieldDeclaration, at steps: [SourceStep]
    ) -> [[SourceStep]] {
        guard let node = editor.root[steps] else { return [] }
        if case .oneOf = field.type {
            guard let part = values.member(of: node, field) else { return [] }
            return references(to: id, type, in: part, at: steps)
        }
        switch node.content {
        case .scalar(let text, _):
            let isList = values.isTable && field.type == .list(type)
            let ids = isList ? text.split(separator: "|").map { String($0.trimmingSpaces()) } : [text]
            return (field.type == type || isList) && ids.contains(id) ? [steps] : []
        case .sequence(let elements):
            guard let part = field.parts.first else { return [] }
            return elements.indices.flatMap { references(to: id, type, in: part, at: steps + [.element($0)]) }
        case .mapping(let members):
            if case .dictionary = field.type {
                return members.flatMap { references(to: id, type, in: field.parts[0], at: steps + [.key($0.key)]) }
            }
            return field.parts.flatMap { references(to: id, type, in: $0, at: steps + [.key($0.name)]) }
        }
    }
}
