package import KairanModel
package import KairanSystem

/// The files of a publication that take their places one by one.
package struct PlacedFiles: Sendable {
    /// The new files.
    package let staged: [(path: TreePath, hash: ContentHash, size: Int)]
    /// The folder that holds them.
    package let staging: String
    /// The files that go.
    package let removed: [TreePath]
    /// The folder in which they take their places, and of which the others go.
    package let target: String
}

/// Tells the order in which files take their places, and that in which others go.
package typealias PlacingOrder = @Sendable (PlacedFiles) throws -> (placed: [TreePath], removed: [TreePath])

/// The order of those who know nothing of what is in the files.
@Sendable package func placingByPath(_ files: PlacedFiles) -> (placed: [TreePath], removed: [TreePath]) {
    (files.staged.map(\.path), files.removed)
}

/// Puts the staged files into a target that cannot be replaced as a whole, since something is mounted there.
///
/// Each file is renamed to its place, in the order in which a deploy uploads: what others lead to comes first, lists come
/// last, and what is no longer made goes at the end, what leads to others first. So a reader who follows links finds
/// whole files, of the earlier publication or of the new one. A build that is killed leaves some of both. The next one
/// knows from the claims which of the files are Kairan's.
func placeFiles(_ plan: PublicationPlan, at place: PublicationPlace) throws(PublishError) {
    var source = try FolderCursor(top: place.staging)
    var target = try FolderCursor(top: place.target, makesFolders: true)
    func put(_ path: TreePath) throws(SystemError) {
        let (from, to) = (try source.folder(of: path), try target.folder(of: path))
        try from.rename(path.lastName, to: path.lastName, in: to)
    }
    let (placed, removed) = try order(of: plan, at: place)
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
    place.forgetFirstPublication()
}

private func order(
    of plan: PublicationPlan, at place: PublicationPlace
) throws(PublishError) -> (placed: [TreePath], removed: [TreePath]) {
    let staged = plan.written.map { (path: $0.path, hash: $0.output.hash, size: $0.output.size) }
    let files = PlacedFiles(staged: staged, staging: place.staging, removed: plan.removed, target: place.target)
    do {
        return try place.order(files)
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
        let new = files.map { WholeList.File(path: $0.path, hash: $0.output.hash) }
        let list = WholeList(
            files: ((earlier.list?.files ?? []) + new).filter { $0.path != WholeList.path })
        try failingAt(claims) { () throws(SystemError) in
            // Nobody but Kairan has to see what is staged.
            try workingFolder.setPermissions(of: staging, ownerAlone)
            try workingFolder.createFile("\(staging)/claims").writeAndClose([list.bytes[...]], isForced: true)
            try workingFolder.rename("\(staging)/claims", to: claims)
        }
    }

    /// The path of a file that is there from a first publication, which needs no spare tree, to one in place.
    fileprivate var firstPublicationMark: String? { workFolder.map { "\($0)/first" } }

    /// Notes that the target was put there as a whole. Only a warning is lost with the note.
    func noteFirstPublication() {
        guard let firstPublicationMark else { return }
        do { try workingFolder.createFile(firstPublicationMark).close() } catch {}
    }

    /// Removes the note once the spare tree tells it, or the target is no longer replaced as a whole.
    func forgetFirstPublication() {
        if let firstPublicationMark { workingFolder.discardFile(firstPublicationMark) }
    }

    /// Tells whether the target was replaced as a whole until now, as far as anybody knows.
    var wasPublishedAsAWhole: Bool {
        get throws(PublishError) {
            if try exists(staging) { return true }
            return try firstPublicationMark.map { path throws(PublishError) in try exists(path) } ?? false
        }
    }

    /// Tells whether a build was killed while it placed or removed files.
    var hasClaims: Bool { isMounted && workingFolder.knownStatus(of: claims) != nil }

    /// The files that a killed build may have placed in the target, or not removed from it.
    var claimed: [WholeList.File] {
        isMounted ? workingFolder.readKnownFile(claims).flatMap(WholeList.init)?.files ?? [] : []
    }
}
