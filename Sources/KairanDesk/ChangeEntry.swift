internal import KairanBuild
internal import KairanContent
internal import KairanEditing
internal import KairanModel
internal import KairanReaders
internal import KairanSystem
internal import KairanTemplates

extension Desk {
    /// Looks for mistakes that some changes would make, and changes nothing.
    func check(_ change: EntryChange) throws -> JSONValue {
        .object(checked(try attempt(change), change.changes, in: change.form))
    }

    /// Writes changes to the entry's files, unless they are wrong or somebody else changed a file.
    func save(_ change: EntryChange) throws -> JSONValue {
        try write(try attempt(change), of: change.name)
    }

    /// Writes an entry as it was tried, unless it has new mistakes.
    func write(_ trial: EntryTrial, of name: EntryName) throws -> JSONValue {
        guard trial.files.newErrors.isEmpty else {
            throw DeskRefusal(422, ["mistakes": .array(trial.mistakes.map(\.json))])
        }
        if !trial.files.files.isEmpty {
            do {
                try write(trial.files)
            } catch let refusal as DeskRefusal where refusal.status == 409 {
                // Somebody was quicker, and the page shows what the file is now.
                throw try conflict(of: trial.opened.found, in: try site())
            }
            keep(trial.files.files, before: trial.files.before, of: name, known: trial.files.known)
        }
        return ["entry": describe(trial.opened, in: trial.files.site, trial.mistakes)]
    }

    /// Keeps what was written so that it can be taken back.
    ///
    /// - Parameter known: The mistakes of the site before.
    func keep(
        _ files: [String: [UInt8]?], before: [String: [UInt8]], of name: EntryName, known: [Diagnostic]
    ) {
        var saved = SavedChange(files: [:])
        for (path, bytes) in files { saved.files[path] = SavedFile(before: before[path], after: bytes) }
        saved.mistakes = Set(known.filter { saved.files[$0.span.path] != nil }.map(\.inFile))
        withState { [saved] in $0.saves.keep(saved, of: name) }
    }

    /// Tells whether the last save of an entry can be taken back, because its files are still as that left them.
    func canUndo(_ name: EntryName) -> Bool {
        guard let save = withState({ $0.saves[name] }) else { return false }
        do {
            return try save.files.allSatisfy { path, saved in saved.isAfter(try bytes(at: path)) }
        } catch {
            return false
        }
    }

    /// Takes back the last save of an entry, if its files are still as that left them.
    func undo(_ name: EntryName) throws -> JSONValue {
        let known = try site()
        guard let save = withState({ $0.saves[name] }) else {
            throw DeskRefusal(409, "There is no save to undo.")
        }
        var (wished, now): ([String: [UInt8]?], [String: [UInt8]]) = ([:], [:])
        for (path, saved) in save.files {
            let bytes = try bytes(at: path)
            guard saved.isAfter(bytes) else {
                throw DeskRefusal(409, "\(path) has changed since you saved, so the save was not undone.")
            }
            now[path] = bytes
            wished[path] = .some(saved.before(bytes))
        }
        let trial = try tryFiles(wished, before: now, known: known)
        // A mistake that the save has mended comes back with what was there before.
        try trial.requireNoNewErrors(besides: save.mistakes)
        try write(trial)
        withState { $0.saves.remove(name) }
        // A change of many entries is kept under no id, and the removal of a picture under no collection.
        if name.id.isEmpty || name.collection.isEmpty { return [:] }
        let site = try site()
        let opened = try open(try find(name.id, of: name.collection, in: site), in: site)
        return ["entry": describe(opened, in: site, opened.mistakes(among: site.diagnostics))]
    }

    /// Returns the bytes of a file as it is now; nil if it is not there.
    private func bytes(at path: String) throws -> [UInt8]? {
        let isThere = try workingFolder.knownStatus(of: diskPath(of: path)) != nil
        return isThere ? try file(at: path).bytes : nil
    }

