import Glibc
internal import KairanContent
internal import KairanModel
internal import KairanOutput

/// A publication that was made once, by its list.
struct KnownPublication {
    var list: [UInt8]
    var promises: SealedPromises
    var last: LastPublication

    /// Nil without a list of Kairan's.
    init?(_ last: @escaping LastPublication) {
        guard case .bytes(let list) = last(publishedListPath), let promises = SealedPromises(inList: list) else {
            return nil
        }
        (self.list, self.promises, self.last) = (list, promises, last)
    }

    /// Whether whoever follows this one has seen all that the other one promised.
    func isAtLeast(_ other: KnownPublication) -> Bool {
        if list == other.list { return true }
        if promises.files[agreementsPath] != other.promises.files[agreementsPath],
            !agreedVersions(bytes(agreementsPath)).isSuperset(of: agreedVersions(other.bytes(agreementsPath)))
        {
            return false
        }
        var isNewer = false
        for (path, theirs) in other.promises.files {
            guard let revision = theirs.revision else { continue }
            guard let own = promises.files[path]?.revision else {
                // Of a version that was removed by a decision the changelog stays.
                let changelog = VersionPath(path).map { "api/\($0.version)/\(VersionFile.changelog.name)" }
                if changelog.flatMap(bytes) == nil { return false }
                continue
            }
            if own < revision { return false }
            isNewer = isNewer || own > revision
        }
        return isNewer || other.promises.files == promises.files && !promises.hasCounts
    }

    private func bytes(_ path: String) -> [UInt8]? {
        if case .bytes(let bytes) = last(path) { bytes } else { nil }
    }
}

extension SealedPromises {
    /// Whether there is a number of which no hash tells what it counted.
    fileprivate var hasCounts: Bool {
        files.contains { $0.value.revision != nil && VersionPath($0.key)?.file != .manifest }
    }
}

/// The publications of a folder that git knows.
struct PublishedHistory {
    /// The newest commit's first.
    var publications: [KnownPublication] = []
    /// Why there may be more of them; nil where these are all.
    var gap: String?

    /// - Parameter folder: Neither it nor a repository needs to be there.
    init(of folder: String) {
        // It may be a repository of its own, such as a worktree of the branch that is hosted.
        let isThere = access(folder, F_OK) == 0
        guard let (above, name) = isThere ? (folder, "") : Self.cut(folder) else { return }
        let git = Git(folder: above)
        switch git.ask(["rev-parse", "--is-shallow-repository", "--show-prefix"]) {
        case .nothing: return
        case .failure(let reason):
            if !reason.contains("not a git repository") { gap = reason }
            return
        case .output(let answer):
            let lines = String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
            let commits = Self.commits(of: name + publishedListPath, git)
            read(commits.map { "\($0):\(lines.dropFirst().first ?? "")\(name)" }, git)
            // Where nobody committed the folder, its history is none.
            if !commits.isEmpty, lines.first == "true" { gap = "the clone is shallow" }
        }
    }

    /// The folder above a folder that is missing, and its name with a slash.
    private static func cut(_ folder: String) -> (above: String, name: String)? {
        let parts = folder.split(separator: "/", omittingEmptySubsequences: true)
        guard let name = parts.last, ![".", ".."].contains(name) else { return nil }
        let above = parts.dropLast().joined(separator: "/")
        return (folder.hasPrefix("/") ? "/" + above : above.isEmpty ? "." : above, "\(name)/")
    }

    /// As many as were likely ever undone: in the past of what is checked out, and in that of what was pushed of the same
    /// branch. What no branch is of may be older than what stands on the usual ones.
    private static func commits(of path: String, _ git: Git) -> [String] {
        let branch = git.lines(["symbolic-ref", "--quiet", "--short", "HEAD"])?.first
        let usual = ["origin/HEAD", "origin/main", "origin/master"].map { "refs/remotes/\($0)" }
        let names = branch.map { ["refs/remotes/origin/\($0)"] } ?? usual + ["refs/heads/main", "refs/heads/master"]
        let others = git.lines(["for-each-ref", "--format=%(objectname)"] + names) ?? []
        return git.lines(["log", "--full-history", "--format=%H", "-n", "100", "HEAD"] + others + ["--", path]) ?? []
    }

    /// - Parameter places: Of the folder in each commit, as git writes it.
    private mutating func read(_ places: [String], _ git: Git) {
        let lists = git.contents(of: places.map { $0 + publishedListPath })
        let ledgers = git.contents(of: places.map { $0 + agreementsPath })
        var known: Set<ContentHash> = []
        for place in places {
            guard let list = lists[place + publishedListPath], known.insert(ContentHash(list)).inserted else {
                continue
            }
            let publication = KnownPublication { path in
                if path == publishedListPath { return .bytes(list) }
                if path == agreementsPath { return ledgers[place + path].map(PublishedFile.bytes) ?? .nothing }
                return git.contents(of: [place + path])[place + path].map(PublishedFile.bytes) ?? .nothing
            }
            if let publication { publications.append(publication) }
        }
    }
}

