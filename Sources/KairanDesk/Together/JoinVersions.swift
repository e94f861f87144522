internal import KairanBuild
internal import KairanEditing
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

/// A join of the versions of others with one's own.
///
/// Committed versions are joined first (`committed`), and then the files that are checked out with the result (`work`).
/// No file is changed before both are known. The files are written before the branch is moved, so that a process that
/// is killed leaves at most changes of others that look like one's own: the next join finds them the same.
struct VersionJoin {
    let git: Git
    let others: OthersVersions
    /// The published folder, with a slash at its end; nil if it is not in the repository.
    let published: String?
    /// Returns how the entries of a file are known, by its path from the top of the repository.
    let declared: (String) -> (id: (SourceNode) -> String?, columns: TableColumns)
    /// Returns the side that somebody chose for a conflict, by its key.
    let choose: (String) -> JoinedFile.Side?
    private(set) var conflicts: [(path: String, conflict: JoinedFile.Conflict)] = []
    /// This is true if a publication that was made here is replaced by that of others.
    var dropsPublication = false
    /// The name and address of whoever takes the changes of a review, as git tells them; nil for all other versions.
    var reviewer: String?
    /// If this is not nil, only files below these folders are taken from the others.
    var takesOnly: [String]?
    /// The paths of the others' files that are not taken for that reason, without what is published.
    private(set) var left: [String] = []

    init(
        _ git: Git, _ others: OthersVersions, published: String?,
        declared: @escaping (String) -> (id: (SourceNode) -> String?, columns: TableColumns),
        choose: @escaping (String) -> JoinedFile.Side?
    ) {
        (self.git, self.others, self.published, self.declared, self.choose) = (git, others, published, declared, choose)
    }

    /// Returns the key by which a choice names a conflict. Other values at the same place have another key, so that a
    /// choice counts only for values that somebody has seen.
    static func key(_ path: String, _ conflict: JoinedFile.Conflict) -> String {
        var hash = ContentHash()
        for value in [conflict.mine, conflict.theirs] { hash.combine(value.map { "=" + words($0) } ?? "") }
        return ([path] + conflict.place + [hash.text]).joined(separator: "\n")
    }

    /// Returns a value as people read it.
    static func words(_ node: SourceNode) -> String {
        if let text = node.text { return text }
        var lines = EntryLines()
        for member in node.members ?? [] { lines.append(member.key, member.value) }
        for element in node.elements ?? [] { lines.append(element: element) }
        return lines.lines.map(\.text).joined(separator: "\n")
    }

    func isPublished(_ path: String) -> Bool { published.map(path.hasPrefix) ?? false }

    mutating func join(_ path: String, base: [UInt8]?, mine: [UInt8]?, theirs: [UInt8]?) -> [UInt8]? {
        let (declared, choose) = (declared(path), choose)
        let joined = JoinedFile(
            path, base: base, mine: mine, theirs: theirs, id: declared.id, columns: declared.columns,
            joinLines: joinLines, choose: { choose(Self.key(path, $0)) })
        conflicts += joined.conflicts.map { (path, $0) }
        return joined.bytes
    }

    private func joinLines(_ base: [UInt8], _ mine: [UInt8], _ theirs: [UInt8]) -> [UInt8]? {
        let joined = mergedLines(base, mine, theirs)
        return joined?.isClean == true ? joined?.bytes : nil
    }

    /// Lets git join lines. Where both changed the same ones, it leaves those of both in the text, between marks.
    func mergedLines(_ base: [UInt8], _ mine: [UInt8], _ theirs: [UInt8]) -> (bytes: [UInt8], isClean: Bool)? {
        do {
            let folder = try makeProcessFolder("kairan-join-")
            defer { do { try removeTree(folder) } catch {} }
            let paths = ["mine", "base", "theirs"].map { "\(folder)/\($0)" }
            for (path, bytes) in zip(paths, [mine, base, theirs]) {
                try workingFolder.createFile(path).writeAndClose([bytes[...]])
            }
            // Git writes the result in place of the first file, and says by its status whether there are marks in it.
            let answer = git.ask(["merge-file", "--quiet"] + paths)
            let isClean = if case .output = answer { true } else { false }
            return (try workingFolder.readGivenFile(paths[0]), isClean)
        } catch {
            return nil
        }
    }

