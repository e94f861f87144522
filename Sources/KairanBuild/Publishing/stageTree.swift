import Glibc

/// Makes the staging folder the whole new tree, sharing what does not change with the present one, if any. Returns the
/// paths that had to be linked or written.
///
/// The staging folder may hold the twin that an earlier build left: what in it is the very file that the present tree
/// has there, as its inode tells, stays. Nothing else in it is believed.
///
/// Nothing is forced to the disk (fsync): a build can be run again, and the step that counts, the exchange of the two
/// folders, is one record of the file system's journal.
func stageTree(
    _ steps: [PublicationPlan.Step], of present: ScannedTree?, at place: PublicationPlace
) throws(PublishError) -> [TreePath] {
    let folders = folderPaths(of: steps)
    let staged = try openStaging(at: place, for: steps, in: folders, of: present)
    let missing = steps.filter { !$0.isDone(in: staged) }
    let hasPresent = present != nil
    try forEachPart(of: missing) { (part) throws(PublishError) in
        try stage(part, at: place, hasPresent: hasPresent)
    }
    if let present { try takeOverAttributes(of: present, for: folders, knowing: staged, in: place.staging) }
    return missing.map(\.path)
}

extension PublicationPlan.Step {
    fileprivate func isDone(in staged: ScannedTree) -> Bool {
        switch action {
        case .write: false
        case .keep(let entry): staged.entries[path]?.inode == entry.inode
        case .makeFolder: staged.entries[path] != nil
        }
    }
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
            case .keep(let entry): try keep(step.path, entry.kind, from: try old.folder(of: step.path), in: folder)
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
    of present: ScannedTree, for folders: Set<TreePath>, knowing staged: ScannedTree, in staging: String
) throws(PublishError) {
    let root = try openFolder(staging)
    defer { close(root) }
    // In an empty folder all were made as it was itself.
    let made = staged.entries.isEmpty ? staged.attributes : nil
    let wrong = folders.filter { path in
        guard let attributes = present.entries[path]?.kind.attributes else { return false }
        return attributes != staged.entries[path]?.kind.attributes ?? made
    }
    for path in wrong.sorted(by: >) {
        guard let attributes = present.entries[path]?.kind.attributes else { continue }
        try failingAt("\(staging)/\(path.text)") { () throws(SystemError) in try apply(attributes, to: path, in: root) }
    }
    if present.attributes != staged.attributes {
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
