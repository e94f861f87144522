internal import KairanModel
internal import KairanSystem

/// Begins the work that is left for a publication once the new tree stands in its place, and the earlier one in the
/// staging folder. The earlier one is deleted, unless it stays as the spare tree.
///
/// Files that others put into the earlier tree while the new one was being staged move over. A file written in place
/// needs nothing, since both trees share it. A file that is new, or was renamed over another as editors and git do, is
/// in a folder that changed since it was mirrored.
func beginToCleanUp(
    after mirror: Mirror, replaced: Set<TreePath>, at place: PublicationPlace
) -> Concurrent<Void> {
    let changed = beginForEachPart(of: mirror.folders) { (part) throws(PublishError) in
        let root = try openFolder(place.staging)
        defer { root.close() }
        return part.filter { folder in
            let path = folder.path.bytes.isEmpty ? TreePath(".") : folder.path
            // A folder that cannot be looked at has gone, with everything in it.
            guard let status = root.knownStatus(of: path) else { return false }
            return !FileStamp(status, readAt: .max).proves(folder.target)
        }
    }
    return Concurrent {
        do {
            var late: [TreePath] = []
            for folder in try changed.joined() { try findLateFiles(folder.path, replaced, at: place, into: &late) }
            try moveToTarget(late.sorted(), at: place)
            if let list = place.spareList {
                writeWhole(list, mirror.folders.exchangedParts)
            } else {
                try removeTree(place.staging)
            }
        } catch {
            // The publication stands; the next build clears the rest of the earlier one away.
        }
    }
}

/// Finds the files that came late: the earlier tree has them, the new one has not, and the publication did not replace
/// them.
private func findLateFiles(
    _ folder: TreePath, _ replaced: Set<TreePath>, at place: PublicationPlace, into late: inout [TreePath]
) throws(PublishError) {
    let (staging, target) = (try openFolder(place.staging), try openFolder(place.target))
    defer {
        staging.close()
        target.close()
    }
    var pending = [folder]
    while let folder = pending.popLast() {
        try failingAt("\(place.target)/\(folder.text)") { () throws(SystemError) in
            let new = Set(try entries(of: folder, below: target))
            for entry in try entries(of: folder, below: staging) where !new.contains(entry) {
                let path = folder.appending(entry.name.bytes)
                if entry.kind != .folder {
                    if !replaced.contains(path) { late.append(path) }
                } else if try target.kind(of: path) == nil {
                    pending.append(path)
                }
            }
        }
    }
}

private func entries(of folder: TreePath, below root: FileDescriptor) throws(SystemError) -> [FolderEntry] {
    do {
        return try OpenFolder(folder, below: root).entries()
    } catch {
        if error == .noSuchFileOrDirectory || error == .notDirectory { return [] }
        throw error
    }
}

private func moveToTarget(_ paths: [TreePath], at place: PublicationPlace) throws(PublishError) {
    var source = try FolderCursor(top: place.staging)
    var target = try FolderCursor(top: place.target, makesFolders: true)
    for path in paths {
        try failingAt("\(place.target)/\(path.text)") { () throws(SystemError) in
            let (from, to) = (try source.folder(of: path), try target.folder(of: path))
            try from.rename(path.lastName, to: path.lastName, in: to)
        }
    }
}
