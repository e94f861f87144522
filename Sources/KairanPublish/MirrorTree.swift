internal import KairanModel
internal import KairanSystem

/// The result of making the staging folder hold the very files of the target.
struct Mirror: Sendable {
    /// The files that were not there yet and were linked.
    var linked: [TreePath] = []
    /// All folders of the target with their spares.
    var folders: [SpareFolder] = []
    /// The statuses of folders whose spares have another owner or other permissions.
    var statuses: [(path: TreePath, status: FileStatus)] = []
}

/// Makes the staging folder hold what the target holds. Files are shared by hard links, and copied only if that is
/// impossible. Files at paths in `replaced` are not linked, since the publication writes or removes them anyway.
///
/// The staging folder may be the spare tree that an earlier build left. An entry with the same inode as the target's
/// stays; everything else in the folder is replaced, which also repairs what a killed build left half-made. Folders
/// that are `known` to hold the same are not looked into.
func mirrorTree(
    at place: PublicationPlace, except replaced: Set<TreePath> = [],
    known: @escaping @Sendable (TreePath) -> SpareFolder? = { _ in nil }
) throws(PublishError) -> Mirror {
    try makeStaging(at: place.staging)
    let (target, staging) = (try openFolder(place.target), try openFolder(place.staging))
    defer {
        target.close()
        staging.close()
    }
    let device = try failingAt(place.target) { () throws(SystemError) in
        try OpenFolder(.root, below: target).status.device
    }
    let worker = FolderMirror(
        place: place, target: target, staging: staging, device: device, replaced: replaced, now: place.clock.now())
    var (mirror, made, level) = (Mirror(), Set<TreePath>(), [TreePath.root])
    // The tree is walked level by level, so that all processors have folders to work on.
    while !level.isEmpty {
        let parts = try forEachPart(of: level) { [made] (part) throws(PublishError) in
            try part.map { (path) throws(PublishError) -> MirroredFolder in
                if !made.contains(path), let folder = known(path) { return MirroredFolder(folder: folder) }
                return try worker.mirror(path)
            }
        }
        level = []
        for mirrored in parts.joined() {
            mirror.folders.append(mirrored.folder)
            mirror.linked += mirrored.linked
            if let status = mirrored.status { mirror.statuses.append((mirrored.folder.path, status)) }
            made.formUnion(mirrored.made)
            level += mirrored.folder.subfolders
        }
    }
    return mirror
}

/// The result of the work on one folder and its spare.
private struct MirroredFolder: Sendable {
    var folder: SpareFolder
    /// The subfolders whose spares had to be made.
    var made: [TreePath] = []
    var linked: [TreePath] = []
    /// The folder's status if the spare still needs its owner or permissions; else nil.
    var status: FileStatus?
}

private func makeStaging(at staging: String) throws(PublishError) {
    if let status = try status(of: staging) {
        if status.isFolder { return }
        try removeTree(staging)
    }
    try failingAt(staging) { () throws(SystemError) in try workingFolder.makeFolder(staging) }
}

private struct FolderMirror: Sendable {
    let place: PublicationPlace
    let target: FileDescriptor
    let staging: FileDescriptor
    let device: UInt64
    let replaced: Set<TreePath>
    let now: Int64

