internal import KairanContracts
internal import KairanModel
internal import KairanSystem

/// Puts the staged files into a target that cannot be replaced as a whole, since something is mounted there.
///
/// Each file is renamed to its place, in the order in which a deploy uploads: what others lead to comes first, lists come
/// last, and what is no longer made goes at the end, what leads to others first. So a reader who follows links finds whole files, of the earlier
/// publication or of the new one. A build that is killed leaves some of both. The next one knows from the claims which
/// of the files are Kairan's.
func placeFiles(_ plan: PublicationPlan, at place: PublicationPlace) throws(PublishError) {
    var source = try FolderCursor(top: place.staging)
    var target = try FolderCursor(top: place.target, makesFolders: true)
    func put(_ path: TreePath) throws(SystemError) {
        let (from, to) = (try source.folder(of: path), try target.folder(of: path))
        try from.rename(path.lastName, to: path.lastName, in: to)
    }
    let (placed, removed) = (try order(of: plan, at: place), try removalOrder(of: plan, at: place))
    for path in placed {
        do throws(SystemError) {
            try put(path)
        } catch {
            guard [.notDirectory, .isDirectory, .fileExists, .directoryNotEmpty].contains(error) else {
                throw error.at("\(place.target)/\(path.text)")
            }
            try clearWay(to: path, at: place)
            try failingAt("\(place.target)/\(path.text)") { () throws(SystemError) in try put(path) }
        }
    }
    // The old files go once the names of the new ones are on the disk. If that fails, they are all the same there.
    do { try forceToDisk([place.target]) } catch {}
    var rest = plan
    let new = folders(leadingTo: plan.written.map(\.path))
    rest.removed = removed.filter { !new.contains($0) }
    try removeFiles(rest, in: place.target, at: place)
    try removeTree(place.staging)
    workingFolder.discardFile(place.claims)
}

/// Returns the paths of the staged files in the order in which a deploy would upload them.
private func order(of plan: PublicationPlan, at place: PublicationPlace) throws(PublishError) -> [TreePath] {
    let files = plan.written.map { file in
        DeployedFile(path: file.path, hash: file.output.hash, size: file.output.size, folder: place.staging)
    }
    let root = try openFolder(place.target)
    defer { root.close() }
    var record = DeployRecord()
    var folders: Set<TreePath> = []
    for file in files {
        switch root.knownStatus(of: file.path)?.kind {
        case nil: break
        case .folder: folders.insert(file.path)
        // It is there and has to be written, whatever it holds.
        case .file, .symbolicLink, .special: record.files[file.path] = .some(ContentHash())
        }
    }
    for path in plan.removed { record.files[path] = .some(ContentHash()) }
    return try failing(at: place) {
        try DeployPlan(files, after: record, clearing: folders, removingUntil: 0).uploads.map(\.path)
    }
}

/// Returns the paths of the files that go, against the order in which they would be uploaded. Those that are gone come
/// first.
private func removalOrder(of plan: PublicationPlan, at place: PublicationPlace) throws(PublishError) -> [TreePath] {
    let root = try openFolder(place.target)
    defer { root.close() }
    let present = Set(plan.removed.filter { root.knownStatus(of: $0)?.kind == .file })
    let files = plan.removed.filter(present.contains).map {
        DeployedFile(path: $0, hash: ContentHash(), size: 0, folder: place.target)
    }
    let layers = try failing(at: place) { try uploadLayers(of: files, moved: [], among: files) }
    return plan.removed.filter { !present.contains($0) } + layers.reversed().joined().map(\.path)
}

private func failing<Result>(at place: PublicationPlace, _ work: () throws -> Result) throws(PublishError) -> Result {
    do {
        return try work()
    } catch let error as PublishError {
        throw error
    } catch {
        throw .io(path: place.target, reason: "\(error)")
    }
}

/// Removes a file of ours where a folder is needed, or a folder that holds only files of ours where a file is. The plan
/// of the publication has seen to it that they are ours.
private func clearWay(to path: TreePath, at place: PublicationPlace) throws(PublishError) {
    for step in folders(leadingTo: [path]).sorted() + [path] {
        let name = "\(place.target)/\(step.text)"
        guard let status = try status(of: name) else { return }
        if status.isFolder == (step == path) { try removeTree(name) }
    }
}

extension PublicationPlace {
    /// The path of the list of files that are Kairan's while some are placed in the target and others removed.
    fileprivate var claims: String { "\(target)/.kairan-claims" }

    /// Notes the files that will be placed in the target or removed from it, beside those of earlier builds that were
    /// killed. This makes the staging folder.
    ///
    /// - Parameter earlier: All that is known to be Kairan's.
    func claim(_ files: [Publication.File], besides earlier: EarlierList) throws(PublishError) {
        try emptyStaging()
        let new = files.map { PublicationManifest.File(path: $0.path, hash: $0.output.hash) }
        let list = PublicationManifest(
            files: ((earlier.manifest?.files ?? []) + new).filter { $0.path != PublicationManifest.path })
        try failingAt(claims) { () throws(SystemError) in
            // Nobody but Kairan has to see what is staged.
            try workingFolder.setPermissions(of: staging, ownerAlone)
            try workingFolder.createFile("\(staging)/claims").writeAndClose([list.bytes[...]], isForced: true)
            try workingFolder.rename("\(staging)/claims", to: claims)
        }
    }

    /// Tells whether a build was killed while it placed or removed files.
    var hasClaims: Bool { isMounted && workingFolder.knownStatus(of: claims) != nil }

    /// The files that a killed build may have placed in the target, or not removed from it.
    var claimed: [PublicationManifest.File] {
        isMounted ? workingFolder.readKnownFile(claims).flatMap(PublicationManifest.init)?.files ?? [] : []
    }
}