    /// Returns the commit that has both one's own versions and those of others; nil if there are conflicts.
    ///
    /// - Parameter index: The path of a file that git may use meanwhile.
    mutating func committed(own: String?, _ tip: String, _ identity: [String], index: String) throws -> String? {
        let bases = try own.map { try git.lines(["merge-base", "--all", $0, tip]) } ?? []
        if let own, bases.first == tip { return own }
        try refuseLookAlikes(in: [own, tip].compactMap(\.self), changed: git.changes(from: own, to: tip))
        let base = try JoinBase(bases, git)
        var theirs = try base.changes(to: tip)
        try refuseFilters(theirs, in: tip, index: index)
        // A review is always joined by a version that says who took it.
        guard let own, bases.first != own || reviewer != nil else { return tip }
        if let takesOnly {
            findLeft(theirs)
            // The site is published again from the sources that were taken, so the published files of the review are left.
            dropsPublication = true
            theirs.removeAll { change in !takesOnly.contains { change.path.hasPrefix($0) } }
        }
        let ownChanges = try base.changes(to: own)
        let ownByPath = Dictionary(ownChanges.map { ($0.path, $0) }) { first, _ in first }
        var changes: [VersionChange] = []
        // A publication stays whole: it is that of the others, until the next one.
        if theirs.contains(where: { isPublished($0.path) }) {
            changes = try git.changes(from: own, to: tip).filter { isPublished($0.path) }
            dropsPublication = ownChanges.contains { isPublished($0.path) }
        }
        var both: [(theirs: VersionChange, mine: VersionChange)] = []
        for change in theirs where !isPublished(change.path) {
            guard let mine = ownByPath[change.path] else {
                if let former = change.formerPath { changes.append(VersionChange(path: former)) }
                changes.append(change)
                continue
            }
            let isSameName = mine.path.isSameName(as: change.path)
            if mine.object == change.object, mine.mode == change.mode, isSameName { continue }
            guard !change.isNoFile, !mine.isNoFile else { throw DeskRefusal.link(change.path) }
            both.append((change, mine))
        }
        changes += try joined(both, base: base, own: own, tip)
        guard conflicts.isEmpty else { return nil }
        var other = git
        other.index = index
        try other.run(["read-tree", own])
        try other.run(["update-index", "-z", "--index-info"], input: lines(changes, like: own))
        let tree = try git.line(of: other.ask(["write-tree"], noIsFailure: true))
        try refuseFolders(in: tree, own: own, changes)
        let words = identity + ["commit-tree", tree, "-p", own, "-p", tip, "-m", message]
        return try git.line(of: git.ask(words, noIsFailure: true))
    }

    /// Refuses files of which git keeps something else: a filter makes them, such as Git LFS, and only git itself would
    /// run it.
    private func refuseFilters(_ changes: [VersionChange], in tip: String, index: String) throws {
        var other = git
        other.index = index
        try other.run(["read-tree", tip])
        guard let (path, filter) = try other.filtered(changes.map(\.path), in: ["--cached"]) else { return }
        throw DeskRefusal(
            422,
            "Others have changed '\(path)', which is kept by the filter '\(filter)', and that works only in git itself. Get "
                + "their versions in a terminal: git pull")
    }

    /// Refuses a tree in which a folder has taken the place of a file that was to stay, or the other way round.
    private func refuseFolders(in tree: String, own: String, _ wished: [VersionChange]) throws {
        guard wished.contains(where: { $0.oldMode == nil && $0.object != nil }) else { return }
        func names(_ paths: [String]) -> Set<[UInt8]> { Set(paths.map { Array($0.utf8) }) }
        let (gone, there) = (names(wished.filter { $0.object == nil }.map(\.path)), names(try git.paths(in: tree)))
        let lost =
            try git.changes(from: own, to: tree).first { $0.object == nil && !gone.contains(Array($0.path.utf8)) }
            ?? wished.first { $0.object != nil && !there.contains(Array($0.path.utf8)) }
        guard let lost else { return }
        throw DeskRefusal(
            422,
            "At '\(lost.path)' one of you has a file and the other a folder. Get their versions in a terminal, and rename one "
                + "of the two: git pull, and then git mv")
    }

