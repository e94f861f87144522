import Glibc

/// Turns the staging folder, which holds what the target holds or nothing, into the new tree.
///
/// Nothing is forced to the disk (fsync): a build can be run again, and the step that counts, the exchange of the two
/// folders, is one record of the file system's journal.
func applyChanges(_ plan: PublicationPlan, at place: PublicationPlace) throws(PublishError) {
    let root = try openFolder(place.staging)
    defer { close(root) }
    var cursor = try FolderCursor(top: place.staging)
    for path in plan.removed {
        try failingAt("\(place.target)/\(path.text)") { () throws(SystemError) in
            let folder = try cursor.folder(of: path)
            try ignoring(ENOENT) { path.withName { unlinkat(folder, $0, 0) } }
        }
    }
    for path in plan.emptied {
        try failingAt("\(place.target)/\(path.text)") { () throws(SystemError) in
            try ignoring(ENOENT, ENOTDIR, ENOTEMPTY, EEXIST) { path.withPath { unlinkat(root, $0, AT_REMOVEDIR) } }
        }
    }
    try forEachPart(of: plan.written) { (part) throws(PublishError) in
        var cursor = try FolderCursor(top: place.staging, makesFolders: true)
        for file in part {
            // People know the target's path, not the staging folder's.
            try failingAt("\(place.target)/\(file.path.text)") { () throws(SystemError) in
                try writeFile(file.path, file.bytes, in: try cursor.folder(of: file.path))
            }
        }
    }
}

/// Runs a system call that may fail in these ways.
private func ignoring(_ codes: Int32..., call: () -> Int32) throws(SystemError) {
    do { try systemCall(call) } catch { if !codes.contains(error.code) { throw error } }
}

private func writeFile(_ path: TreePath, _ bytes: [UInt8], in folder: Int32) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    while true {
        do {
            let descriptor = try systemCall { path.withName { openat(folder, $0, flags, 0o666) } }
            return try writeAndClose(descriptor, bytes)
        } catch SystemError(code: EEXIST) {
            // The earlier file, which the target shares, so it must not be written to.
            try systemCall { path.withName { unlinkat(folder, $0, 0) } }
        }
    }
}

/// A network file system may tell only at the end that there was no space, so close(2) counts too.
func writeAndClose(_ descriptor: Int32, _ bytes: [UInt8]) throws(SystemError) {
    try writeAndClose(descriptor, [bytes[...]])
}

func writeAndClose(_ descriptor: Int32, _ parts: [ArraySlice<UInt8>]) throws(SystemError) {
    do {
        for part in parts {
            var offset = 0
            while offset < part.count {
                offset += try systemCall {
                    part.withUnsafeBytes { write(descriptor, $0.baseAddress! + offset, part.count - offset) }
                }
            }
        }
    } catch {
        close(descriptor)
        throw error
    }
    // Not called again when interrupted: Linux has released the descriptor by then (close(2)).
    if close(descriptor) == -1, errno != EINTR { throw SystemError(code: errno) }
}

/// Folders that were made anew get the owner and permissions of those whose places they take, deepest first: a folder
/// may forbid writing.
func takeOverAttributes(_ mirror: Mirror, except gone: Set<TreePath>, in staging: String) throws(PublishError) {
    let root = try openFolder(staging)
    defer { close(root) }
    for (path, attributes) in mirror.attributes.sorted(by: { $0.path > $1.path }) where !gone.contains(path) {
        try failingAt("\(staging)/\(path.text)") { () throws(SystemError) in
            do throws(SystemError) {
                try apply(attributes, to: path.bytes.isEmpty ? TreePath(".") : path, in: root)
            } catch {
                // It may have gone with the last of our files in it.
                if error.code != ENOENT { throw error }
            }
        }
    }
}

private func apply(_ attributes: FolderAttributes, to path: TreePath, in root: Int32) throws(SystemError) {
    do {
        let (owner, group) = (attributes.owner, attributes.group)
        try systemCall { path.withPath { fchownat(root, $0, owner, group, AT_SYMLINK_NOFOLLOW) } }
    } catch {
        // Only root may give a folder away; then it belongs to who builds, like every new file.
        if error.code != EPERM { throw error }
    }
    try systemCall { path.withPath { fchmodat(root, $0, attributes.mode, 0) } }
}
