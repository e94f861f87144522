internal import CLinux
import Glibc

/// Puts the staged tree in the target's place. Afterwards the staging path holds the earlier tree, if there was one.
func replaceFolder(at place: PublicationPlace, replacing: Bool) throws(PublishError) {
    try failingAt(place.target) { () throws(SystemError) in
        if replacing {
            try exchangeFolders(at: place)
        } else {
            try systemCall { rename(place.staging, place.target) }
        }
    }
}

private func exchangeFolders(at place: PublicationPlace) throws(SystemError) {
    do {
        try systemCall { linux_exchange(place.staging, place.target) }
    } catch {
        guard error.code == EINVAL || error.code == ENOSYS else { throw error }
        try replaceByTwoRenames(at: place)
    }
}

/// For file systems that cannot exchange (some network and FUSE ones).
///
/// Killed between the first two renames, the target is missing and the earlier tree stands beside it; the next build
/// puts it back (`recoverTarget`).
func replaceByTwoRenames(at place: PublicationPlace) throws(SystemError) {
    try systemCall { rename(place.target, place.retired) }
    do {
        try systemCall { rename(place.staging, place.target) }
    } catch {
        try systemCall { rename(place.retired, place.target) }
        throw error
    }
    try systemCall { rename(place.retired, place.staging) }
}

/// Undoes the first half of `replaceByTwoRenames` after a build that was killed in the middle.
func recoverTarget(at place: PublicationPlace) throws(PublishError) {
    guard try !exists(place.target), try exists(place.retired) else { return }
    try systemCall(at: place.target) { rename(place.retired, place.target) }
}
