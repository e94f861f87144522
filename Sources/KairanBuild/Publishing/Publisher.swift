import Glibc
package import KairanOutput

/// The right to publish to one folder, from the start of a build to its end.
///
/// The folder's tree is replaced whole: killed at any moment, it holds the earlier publication or the new one.
/// Extended attributes and default access lists of folders are not carried over; those of files are.
package struct Publisher: ~Copyable {
    private let place: PublicationPlace
    private let lock: PublicationLock

    /// Takes the folder's lock, or throws `PublishError.locked`; clears away what a killed build left.
    package init(to folder: String) throws(PublishError) {
        let place = try PublicationPlace(resolving: folder)
        let lock = try PublicationLock(at: place.lock)
        try recoverTarget(at: place)
        try removeTree(place.staging)
        try removeTree(place.retired)
        self.place = place
        self.lock = lock
    }

    /// Makes the folder hold exactly these files and those of others; touches nothing when it does already.
    package borrowing func publish(_ outputs: [OutputFile]) throws(PublishError) -> PublicationSummary {
        let publication = try Publication(outputs)
        guard try exists(place.target) else { return try publishFirst(publication) }
        let states = try compareOutputs(publication, in: place.target)
        // The same manifest: nothing to remove either, and the files of others do not matter.
        if states.allSame { return summary(publication, states, removed: 0) }
        let present = try scanTree(place.target)
        let plan = try planPublication(publication, states, over: present, earlier: try earlierManifest(present))
        try replaceTree(plan.steps, of: present)
        do {
            try retireTree(at: place, knownAs: present, by: publication)
        } catch {
            // The publication stands; the next build clears the rest of the earlier one away.
        }
        return plan.summary
    }

    private borrowing func publishFirst(_ publication: Publication) throws(PublishError) -> PublicationSummary {
        let steps = (publication.files + [publication.manifest]).map {
            PublicationPlan.Step(path: $0.path, action: .write($0.bytes))
        }
        try replaceTree(steps, of: nil)
        let states = OutputStates(files: publication.files.map { _ in .absent }, manifest: .absent)
        return summary(publication, states, removed: 0)
    }

    private borrowing func replaceTree(
        _ steps: [PublicationPlan.Step], of present: ScannedTree?
    ) throws(PublishError) {
        try systemCall(at: place.staging) { mkdir(place.staging, 0o777) }
        do {
            try stageTree(steps, of: present, at: place)
            try replaceFolder(at: place, replacing: present != nil)
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

private func readFile(_ path: String) throws(SystemError) -> [UInt8] {
    let descriptor = try systemCall { open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }
    defer { close(descriptor) }
    return try readToEnd(descriptor)
}
