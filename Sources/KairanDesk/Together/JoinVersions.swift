internal import KairanBuild
internal import KairanEditing
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

/// The versions of others and one's own, joined into one.
///
/// What is committed is joined with what others have committed, and what is not committed yet with the result. Nothing
/// is written before all of it is known, and then first the files, so that a process that is killed leaves at most
/// changes of others that look like one's own: the next join finds them the same.
struct VersionJoin {
    let git: Git
    let others: OthersVersions
    /// The published folder, with a slash at its end; nil if it is not in the repository.
    let published: String?
    /// Returns how the entries of a file are known, by its path from the top of the repository.
    let declared: (String) -> (idKey: String, columns: TableColumns)
    /// Returns the side that somebody chose for a value, by its key (`key`).
    let choose: (String) -> JoinedFile.Side?
    private(set) var conflicts: [(path: String, conflict: JoinedFile.Conflict)] = []
    /// This is true if what was published here is replaced by what others published.
    var dropsPublication = false

    /// The key by which a choice names a value.
    static func key(_ path: String, _ place: [String]) -> String { ([path] + place).joined(separator: "\n") }

    init(
        _ git: Git, _ others: OthersVersions, published: String?,
        declared: @escaping (String) -> (idKey: String, columns: TableColumns),
        choose: @escaping (String) -> JoinedFile.Side?
    ) {
        (self.git, self.others, self.published, self.declared, self.choose) = (git, others, published, declared, choose)
    }

    func isPublished(_ path: String) -> Bool { published.map(path.hasPrefix) ?? false }

    mutating func join(_ path: String, base: [UInt8]?, mine: [UInt8]?, theirs: [UInt8]?) -> [UInt8]? {
        let (declared, choose) = (declared(path), choose)
        let joined = JoinedFile(
            path, base: base, mine: mine, theirs: theirs, idKey: declared.idKey, columns: declared.columns,
            joinLines: joinLines, choose: { choose(Self.key(path, $0)) })
        conflicts += joined.conflicts.map { (path, $0) }
        return joined.bytes
    }

    /// Lets git join lines.
    private func joinLines(_ base: [UInt8], _ mine: [UInt8], _ theirs: [UInt8]) -> [UInt8]? {
        do {
            let folder = try makeProcessFolder("kairan-join-")
            defer { do { try removeTree(folder) } catch {} }
            var paths: [String] = []
            for (name, bytes) in [("mine", mine), ("base", base), ("theirs", theirs)] {
                paths.append("\(folder)/\(name)")
                try workingFolder.createFile("\(folder)/\(name)").writeAndClose([bytes[...]])
            }
            guard case .output(let joined) = git.ask(["merge-file", "-p", "--quiet"] + paths) else { return nil }
            return joined
        } catch {
            return nil
        }
    }
}

/// A file that differs between two versions.
struct VersionChange {
    var path: String
    /// The mode and the name of its content in the later version, as git has them; nil if it is gone.
    var entry: (mode: String, object: String)?
}

extension VersionJoin {
    func changes(from old: String, to new: String) throws(GitFailure) -> [VersionChange] {
        let words = ["diff-tree", "-r", "-z", "--no-renames", "--raw", old, new]
        let answer: [UInt8]
        switch git.ask(words, noIsFailure: true) {
        case .output(let bytes): answer = bytes
        case .nothing: answer = []
        case .failure(let reason): throw GitFailure(reason: reason)
        }
        let parts = String(decoding: answer, as: UTF8.self).split(separator: "\0").map(String.init)
        return stride(from: 0, to: parts.count - 1, by: 2).compactMap { index in
            let facts = parts[index].split(separator: " ").map(String.init)
            guard facts.count == 5 else { return nil }
            return VersionChange(path: parts[index + 1], entry: facts[4] == "D" ? nil : (facts[1], facts[3]))
        }
    }

    /// Returns the commit that has both one's own versions and those of others; nil if there are conflicts.
    ///
    /// - Parameter index: The path of a file that git may use meanwhile.
    mutating func committed(own: String?, _ tip: String, _ identity: [String], index: String) throws -> String? {
        guard let own else { return tip }
        let base = try git.lines(["merge-base", own, tip]).first
        if base == own { return tip }
        if base == tip { return own }
        let empty = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
        let theirs = try changes(from: base ?? empty, to: tip)
        let ownPaths = Set(try changes(from: base ?? empty, to: own).map(\.path))
        var entries: [VersionChange] = []
        // A publication stays whole: it is that of the others, until the next one.
        if theirs.contains(where: { isPublished($0.path) }) {
            entries = try changes(from: own, to: tip).filter { isPublished($0.path) }
            dropsPublication = ownPaths.contains(where: isPublished)
        }
        var both: [String] = []
        for change in theirs where !isPublished(change.path) {
            if ownPaths.contains(change.path) { both.append(change.path) } else { entries.append(change) }
        }
        let names = both.flatMap { path in [base ?? empty, own, tip].map { "\($0):\(path)" } }
        let contents = try git.contents(of: names)
        for path in both {
            let bytes = join(
                path, base: contents["\(base ?? empty):\(path)"], mine: contents["\(own):\(path)"],
                theirs: contents["\(tip):\(path)"])
            guard let bytes else {
                entries.append(VersionChange(path: path, entry: nil))
                continue
            }
            let object = try one(
                git.ask(["hash-object", "-w", "--no-filters", "--stdin"], input: bytes, noIsFailure: true))
            entries.append(VersionChange(path: path, entry: ("100644", object)))
        }
        guard conflicts.isEmpty else { return nil }
        var git = git
        git.index = index
        try git.run(["read-tree", own])
        try git.run(["update-index", "-z", "--index-info"], input: lines(entries))
        let tree = try one(git.ask(["write-tree"], noIsFailure: true))
        let words = identity + ["commit-tree", tree, "-p", own, "-p", tip, "-m", message]
        return try one(git.ask(words, noIsFailure: true))
    }

    var message: String { "Get the versions of \(others.authors.joined(separator: ", "))" }

    private func lines(_ entries: [VersionChange]) -> [UInt8] {
        let zeros = String(repeating: "0", count: 40)
        // What goes, goes first: a folder may take the place of a file.
        let sorted = entries.filter { $0.entry == nil } + entries.filter { $0.entry != nil }
        return Array(
            sorted.map { change in
                let (mode, object) = change.entry ?? ("0", zeros)
                return "\(mode) \(object)\t\(change.path)\0"
            }.joined().utf8)
    }

    private func one(_ answer: Git.Answer) throws(GitFailure) -> String {
        switch answer {
        case .output(let bytes): return String(decoding: bytes, as: UTF8.self).trimmingSpaces().description
        case .nothing: throw GitFailure(reason: "it made nothing")
        case .failure(let reason): throw GitFailure(reason: reason)
        }
    }
}
