internal import KairanBuild
internal import KairanEditing
internal import KairanModel
internal import KairanReaders

extension Desk {
    /// Opens an entry, or returns what keeps it from being shown in a form.
    func opening(_ found: FoundEntry, in site: DeskSite) throws -> Result<OpenedEntry, CannotEdit> {
        let mistake = site.diagnostics.first { $0.span.path == found.span.path && $0.severity == .error }
        if case .broken = found.kind, let mistake { return .failure(CannotEdit(mistake)) }
        do {
            return .success(try open(found, in: site))
        } catch let problem as CannotEdit {
            return .failure(problem)
        }
    }

    /// Describes an entry that no form can show by the text of the file that keeps it from that.
    func describe(_ found: FoundEntry, in site: DeskSite, _ problem: CannotEdit) throws -> JSONValue {
        let file = try file(at: problem.diagnostic.span.path)
        let mistakes = site.mistakes(inFile: file.path)
        return .object(
            facts(found, file, in: site) + [
                ("hash", .string(ContentHash(file.bytes).text)), ("isWholeFile", false), ("values", .object([])),
                ("mistakes", .array(mistakes.isEmpty ? [problem.diagnostic.ofText] : mistakes)),
                ("canEdit", .string(problem.words)),
                ("text", .string(orNull: file.text)),
            ])
    }

    /// Writes the text of such a file, or the file as it was in a version, if it can be read. Mistakes that come to light
    /// only then are shown in the form. If somebody else has mended it, the text is written only by those who were shown
    /// theirs.
    func mend(_ body: DeskBody) throws -> JSONValue {
        let (name, hash) = (try EntryName(body), try body.text("hash"))
        let site = try site()
        let found = try find(name.id, of: name.collection, in: site)
        let path: String
        switch try opening(found, in: site) {
        case .failure(let problem): path = problem.diagnostic.span.path
        case .success: path = found.span.path
        }
        let file = try file(at: path)
        guard ContentHash(file.bytes).text == hash else {
            throw DeskRefusal(409, "\(file.path) was changed in the meantime, so nothing was written.", file)
        }
        let mended = try mended(file, body)
        let trial = try tryFiles([file.path: mended.bytes], before: [file.path: file.bytes], known: site)
        let mistakes = JSONValue.array(trial.site.mistakes(inFile: file.path))
        guard mended.canBeRead else { throw DeskRefusal(422, ["mistakes": mistakes]) }
        if !body.flag("check") { try write(trial) }
        let isThere = trial.site.entry(name.id, of: name.collection) != nil
        return ["mistakes": mistakes, "isThere": .boolean(isThere)]
    }

    private func mended(_ file: SourceFile, _ body: DeskBody) throws -> SourceFile {
        guard body.node["commit"] != nil else {
            return SourceFile(path: file.path, bytes: changingLines(of: file.bytes, to: try body.text("text")))
        }
        let version = GitVersion(commit: try body.text("commit"), git: git)
        if let old = try self.file(at: file.path, in: version) { return old }
        throw DeskRefusal.notInVersion
    }

    /// Tells whether the file that keeps an entry from being shown in a form could be read in a version.
    func couldBeRead(_ found: FoundEntry, in version: GitVersion, _ site: DeskSite) throws -> Bool {
        guard case .failure(let problem) = try opening(found, in: site) else { return false }
        return try file(at: problem.diagnostic.span.path, in: version)?.canBeRead ?? false
    }
}

extension DeskRefusal {
    /// Refuses a text, and shows that of somebody else in the file.
    fileprivate init(_ status: Int, _ reason: String, _ theirs: SourceFile) {
        self.init(
            status,
            [
                "error": .string(reason), "hash": .string(ContentHash(theirs.bytes).text),
                "text": .string(orNull: theirs.text),
            ])
    }
}

extension SourceFile {
    fileprivate var canBeRead: Bool {
        do {
            _ = try SourceEditor(self)
            return true
        } catch {
            return false
        }
    }

    /// The text as browsers have it, which know only one kind of line end; nil if the file is no text.
    fileprivate var text: String? {
        String(validating: bytes, as: UTF8.self)?.replacing("\r\n", with: "\n")
    }
}

extension DeskSite {
    fileprivate func mistakes(inFile path: String) -> [JSONValue] {
        diagnostics.filter { $0.span.path == path }.map(\.ofText)
    }
}

extension Diagnostic {
    /// The mistake as one of a text, in which no field has it.
    fileprivate var ofText: JSONValue { .object(members(path: [], isElsewhere: false)) }
}
