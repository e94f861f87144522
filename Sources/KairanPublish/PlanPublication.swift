internal import KairanModel
internal import KairanSystem

/// The changes that a publication has to make in the target's tree.
struct PublicationPlan: Sendable {
    /// The files to write, sorted by path so that each folder is entered once.
    var written: [Publication.File]
    /// The outputs of the earlier build that are no longer made.
    var removed: [TreePath] = []
    /// The folders that held the removed files, deepest first. They are removed too, unless they hold anything else.
    var emptied: [TreePath] = []
    var summary: PublicationSummary

    /// The paths of files that are written or removed.
    var replaced: Set<TreePath> { Set(written.map(\.path)).union(removed) }
}

/// Decides what has to change. `earlier` is the list of what the earlier builds made.
func planPublication(
    _ publication: Publication, _ states: [OutputState], earlier: EarlierList, in target: String
) throws(PublishError) -> PublicationPlan {
    let listed = earlier.list?.files ?? []
    let stale = missing(from: publication.paths, of: listed)
    let (removed, left) = try stale.divided(in: target)
    // These are lazy because they are seldom needed. A file that holds something else by now is no longer ours.
    lazy var ours = OurPaths(sorted: listed.map(\.path), except: Set(left))
    var conflicts: Set<TreePath> = []
    let root = try openFolder(target)
    defer { root.close() }
    for (file, state) in zip(publication.files, states) {
        // The list's name is Kairan's own, so a damaged one is replaced. Where it is damaged, so may other files be.
        if state == .differs, !ours.contains(file.path), file.path != WholeList.path,
            try !earlier.isRemnant(of: file, below: root)
        {
            conflicts.insert(file.path)
        }
        if state == .absent, let path = try obstacle(to: file.path, ours, below: root, in: target) {
            conflicts.insert(path)
        }
    }
    if !conflicts.isEmpty { throw .conflicts(conflicts.sorted().map(\.text), listIsDamaged: earlier.isDamaged) }
    var plan = PublicationPlan(
        written: changedFiles(publication, states),
        removed: removed, emptied: folders(leadingTo: stale.map(\.path)).sorted(by: >), summary: PublicationSummary())
    plan.summary = summary(publication, states, removed: removed.count)
    plan.summary.left = left.map(\.text)
    plan.summary.hadDamagedList = earlier.isDamaged || earlier.isMissing && !listed.isEmpty
    plan.summary.isListKnown = !earlier.isDamaged || earlier.list != nil
    return plan
}

func changedFiles(_ publication: Publication, _ states: [OutputState]) -> [Publication.File] {
    zip(publication.files, states).filter { $1 != .same }.map { $0.0 }.sorted { $0.path < $1.path }
}

func summary(_ publication: Publication, _ states: [OutputState], removed: Int) -> PublicationSummary {
    var summary = PublicationSummary(removed: removed, unchanged: publication.kept.count)
    summary.bytes = publication.kept.reduce(0) { $0 + Int($1.stamp.size) }
    for (file, state) in zip(publication.made, states) {
        summary.bytes += file.output.size
        switch state {
        case .same: summary.unchanged += 1
        case .differs: summary.changed += 1
        case .absent: summary.added += 1
        }
    }
    return summary
}

/// Returns what stands in the way of an output whose path holds no regular file: something else in its place, or a file
/// or link where it needs a folder. No link is followed, since each step is looked at before the next.
private func obstacle(
    to path: TreePath, _ ours: OurPaths, below root: FileDescriptor, in target: String
) throws(PublishError) -> TreePath? {
    for step in folders(leadingTo: [path]).sorted() + [path] {
        let kind = try failingAt("\(target)/\(step.text)") { () throws(SystemError) in try root.kind(of: step) }
        switch kind {
        case nil: return nil
        case .folder: if step == path, try !isOurs(folder: path, ours, in: target) { return path }
        case .file: return ours.contains(step) ? nil : step
        case .symbolicLink, .special: return step
        }
    }
    return nil
}

/// Returns whether the folder goes when our files in it go: it was made for them, and there is nothing else in it.
private func isOurs(folder: TreePath, _ ours: OurPaths, in target: String) throws(PublishError) -> Bool {
    let inside = try scanTree("\(target)/\(folder.text)").entries
    return ours.holdSome(in: folder)
        && inside.allSatisfy { path, kind in
            let whole = folder.appending(path.bytes)
            return kind == .folder ? ours.holdSome(in: whole) : kind == .file && ours.contains(whole)
        }
}

/// Returns the files of an earlier list that are not outputs any more. Both lists are sorted.
private func missing(from paths: [TreePath], of earlier: [WholeList.File]) -> [WholeList.File] {
    var rest = paths[...]
    return earlier.filter { file in
        while let first = rest.first, first < file.path { rest.removeFirst() }
        return rest.first != file.path
    }
}

extension [WholeList.File] {
    /// Returns the files that still hold what the list says that Kairan wrote, or nothing, and the files that hold
    /// something else. The latter belong to somebody else by now, as does anything else that took the place of a file.
    func divided(in target: String) throws(PublishError) -> (same: [TreePath], other: [TreePath]) {
        var (same, other): ([TreePath], [TreePath]) = ([], [])
        var cursor = try FolderCursor(top: target)
        for file in self {
            try failingAt("\(target)/\(file.path.text)") { () throws(SystemError) in
                guard let found = try readStamped(file.path, below: &cursor) else { return }
                let isOurs = found.bytes.isEmpty || file.hash == ContentHash(found.bytes)
                if isOurs { same.append(file.path) } else { other.append(file.path) }
            }
        }
        // A file may be listed twice, as several lists tell of it, or a killed build placed it.
        let ours = Set(same)
        return (ours.sorted(), Set(other).subtracting(ours).sorted())
    }
}

/// The paths of a list that still belong to Kairan.
private struct OurPaths {
    let sorted: [TreePath]
    let except: Set<TreePath>

    func contains(_ path: TreePath) -> Bool {
        let index = sorted.partitioningIndex { $0 >= path }
        return index < sorted.count && sorted[index] == path && !except.contains(path)
    }

    func holdSome(in folder: TreePath) -> Bool {
        let prefix = folder.appending([])
        let index = sorted.partitioningIndex { $0 >= prefix }
        return index < sorted.count && sorted[index].bytes.starts(with: prefix.bytes)
    }
}

/// Returns every folder above one of the paths.
func folders(leadingTo paths: some Sequence<TreePath>) -> Set<TreePath> {
    var folders: Set<TreePath> = []
    var last: TreePath?
    for path in paths {
        // Files of one folder mostly stand together.
        if let last, last.folderPrefix == path.folderPrefix { continue }
        last = path
        var folder = path.folder
        while let above = folder, folders.insert(above).inserted { folder = above.folder }
    }
    return folders
}

/// The result of comparing an output with what is on disk at its path.
enum OutputState: Sendable {
    case same
    /// A regular file with other bytes is there.
    case differs
    /// No regular file is there; perhaps something else is.
    case absent
}

/// Returns the states of all files of a publication, in order.
func compareOutputs(_ publication: Publication, in target: String) throws(PublishError) -> [OutputState] {
    let parts = try forEachPart(of: publication.files) { (part) throws(PublishError) in
        var cursor = try FolderCursor(top: target)
        return try part.map { (file) throws(PublishError) -> OutputState in
            try failingAt("\(target)/\(file.path.text)") { () throws(SystemError) in
                guard let found = try readStamped(file.path, below: &cursor) else { return .absent }
                return areSameBytes(found.bytes.span, file.bytes.span) ? .same : .differs
            }
        }
    }
    return Array(parts.joined())
}
