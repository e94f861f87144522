import Glibc

/// Deletes the earlier tree, which now stands in the staging folder, unless it stays as the twin, but for what others
/// put into it while the new one was being staged: that moves over.
///
/// A file of others written in place needs nothing, since both trees share it. One that is new, or took another's
/// name as editors and git do, would go with the old tree.
func retireTree(
    at place: PublicationPlace, knownAs present: ScannedTree, by publication: Publication, keepsTwin: Bool = false
) throws(PublishError) {
    let old = try scanTree(place.staging)
    let outputs = Set((publication.files + [publication.manifest]).map(\.path))
    let late = old.entries.filter { path, entry in
        !entry.kind.isFolder && present.entries[path]?.inode != entry.inode && !outputs.contains(path)
    }
    if !late.isEmpty { try moveToTarget(late.keys.sorted(), at: place) }
    if keepsTwin { return }
    if late.isEmpty { try removeTree(place.staging, holding: old) } else { try removeTree(place.staging) }
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
