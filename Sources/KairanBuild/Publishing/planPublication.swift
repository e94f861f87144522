/// What it takes to make the new tree beside the old one.
struct PublicationPlan {
    struct Step {
        enum Action {
            case write([UInt8])
            /// Share the file of the present tree, with its time stamps.
            case keep(ScannedTree.Entry)
            case makeFolder
        }

        var path: TreePath
        var action: Action
    }

    /// Sorted by path, so that each folder is entered once.
    var steps: [Step]
    var summary: PublicationSummary
}

/// Decides for every path of the present tree and of the publication which of them the new tree has.
///
/// `earlier` is the manifest of the publication that is in place, nil where there is none or a damaged one.
func planPublication(
    _ publication: Publication, _ states: OutputStates, over present: ScannedTree, earlier: PublicationManifest?
) throws(PublishError) -> PublicationPlan {
    let ownership = Ownership(publication, over: present, earlier: earlier)
    // The manifest's name is Kairan's own: a damaged one is replaced, so it counts as the same here.
    let outputs = zip(publication.files, states.files) + [(publication.manifest, .same)]
    let conflicts = Set(outputs.compactMap { file, state in ownership.conflict(at: file.path, state) })
    let isDamaged = earlier == nil && present.entries[PublicationManifest.path]?.kind == .file
    if !conflicts.isEmpty { throw .conflicts(conflicts.sorted().map(\.text), manifestIsDamaged: isDamaged) }
    var plan = PublicationPlan(
        steps: steps(publication, states, present, ownership),
        summary: summary(publication, states, removed: ownership.removed.count))
    plan.summary.hadDamagedManifest = isDamaged
    return plan
}

private func steps(
    _ publication: Publication, _ states: OutputStates, _ present: ScannedTree, _ ownership: Ownership
) -> [PublicationPlan.Step] {
    let outputs = zip(publication.files, states.files) + [(publication.manifest, states.manifest)]
    var steps = outputs.map { file, state in
        PublicationPlan.Step(path: file.path, action: action(file, state, present))
    }
    for path in ownership.kept {
        guard let entry = present.entries[path] else { continue }
        steps.append(.init(path: path, action: entry.kind.isFolder ? .makeFolder : .keep(entry)))
    }
    return steps.sorted { $0.path < $1.path }
}

private func action(
    _ file: Publication.File, _ state: OutputState, _ present: ScannedTree
) -> PublicationPlan.Step.Action {
    switch file.content {
    case .kept(let stamp): return .keep(.init(kind: .file, inode: stamp.inode))
    case .bytes(let bytes):
        guard state == .same, let entry = present.entries[file.path] else { return .write(bytes) }
        return .keep(entry)
    }
}

func summary(_ publication: Publication, _ states: OutputStates, removed: Int) -> PublicationSummary {
    var summary = PublicationSummary(removed: removed)
    for (file, state) in zip(publication.files, states.files) {
        summary.bytes += file.content.size
        switch state {
        case .same: summary.unchanged += 1
        case .differs: summary.changed += 1
        case .absent: summary.added += 1
        }
    }
    return summary
}

/// Whose each path of the present tree is.
private struct Ownership {
    private let present: ScannedTree
    /// Regular files that an earlier build made.
    private let ours: Set<TreePath>
    let removed: Set<TreePath>
    /// Files and folders of others, with the folders that lead to them.
    let kept: Set<TreePath>

    init(_ publication: Publication, over present: ScannedTree, earlier: PublicationManifest?) {
        let wanted = Set(publication.files.map(\.path)).union([PublicationManifest.path])
        let listed = earlier?.paths ?? []
        let ours = Set(listed.filter { present.entries[$0]?.kind == .file })
        // A folder that held only our files goes with the last of them.
        let ourFolders = folders(leadingTo: listed)
        var kept: Set<TreePath> = []
        for (path, entry) in present.entries {
            if entry.kind.isFolder ? !ourFolders.contains(path) : !ours.contains(path) && !wanted.contains(path) {
                kept.insert(path)
            }
        }
        kept.formUnion(folders(leadingTo: kept))
        (self.present, self.ours, self.kept) = (present, ours, kept)
        removed = ours.subtracting(wanted)
    }

    /// What stands in the way of writing `path`: the path itself, or a file or link where it needs a folder.
    func conflict(at path: TreePath, _ state: OutputState) -> TreePath? {
        var folder = path.folder
        while let above = folder {
            if let entry = present.entries[above], !entry.kind.isFolder, kept.contains(above) { return above }
            folder = above.folder
        }
        guard let entry = present.entries[path] else { return nil }
        switch entry.kind {
        case .file: return state != .same && !ours.contains(path) ? path : nil
        case .folder: return kept.contains(path) ? path : nil
        case .symbolicLink, .special: return path
        }
    }
}

/// Every folder above one of the paths.
func folders(leadingTo paths: some Sequence<TreePath>) -> Set<TreePath> {
    var folders: Set<TreePath> = []
    for path in paths {
        var folder = path.folder
        while let above = folder, folders.insert(above).inserted { folder = above.folder }
    }
    return folders
}
