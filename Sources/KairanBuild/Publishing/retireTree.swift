import Glibc
internal import KairanModel

/// What is left to do of a publication when the new tree stands in its place.
struct Retirement: Sendable {
    let mirror: Mirror
    let replaced: Set<TreePath>
    let place: PublicationPlace
    /// Where the next publication finds what both trees are like; nil without a twin.
    let list: String?

    func finish() {
        do {
            let retire = { () throws(PublishError) in try retireTree(mirror, replaced: replaced, at: place) }
            guard let list else { return try retire() }
            let (folders, _) = try concurrently({ mirror.folders.exchanged().bytes }, retire)
            writeWholeFiles([(list, [folders[...]])])
        } catch {
            // The publication stands; the next build clears the rest of the earlier one away.
        }
    }
}

/// Deletes the earlier tree, which now stands in the staging folder, unless it stays as the twin. What others put into
/// it while the new one was being staged moves over.
///
/// A file of others written in place needs nothing, since both trees share it. One that is new, or took another's
/// name as editors and git do, is in a folder that changed since it was mirrored.
func retireTree(_ mirror: Mirror, replaced: Set<TreePath>, at place: PublicationPlace) throws(PublishError) {
    var late: [TreePath] = []
    for folder in try changedFolders(mirror, in: place.staging) {
        try findLateFiles(folder, replaced, at: place, into: &late)
    }
    try moveToTarget(late.sorted(), at: place)
    if !place.keepsTwin { try removeTree(place.staging) }
}

private func changedFolders(_ mirror: Mirror, in staging: String) throws(PublishError) -> [TreePath] {
    let root = try openFolder(staging)
    defer { close(root) }
    let parts = try forEachPart(of: mirror.folders) { (part) throws(PublishError) in
        part.filter { folder in
            var status = stat()
            let path = folder.path.bytes.isEmpty ? TreePath(".") : folder.path
            // One that cannot be looked at has gone, with all that was in it.
            guard path.withPath({ fstatat(root, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else { return false }
            return !FolderStamp(status, readAt: .max).proves(folder.target)
        }.map(\.path)
    }
    return parts.flatMap { $0 }
}

/// Whatever the earlier tree has and the new one has not is late, but for what the publication replaced.
private func findLateFiles(
    _ folder: TreePath, _ replaced: Set<TreePath>, at place: PublicationPlace, into late: inout [TreePath]
) throws(PublishError) {
    let (staging, target) = (try openFolder(place.staging), try openFolder(place.target))
    defer {
        close(staging)
        close(target)
    }
    var pending = [folder]
    while let folder = pending.popLast() {
        try failingAt("\(place.target)/\(folder.text)") { () throws(SystemError) in
            let new = Set(try entries(of: folder, below: target))
            for entry in try entries(of: folder, below: staging) where !new.contains(entry) {
                let path = folder.appending(entry.name.bytes)
                if entry.kind != .folder {
                    if !replaced.contains(path) { late.append(path) }
                } else if try kindByStatus(of: path, in: target) == nil {
                    pending.append(path)
                }
            }
        }
    }
}

private func entries(of folder: TreePath, below root: Int32) throws(SystemError) -> [FolderEntry] {
    do {
        return try OpenFolder(folder, below: root).entries()
    } catch {
        if error.code == ENOENT || error.code == ENOTDIR { return [] }
        throw error
    }
}

private func moveToTarget(_ paths: [TreePath], at place: PublicationPlace) throws(PublishError) {
    var source = try FolderCursor(top: place.staging)
    var target = try FolderCursor(top: place.target, makesFolders: true)
    for path in paths {
        try failingAt("\(place.target)/\(path.text)") { () throws(SystemError) in
            let (from, to) = (try source.folder(of: path), try target.folder(of: path))
            try systemCall { path.withName { renameat(from, $0, to, $0) } }
        }
    }
}
