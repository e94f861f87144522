internal import KairanReaders
internal import KairanSystem

/// How the staging folder was made to hold the very files of the target.
struct Mirror: Sendable {
    /// What was not there yet.
    var linked: [TreePath] = []
    /// All folders of the target; the spares of those that were looked into have no stamps yet.
    var folders: SpareFolders = []
    /// Where in `folders` those stand.
    var entered: [Int] = []
    /// Those whose spares will not hold the same.
    var differing: Set<TreePath> = []
    /// Those of folders whose spares have others.
    var attributes: [(path: TreePath, attributes: FolderAttributes)] = []

    /// Notes in what the spares will differ.
    mutating func change(_ plan: PublicationPlan) {
        let changed = plan.changedFolders
        for index in folders.indices {
            let path = folders[index].path
            guard let replaced = changed[path] else { continue }
            if let replaced {
                folders[index].replaced = replaced
                // The stamp of what was there before.
                if folders[index].spare != .unknown { entered.append(index) }
            } else {
                differing.insert(path)
            }
            folders[index].spare = .unknown
        }
    }
}

/// Makes the staging folder hold what the target holds, each file shared and none copied; but nothing at the paths that
/// are `replaced` anyway, if it is not there already.
///
/// The staging folder may be the spare tree that an earlier build left. An entry that has the inode of the target's stays;
/// nothing else in it is believed. What a killed build left half-made mends in the same way. Folders that are `known`
/// to hold the same are not looked into.
func mirrorTree(
    at place: PublicationPlace, except replaced: Set<TreePath> = [], known: CheckedSpares = CheckedSpares()
) throws(PublishError) -> Mirror {
    try makeStaging(at: place.staging)
    let (target, staging) = (try openFolder(place.target), try openFolder(place.staging))
    defer {
        target.close()
        staging.close()
    }
    let device = try failingAt(place.target) { () throws(SystemError) in
        try OpenFolder(.root, below: target).attributes.device
    }
    let worker = FolderMirror(
        place: place, target: target, staging: staging, device: device, replaced: replaced, now: fileClock())
    var mirror = Mirror()
    mirror.folders.reserveCapacity(known.folders.count)
    var level = MirrorLevel(known)
    // Level by level, so that all processors have folders to do.
    while !level.folders.isEmpty {
        let parts = try forEachPart(of: level.entered) { (part) throws(PublishError) in
            try part.map { (turn) throws(PublishError) in try worker.mirror(turn) }
        }
        level.advance(past: parts.flatMap(\.self), into: &mirror)
    }
    return mirror
}

/// Stamps some of the spares that were looked into, at a time when they are complete and not yet published: whatever
/// happens to them later shows.
func stampSpares(
    _ mirror: inout Mirror, in staging: String, where isDone: (SpareFolder) -> Bool
) throws(PublishError) {
    let root = try openFolder(staging)
    defer { root.close() }
    let (folders, differing) = (mirror.folders, mirror.differing)
    let done = mirror.entered.filter { isDone(folders[$0]) }
    let parts = try forEachPart(of: done) { (part) throws(PublishError) in
        part.map { index in
            let folder = folders[index]
            return differing.contains(folder.path) ? .unknown : folder.target.takenOver(by: folder.path, below: root)
        }
    }
    for (index, stamp) in zip(done, parts.joined()) { mirror.folders[index].spare = stamp }
}

/// The folders that stand equally deep.
private struct MirrorLevel {
    struct Folder {
        var path: TreePath
        /// Where it stands in the list of known ones; nil when its spare was not there.
        var known: Int?
    }

    private let known: SpareFolders
    private let subfolders: [Range<Int>]
    /// For each of `known` whether it and its spare are as they were.
    private let areSame: [Bool]
    private(set) var folders: [Folder]

    /// The top.
    init(_ spares: CheckedSpares) {
        (known, subfolders, areSame) = (spares.folders, spares.folders.subfolders, spares.areSame)
        folders = [Folder(path: .root, known: known.isEmpty ? nil : 0)]
    }

    /// Those whose spares are not the same.
    var entered: [FolderMirror.Turn] {
        folders.compactMap { folder in
            guard let index = folder.known, areSame[index] else { return .unknown(folder.path) }
            return known[index].replaced.isEmpty
                ? nil : .known(known[index], subfolders: known[subfolders[index]].map(\.path))
        }
    }

    /// Notes this level in the mirror and goes on to the next one.
    mutating func advance(past entered: [FolderMirror.Outcome], into mirror: inout Mirror) {
        var outcomes = entered[...]
        var next: [Folder] = []
        next.reserveCapacity(known.count)
        for folder in folders {
            if let index = folder.known, areSame[index], known[index].replaced.isEmpty {
                mirror.folders.append(known[index])
                for index in subfolders[index] { next.append(Folder(path: known[index].path, known: index)) }
            } else if let outcome = outcomes.popFirst() {
                mirror.entered.append(mirror.folders.count)
                mirror.folders.append(
                    SpareFolder(
                        path: folder.path, subfolderCount: outcome.subfolders.count, target: outcome.stamp,
                        spare: .unknown))
                mirror.linked += outcome.linked
                if outcome.hasCopies { mirror.differing.insert(folder.path) }
                if let attributes = outcome.attributes { mirror.attributes.append((folder.path, attributes)) }
                next += self.folders(outcome.subfolders, below: folder)
            }
        }
        folders = next
    }

