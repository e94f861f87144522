internal import KairanSystem

/// Puts the staged tree in the target's place. One call of the kernel (renameat2(2) with RENAME_EXCHANGE) swaps the two
/// if the file system can do that. Afterwards the staging path holds the earlier tree, if there was one.
func replaceFolder(at place: PublicationPlace, replacing: Bool) throws(PublishError) {
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
