internal import KairanEditing
internal import KairanModel
internal import KairanReaders

/// A way out of a mistake that needs no typing.
enum MistakeRemedy: String, CaseIterable {
    /// Do what the help says.
    case fix
    /// Remove the key that the collection does not have, or that is not for a file of another language.
    case remove

    /// - Parameter file: The entry's own file.
    func isThere(for diagnostic: Diagnostic, in file: SourceFile) -> Bool {
        switch self {
        case .fix: diagnostic.fix != nil
        case .remove:
            diagnostic.rule == .fieldUnknown
                || [.localeField, .localeTwice].contains(diagnostic.rule) && diagnostic.span.path != file.path
        }
    }
}

extension Desk {
    /// Mends a mistake in one of an entry's files in the way that somebody chose, and saves that.
    func fix(_ body: DeskBody) throws -> JSONValue {
        let name = try EntryName(body)
        let site = try site()
        let found = try find(name.id, of: name.collection, in: site)
        let old = try open(found, in: site)
        guard try old.hash == body.text("hash") else { throw try conflict(of: found, in: site) }
        let (rule, place) = (try body.text("rule"), try body.text("place"))
        let diagnostics = try diagnostics(of: old.files, in: site)
        let known = diagnostics.first { $0.rule.rawValue == rule && $0.placeWords == place }
        guard let known, old.files[known.span.path] != nil, let way = MistakeRemedy(rawValue: try body.text("remedy")),
            way.isThere(for: known, in: old.file)
        else { throw DeskRefusal(409, "This mistake is no longer there.") }
        var opened = old
        do throws(CannotEdit) {
            if known.span.path == old.file.path { try opened.editor.mend(known, way) }
            for index in opened.translations.indices
            where opened.translations[index].editor.file.path == known.span.path {
                try opened.translations[index].editor.mend(known, way)
            }
        } catch {
            throw DeskRefusal.mistake(error.diagnostic, at: [])
        }
        return try write(try tried(opened, over: old, in: site), of: name)
    }

    /// Returns what is wrong with the site as files are now, which may be newer than the last build.
    private func diagnostics(of files: [String: [UInt8]], in site: DeskSite) throws -> [Diagnostic] {
        guard files.contains(where: { site.tree.hash(of: $0) != ContentHash($1) }) else { return site.diagnostics }
        return try tryFiles(files.mapValues { $0 }, before: files, known: site).site.diagnostics
    }
}

extension SourceEditor {
    fileprivate mutating func mend(_ mistake: Diagnostic, _ way: MistakeRemedy) throws(CannotEdit) {
        switch way {
        case .remove: try removeKey(at: mistake.span)
        case .fix:
            guard let fix = mistake.fix, try !apply([fix]).isEmpty else {
                throw CannotEdit("this mistake cannot be mended by itself", at: mistake.span)
            }
        }
    }
}
