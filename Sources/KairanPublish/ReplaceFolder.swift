internal import KairanModel
internal import KairanSystem

/// Waits until the staged tree is on the disk, before any name shows it: after a power failure the target then is the
/// earlier publication or the new one, and no file of either is empty.
///
/// - Parameter new: The files that were written, copied or linked there, and those that were removed.
func forceStaged(_ new: [TreePath], at place: PublicationPlace) throws(PublishError) {
    let isDone = try failingAt(place.staging) { () throws(SystemError) in
        let staging = try workingFolder.openReadableFolder(place.staging)
        defer { staging.close() }
        return try staging.forceFileSystem()
    }
    if isDone { return }
    try forEachPart(of: new) { (part) throws(PublishError) in
        var cursor = try FolderCursor(top: place.staging)
        for path in part {
            try failingAt("\(place.target)/\(path.text)") { () throws(SystemError) in
                do throws(SystemError) {
                    try cursor.folder(of: path).force(path.lastName)
                } catch {
                    switch error {
                    // The file was removed. A link, or a file that nobody may read, was not written here.
                    case .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels, .permissionDenied,
                        .noSuchAddressOrDevice:
                        break
                    default: throw error
                    }
                }
            }
        }
    }
    for folder in folders(leadingTo: new).sorted(by: >).map({ "\(place.staging)/\($0.text)" }) + [place.staging] {
        try failingAt(folder) { () throws(SystemError) in
            // The folder may have gone with the last file in it, or a file may stand in its place.
            if try workingFolder.kind(of: folder) != nil { try workingFolder.force(folder) }
        }
    }
}

/// Puts the staged tree in the target's place. One call of the kernel (renameat2(2) with RENAME_EXCHANGE) swaps the two
/// if the file system can do that. Afterwards the staging path holds the earlier tree, if there was one.
func replaceFolder(at place: PublicationPlace, replacing: Bool) throws(PublishError) {
    try exchange(at: place, replacing: replacing)
    // What is done to the earlier tree from now on must not reach the disk before the exchange does. A failure changes
    // nothing any more: the publication stands.
    do { try workingFolder.force(place.parent) } catch {}
}

private func exchange(at place: PublicationPlace, replacing: Bool) throws(PublishError) {
    try failingAt(place.target) { () throws(SystemError) in
        guard replacing else { return try workingFolder.rename(place.staging, to: place.target) }
        do throws(SystemError) {
            try workingFolder.exchange(place.staging, place.target)
        } catch {
            guard error == .invalidArgument || error == .noFunction else { throw error }
            try replaceByTwoRenames(at: place)
        }
    }
}

/// Replaces the target on file systems that cannot exchange folders, such as some network and FUSE ones.
///
/// If the build is killed between the first two renames, the target is missing and the earlier tree stands beside it;
/// the next build puts it back (`recoverTarget`).
func replaceByTwoRenames(at place: PublicationPlace) throws(SystemError) {
    try workingFolder.rename(place.target, to: place.retired)
    do {
        try workingFolder.rename(place.staging, to: place.target)
    } catch {
        try workingFolder.rename(place.retired, to: place.target)
        throw error
    }
    try workingFolder.rename(place.retired, to: place.staging)
}

/// Undoes the first half of `replaceByTwoRenames` after a build that was killed in the middle.
func recoverTarget(at place: PublicationPlace) throws(PublishError) {
    guard try !exists(place.target), try exists(place.retired) else { return }
    try failingAt(place.target) { () throws(SystemError) in
        try workingFolder.rename(place.retired, to: place.target)
    }
}
