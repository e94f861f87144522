internal import KairanBuild
internal import KairanEditing
internal import KairanFormats
internal import KairanModel
internal import KairanReaders
internal import KairanSystem

/// A file that is not as in the last version.
struct ChangedFile {
    /// Git's letters for what became of it.
    var state: String
    /// The path from the top of the repository.
    var place: String
    /// The path from the site's folder; the same as `place` if it is not in there.
    var path: String
}

/// A commit that somebody names.
struct GitVersion {
    var commit: String
    var git: Git
}

extension Desk {
    /// Git as it finds the repository now. A request makes it once.
    var git: Git { Git(folder: withState { $0.options?.folder } ?? ".", for: .saving) }

    /// This is true if the site is in a repository of git.
    var isInRepository: Bool { git.top != nil }

    /// Returns what would be in the next version.
    func describeVersion() throws -> JSONValue {
        let git = git
        let files = try changedFiles(in: git)
        return [
            "branch": .string(try branch(in: git)), "files": .array(files.map { .string($0.path) }),
            "message": .string(try message(for: files)), "others": describe(try others(in: git)),
            "author": .string(try author(in: git)),
            "reviews": .array(try others(in: git).map { try reviews($0, in: git).map(\.json) } ?? []),
        ]
    }

    /// Returns the files that are not as in the last version, of what people write and of what is published.
    func changedFiles(in git: Git) throws -> [ChangedFile] {
        let folder = try words(git.ask(["rev-parse", "--show-prefix"]))
        let folders = savedFolders(in: git)
        guard !folders.isEmpty else { return [] }
        // To know whether a submodule has changed, git would start itself in it, with its settings.
        let options = ["--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--ignore-submodules=dirty"]
        return try words(git.atTop.ask(["status"] + options + ["--"] + folders)).split(separator: "\0").map { line in
            let place = String(line.dropFirst(3))
            let path = place.hasPrefix(folder) ? String(place.dropFirst(folder.count)) : place
            return ChangedFile(state: String(line.prefix(2)), place: place, path: path)
        }
    }

    /// The folders of a version that are there. What is published may be in another repository, or in none.
    private func savedFolders(in git: Git) -> [String] {
        let output = withState { $0.options?.output }
        let folders = [located("content", in: git.folder), located("templates", in: git.folder), output]
        let top = git.atTop.folder + "/"
        return folders.compactMap { $0.flatMap(realPath) }.filter { $0.hasPrefix(top) }.map {
            String($0.dropFirst(top.count))
        }
    }

    /// Commits what people wrote and what is published.
    func saveVersion(_ body: DeskBody) throws -> JSONValue {
        let message = try body.text("message").trimmingSpaces()
        guard !message.isEmpty else { throw DeskRefusal(422, "Say what has changed first.") }
        let git = git
        try requireBranch(in: git)
        try takeAuthor(body)
        let (files, repository) = (try changedFiles(in: git), git.atTop)
        guard !files.isEmpty else { throw DeskRefusal(422, "Nothing has changed since the last version.") }
        try refuseFilters(files, in: repository)
        // Git has to know of new files; whatever else somebody has staged stays staged, and is no part of the version.
        // The paths come as input, since thousands of them are too many for a command.
        let input = ["--pathspec-from-file=-", "--pathspec-file-nul"]
        func list(_ files: [ChangedFile]) -> [UInt8] { Array(files.map { $0.place + "\0" }.joined().utf8) }
        let new = files.filter { $0.state == "??" }
        if !new.isEmpty { try act(["add", "--intent-to-add"] + input, list(new), in: repository) }
        do {
            let commit = ["commit", "--quiet", "--message", String(message)]
            try act(identity(in: git) + commit + input, list(files), in: repository)
        } catch {
            if !new.isEmpty, head(in: git) != nil { try act(["reset", "--quiet"] + input, list(new), in: repository) }
            throw error
        }
        return ["commit": .string(try words(git.ask(["rev-parse", "HEAD"])))]
    }

    /// Refuses files that a filter keeps elsewhere, such as Git LFS. Its hooks would have to send them, and no hook
    /// runs.
    private func refuseFilters(_ files: [ChangedFile], in repository: Git) throws(DeskRefusal) {
        let found: (path: String, filter: String)?
        do throws(GitFailure) { found = try repository.filtered(files.map(\.place)) } catch {
            throw refusal(error, in: repository)
        }
        guard let (place, filter) = found else { return }
        throw DeskRefusal(
            422,
            "'\(place)' is kept by the filter '\(filter)', which works only in git itself. Save this version there.")
    }

    /// The name that versions are made under, as git's settings have it, or as somebody gave it here.
    func author(in git: Git) throws -> String {
        if let author = withState({ $0.author }) { return author.name }
        return try email(in: git).isEmpty ? "" : try words(git.ask(["config", "--get", "user.name"]))
    }

    /// The e-mail address that versions are made under.
    func email(in git: Git) throws -> String {
        if let author = withState({ $0.author }) { return author.email }
        return try words(git.ask(["config", "--get", "user.email"]))
    }

    /// Remembers a name and an address for the versions that are made until the forms end.
    func takeAuthor(_ body: DeskBody) throws(DeskRefusal) {
        guard body.node["author"] != nil else { return }
        let (name, email) = (try body.text("author").trimmingSpaces(), try body.text("email").trimmingSpaces())
        guard !name.isEmpty, email.contains("@"), !(name + email).contains(where: { "<>\n".contains($0) }) else {
            throw DeskRefusal(422, "Write your name and your e-mail address, as they shall stand in the version.")
        }
        withState { $0.author = (String(name), String(email)) }
    }

