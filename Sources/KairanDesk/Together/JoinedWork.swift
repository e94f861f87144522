internal import KairanBuild
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

/// The changes that a join makes to the files that are checked out.
struct JoinedWork {
    /// The files that are not in a version yet, as they shall be.
    var written: [WishedFile] = []
    /// The paths of files that are to be as in the joined version.
    var taken: [String] = []
    var removed: [String] = []
    /// The paths among these that were as in the last version when this was planned. They must still be so.
    var clean: Set<String> = []
    /// The files among those written whose mode others have changed, and whether they are programs now.
    var modes: [(path: String, isProgram: Bool)] = []
}

extension VersionJoin {
    /// Plans what is to be done with the files that are checked out.
    ///
    /// - Parameter changed: The files that are not as in the last version.
    mutating func work(own: String?, _ joined: String, changed: [ChangedFile]) throws -> JoinedWork {
        let changes = try git.changes(from: own, to: joined).byLook
        let dirty = Dictionary(changed.map { ($0.place, $0) }) { first, _ in first }
        // A link can go like a file, but nobody knows what is in the folder of another repository.
        if let link = changes.first(where: { $0.isNoFile && ($0.mode != nil || $0.oldMode == VersionChange.repository) }
        ) {
            throw DeskRefusal.link(link.path)
        }
        var work = JoinedWork()
        for change in changes where dirty[change.path] == nil || isPublished(change.path) {
            if change.object == nil { work.removed.append(change.path) } else { work.taken.append(change.path) }
            if let former = change.formerPath { work.removed.append(former) }
            if dirty[change.path] == nil, !isPublished(change.path) {
                work.clean.formUnion([change.path, change.formerPath].compactMap(\.self))
            }
        }
        work.written = try joinedFiles(changes, changed.filter { !isPublished($0.place) }, own: own, joined)
        work.modes = changes.filter { dirty[$0.path] != nil && $0.oldMode != nil && $0.oldMode != $0.mode }.compactMap {
            change in change.mode.map { ("\(git.folder)/\(change.path)", $0 == VersionChange.program) }
        }
        if changes.contains(where: { isPublished($0.path) }) {
            takePublication(of: changes, changed.filter { isPublished($0.place) }, &work)
        }
        try refuseOthers(than: changed, of: work)
        return work
    }

    /// Joins files that are not in a version yet with the joined version.
    private mutating func joinedFiles(
        _ changes: [VersionChange], _ changed: [ChangedFile], own: String?, _ joined: String
    ) throws -> [WishedFile] {
        let byPath = Dictionary(changes.map { ($0.path, $0) }) { first, _ in first }
        let files = changed.filter { byPath[$0.place] != nil || $0.isUnmerged }
        // A name that was written in another normal form is two lines of git's, but one file.
        let groups = Dictionary(grouping: files) { $0.place }.values.sorted { $0[0].place < $1[0].place }
        func names(_ file: ChangedFile) -> (base: String, theirs: String) {
            let change = byPath[file.place]
            return (
                "\(own ?? ""):\(change?.formerPath ?? change?.path ?? file.place)",
                "\(joined):\(change?.path ?? file.place)"
            )
        }
        let asked = groups.flatMap { group -> [String] in
            let names = names(group[0])
            guard let change = byPath[group[0].place] else { return [names.base] }
            return [change.oldMode.map { _ in names.base }, change.mode.map { _ in names.theirs }].compactMap(\.self)
        }
        let contents = try git.contents(of: asked)
        var written: [WishedFile] = []
        for group in groups {
            let (change, names) = (byPath[group[0].place], names(group[0]))
            let former = change.flatMap { $0.oldMode == nil ? nil : $0.formerPath ?? $0.path }
            let place = try knownPlace(group.map(\.place) + [former].compactMap(\.self))
            let base = contents[names.base]
            // During a merge, the joined version of a file may be one's own, and then there is no change of it.
            let theirs = change == nil ? base : contents[names.theirs]
            let disk = try bytes(at: "\(git.folder)/\(place)")
            let mine = group.contains(where: \.isUnmerged) ? try settled(place, disk, base) : disk
            // Git may write other line ends than it keeps.
            let hasReturns = mine.map(endsLinesWithReturns) == true && base?.contains(0x0D) == false
            var result = join(place, base: base, mine: hasReturns ? mine.map(withLines) : mine, theirs: theirs)
            if hasReturns, let lines = result { result = withReturns(lines) }
            // A name counts like a value: if others have left it, it is one's own.
            let isNameOfOthers = change.map { $0.formerPath != nil || $0.oldMode == nil } ?? false
            let wanted = isNameOfOthers ? change?.path ?? place : place
            if disk != nil, !wanted.isSameName(as: place) {
                written.append(WishedFile(path: "\(git.folder)/\(place)", bytes: nil, isNew: false, expected: disk))
                written.append(WishedFile(path: "\(git.folder)/\(wanted)", bytes: result, isNew: true))
            } else if result != disk {
                written.append(
                    WishedFile(path: "\(git.folder)/\(wanted)", bytes: result, isNew: disk == nil, expected: disk))
            }
        }
        return written
    }