extension [KnownPublication] {
    /// Those that no other one has followed.
    var newest: [KnownPublication] {
        var newest: [KnownPublication] = []
        for publication in self where !newest.contains(where: { $0.isAtLeast(publication) }) {
            newest.removeAll { publication.isAtLeast($0) }
            newest.append(publication)
        }
        return newest
    }

    /// One publication that promised what the last ones did: of each version and number the highest, and where two have
    /// the same with other files, the one after that for these files.
    func together() -> PublicationMemory? {
        guard let first, count > 1 else { return self.first.map { PublicationMemory(of: $0.last) } }
        var memory = PublicationMemory(of: first.last)
        var promises = first.promises
        for other in dropFirst() {
            let files = PublicationMemory(of: other.last)
            for path in other.promises.files.keys.sorted() {
                if let bytes = files.files[path] { memory.take(path, bytes, from: files) }
            }
        }
        for (path, bytes) in memory.files where path != publishedListPath {
            let revision = self.compactMap { $0.promises.files[path]?.revision }.max()
            if revision != nil || SealedPromises.covers(path) { promises.add(path, bytes, revision: revision) }
        }
        let paths = memory.files.keys.filter { $0 != publishedListPath }
        let list = [(key: "kairan", value: JSONValue.integer(1))] + promises.members
        memory.files[publishedListPath] = writeJSON(
            .object(list + [("files", .array(paths.sorted().map(JSONValue.string)))]))
        return memory
    }
}

extension PublicationMemory {
    /// Takes over what another publication has at a path, if it goes beyond this one.
    fileprivate mutating func take(_ path: String, _ bytes: [UInt8], from other: PublicationMemory) {
        if VersionPath(path)?.file == .manifest { return takeVersion(path, bytes, from: other) }
        if path == agreementsPath {
            files[path] = files[path].map { ledger($0, with: bytes) } ?? bytes
        } else if number(in: bytes) > number(in: files[path]) {
            files[path] = bytes
        }
    }

    private mutating func takeVersion(_ path: String, _ bytes: [UInt8], from other: PublicationMemory) {
        guard let theirs = VersionManifest(reading: bytes) else { return }
        let own = files[path].flatMap { VersionManifest(reading: $0) }
        if let own, own.revision == theirs.revision {
            files[path] = own.goingOn(after: theirs).bytes
        } else if own.map({ $0.revision < theirs.revision }) ?? true {
            let folder = path.dropLast(VersionFile.manifest.name.count)
            files = files.filter { !$0.key.hasPrefix(folder) }
            for (path, bytes) in other.files where path.hasPrefix(folder) { files[path] = bytes }
        }
    }
}

extension VersionManifest {
    /// With the next revision for what another publication had otherwise at this one.
    fileprivate func goingOn(after other: VersionManifest) -> VersionManifest {
        var all = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
        for theirs in other.files {
            var file = all[theirs.path] ?? theirs
            if all[theirs.path]?.sha256 != theirs.sha256 { file.revision = revision + 1 }
            all[theirs.path] = file
        }
        let theirPaths = Set(other.files.map(\.path))
        for path in files.map(\.path) where !theirPaths.contains(path) { all[path]?.revision = revision + 1 }
        var manifest = self
        manifest.files = all.values.sorted { $0.path < $1.path }
        return manifest
    }
}

private func number(in bytes: [UInt8]?) -> Int {
    bytes.flatMap { Int(String(decoding: $0, as: UTF8.self).filter(\.isNumber)) } ?? -1
}

/// The versions that users agreed to by either of two ledgers.
private func ledger(_ own: [UInt8], with other: [UInt8]) -> [UInt8] {
    func members(_ bytes: [UInt8]) -> [SourceNode.Member] {
        readJSON(SourceFile(path: agreementsPath, bytes: bytes)).value?.members ?? []
    }
    var versions: [String: [JSONValue]] = [:]
    var known: Set<String> = []
    for member in members(own) + members(other) {
        for version in member.value.elements ?? []
        where known.insert("\(member.key) \(version["version"]?.scalar ?? "")").inserted {
            versions[member.key, default: []].append(JSONValue(version))
        }
        versions[member.key, default: []] += []
    }
    return writeJSON(.object(versions.sorted { $0.key < $1.key }.map { ($0, .array($1)) }))
}

/// The names of the versions that a ledger has.
func agreedVersions(_ bytes: [UInt8]?) -> Set<String> {
    guard let bytes else { return [] }
    let members = readJSON(SourceFile(path: agreementsPath, bytes: bytes)).value?.members ?? []
    return Set(
        members.flatMap { member in
            (member.value.elements ?? []).map { "\(member.key) \($0["version"]?.scalar ?? "")" }
        })
}
