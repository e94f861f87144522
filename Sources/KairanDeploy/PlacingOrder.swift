internal import KairanModel
package import KairanPublish
package import KairanSystem

/// Orders the files of a publication that take their places one by one as a deploy would upload them: what others lead
/// to comes first. Those that go do so against this order.
@Sendable package func placingOrder(of files: PlacedFiles) throws -> (placed: [TreePath], removed: [TreePath]) {
    let root = try openFolder(files.target)
    defer { root.close() }
    return (try uploadOrder(of: files, in: root), try removalOrder(of: files, in: root))
}

private func uploadOrder(of files: PlacedFiles, in root: FileDescriptor) throws -> [TreePath] {
    var record = DeployRecord()
    var folders: Set<TreePath> = []
    for file in files.staged {
        switch root.knownStatus(of: file.path)?.kind {
        case nil: break
        case .folder: folders.insert(file.path)
        // It is there and has to be written, whatever it holds.
        case .file, .symbolicLink, .special: record.files[file.path] = .some(ContentHash())
        }
    }
    for path in files.removed { record.files[path] = .some(ContentHash()) }
    let staged = files.staged.map {
        DeployedFile(path: $0.path, hash: $0.hash, size: $0.size, folder: files.staging)
    }
    return try DeployPlan(staged, after: record, clearing: folders, removingUntil: 0).uploads.map(\.path)
}

/// Files that are gone come first.
private func removalOrder(of files: PlacedFiles, in root: FileDescriptor) throws -> [TreePath] {
    let present = Set(files.removed.filter { root.knownStatus(of: $0)?.kind == .file })
    let going = files.removed.filter(present.contains).map {
        DeployedFile(path: $0, hash: ContentHash(), size: 0, folder: files.target)
    }
    let layers = try uploadLayers(of: going, moved: [], among: going)
    return files.removed.filter { !present.contains($0) } + layers.reversed().joined().map(\.path)
}
