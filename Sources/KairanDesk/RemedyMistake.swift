internal import KairanEditing
internal import KairanModel
internal import KairanReaders

/// A way out of a mistake that needs no typing.
enum MistakeRemedy: String, CaseIterable {
    /// Do what the help says.
    case fix
    /// Remove the key that the collection does not have.
    case remove

    func isThere(for diagnostic: Diagnostic) -> Bool {
        switch self {
        case .fix: diagnostic.fix != nil
        case .remove: diagnostic.rule == .fieldUnknown
        }
    }
}

extension Desk {
    /// Mends a mistake in an entry's own file in the way that somebody chose, and saves that.
    func fix(_ body: DeskBody) throws -> JSONValue {
        let name = try EntryName(body)
        let site = try site()
        let found = try find(name.id, of: name.collection, in: site)
        let old = try open(found, in: site)
        guard try old.hash == body.text("hash") else { throw try conflict(of: found, in: site) }
        let (rule, place) = (try body.text("rule"), try body.text("place"))
        let diagnostics = try diagnostics(of: old.file, in: site)
        let known = diagnostics.first { $0.rule.rawValue == rule && $0.placeWords == place }
        guard let known, known.span.path == old.file.path, let way = MistakeRemedy(rawValue: try body.text("remedy"))
        else { throw DeskRefusal(409, "This mistake is no longer there.") }
        var opened = old
        do {
            switch (way, known.fix) {
            case (.remove, _): try opened.editor.removeKey(at: known.span)
            case (.fix, let fix?): _ = try opened.editor.apply([fix])
            case (.fix, nil): throw DeskRefusal(409, "This mistake is no longer there.")
            }
        } catch let problem as CannotEdit {
            throw DeskRefusal.mistake(problem.diagnostic, at: [])
        }
        return try write(try tried(opened, over: old, in: site), of: name)
    }

    /// Returns what is wrong with the site as a file is now, which may be newer than the last build.
    private func diagnostics(of file: SourceFile, in site: DeskSite) throws -> [Diagnostic] {
        guard site.tree.hash(of: file.path) != ContentHash(file.bytes) else { return site.diagnostics }
        let now = [file.path: file.bytes]
        return try tryFiles(now.mapValues { $0 }, before: now, known: site).site.diagnostics
    }
}
