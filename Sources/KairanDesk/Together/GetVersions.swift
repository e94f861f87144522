internal import KairanBuild
internal import KairanContent
internal import KairanEditing
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

extension Desk {
    /// Asks the remote repository for the versions of others. It may take long, so nothing waits for it.
    ///
    /// - Returns: What the page says of the others, and why they could not be asked, if so.
    func fetch() throws -> JSONValue {
        let git = git
        var problem = JSONValue.null
        if let others = try others(in: git) {
            do throws(GitFailure) { try git.fetch(from: others.remote) } catch {
                problem = refusal(error, in: git).answer["error"] ?? .null
            }
        }
        return ["others": describe(try others(in: git)), "problem": problem]
    }

    /// Joins the versions of others that were fetched with one's own, and with what is not in a version yet. Nothing is
    /// changed as long as there are conflicts, which are returned.
    ///
    /// - Parameter body: `choices` names a side, `mine` or `theirs`, for each conflict that is settled, by its key.
    func join(_ body: DeskBody) throws -> JSONValue {
        let git = git.atTop
        try requireBranch(in: git)
        guard let others = try others(in: git), let tip = others.tip, others.count > 0 else {
            return ["joined": 0, "by": .array([]), "conflicts": .array([])]
        }
        let choices = body.node["choices"]
        let (folder, declarations) = (try words(self.git.ask(["rev-parse", "--show-prefix"])), try site().declarations)
        var join = VersionJoin(
            git, others, published: publishedFolder(in: git),
            declared: { path in
                let path = path.hasPrefix(folder) ? path.dropFirst(folder.count) : path[...]
                let found = declarations.collections.first { $0.parent == nil && path.hasPrefix("content/\($0.name)/") }
                return (found?.idField ?? "id", found?.columns ?? TableColumns())
            }, choose: { key in choices?[key]?.text.flatMap(JoinedFile.Side.init) })
        do {
            let index = try makeProcessFolder("kairan-join-")
            defer { do { try removeTree(index) } catch {} }
            let own = head(in: git)
            guard let joined = try join.committed(own: own, tip, identity(in: git), index: index + "/index") else {
                return conflicts(of: join)
            }
            let work = try join.work(own: own, joined, changed: try changedFiles(in: self.git))
            guard join.conflicts.isEmpty else { return conflicts(of: join) }
            try refuseOtherFiles(work, in: git)
            try join.finish(work, own: own, joined, index: index + "/index")
            try takeOver(work, in: git, below: folder)
            return [
                "joined": .integer(others.count), "by": .array(others.authors.map(JSONValue.string)),
                "conflicts": .array([]), "needsPublishing": .boolean(join.dropsPublication),
            ]
        } catch let failure as GitFailure {
            throw refusal(failure, in: git)
        }
    }

    /// Refuses to touch what cannot be joined here: files outside the folders of a version that are in no version, since
    /// they would be lost, and links, through which something outside the repository could be changed.
    private func refuseOtherFiles(_ work: JoinedWork, in repository: Git) throws {
        let touched = Set(work.taken + work.removed)
        let known = Set(try changedFiles(in: git).map(\.place))
        let options = [
            "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--ignored", "--ignore-submodules=all",
        ]
        let lines = try words(repository.ask(["status"] + options)).split(separator: "\0").map { $0.dropFirst(3) }
        let unsaved = lines.map(String.init).first { path in
            !known.contains(path) && (touched.contains(path) || touched.contains { path.hasPrefix($0 + "/") })
        }
        if let unsaved {
            throw DeskRefusal(
                422,
                "Others have changed '\(unsaved)', which is in no version here. Get their versions in a terminal: git pull"
            )
        }
        guard let link = work.links.first else { return }
        throw DeskRefusal(
            422, "Others have changed the link '\(link)'. Get their versions in a terminal: git pull")
    }

    /// Takes over the sources that were written, so that the forms need not wait for the next build to show them.
    private func takeOver(_ work: JoinedWork, in repository: Git, below folder: String) throws {
        let top = repository.folder + "/"
        let places = work.written.map { String($0.path.dropFirst(top.count)) } + work.taken + work.removed
        var files: [String: [UInt8]?] = [:]
        for place in places where place.hasPrefix(folder + "content/") || place.hasPrefix(folder + "templates/") {
            let path = top + place
            let isThere = workingFolder.knownStatus(of: path) != nil
            files[String(place.dropFirst(folder.count))] = .some(isThere ? try workingFolder.readGivenFile(path) : nil)
        }
        if !files.isEmpty { take(try tryFiles(files, before: [:], known: try site())) }
    }

