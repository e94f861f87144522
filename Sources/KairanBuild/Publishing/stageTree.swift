import Glibc

/// Makes the whole new tree in the empty staging folder, sharing what does not change with the present one, if any.
///
/// Nothing is forced to the disk (fsync): a build can be run again, and the step that counts, the exchange of the two
/// folders, is one record of the file system's journal.
func stageTree(
    _ steps: [PublicationPlan.Step], of present: ScannedTree?, at place: PublicationPlace
) throws(PublishError) {
    let hasPresent = present != nil
    try forEachPart(of: steps) { (part) throws(PublishError) in
        try stage(part, at: place, hasPresent: hasPresent)
    }
    if let present { try takeOverAttributes(of: present, for: steps, in: place.staging) }
}

private func stage(
    _ steps: ArraySlice<PublicationPlan.Step>, at place: PublicationPlace, hasPresent: Bool
) throws(PublishError) {
    // A first publication has nothing to keep, so its steps never look at the present tree.
    var old = try FolderCursor(top: hasPresent ? place.target : place.staging)
    var new = try FolderCursor(top: place.staging, makesFolders: true)
    for step in steps {
        // People know the target's path, not the staging folder's.
        try failingAt("\(place.target)/\(step.path.text)") { () throws(SystemError) in
            let folder = try new.folder(of: step.path)
            switch step.action {
            case .write(let bytes): try writeFile(step.path, bytes, in: folder)
            case .keep(let kind): try keep(step.path, kind, from: try old.folder(of: step.path), in: folder)
            case .makeFolder: try makeFolder(step.path, in: folder)
            }
        }
    }
}

private func writeFile(_ path: TreePath, _ bytes: [UInt8], in folder: Int32) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = try systemCall { path.withName { openat(folder, $0, flags, 0o666) } }
    try writeAndClose(descriptor, bytes)
}

/// A network file system may tell only at the end that there was no space, so close(2) counts too.
func writeAndClose(_ descriptor: Int32, _ bytes: [UInt8]) throws(SystemError) {
    do {
        var offset = 0
        while offset < bytes.count {
            offset += try systemCall {
                bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + offset, bytes.count - offset) }
            }
        }
    } catch {
        close(descriptor)
        throw error
    }
    // Not called again when interrupted: Linux has released the descriptor by then (close(2)).
    if close(descriptor) == -1, errno != EINTR { throw SystemError(code: errno) }
}

private func keep(
    _ path: TreePath, _ kind: ScannedTree.Kind, from old: Int32, in new: Int32
) throws(SystemError) {
    do {
        try systemCall { path.withName { linkat(old, $0, new, $0, 0) } }
    } catch {
        switch error.code {
        // No hard links here, too many of them, or a file of another user (protected_hardlinks in proc(5)).
        // Not EXDEV: that is something mounted inside the target, which must not be copied away.
        case EPERM, EACCES, EMLINK, EOPNOTSUPP, ENOSYS: try copyEntry(path, kind, from: old, in: new)
        default: throw error
        }
    }
}

/// Folders are made anew, so their owner and permissions are carried over, deepest first: a folder may forbid writing.
private func takeOverAttributes(
    of present: ScannedTree, for steps: [PublicationPlan.Step], in staging: String
) throws(PublishError) {
    let root = try openFolder(staging)
    defer { close(root) }
    let made = try failingAt(staging) { () throws(SystemError) in try folderAttributes(root) }
    for path in folderPaths(of: steps).sorted(by: >) {
        guard case .folder(let attributes)? = present.entries[path]?.kind, attributes != made else { continue }
        try failingAt("\(staging)/\(path.text)") { () throws(SystemError) in try apply(attributes, to: path, in: root) }
    }
    if present.attributes != made {
        try failingAt(staging) { () throws(SystemError) in
            try apply(present.attributes, to: TreePath("."), in: root)
        }
    }
}

private func folderPaths(of steps: [PublicationPlan.Step]) -> Set<TreePath> {
    var paths = folders(leadingTo: steps.map(\.path))
    for step in steps {
        if case .makeFolder = step.action { paths.insert(step.path) }
    }
    return paths
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
