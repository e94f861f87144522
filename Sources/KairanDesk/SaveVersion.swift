internal import KairanAuthoring
internal import KairanBuild
internal import KairanFormats
internal import KairanModel
internal import KairanReaders
internal import KairanSystem

/// The folders of a version: what people write, and what is published.
private let savedFolders = ["content", "templates", "public"]

extension Desk {
    var git: Git { Git(folder: withState { $0.options?.folder } ?? ".") }

    /// This is true if the site is in a repository of git.
    var isInRepository: Bool {
        guard case .output = git.ask(["rev-parse", "--is-inside-work-tree"]) else { return false }
        return true
    }

    /// Returns what would be in the next version.
    func describeVersion() throws -> JSONValue {
        let branch = try words(git.ask(["symbolic-ref", "--short", "-q", "HEAD"]))
        let files = try changedFiles()
        let remotes = try words(git.ask(["remote"]))
        return [
            "branch": .string(branch), "files": .array(files.map { .string($0.path) }),
            "message": .string(try message(for: files)), "canPush": .boolean(!remotes.isEmpty),
        ]
    }

    /// Returns the files that are not as in the last version, with git's letter for what became of them.
    func changedFiles() throws -> [(state: String, path: String)] {
        let folders = savedFolders.filter { folder in
            workingFolder.knownStatus(of: located(folder, in: git.folder), followsLink: true) != nil
        }
        let arguments = ["status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--"]
        let top = try words(git.ask(["rev-parse", "--show-prefix"]))
        let output = try words(git.ask(arguments + folders))
        return output.split(separator: "\0").map { line in
            // Git tells paths from the top of the repository.
            let path = String(line.dropFirst(3))
            return (String(line.prefix(2)), path.hasPrefix(top) ? String(path.dropFirst(top.count)) : path)
        }
    }

    /// Commits what people wrote and what is published.
    func saveVersion(_ body: DeskBody) throws -> JSONValue {
        let message = try body.text("message").trimmingSpaces()
        guard !message.isEmpty else { throw DeskRefusal(422, "Say what has changed first.") }
        let files = try changedFiles()
        guard !files.isEmpty else { throw DeskRefusal(422, "Nothing has changed since the last version.") }
        // Git has to know of new files; whatever else somebody has staged stays staged, and is no part of the version.
        let new = files.filter { $0.state == "??" }.map(\.path)
        if !new.isEmpty { try act(["add", "--intent-to-add", "--"] + new) }
        do {
            try act(["commit", "--quiet", "--message", String(message), "--"] + files.map(\.path))
        } catch {
            if !new.isEmpty { try act(["reset", "--quiet", "--"] + new) }
            throw error
        }
        return ["commit": .string(try words(git.ask(["rev-parse", "HEAD"])))]
    }

    /// Sends the versions to the others, with git's own credentials. It may take long, so nothing waits for it.
    func push() throws -> JSONValue {
        try act(["-c", "core.askPass=", "push", "--quiet"])
        return [:]
    }

    /// Lets git do something, and refuses if it cannot.
    private func act(_ arguments: [String]) throws(DeskRefusal) {
        do throws(GitFailure) {
            _ = try git.run(arguments)
        } catch {
            throw DeskRefusal(422, "Git could not do this: \(error.reason)")
        }
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
    private func message(for files: [(state: String, path: String)]) throws -> String {
        let site = try site()
        let changed = Set(files.map(\.path))
        var titles: [String] = []
        for declaration in site.declarations.collections {
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
        let found = try find(name.id, of: name.collection, in: try site())
        let format = "--format=%H%x1f%cI%x1f%an%x1f%s"
        let paths = try open(found, in: try site()).allPaths
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
        guard !commit.isEmpty, commit.allSatisfy(\.isHexDigit) else {
            throw DeskRefusal(400, "'\(commit)' is not a version.")
        }
        let site = try site()
        let found = try find(name.id, of: name.collection, in: site)
        let path = found.span.path
        guard let bytes = self.bytes(of: path, in: commit) else {
            throw DeskRefusal(404, "The file was not in that version.")
        }
        let now = try open(found, in: site)
        let translations = try now.translations.map { translation in
            let path = translation.editor.file.path
            let bytes = self.bytes(of: path, in: commit)
            let editor = try SourceEditor(SourceFile(path: path, bytes: bytes ?? []))
            return EntryTranslation(locale: translation.locale, editor: editor, isThere: bytes != nil)
        }
        let old = try OpenedEntry(found, SourceFile(path: path, bytes: bytes), translations: translations)
        let texts = [old, now].map { entry in
            entry.files.sorted { $0.key < $1.key }.map { String(decoding: $0.value, as: UTF8.self) }.joined()
        }
        return [
            "values": values(of: old, site.settings),
            "lines": .array(textDifference(from: texts[0], to: texts[1]).flatMap(lines)),
        ]
    }

    private func bytes(of path: String, in commit: String) -> [UInt8]? {
        if case .output(let bytes) = git.ask(["show", "\(commit):./\(path)"]) { bytes } else { nil }
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