    /// Mirrors one folder. Its spare is there already, since the turn of its parent made it.
    func mirror(_ folder: TreePath) throws(PublishError) -> MirroredFolder {
        // People know the target's path, not the staging folder's.
        try failingAt(folder.bytes.isEmpty ? place.target : "\(place.target)/\(folder.text)") {
            () throws(SystemError) in
            let present = try OpenFolder(folder, below: target)
            // A mounted file system can be neither hard-linked nor moved, and deleting the old tree would empty it.
            if present.status.device != device { throw SystemError.improperLink }
            let spare = try openSpare(folder)
            // If there is anything to do in the spare, its stamp proves nothing any more.
            let (stamp, spareStamp) = (FileStamp(present.status, readAt: now), FileStamp(spare.status, readAt: now))
            var mirrored = MirroredFolder(folder: SpareFolder(path: folder, target: stamp, spare: spareStamp))
            // A folder may forbid its owner to write; `takeOverAttributes` locks it again in the end.
            let isLocked = !spare.status.allowsOwner
            if isLocked { try spare.descriptor.setPermissions(ownerAlone) }
            if isLocked || !spare.status.isAccessible(like: present.status) { mirrored.status = present.status }
            let wanted = try present.entries()
            for entry in try missing(wanted, in: spare, at: folder) {
                let path = folder.appending(entry.name.bytes)
                if entry.kind == .folder {
                    try spare.descriptor.makeFolderIfMissing(entry.name)
                    mirrored.made.append(path)
                } else if replaced.contains(path) {
                    // A file that is only removed leaves no trace in a spare that lacks it already.
                    mirrored.folder.spare = .unknown
                } else {
                    // A copy has to be made anew each time, since others may write to the file in place.
                    let isShared = try share(entry, from: present.descriptor, in: spare.descriptor)
                    if !isShared { mirrored.folder.spare = .unknown }
                    mirrored.linked.append(path)
                }
            }
            mirrored.folder.subfolders =
                wanted.filter { $0.kind == .folder }.map { folder.appending($0.name.bytes) }
            return mirrored
        }
    }

    private func openSpare(_ folder: TreePath) throws(SystemError) -> OpenFolder {
        do {
            return try OpenFolder(folder, below: staging)
        } catch {
            if error != .permissionDenied { throw error }
            if folder.bytes.isEmpty {
                try workingFolder.setPermissions(of: place.staging, ownerAlone)
            } else {
                try staging.setPermissions(of: folder, ownerAlone)
            }
            return try OpenFolder(folder, below: staging)
        }
    }

    /// Removes from the spare what the folder does not have, and returns the entries that the spare lacks.
    private func missing(
        _ wanted: [FolderEntry], in spare: borrowing OpenFolder, at folder: TreePath
    ) throws(SystemError) -> [FolderEntry] {
        var missing: [FolderEntry] = []
        var rest = wanted[...]
        for entry in try spare.entries() {
            while let next = rest.first, next.name < entry.name { missing.append(rest.removeFirst()) }
            if let next = rest.first, next.name == entry.name {
                rest.removeFirst()
                // A folder cannot have a second name; it is mirrored when its own turn comes.
                if next.kind == entry.kind, next.kind == .folder || next.inode == entry.inode { continue }
                missing.append(next)
            }
            try remove(entry, from: spare, at: folder)
        }
        return missing + rest
    }

    private func remove(
        _ entry: FolderEntry, from spare: borrowing OpenFolder, at folder: TreePath
    ) throws(SystemError) {
        if entry.kind != .folder {
            try spare.descriptor.removeFile(entry.name)
            return
        }
        do {
            try removeTree("\(place.staging)/\(folder.appending(entry.name.bytes).text)")
        } catch {
            throw SystemError.resourceBusy
        }
    }
}

/// Links an entry into another folder, or copies it if that is impossible. Returns false if it was copied.
private func share(_ entry: FolderEntry, from old: FileDescriptor, in new: FileDescriptor) throws(SystemError) -> Bool {
    do {
        try old.link(entry.name, to: entry.name, in: new)
        return true
    } catch {
        switch error {
        // There are no hard links here, or too many of them, or the file belongs to another user (protected_hardlinks
        // in proc(5)). EXDEV is not among these errors: it means that something is mounted inside the target, which
        // must not be copied away.
        case .notPermitted, .permissionDenied, .tooManyLinks, .notSupported, .noFunction:
            try copyEntry(entry.name, entry.kind, from: old, in: new)
        default: throw error
        }
        return false
    }
}

extension FileStatus {
    fileprivate func isAccessible(like other: FileStatus) -> Bool {
        (permissions, owner, group) == (other.permissions, other.owner, other.group)
    }
}