    /// Refuses files whose names look the same. Some systems cannot keep them apart, and no board can be published with
    /// them.
    private func refuseLookAlikes(in versions: [String], changed: [VersionChange]) throws {
        let paths = changed.map(\.path).filter { !$0.utf8.allSatisfy { $0 < 0x80 } }
        if paths.isEmpty { return }
        // As texts, two Unicode normal forms are equal.
        let looks = Set(paths)
        for version in versions {
            if let path = lookAlike(among: try git.paths(in: version).filter(looks.contains)) {
                throw DeskRefusal.lookAlike(path)
            }
        }
    }

    /// Finds the files of others that are not taken.
    mutating func findLeft(from base: String?, to tip: String) throws {
        findLeft(try git.changes(from: base, to: tip))
    }

    private mutating func findLeft(_ theirs: [VersionChange]) {
        guard let takesOnly else { return }
        let paths = theirs.map(\.path).filter { path in !takesOnly.contains(where: path.hasPrefix) }
        left = paths.filter { !isPublished($0) }
    }

    /// Joins the files that both have changed.
    private mutating func joined(
        _ both: [(theirs: VersionChange, mine: VersionChange)], base: JoinBase, own: String, _ tip: String
    ) throws -> [VersionChange] {
        func names(_ theirs: VersionChange, _ mine: VersionChange) -> (base: String, mine: String, theirs: String) {
            let former = theirs.formerPath ?? theirs.path
            return ("\(base.commit(of: former) ?? ""):\(former)", "\(own):\(mine.path)", "\(tip):\(theirs.path)")
        }
        // A clone may lack contents, so only those are asked for that are there.
        let asked = both.flatMap { theirs, mine in
            let names = names(theirs, mine)
            return [(theirs.oldMode, names.base), (mine.mode, names.mine), (theirs.mode, names.theirs)].compactMap {
                mode, name in mode.map { _ in name }
            }
        }
        let contents = try git.contents(of: asked)
        var changes: [VersionChange] = []
        for (theirs, mine) in both {
            let names = names(theirs, mine)
            // A name counts like a value: if others have left it, it is one's own.
            let path = theirs.oldMode != nil && theirs.formerPath == nil ? mine.path : theirs.path
            let bytes = join(
                path, base: contents[names.base], mine: contents[names.mine], theirs: contents[names.theirs])
            var change = VersionChange(path: path, oldMode: mine.mode)
            if let bytes {
                let words = ["hash-object", "-w", "--no-filters", "--stdin"]
                change.object = try git.line(of: git.ask(words, input: bytes, noIsFailure: true))
                change.mode = theirs.mode == theirs.oldMode ? mine.mode ?? theirs.mode : theirs.mode ?? mine.mode
            }
            if !mine.path.isSameName(as: path) { changes.append(VersionChange(path: mine.path)) }
            changes.append(change)
        }
        return changes
    }

    var message: String {
        let names = others.authors.joined(separator: ", ")
        guard let reviewer else { return "Get the versions of \(names)" }
        // The time follows the address.
        return "Take the changes of \(names)\n\nReviewed-by: \(reviewer.prefix { $0 != ">" })>\n"
    }

    /// Returns changes as git reads them.
    ///
    /// - Parameter commit: A commit, which has as many digits as the name of a content.
    private func lines(_ changes: [VersionChange], like commit: String) -> [UInt8] {
        let zeros = String(repeating: "0", count: commit.count)
        // Files are removed before others are added, as a folder may take the place of a file.
        let sorted = changes.filter { $0.object == nil } + changes.filter { $0.object != nil }
        return Array(sorted.map { "\($0.mode ?? "0") \($0.object ?? zeros)\t\($0.path)\0" }.joined().utf8)
    }
}

extension DeskRefusal {
    static func link(_ path: String) -> DeskRefusal {
        DeskRefusal(
            422, "'\(path)' is a link or another repository. Get the versions of the others in a terminal: git pull")
    }
}
