internal import KairanAuthoring
internal import KairanBuild
internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders
internal import KairanSystem
internal import KairanTemplates

extension Desk {
    /// Looks for mistakes that some changes would make, and changes nothing.
    func check(_ change: EntryChange) throws -> JSONValue {
        let trial = try attempt(change)
        return .object([
            ("mistakes", .array(trial.mistakes.map(\.json))), ("html", .object(trial.html(of: change))),
            ("days", .object(trial.days(of: change))),
        ])
    }

    /// Writes changes to the entry's file, unless they are wrong or somebody else changed the file.
    func save(_ change: EntryChange) throws -> JSONValue {
        let trial = try attempt(change)
        guard !trial.hasNewErrors else {
            throw DeskRefusal(422, ["mistakes": .array(trial.mistakes.map(\.json))])
        }
        let path = trial.opened.file.path
        if !trial.changed.isEmpty {
            let before = trial.before.files
            let new = Set(trial.changed.keys).subtracting(before.keys)
            try write(trial.changed.mapValues { $0 }, trial.built, new: new)
            let saves = trial.changed.map { path, bytes in (path, (before: before[path], after: bytes)) }
            read { $0.saves[path] = Save(files: Dictionary(saves) { first, _ in first }) }
        }
        return [
            "entry": describe(trial.opened, in: trial.site, trial.mistakes),
            "undo": .boolean(read { $0.saves[path] != nil }),
        ]
    }

    /// Takes back the last save of an entry's file, if it is still as that left it.
    func undo(_ name: EntryName) throws -> JSONValue {
        let found = try find(name.id, of: name.collection, in: try site())
        let path = found.span.path
        guard let save = read({ $0.saves[path] }) else {
            throw DeskRefusal(409, "There is no save to undo.")
        }
        for (path, bytes) in save.files where try file(at: path).bytes != bytes.after {
            throw DeskRefusal(409, "The file has changed since you saved, so the save was not undone.")
        }
        let files = save.files.mapValues(\.before)
        try write(files, try build(with: files).0)
        read { $0.saves[path] = nil }
        let site = try site()
        let opened = try open(try find(name.id, of: name.collection, in: site), in: site)
        return ["entry": describe(opened, in: site, opened.mistakes(among: site.diagnostics))]
    }

    /// Writes and removes files of the site, all of them or none.
    ///
    /// - Parameter files: The bytes by path; nil for a file that is to go.
    /// - Parameter built: The site with these files.
    /// - Parameter new: The paths at which nothing may stand yet.
    func write(_ files: [String: [UInt8]?], _ built: SiteBuild, new: Set<String> = []) throws {
        var wished: [WishedFile] = []
        var gone: [String] = []
        for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
            let place = try diskPath(of: path)
            guard let bytes else {
                gone.append(place)
                continue
            }
            wished.append(WishedFile(path: place, bytes: bytes, isNew: new.contains(path)))
        }
        try writeFiles(wished)
        for place in gone { try workingFolder.removeFile(place) }
        take(files, built)
    }

    /// Returns where a file of the site is, as the process sees it.
    func diskPath(of path: String) throws(DeskRefusal) -> String {
        guard let folder = read({ $0.options?.folder }) else {
            throw DeskRefusal(503, "The site is still being read. Try again in a moment.")
        }
        // No name that a page sends can lead out of the content.
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.first == "content", parts.count > 1, parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else {
            throw DeskRefusal(400, "'\(path)' is not a file in content/.")
        }
        let place = located(path, in: folder)
        for end in parts.indices.dropFirst() {
            let part = located(parts[...end].joined(separator: "/"), in: folder)
            guard workingFolder.knownStatus(of: part)?.kind == .symbolicLink else { continue }
            throw DeskRefusal(422, "'\(part)' is a symbolic link; change the file that it points to in a text editor.")
        }
        return place
    }

    /// Changes an entry in memory, and builds the site as it would be.
    func attempt(_ change: EntryChange) throws -> EntryTrial {
        let site = try site()
        let found = try find(change.name.id, of: change.name.collection, in: site)
        do {
            let old = try open(found, in: site)
            var opened = old
            guard old.hash == change.hash else {
                let theirs = describe(old, in: site, [])
                let text = String(decoding: old.file.bytes, as: UTF8.self)
                throw DeskRefusal(409, ["theirs": theirs, "text": .string(text)])
            }
            try opened.apply(change.changes, site.settings)
            let built = try build(with: opened.files.mapValues { $0 })
            return try EntryTrial(before: old, opened, known: site, built)
        } catch let problem as CannotEdit {
            throw DeskRefusal(422, ["mistakes": [.object(problem.diagnostic.members(path: [], isElsewhere: false))]])
        }
    }

    /// Builds the site with other bytes in some files, in memory.
    func build(with files: [String: [UInt8]?]) throws -> (SiteBuild, BuildOptions) {
        let (builds, options) = read { ($0.builds, $0.options) }
        guard let options else { throw DeskRefusal(503, "The site is still being read. Try again in a moment.") }
        return (try builds.trying(read { $0.written }.merging(files) { $1 }, options), options)
    }
}

