import Glibc

/// How the staging folder was made to hold the very files of the target.
struct Mirror: Sendable {
    /// What was not there yet.
    var linked: [TreePath] = []
    /// The target's folders, each with the time of its last change as in `FileStamp.changed`.
    var folders: [(path: TreePath, changed: Int64)] = []
    /// Those of folders whose twins have others.
    var attributes: [(path: TreePath, attributes: FolderAttributes)] = []
}

/// Makes the staging folder hold what the target holds, each file shared and none copied; but nothing at the paths that
/// are replaced anyway, if it is not there already.
///
/// The staging folder may be the twin that an earlier build left. An entry that has the inode of the target's stays;
/// nothing else in it is believed. What a killed build left half-made mends in the same way.
func mirrorTree(at place: PublicationPlace, except replaced: Set<TreePath>) throws(PublishError) -> Mirror {
    try makeStaging(at: place.staging)
    let (target, staging) = (try openFolder(place.target), try openFolder(place.staging))
    defer {
        close(target)
        close(staging)
    }
    let device = try failingAt(place.target) { () throws(SystemError) in
        try OpenFolder(.root, below: target).attributes.device
    }
    let worker = FolderMirror(
        place: place, target: target, staging: staging, device: device, replaced: replaced, now: fileClock())
    var mirror = Mirror()
    var level = [TreePath.root]
    // Level by level, so that all processors have folders to do.
    while !level.isEmpty {
        let parts = try forEachPart(of: level) { (part) throws(PublishError) in
            var done = FolderMirror.Outcome()
            for folder in part { try worker.mirror(folder, into: &done) }
            return done
        }
        mirror.linked += parts.flatMap(\.mirror.linked)
        mirror.folders += parts.flatMap(\.mirror.folders)
        mirror.attributes += parts.flatMap(\.mirror.attributes)
        level = parts.flatMap(\.subfolders)
    }
    return mirror
}

private func makeStaging(at staging: String) throws(PublishError) {
    if let status = try status(of: staging) {
        if status.st_mode & S_IFMT == S_IFDIR { return }
        try removeTree(staging)
    }
    try systemCall(at: staging) { mkdir(staging, 0o777) }
}

private struct FolderMirror: Sendable {
    struct Outcome: Sendable {
        var mirror = Mirror()
        var subfolders: [TreePath] = []
    }

    let place: PublicationPlace
    let target: Int32
    let staging: Int32
    let device: dev_t
    let replaced: Set<TreePath>
    let now: Int64

    /// The twin of the folder is there already: its parent's turn made it.
    func mirror(_ folder: TreePath, into outcome: inout Outcome) throws(PublishError) {
        // People know the target's path, not the staging folder's.
        try failingAt(folder.bytes.isEmpty ? place.target : "\(place.target)/\(folder.text)") {
            () throws(SystemError) in
            let present = try OpenFolder(folder, below: target)
            // A mounted file system can be neither hard-linked nor moved, and deleting the old tree would empty it.
            if present.attributes.device != device { throw SystemError(code: EXDEV) }
            let twin = try openTwin(folder)
            // A folder may forbid its owner to write; it is told so again in the end.
            let isLocked = twin.attributes.mode & S_IRWXU != S_IRWXU
            if isLocked { try systemCall { fchmod(twin.descriptor, S_IRWXU) } }
            if isLocked || twin.attributes != present.attributes {
                outcome.mirror.attributes.append((folder, present.attributes))
            }
            outcome.mirror.folders.append((folder, FileStamp(present.status, readAt: now).changed))
            let wanted = try present.entries()
            for entry in wanted where entry.kind == .folder {
                outcome.subfolders.append(folder.appending(entry.name.bytes))
            }
            for entry in try missing(wanted, in: twin, at: folder) {
                let path = folder.appending(entry.name.bytes)
                if entry.kind == .folder {
                    try makeFolder(entry.name, in: twin.descriptor)
                } else if !replaced.contains(path) {
                    try share(entry, from: present.descriptor, in: twin.descriptor)
                    outcome.mirror.linked.append(path)
                }
            }
        }
    }

    private func openTwin(_ folder: TreePath) throws(SystemError) -> OpenFolder {
        do {
            return try OpenFolder(folder, below: staging)
        } catch {
            if error.code != EACCES { throw error }
            try systemCall {
                folder.bytes.isEmpty
                    ? chmod(place.staging, S_IRWXU) : folder.withPath { fchmodat(staging, $0, S_IRWXU, 0) }
            }
            return try OpenFolder(folder, below: staging)
        }
    }

    /// Which entries the twin lacks, once it holds no others.
    private func missing(
        _ wanted: [FolderEntry], in twin: borrowing OpenFolder, at folder: TreePath
    ) throws(SystemError) -> [FolderEntry] {
        var missing: [FolderEntry] = []
        var rest = wanted[...]
        for entry in try twin.entries() {
            while let next = rest.first, next.name < entry.name { missing.append(rest.removeFirst()) }
            if let next = rest.first, next.name == entry.name {
                rest.removeFirst()
                // Folders have no second name; their own turn comes.
                if next.kind == entry.kind, next.kind == .folder || next.inode == entry.inode { continue }
                missing.append(next)
            }
            try remove(entry, from: twin, at: folder)
        }
        return missing + rest
    }

    private func remove(
        _ entry: FolderEntry, from twin: borrowing OpenFolder, at folder: TreePath
    ) throws(SystemError) {
        if entry.kind != .folder {
            let descriptor = twin.descriptor
            try systemCall { entry.name.withName { unlinkat(descriptor, $0, 0) } }
            return
        }
        do {
            try removeTree("\(place.staging)/\(folder.appending(entry.name.bytes).text)")
        } catch {
            throw SystemError(code: EBUSY)
        }
    }
}

private func share(_ entry: FolderEntry, from old: Int32, in new: Int32) throws(SystemError) {
    do {
        try systemCall { entry.name.withName { linkat(old, $0, new, $0, 0) } }
    } catch {
        switch error.code {
        // No hard links here, too many of them, or a file of another user (protected_hardlinks in proc(5)).
        // Not EXDEV: that is something mounted inside the target, which must not be copied away.
        case EPERM, EACCES, EMLINK, EOPNOTSUPP, ENOSYS: try copyEntry(entry.name, entry.kind, from: old, in: new)
        default: throw error
        }
    }
}