    /// Both they and those known in the folder are in order.
    private func folders(_ found: [FolderMirror.Subfolder], below folder: Folder) -> [Folder] {
        var rest = folder.known.map { subfolders[$0] } ?? 0..<0
        return found.map { subfolder in
            while let first = rest.first, known[first].path < subfolder.path { rest.removeFirst() }
            let isKnown = subfolder.hasSpare && rest.first.map { known[$0].path == subfolder.path } == true
            return Folder(path: subfolder.path, known: isKnown ? rest.first : nil)
        }
    }
}

private func makeStaging(at staging: String) throws(PublishError) {
    if let status = try status(of: staging) {
        if status.isFolder { return }
        try removeTree(staging)
    }
    try failingAt(staging) { () throws(SystemError) in try workingFolder.makeFolder(staging) }
}

private struct FolderMirror: Sendable {
    /// A folder that is to be done.
    enum Turn: Sendable {
        case unknown(TreePath)
        /// Nothing but the files that it names differs.
        case known(SpareFolder, subfolders: [TreePath])
    }

    struct Subfolder: Sendable {
        var path: TreePath
        /// False when it had to be made.
        var hasSpare: Bool
    }

    /// What was found in one folder, and done to its spare.
    struct Outcome: Sendable {
        var stamp: FolderStamp
        var subfolders: [Subfolder] = []
        var linked: [TreePath] = []
        /// True when the spare cannot share all files.
        var hasCopies = false
        /// Nil when the spare has them.
        var attributes: FolderAttributes?
    }

    let place: PublicationPlace
    let target: FileDescriptor
    let staging: FileDescriptor
    let device: UInt64
    let replaced: Set<TreePath>
    let now: Int64

    /// The spare of the folder is there already: its parent's turn made it.
    func mirror(_ turn: Turn) throws(PublishError) -> Outcome {
        switch turn {
        case .unknown(let folder): return try mirror(folder)
        case .known(let folder, let subfolders):
            do throws(SystemError) {
                var outcome = try shareReplaced(folder)
                outcome.subfolders = subfolders.map { Subfolder(path: $0, hasSpare: true) }
                return outcome
            } catch {
                // It may forbid writing, or be another one by now.
                return try mirror(folder.path)
            }
        }
    }

    private func shareReplaced(_ folder: SpareFolder) throws(SystemError) -> Outcome {
        let present = try OpenFolder(folder.path, below: target)
        let spare = try OpenFolder(folder.path, below: staging)
        var outcome = Outcome(stamp: folder.target)
        for name in folder.replaced {
            let path = folder.path.appending(name.bytes)
            if replaced.contains(path) { continue }
            try spare.descriptor.removeFile(name.lastName)
            let entry = FolderEntry(name: name, kind: .file, inode: 0)
            if try !share(entry, from: present.descriptor, in: spare.descriptor) { outcome.hasCopies = true }
            outcome.linked.append(path)
        }
        return outcome
    }

    private func mirror(_ folder: TreePath) throws(PublishError) -> Outcome {
        // People know the target's path, not the staging folder's.
        try failingAt(folder.bytes.isEmpty ? place.target : "\(place.target)/\(folder.text)") {
            () throws(SystemError) in
            let present = try OpenFolder(folder, below: target)
            // A mounted file system can be neither hard-linked nor moved, and deleting the old tree would empty it.
            if present.attributes.device != device { throw SystemError.improperLink }
            let spare = try openSpare(folder)
            var outcome = Outcome(stamp: FolderStamp(present.status, readAt: now))
            // A folder may forbid its owner to write; it is told so again in the end.
            let isLocked = !spare.attributes.allowsOwner
            if isLocked { try spare.descriptor.setPermissions(ownerAlone) }
            if isLocked || spare.attributes != present.attributes { outcome.attributes = present.attributes }
            let wanted = try present.entries()
            let missing = try missing(wanted, in: spare, at: folder)
            for entry in missing {
                let path = folder.appending(entry.name.bytes)
                if entry.kind == .folder {
                    try spare.descriptor.makeFolderIfMissing(entry.name)
                } else if !replaced.contains(path) {
                    let isShared = try share(entry, from: present.descriptor, in: spare.descriptor)
                    if !isShared { outcome.hasCopies = true }
                    outcome.linked.append(path)
                }
            }
            let made = Set(missing)
            outcome.subfolders = wanted.filter { $0.kind == .folder }.map {
                Subfolder(path: folder.appending($0.name.bytes), hasSpare: !made.contains($0))
            }
            return outcome
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

    /// Which entries the spare lacks, once it holds no others.
    private func missing(
        _ wanted: [FolderEntry], in spare: borrowing OpenFolder, at folder: TreePath
    ) throws(SystemError) -> [FolderEntry] {
        var missing: [FolderEntry] = []
        var rest = wanted[...]
        for entry in try spare.entries() {
            while let next = rest.first, next.name < entry.name { missing.append(rest.removeFirst()) }
            if let next = rest.first, next.name == entry.name {
                rest.removeFirst()
                // Folders have no second name; their own turn comes.
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

/// False when it had to be copied.
private func share(_ entry: FolderEntry, from old: FileDescriptor, in new: FileDescriptor) throws(SystemError) -> Bool {
    do {
        try old.link(entry.name, to: entry.name, in: new)
        return true
    } catch {
        switch error {
        // No hard links here, too many of them, or a file of another user (protected_hardlinks in proc(5)).
        // Not EXDEV: that is something mounted inside the target, which must not be copied away.
        case .notPermitted, .permissionDenied, .tooManyLinks, .notSupported, .noFunction:
            try copyEntry(entry.name, entry.kind, from: old, in: new)
        default: throw error
        }
        return false
    }
}