    /// The options with which git knows whose version it is.
    func identity(in git: Git) -> [String] {
        guard let author = withState({ $0.author }) else { return [] }
        return ["-c", "user.name=\(author.name)", "-c", "user.email=\(author.email)"]
    }

    /// Lets git do something, and refuses if it cannot.
    func act(_ arguments: [String], _ input: [UInt8] = [], in repository: Git) throws(DeskRefusal) {
        do throws(GitFailure) { try repository.run(arguments, input: input) } catch {
            throw refusal(error, in: repository)
        }
    }

    func refusal(_ failure: GitFailure, in repository: Git) -> DeskRefusal {
        let names = repository.missedSettings
        let advice =
            names.isEmpty
            ? ""
            : ". The forms do not use these settings of .git/config: \(names.joined(separator: ", ")). "
                + "Put them into your own ~/.gitconfig."
        return DeskRefusal(422, "Git could not do this: \(failure.reason)\(advice)")
    }

    /// Returns what git printed, without the newline at the end.
    func words(_ answer: Git.Answer) throws(DeskRefusal) -> String {
        switch answer {
        case .output(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            return text.hasSuffix("\n") ? String(text.dropLast()) : text
        case .nothing: return ""
        case .failure(let reason): throw DeskRefusal(422, "Git could not do this: \(reason)")
        }
    }

    /// Proposes a message that names the entries that changed.
    private func message(for files: [ChangedFile]) throws -> String {
        let site = try site()
        let changed = Set(files.map(\.path))
        var titles: [String] = []
        for declaration in site.declarations.collections where declaration.parent == nil {
            for found in site.entries(of: declaration) where changed.contains(found.span.path) {
                titles.append("\(declaration.entryWord) “\(site.title(of: found))”")
            }
        }
        guard let first = titles.first else { return files.isEmpty ? "" : "Update the board" }
        let verb = files.allSatisfy { $0.state == "??" } ? "Add" : "Change"
        return titles.count == 1 ? "\(verb) \(first)" : "\(verb) \(first) and \(titles.count - 1) more"
    }
}

extension Desk {
    /// Returns the versions in which an entry's file changed, the last one first.
    func history(_ name: EntryName) throws -> JSONValue {
        let site = try site()
        let found = try find(name.id, of: name.collection, in: site)
        let format = "--format=%H%x1f%cI%x1f%an%x1f%s"
        let paths = paths(of: found, in: site)
        let lines = try words(git.ask(["log", "--max-count=200", format, "--"] + paths))
        let versions = lines.split(separator: "\n").compactMap { line -> JSONValue? in
            let parts = line.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 4 else { return nil }
            return [
                "commit": .string(parts[0]), "date": .string(parts[1]), "author": .string(parts[2]),
                "subject": .string(parts[3]),
            ]
        }
        return ["versions": .array(versions)]
    }

    /// Returns an entry as it was in a version, and how its file differs from the present one.
    func version(_ commit: String, of name: EntryName) throws -> JSONValue {
        let site = try site()
        let found = try find(name.id, of: name.collection, in: site)
        let version = GitVersion(commit: commit, git: git)
        let path = found.span.path
        guard let file = try file(at: path, in: version) else { throw DeskRefusal.notInVersion }
        let paths = paths(of: found, in: site)
        let before = try paths.flatMap { try self.file(at: $0, in: version)?.bytes ?? [] }
        let now = try paths.flatMap { $0 == path || isThere($0, in: site) ? try self.file(at: $0).bytes : [] }
        let texts = [before, now].map { String(decoding: $0, as: UTF8.self) }
        return [
            "values": try values(of: found, file, in: version, site),
            "canRestore": .boolean(try couldBeRead(found, in: version, site)),
            "lines": .array(textDifference(from: texts[0], to: texts[1]).flatMap(lines)),
        ]
    }

    /// Returns the values of an entry in a version, or null if no form can show them.
    private func values(
        of found: FoundEntry, _ file: SourceFile, in version: GitVersion, _ site: DeskSite
    ) throws -> JSONValue {
        do {
            let translations = try translations(of: found, in: site).map { translation in
                let path = translation.editor.file.path
                let old = try self.file(at: path, in: version)
                let editor = try SourceEditor(old ?? SourceFile(path: path, bytes: []))
                return EntryTranslation(locale: translation.locale, editor: editor, isThere: old != nil)
            }
            return values(of: try OpenedEntry(found, file, translations: translations), site.settings)
        } catch is CannotEdit {
            return .null
        }
    }

    /// Returns a file as it was in a version, or nil if it was not there.
    func file(at path: String, in version: GitVersion) throws(DeskRefusal) -> SourceFile? {
        let commit = version.commit
        guard !commit.isEmpty, commit.allSatisfy(\.isHexDigit) else {
            throw DeskRefusal(400, "'\(commit)' is not a version.")
        }
        guard case .output(let bytes) = version.git.ask(["show", "\(commit):./\(path)"]) else { return nil }
        return SourceFile(path: path, bytes: bytes)
    }

    /// Returns the lines of a part of a difference, each with the sign that it has in one.
    private func lines(of block: DifferenceBlock) -> [JSONValue] {
        func lines(_ sign: String, without other: DifferenceBlock.Run.Kind) -> [JSONValue] {
            let text = block.runs.filter { $0.kind != other }.map(\.text).joined()
            return text.split(separator: "\n", omittingEmptySubsequences: false).map {
                ["kind": .string(sign), "text": .string(String($0))]
            }
        }
        return switch block.kind {
        case .same: lines(" ", without: .added)
        case .removed: lines("-", without: .added)
        case .added: lines("+", without: .removed)
        case .changed: lines("-", without: .added) + lines("+", without: .removed)
        }
    }
}

extension DeskRefusal {
    static let notInVersion = DeskRefusal(404, "The file was not in that version.")
}