    /// Returns the one of these paths at which there is a file, of names that look the same; the first if there is none.
    private func knownPlace(_ places: [String]) throws(DeskRefusal) -> String {
        var known: (place: String, status: FileStatus)?
        for place in places {
            guard let status = workingFolder.knownStatus(of: "\(git.folder)/\(place)") else { continue }
            // On some systems both names lead to one file.
            if let known, (known.status.device, known.status.inode) != (status.device, status.inode) {
                throw DeskRefusal.lookAlike(place)
            }
            known = known ?? (place, status)
        }
        return known?.place ?? places[0]
    }

    /// Returns one's own text of a file that git could not merge. Marks that git left are nobody's text, but if
    /// somebody has begun to settle them, only a text editor can go on.
    private func settled(_ place: String, _ disk: [UInt8]?, _ own: [UInt8]?) throws -> [UInt8]? {
        guard let disk, let own, hasConflictMarks(disk) else { return disk }
        let stages = try [1, 3].map { try git.contents(of: [":\($0):\(place)"])[":\($0):\(place)"] ?? [] }
        let merged = mergedLines(stages[0], own, stages[1])?.bytes
        guard merged.map(withoutNames) == withoutNames(disk) else {
            throw DeskRefusal(
                422,
                "'\(place)' holds a merge that somebody has begun to settle. Settle it in a text editor, and then come back."
            )
        }
        return own
    }

    /// Puts the publication of others in the place of one that was made here and is in no version.
    private mutating func takePublication(
        of changes: [VersionChange], _ changed: [ChangedFile], _ work: inout JoinedWork
    ) {
        let theirs = Set(changes.map(\.path))
        var made: Set<String>?
        for file in changed where !theirs.contains(file.place) {
            // The list of what Kairan published tells apart what somebody else put there, which stays.
            let known = made ?? publishedPaths
            made = known
            if !file.isNew {
                work.taken.append(file.place)
            } else if known.contains(file.place) {
                work.removed.append(file.place)
            }
        }
        if !changed.isEmpty { dropsPublication = true }
    }

    /// The paths of the files that were published last, from the top of the repository.
    private var publishedPaths: Set<String> {
        guard let published else { return [] }
        let list = PublishedList(readPublished(publishedListPath, in: "\(git.folder)/\(published)"))
        var paths: Set = [published + publishedListPath]
        list.forEachFile { bytes, line in
            paths.insert(published + String(decoding: line.path.map { bytes[$0] }, as: UTF8.self))
        }
        return paths
    }

