internal import KairanContent
internal import KairanEditing
internal import KairanModel
internal import KairanReaders

extension Desk {
    /// Puts an entry into the trash, if nothing else needs it. With `unlink`, references to it are removed in the same
    /// save.
    func delete(_ body: DeskBody) throws -> JSONValue {
        let name = try EntryName(body)
        let site = try site()
        let found = try find(name.id, of: name.collection, in: site)
        let unlinked = try Deletion(of: found, unlinking: true, in: site, self)
        let users: JSONValue = .array(unlinked.users.map(site.reference))
        if body.flag("check") {
            let needs = try unlinked.needs.isEmpty ? broken(by: unlinked, in: site) : unlinked.needs
            return [
                "usedBy": users, "neededBy": .array(needs.map(site.reference)),
                "addsColumn": .boolean(unlinked.addsColumn),
            ]
        }
        let deletion = body.flag("unlink") ? unlinked : try Deletion(of: found, unlinking: false, in: site, self)
        do {
            try write(deletion.changes, in: site)
        } catch let refusal as DeskRefusal {
            guard case .object(let members) = refusal.answer else { throw refusal }
            throw DeskRefusal(refusal.status, .object(members + [("usedBy", users)]))
        }
        keep(
            deletion.changes.files, before: deletion.changes.before, of: name, known: site.diagnostics)
        return [:]
    }

    /// Takes an entry out of the trash.
    func restore(_ body: DeskBody) throws -> JSONValue {
        let name = try EntryName(body)
        let site = try site()
        let found = try find(name.id, of: name.collection, in: site)
        var changes = FileChanges(self)
        try changes.set(CollectionDeclaration.deletionKey, of: found, to: nil)
        try write(changes, in: site)
        return [:]
    }

    /// Writes files that change together, unless the site then has new mistakes.
    func write(_ changes: FileChanges, in site: DeskSite) throws {
        let trial = try tryFiles(changes.files, before: changes.before, known: site)
        try trial.requireNoNewErrors()
        try write(trial)
    }

    /// Returns the entries that would have mistakes without their references, such as a list that is too short.
    private func broken(by deletion: Deletion, in site: DeskSite) throws -> [FoundEntry] {
        let trial = try tryFiles(deletion.changes.files, before: deletion.changes.before, known: site)
        let paths = Set(trial.newErrors.map(\.span.path))
        return deletion.users.filter { paths.contains($0.span.path) }
    }
}

/// All files that change when an entry goes into the trash.
private struct Deletion {
    private(set) var changes: FileChanges
    /// The entries that refer to it, or to a record in it.
    private(set) var users: [FoundEntry] = []
    /// The users among these whose field must refer to something.
    private(set) var needs: [FoundEntry] = []
    /// Tells whether its table gets the column in which the trash is.
    private(set) var addsColumn = false

    init(of found: FoundEntry, unlinking: Bool, in site: DeskSite, _ desk: Desk) throws {
        changes = FileChanges(desk)
        let gone = site.withRecords(found)
        for user in gone.flatMap(site.users) where !users.contains(where: user.isSame) {
            // An entry in the trash may refer to anything, and one goes there with its references to itself.
            if user.kind != .trash, !user.isSame(as: found) { users.append(user) }
        }
        for user in unlinking ? users : [] {
            if try !unlink(gone, from: user, in: site) { needs.append(user) }
        }
        addsColumn = try changes.addColumn(CollectionDeclaration.deletionKey, for: found)
        let today = SourceNode(.scalar(site.today.description, .dateTime), span: found.span)
        try changes.set(CollectionDeclaration.deletionKey, of: found, to: today)
    }

    /// Removes the references of an entry to others, and tells whether it can do without them.
    private mutating func unlink(_ gone: [FoundEntry], from user: FoundEntry, in site: DeskSite) throws -> Bool {
        var opened = try OpenedEntry(user, try changes.file(at: user.span.path))
        var isPossible = true
        do throws(CannotEdit) {
            for found in gone {
                let name = found.declaration.name
                var unlinking = Unlinking(
                    names: EntryNames(found, in: site), type: .reference(name), values: opened.values)
                for field in user.declaration.fields where field.references.contains(name) {
                    guard let node = opened.node?[field.name] else { continue }
                    try opened.editor.set(
                        opened.steps + [.key(field.name)], to: unlinking.rest(ofMember: node, as: field))
                }
                isPossible = isPossible && unlinking.isPossible
            }
        } catch {
            return false
        }
        changes.put(opened.file.bytes, at: opened.file.path)
        return isPossible
    }
}

extension FoundEntry {
    fileprivate func isSame(as other: FoundEntry) -> Bool {
        id == other.id && declaration.name == other.declaration.name
    }
}

/// Takes the references to an entry out of values.
private struct Unlinking {
    let names: EntryNames
    /// The type of the references.
    let type: FieldType
    let values: FormValues
    /// This is false once a reference is gone that must be there.
    private(set) var isPossible = true

    init(names: EntryNames, type: FieldType, values: FormValues) {
        (self.names, self.type, self.values) = (names, type, values)
    }

    /// Returns what is left of the value of a field; nil if the field is to go.
    mutating func rest(ofMember node: SourceNode, as field: FieldDeclaration) -> SourceNode? {
        guard let rest = rest(of: node, as: field) else {
            if !field.mayBeLeftOut { isPossible = false }
            return nil
        }
        let wasEmpty = (node.elements?.isEmpty ?? node.members?.isEmpty) != false
        let isEmpty = (rest.elements?.isEmpty ?? rest.members?.isEmpty) == true
        return isEmpty && !wasEmpty && field.mayBeLeftOut ? nil : rest
    }

    private mutating func rest(of node: SourceNode, as field: FieldDeclaration) -> SourceNode? {
        if case .oneOf = field.type {
            return values.member(of: node, field).map { self.rest(of: node, as: $0) } ?? node
        }
        var rest = node
        switch node.content {
        case .scalar(let text, let kind):
            // In a table, a cell has all elements of a list.
            guard values.isTable, field.type == .list(type) else {
                return field.type == type && names.contain(text, inTable: values.isTable) ? nil : node
            }
            let ids = text.split(separator: field.cellSign)
                .filter { !names.contain(String($0.trimmingSpaces()), inTable: true) }
            rest.content = .scalar(ids.joined(separator: String(field.cellSign)), kind)
            return ids.isEmpty ? nil : rest
        case .sequence(let elements):
            guard let part = field.parts.first else { return node }
            rest.content = .sequence(elements.compactMap { self.rest(of: $0, as: part) })
        case .mapping(let members):
            rest.content = .mapping(members.compactMap { self.rest(of: $0, in: field) })
        }
        return rest
    }

    private mutating func rest(of member: SourceNode.Member, in field: FieldDeclaration) -> SourceNode.Member? {
        var rest = member
        let value: SourceNode?
        if case .dictionary = field.type {
            if field.keysOf.map(FieldType.reference) == type, member.key == names.id { return nil }
            value = self.rest(of: member.value, as: field.parts[0])
        } else if let part = field.parts.first(where: { $0.name == member.key }) {
            value = self.rest(ofMember: member.value, as: part)
        } else {
            return member
        }
        guard let value else { return nil }
        rest.value = value
        return rest
    }
}