    private func conflicts(of join: VersionJoin) -> JSONValue {
        let described = join.conflicts.map { path, conflict -> JSONValue in
            [
                "key": .string(VersionJoin.key(path, conflict.place)), "path": .string(path),
                "place": .array(conflict.place.map(JSONValue.string)), "mine": words(conflict.mine),
                "theirs": words(conflict.theirs),
            ]
        }
        return [
            "joined": 0, "by": .array(join.others.authors.map(JSONValue.string)), "conflicts": .array(described),
        ]
    }

    /// Returns a value as people read it; null for one that is gone.
    private func words(_ node: SourceNode?) -> JSONValue {
        guard let node else { return .null }
        if let text = node.text { return .string(text) }
        var lines = EntryLines()
        for member in node.members ?? [] { lines.append(member.key, member.value) }
        for element in node.elements ?? [] { lines.append(element: element) }
        return .string(lines.lines.map(\.text).joined(separator: "\n"))
    }

    /// The published folder as git names it, with a slash at its end; nil if it is not in the repository.
    private func publishedFolder(in repository: Git) -> String? {
        guard let output = withState({ $0.options?.output }).flatMap(realPath) else { return nil }
        let top = repository.folder + "/"
        return output.hasPrefix(top) ? output.dropFirst(top.count) + "/" : nil
    }
}

/// What becomes of the files that are checked out.
struct JoinedWork {
    /// The files that are not in a version yet, as they shall be.
    var written: [WishedFile] = []
    /// The paths of files that are to be as in the joined version.
    var taken: [String] = []
    var removed: [String] = []
    /// The paths of links and submodules among what others changed.
    var links: [String] = []
}

extension VersionJoin {
    /// Plans what becomes of the files that are checked out.
    ///
    /// - Parameter changed: The files that are not as in the last version.
    mutating func work(own: String?, _ joined: String, changed: [ChangedFile]) throws -> JoinedWork {
        let empty = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
        let changes = try changes(from: own ?? empty, to: joined)
        let dirty = Dictionary(changed.map { ($0.place, $0.state) }) { first, _ in first }
        var work = JoinedWork()
        work.links = changes.filter { ["120000", "160000"].contains($0.entry?.mode) }.map(\.path)
        let both = changes.filter { dirty[$0.path] != nil && !isPublished($0.path) }.map(\.path)
        let contents = try git.contents(of: both.flatMap { ["\(own ?? empty):\($0)", "\(joined):\($0)"] })
        for path in both {
            let (base, theirs) = (contents["\(own ?? empty):\(path)"], contents["\(joined):\(path)"])
            let place = "\(git.folder)/\(path)"
            let disk = try bytes(at: place)
            // Another program may have left both versions in the file, with signs between them.
            let isUnsettled = disk.map { hasConflictMarks($0) && dirty[path] != "??" } ?? false
            let result = join(path, base: base, mine: isUnsettled ? base : disk, theirs: theirs)
            guard result != disk else { continue }
            work.written.append(WishedFile(path: place, bytes: result, isNew: disk == nil, expected: disk))
        }
        for change in changes where dirty[change.path] == nil || isPublished(change.path) {
            if change.entry == nil { work.removed.append(change.path) } else { work.taken.append(change.path) }
        }
        guard changes.contains(where: { isPublished($0.path) }) else { return work }
        let others = Set(changes.map(\.path))
        for file in changed where isPublished(file.place) {
            dropsPublication = true
            if others.contains(file.place) { continue }
            if file.state == "??" { work.removed.append(file.place) } else { work.taken.append(file.place) }
        }
        return work
    }

    /// Writes the files, and then makes the joined version the one that is checked out.
    func finish(_ work: JoinedWork, own: String?, _ joined: String, index: String) throws {
        try writeFiles(work.written)
        var other = git
        other.index = index
        try other.run(["read-tree", joined])
        let paths = work.taken.map { $0 + "\0" }.joined()
        if !paths.isEmpty { try other.run(["checkout-index", "-f", "-z", "--stdin"], input: Array(paths.utf8)) }
        for path in work.removed { workingFolder.discardFile("\(git.folder)/\(path)") }
        // What somebody staged stays staged, unless it is in the way.
        let kept = own.map { git.ask(["read-tree", "-i", "-m", $0, joined], noIsFailure: true) }
        if case .output? = kept {} else { try git.run(["read-tree", joined]) }
        try git.run(["update-ref", "-m", message, "HEAD", joined, own ?? String(repeating: "0", count: 40)])
        if case .output = git.ask(["rev-parse", "--verify", "--quiet", "MERGE_HEAD"]) {
            try git.run(["merge", "--quit"])
        }
    }

    private func bytes(at path: String) throws -> [UInt8]? {
        guard workingFolder.knownStatus(of: path) != nil else { return nil }
        return try workingFolder.readGivenFile(path)
    }
}

/// Tells whether git left both sides of a conflict in a text.
private func hasConflictMarks(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    return ["<<<<<<< ", "=======", ">>>>>>> "].allSatisfy { mark in lines.contains { $0.starts(with: mark.utf8) } }
}
