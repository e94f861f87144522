import Glibc
package import KairanOutput

/// The right to publish to one folder, from the start of a build to its end.
///
/// The folder's tree is replaced whole: killed at any moment, it holds the earlier publication or the new one.
/// Extended attributes and default access lists of folders are not carried over; those of files are.
package struct Publisher: ~Copyable {
    private let place: PublicationPlace
    private let lock: PublicationLock
    private let workFolder: WorkFolder?

    /// Takes the folder's lock, or throws `PublishError.locked`; clears away what a killed build left.
    ///
    /// With a work folder the earlier tree is kept in it and becomes the next one; then a publication costs what
    /// changes in it. Where that cannot be, the publisher does without.
    package init(to folder: String, workFolder: String? = nil) throws(PublishError) {
        var place = try PublicationPlace(resolving: folder)
        let lock = try PublicationLock(at: place.lock)
        try recoverTarget(at: place)
        try removeTree(place.staging)
        try removeTree(place.retired)
        self.workFolder = if let workFolder { WorkFolder(at: workFolder, for: &place) } else { nil }
        self.place = place
        self.lock = lock
    }

    /// For each output its stamp of now, nil where the target no longer holds what was published.
    package borrowing func verify(_ outputs: [KnownOutput]) throws(PublishError) -> [FileStamp?] {
        guard try exists(place.target) else { return outputs.map { _ in nil } }
        return try verifyOutputs(outputs, in: place.target)
    }

    /// Makes the folder hold exactly these files and those of others; touches nothing when it does already.
    package borrowing func publish(_ outputs: [OutputFile]) throws(PublishError) -> PublicationSummary {
        try publish(Publication(outputs)).summary
    }

    /// The same for new outputs and those that `verify` found. The stamps are what the next build knows them by:
    /// first of the new ones, then of the kept ones, each in the order given.
    package borrowing func publish(
        _ outputs: [OutputFile], keeping kept: [KeptOutput]
    ) throws(PublishError) -> (summary: PublicationSummary, stamps: [FileStamp?]) {
        let (summary, staged) = try publish(Publication(outputs, keeping: kept))
        let touched = Set(staged)
        // Linking a file changes its stamp; the others keep the one that was verified.
        let relinked = kept.indices.filter { touched.contains(TreePath(kept[$0].path)) }
        let paths = outputs.map { TreePath($0.path) } + relinked.map { TreePath(kept[$0].path) }
        let taken = try stampFiles(paths, in: place.target)
        var stamps = taken.prefix(outputs.count) + kept.map(\.stamp)
        for (index, stamp) in zip(relinked, taken.dropFirst(outputs.count)) { stamps[outputs.count + index] = stamp }
        return (summary, Array(stamps))
    }

    /// Also returns what was linked or written.
    private borrowing func publish(
        _ publication: Publication
    ) throws(PublishError) -> (summary: PublicationSummary, staged: [TreePath]) {
        guard try exists(place.target) else { return try publishFirst(publication) }
        let states = try compareOutputs(publication, in: place.target)
        // The same manifest: nothing to remove either, and the files of others do not matter.
        if states.allSame { return (summary(publication, states, removed: 0), []) }
        let present = try scanTree(place.target)
        try publication.checkKept(over: present, in: place.target)
        let plan = try planPublication(publication, states, over: present, earlier: try earlierManifest(present))
        let staged = try replaceTree(plan.steps, of: present)
        do {
            try retireTree(at: place, knownAs: present, by: publication, keepsTwin: place.keepsTwin)
        } catch {
            // The publication stands; the next build clears the rest of the earlier one away.
        }
        return (plan.summary, staged)
    }

    private borrowing func publishFirst(
        _ publication: Publication
    ) throws(PublishError) -> (summary: PublicationSummary, staged: [TreePath]) {
        var steps: [PublicationPlan.Step] = []
        for file in publication.files + [publication.manifest] {
            guard case .bytes(let bytes) = file.content else { throw keptIsGone("\(place.target)/\(file.path.text)") }
            steps.append(.init(path: file.path, action: .write(bytes)))
        }
        let staged = try replaceTree(steps, of: nil)
        let states = OutputStates(files: publication.files.map { _ in .absent }, manifest: .absent)
        return (summary(publication, states, removed: 0), staged)
    }

    private borrowing func replaceTree(
        _ steps: [PublicationPlan.Step], of present: ScannedTree?
    ) throws(PublishError) -> [TreePath] {
        do {
            let staged = try stageTree(steps, of: present, at: place)
            try replaceFolder(at: place, replacing: present != nil)
            return staged
        } catch {
            // The first failure is the one to tell; what cannot be removed now is removed by the next build.
            do { try removeTree(place.staging) } catch {}
            throw error
        }
    }

    private borrowing func earlierManifest(_ present: ScannedTree) throws(PublishError) -> PublicationManifest? {
        guard present.entries[PublicationManifest.path]?.kind == .file else { return nil }
        let path = "\(place.target)/\(PublicationManifest.path.text)"
        let bytes = try failingAt(path) { () throws(SystemError) in try readFile(path) }
        return PublicationManifest(reading: bytes)
    }
}

/// Publishes once, holding the lock only meanwhile.
package func publish(_ outputs: [OutputFile], to folder: String) throws(PublishError) -> PublicationSummary {
    try Publisher(to: folder).publish(outputs)
}

extension Publication {
    /// Someone may have put another file in a kept one's place while the site was built.
    fileprivate func checkKept(over present: ScannedTree, in target: String) throws(PublishError) {
        let doubtful = files.filter { file in
            guard case .kept(let stamp) = file.content else { return false }
            return present.entries[file.path] != .init(kind: .file, inode: stamp.inode)
        }
        // On stacked file systems a folder may list other inode numbers than its files have.
        for (file, stamp) in zip(doubtful, try stampFiles(doubtful.map(\.path), in: target)) {
            guard case .kept(let known) = file.content else { continue }
            if stamp?.inode != known.inode { throw keptIsGone("\(target)/\(file.path.text)") }
        }
    }
}

private func keptIsGone(_ path: String) -> PublishError {
    .io(path: path, reason: "it was moved or replaced while the site was built; build again")
}

private func readFile(_ path: String) throws(SystemError) -> [UInt8] {
    let descriptor = try systemCall { open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }
    defer { close(descriptor) }
    return try readToEnd(descriptor)
}