    /// Changes an entry in memory, and builds the site as it would be.
    private func attempt(_ change: EntryChange) throws -> EntryTrial {
        let site = try site()
        let found = try find(change.name.id, of: change.name.collection, in: site)
        let old = try open(found, in: site)
        guard old.hash == change.hash else { throw try conflict(of: found, in: site) }
        var opened = old
        try opened.apply(change.changes, site.settings)
        return try tried(opened, over: old, in: site)
    }

    /// Builds the site with a changed entry in memory.
    func tried(_ opened: OpenedEntry, over old: OpenedEntry, in site: DeskSite) throws -> EntryTrial {
        let before = old.files
        let changed = opened.files.filter { before[$0.key] != $0.value }
        let trial = try tryFiles(changed.mapValues { $0 }, before: before, known: site)
        return EntryTrial(opened, trial, known: site)
    }

    /// Returns what the page is told if somebody else changed an entry's files.
    func conflict(of found: FoundEntry, in site: DeskSite) throws -> DeskRefusal {
        let theirs = try open(found, in: site)
        let text = String(decoding: theirs.file.bytes, as: UTF8.self)
        return DeskRefusal(409, ["theirs": describe(theirs, in: site, []), "text": .string(text)])
    }
}

/// An entry as somebody wants it to be, and the site with it.
struct EntryTrial {
    let opened: OpenedEntry
    let files: FileTrial
    let mistakes: [FormMistake]

    init(_ opened: OpenedEntry, _ files: FileTrial, known: DeskSite) {
        (self.opened, self.files) = (opened, files)
        mistakes = opened.mistakes(among: files.site.diagnostics, since: known.diagnostics)
    }
}

extension OpenedEntry {
    /// Changes fields, and nothing else in its files.
    mutating func apply(_ changes: [SourceNode.Member], _ settings: SiteSettings) throws {
        let declaration = found.declaration
        for change in changes {
            guard let field = declaration.formFields.first(where: { $0.name == change.key }) else {
                throw DeskRefusal(400, "The \(declaration.entryWord) has no field '\(change.key)'.")
            }
            guard field.name != declaration.idField else {
                throw DeskRefusal(400, "'\(field.name)' is the id, which has its own way to be changed.")
            }
            if let address = found.addressKept, field.isPulled {
                throw DeskRefusal(422, "'\(field.name)' is kept at \(address); change it there.")
            }
            do {
                try apply(change.value, to: field, settings)
            } catch let problem as CannotEdit {
                throw DeskRefusal.mistake(problem.diagnostic, at: [field.name])
            }
        }
    }

    private mutating func apply(_ value: SourceNode, to field: FieldDeclaration, _ settings: SiteSettings) throws {
        if field.isLocalized, settings.namesLocales {
            try applyLocalized(value, to: field, locales: settings.locales)
        } else if isBody(field) {
            try editor.setBody(ended(value.text ?? "", like: editor.bodyText))
        } else {
            try set(field, to: value)
        }
    }

    /// Gives a field of the entry's own file a value of a form.
    mutating func set(_ field: FieldDeclaration, to value: SourceNode) throws(CannotEdit) {
        if var own {
            let old = own.root[found.id]?[field.name]
            let wished = try values.source(value, as: field, over: old)
            // A value that is taken away is the source's again, and a mapping without any is no use.
            let isLast = wished == nil && own.root[found.id]?.members?.allSatisfy { $0.key == field.name } ?? true
            if let wished, own.root[found.id]?.members == nil {
                let member = SourceNode.Member(key: field.name, keySpan: wished.span, value: wished)
                try own.set([.key(found.id)], to: SourceNode(.mapping([member]), span: wished.span))
            } else {
                try own.set(isLast ? [.key(found.id)] : [.key(found.id), .key(field.name)], to: wished, order: order)
            }
            self.own = own
            return
        }
        let old = node?[field.name]
        let wished = try values.source(value, as: field, over: old)
        try editor.set(steps + [.key(field.name)], to: wished, order: old != nil ? field.orderOfKeys : order)
    }
}

extension FieldDeclaration {
    /// The keys of its value in the order in which they should stand. A list or a map has none, because the form itself
    /// gives their order.
    fileprivate var orderOfKeys: [String] {
        if case .record = type { parts.map(\.name) } else { [] }
    }
}
