internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

/// The work of one deploy, in the order in which it is done.
package struct DeployPlan: Sendable {
    /// The stages of uploading. Nothing that an earlier stage uploads refers to what only a later one brings.
    package enum Kind: Sendable {
        /// Files that are named by their content, which nobody asks for yet.
        case named
        /// Files at paths where nothing is. Nobody knows them yet, and they come in layers: see `uploadLayers`.
        case new
        /// New files where a folder was, or below what was a file, which goes before the first of them comes.
        case moved
        case changed
        /// Pages and feeds by which readers find the others.
        case leading
        /// The lists of versions of an API.
        case manifests
        /// The list of the whole publication.
        case list
    }

    package struct Stage: Sendable {
        package let kind: Kind
        let files: [DeployedFile]

        package var paths: [String] { files.map(\.path.text) }

        /// Tells whether readers who know nothing of it will see what it brings.
        var isSeen: Bool {
            switch kind {
            case .named: false
            case .new: files.contains { UploadRank($0.path.text) > .moved }
            case .moved, .changed, .leading, .manifests, .list: true
            }
        }
    }

    /// The stages that have something to do.
    package let stages: [Stage]
    /// All that belongs on the host.
    let wanted: Set<TreePath>
    /// The files and the folders that stand where something else comes, the inner ones first.
    let replaced: [TreePath]
    let replacedFolders: [TreePath]
    /// The files that have not been needed for long enough.
    let removed: [TreePath]
    /// The files that are not needed any more, and stay for a while.
    let leaving: [TreePath]

    package var replacedPaths: [String] { replaced.map(\.text) }
    package var removedPaths: [String] { removed.map(\.text) }
    package var leavingPaths: [String] { leaving.map(\.text) }
    package var unchangedCount: Int { wanted.count - uploads.count }
    package var uploadCount: Int { uploads.count }
    package var byteCount: Int { uploads.reduce(0) { $0 + $1.size } }
    var uploads: [DeployedFile] { stages.flatMap(\.files) }

    /// - Parameter folders: The folders of the host that stand where a file comes, with those in them.
    /// - Parameter end: A file that is not needed since this moment or longer is removed.
    init(_ files: [DeployedFile], after record: DeployRecord, clearing folders: Set<TreePath>, removingUntil end: Int)
        throws
    {
        let changed = files.filter { !record.holds($0.hash, at: $0.path) }
        let moved = changed.filter { record.files[$0.path] == nil }.map(\.path).filter { path in
            folders.contains(path) || record.moved.contains(path) || path.folders.contains { record.files[$0] != nil }
        }
        let movedPaths = Set(moved)
        var kinds = Dictionary(grouping: changed) { file in
            movedPaths.contains(file.path) ? .new : kind(of: file, isNew: record.isNew(file.path))
        }
        let layers = try uploadLayers(of: kinds.removeValue(forKey: .new) ?? [], moved: movedPaths, among: files)
        stages = Self.stages(layers, moved: movedPaths, kinds, after: record)
        wanted = Set(files.map(\.path))
        let others = record.files.keys.filter { [wanted] in !wanted.contains($0) }.sorted()
        let movedFolders = Set(moved.flatMap(\.folders))
        let isReplaced = { (path: TreePath) in
            movedFolders.contains(path) || path.folders.contains { movedPaths.contains($0) }
        }
        replaced = others.filter(isReplaced)
        replacedFolders = folders.sorted().reversed()
        let rest = others.filter { !isReplaced($0) }
        removed = rest.filter { path in record.leaving[path].map { $0 <= end } == true }
        leaving = rest.filter { path in record.leaving[path].map { $0 <= end } != true }
    }

    private static func stages(
        _ layers: [[DeployedFile]], moved: Set<TreePath>, _ changed: [Kind: [DeployedFile]], after record: DeployRecord
    ) -> [Stage] {
        var kinds = changed
        let isDoor = { (file: DeployedFile) in UploadRank(file.path.text) > .moved && !moved.contains(file.path) }
        let new = layers.flatMap { layer in
            [
                Stage(kind: .new, files: layer.filter { !moved.contains($0.path) && !isDoor($0) }),
                Stage(kind: .moved, files: layer.filter { moved.contains($0.path) }),
                Stage(kind: .new, files: layer.filter(isDoor)),
            ]
        }
        // A killed deploy may have left half of these, and what comes after them may lead to them.
        let isHalf = { (file: DeployedFile) in record.files[file.path] == .some(nil) }
        let half = [Kind.changed, .leading].flatMap { kinds[$0] ?? [] }.filter(isHalf)
        for kind in [Kind.changed, .leading] { kinds[kind]?.removeAll(where: isHalf) }
        let stage = { (kind: Kind) in Stage(kind: kind, files: kinds[kind] ?? []) }
        let all =
            [stage(.named)] + new + [Stage(kind: .changed, files: half)]
            + [.changed, .leading, .manifests, .list].map(stage)
        return all.filter { !$0.files.isEmpty }
    }
}

private func kind(of file: DeployedFile, isNew: Bool) -> DeployPlan.Kind {
    if file.path == WholeList.path { return .list }
    if file.isNamedByContent { return .named }
    if isNew { return .new }
    return switch UploadRank(file.path.text) {
    case .data, .page: .changed
    case .leading, .moved, .root: .leading
    case .manifest: .manifests
    }
}

extension TreePath {
    /// The folders that hold this, the inner ones first.
    var folders: some Sequence<TreePath> { sequence(first: self, next: \.folder).dropFirst() }
}