    /// Refuses to touch files that are in no version and cannot be joined here: those outside the folders of a version,
    /// and those in whose place a folder comes, or which are in a folder that goes.
    private func refuseOthers(than changed: [ChangedFile], of work: JoinedWork) throws {
        let touched = Set(work.taken + work.removed)
        let (known, folders) = (
            Set(changed.map(\.place)), touched.reduce(into: Set<String>()) { $0.formUnion(parents(of: $1)) }
        )
        let options = [
            "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--ignored", "--ignore-submodules=all",
        ]
        // Each line is two letters, a space and a path; the first letter may be a space, too.
        let lines = try git.output(of: git.ask(["status"] + options, noIsFailure: true)).split(separator: 0)
        for path in lines.map({ String(decoding: $0.dropFirst(3), as: UTF8.self) }) {
            let isInTheWay = folders.contains(path) || parents(of: path).contains(where: touched.contains)
            guard touched.contains(path) && !known.contains(path) || isInTheWay else { continue }
            throw DeskRefusal(
                422,
                "Others have changed '\(path)', which is in no version here. Save a version of it in a terminal, and then "
                    + "get theirs: git pull")
        }
    }

    /// Writes the files, and then makes the joined version the one that is checked out.
    func finish(_ work: JoinedWork, own: String?, _ joined: String, index: String) throws {
        try writeFiles(work.written)
        for (path, isProgram) in work.modes {
            guard let known = workingFolder.knownStatus(of: path)?.permissions else { continue }
            // Whoever may read a program may run it.
            let permissions = isProgram ? known | (known & 0o444) >> 2 : known & ~0o111
            try workingFolder.setPermissions(of: path, permissions)
        }
        // A name that differs only in case may be the same file, so what goes is removed first.
        for path in work.removed { workingFolder.discardFile("\(git.folder)/\(path)") }
        var other = git
        other.index = index
        try other.run(["read-tree", joined])
        let paths = work.taken.map { $0 + "\0" }.joined()
        if !paths.isEmpty { try other.run(["checkout-index", "-f", "-z", "--stdin"], input: Array(paths.utf8)) }
        // Staged files stay staged, unless one of them is in the way. Then none is; the files themselves stay as they
        // are.
        let kept = own.map { git.ask(["read-tree", "-i", "-m", $0, joined], noIsFailure: true) }
        if case .output? = kept {} else { try git.run(["read-tree", joined]) }
        // The empty text says that there is no commit yet.
        try git.run(["update-ref", "-m", message, "HEAD", joined, own ?? ""])
        if git.has("MERGE_HEAD") { try git.run(["merge", "--quit"]) }
    }

    private func bytes(at path: String) throws -> [UInt8]? {
        guard let status = workingFolder.knownStatus(of: path) else { return nil }
        if status.kind == .symbolicLink { throw DeskRefusal.link(path) }
        return try workingFolder.readGivenFile(path)
    }
}

extension ChangedFile {
    /// This is true if a merge left it to somebody to settle.
    fileprivate var isUnmerged: Bool { state.contains("U") || ["DD", "AA"].contains(state) }
    /// This is true if the last version does not have it.
    fileprivate var isNew: Bool { state == "??" || state.hasPrefix("A") }
}

private let marks = ["<<<<<<< ", "=======", ">>>>>>> "]

/// Tells whether git left both sides of a conflict in a text.
private func hasConflictMarks(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    return marks.allSatisfy { mark in lines.contains { $0.starts(with: mark.utf8) } }
}

/// Returns the lines of a text without the names of versions, which follow the marks.
private func withoutNames(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
        marks.contains { line.starts(with: $0.utf8) } ? line.prefix(7) : line
    }
}

/// Tells whether each line of a text ends with a return and a line feed.
private func endsLinesWithReturns(_ bytes: [UInt8]) -> Bool {
    bytes.contains(0x0A) && zip(bytes, [0] + bytes).allSatisfy { $0 != 0x0A || $1 == 0x0D }
}

private func withLines(_ bytes: [UInt8]) -> [UInt8] {
    zip(bytes, bytes.dropFirst() + [0]).filter { $0 != (0x0D, 0x0A) }.map(\.0)
}

private func withReturns(_ bytes: [UInt8]) -> [UInt8] { bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } }

/// Returns the folders that a path is in.
private func parents(of path: String) -> [String] {
    path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
}