/// A change to an entry, and the site as it would be.
struct EntryTrial {
    let before: OpenedEntry
    let opened: OpenedEntry
    let built: SiteBuild
    let site: DeskSite
    let mistakes: [FormMistake]
    /// Tells whether the change makes mistakes that were not there before. A form with several can be mended one by
    /// one.
    let hasNewErrors: Bool

    init(
        before: OpenedEntry, _ opened: OpenedEntry, known: DeskSite, _ built: (site: SiteBuild, options: BuildOptions)
    ) throws {
        (self.before, self.opened, self.built) = (before, opened, built.site)
        site = try DeskSite(built.site, built.options, number: known.number)
        mistakes = opened.mistakes(among: site.diagnostics, since: known.diagnostics)
        let old = before.mistakes(among: known.diagnostics)
        hasNewErrors = mistakes.contains { mistake in mistake.isError && !old.contains { $0.isSame(as: mistake) } }
    }

    /// The files that the change made others, by path.
    var changed: [String: [UInt8]] {
        let before = before.files
        return opened.files.filter { before[$0.key] != $0.value }
    }

    private var found: FoundEntry? { site.entry(opened.found.id, of: opened.found.declaration.name) }

    /// Returns the changed Markdown texts as a page shows them.
    func html(of change: EntryChange) -> [(key: String, value: JSONValue)] {
        values(of: change) { value in
            if case .markdown(let text) = value { .string(text.rendered.openHTML) } else { nil }
        }
    }

    /// Returns the next days of the changed schedules.
    func days(of change: EntryChange) -> [(key: String, value: JSONValue)] {
        let today = site.today.daysSinceEpoch
        return values(of: change) { value in
            guard case .schedule(let schedule) = value else { return nil }
            let days = schedule.days(in: today..<today + 400).prefix(10)
            return .array(days.map { .string(LocalDate(daysSinceEpoch: $0).description) })
        }
    }

    private func values(
        of change: EntryChange, _ shown: (Value) -> JSONValue?
    ) -> [(key: String, value: JSONValue)] {
        guard let found else { return [] }
        let fields = opened.found.declaration.fields
        return change.changes.compactMap { member in
            fields.firstIndex { $0.name == member.key }.flatMap { shown(found.value(ofField: $0)) }.map {
                (member.key, $0)
            }
        }
    }
}

extension OpenedEntry {
    /// Changes fields, and nothing else in its files.
    mutating func apply(_ changes: [SourceNode.Member], _ settings: SiteSettings) throws {
        let declaration = found.declaration
        for change in changes {
            guard let field = declaration.fields.first(where: { $0.name == change.key }) else {
                throw DeskRefusal(400, "The \(declaration.entryWord) has no field '\(change.key)'.")
            }
            if field.isLocalized, settings.namesLocales {
                try applyLocalized(change.value, to: field, locales: settings.locales)
            } else if isBody(field) {
                try editor.setBody(change.value.scalar ?? "")
            } else {
                let wished = values.source(change.value, as: field)
                try editor.set(steps + [.key(field.name)], to: wished, order: order)
            }
        }
    }
}
