internal import KairanModel
package import KairanSystem
internal import Synchronization

/// The right to publish to one folder, which one build holds from its start to its end.
///
/// The folder's tree is replaced as a whole: if a build is killed at any moment, the folder holds the earlier
/// publication or the new one. Extended attributes and default access lists are carried over for files, not for
/// folders.
package struct Publisher: ~Copyable {
    private let place: PublicationPlace
    private let lock: PublicationLock
    private let workFolderLock: PublicationLock?
    private let memories: PublicationMemories?
    /// Clears away what the last publication left, beside other work: see `finishCleaning`.
    private let cleaning = Mutex<Concurrent<Void>?>(nil)

    /// Takes the folder's lock, or throws `PublishError.locked`, and clears away what a killed build left. Throws
    /// `PublishError.foreign`, and touches nothing, if something that Kairan did not make has one of Kairan's own
    /// names.
    ///
    /// With a work folder the earlier tree is kept in it and becomes the next one, so that a publication costs only
    /// what changes in it. If that is impossible, the publisher does without.
    ///
    /// - Parameter memoryFolder: The folder that remembers what was published, if it is there; nil for the work
    ///   folder.
    /// - Parameter order: The order in which files take their places if the folder cannot be replaced as a whole.
    package init(
        to folder: String, workFolder: String? = nil, memoryFolder: String? = nil, clock: FileClock,
        order: @escaping PlacingOrder = placingByPath
    ) throws(PublishError) {
        var place = try PublicationPlace(resolving: folder, clock: clock, order: order)
        try place.refuseForeign()
        if let folder = workFolder ?? memoryFolder { try refuseLinks(inWorkFolder: folder) }
        let lock = try PublicationLock(at: place.lock)
        if !lock.isLeft { try place.refuseFolders() }
        try recoverTarget(at: place)
        try removeTree(place.staging)
        try removeTree(place.retired)
        workFolderLock = if let workFolder { takeWorkFolder(workFolder, for: &place) } else { nil }
        memories = (workFolder ?? memoryFolder).flatMap { [target = place.target] in
            PublicationMemories(of: target, in: $0)
        }
        self.place = place
        self.lock = lock
    }

    // Both happen while the lock is still held, since afterwards the staging folder could be another build's.
    deinit {
        finishCleaning()
        if place.isTargetMissing { removeStaging() }
    }

    /// Returns a function that begins to stage a first publication; it returns nil if this is not the first one.
    package borrowing func staging() -> @Sendable () -> StagedOutputs? {
        { [place] in StagedOutputs(at: place) }
    }

    /// Waits until files that others put into the earlier tree have moved to the new one.
    package borrowing func finishCleaning() { cleaning.withLock { $0?.value } }

    /// Returns the path of a file in the work folder, or nil if there is no work folder.
    package func path(inWorkFolder name: String) -> String? { place.workFolder.map { "\($0)/\(name)" } }

    /// The absolute path of the folder.
    package var target: String { place.target }

    /// The file of the lock, for programs that must hold it too.
    package borrowing func lockFile() -> FileDescriptor { lock.file }

    /// Returns the present time of the files' clock.
    package borrowing func now() -> Int64 { place.clock.now() }

    /// Looks which of these outputs the target still holds as they were published.
    package borrowing func verifiedOutputs(_ outputs: [StampedFile]) -> VerifiedOutputs {
        VerifiedOutputs(outputs, at: place)
    }

    /// Makes the folder hold exactly these outputs, those that stand from an earlier build, and the files of others.
    /// Nothing is touched if it does already. `verified` is this publisher's look at the outputs that stand.
    ///
    /// The result has the stamps of all outputs that were made or got another stamp, by which the next build knows them
    /// again, and what a record keeps of the list that was published. If someone changes a kept output meanwhile, it is published
    /// as it is then; the next build notices.
    package borrowing func publish(
        _ outputs: [OutputFile], keeping kept: [StampedFile] = [], of verified: VerifiedOutputs? = nil,
        promises: PublishedPromises = PublishedPromises(), after past: SeenPublications? = nil
    ) throws(PublishError) -> (summary: PublicationSummary, stamps: PublishedStamps, list: StoredList) {
        finishCleaning()
        // An earlier publication changed the spare tree after it was looked at.
        let known = cleaning.withLock { $0 == nil } ? verified?.spares : nil
        let folders = (known?.value ?? KnownSpares(at: place)).unchanged(at: place)
        let earlier = Concurrent { [place] in
            Result { () throws(PublishError) in
                try EarlierList(at: place, otherwise: past?.lists ?? [], recorded: verified?.recorded ?? [])
            }
        }
        let publication = try Publication(outputs, keeping: kept, promises: promises)
        let list = StoredList(publication)
        // If outputs are to be kept but the target is missing, the first read of one of them throws the error.
        if kept.isEmpty, try !exists(place.target) {
            let (summary, made) = try publishFirst(publication, outputs, after: past)
            return (summary, (made, []), list)
        }
        let (summary, linked) = try publish(publication, earlier, folders, after: past)
        // Linking a file changes its stamp; the other kept files keep the stamp that was verified.
        let again = linked.compactMap { kept.position(of: $0.text) }.sorted().map { kept[$0] }
        let stamps = try stampFiles(outputs.map(\.path) + again.map(\.path), in: place.target, place.clock)
        let relinked = zip(again, stamps[outputs.count...]).map { ($0, $1.relinked(from: $0.stamp)) }
        return (summary, (Array(stamps.prefix(outputs.count)), relinked), list)
    }

    /// Publishes where something is published already, and also returns the files that were linked into the new tree.
    private borrowing func publish(
        _ publication: Publication, _ earlier: Concurrent<Result<EarlierList, PublishError>>,
        _ known: Concurrent<@Sendable (TreePath) -> SpareFolder?>, after past: SeenPublications?
    ) throws(PublishError) -> (summary: PublicationSummary, linked: [TreePath]) {
        // Somebody made the target meanwhile, and then the staging folder begins as a copy of it.
        let publication = try publication.inMemory(from: place.staging)
        let states = try compareOutputs(publication, in: place.target)
        // The list is the same, so there is nothing to remove, unless a killed build was about to, and the files of
        // others do not matter.
        if states.allSatisfy({ $0 == .same }), !place.hasClaims {
            return (summary(publication, states, removed: 0), [])
        }
        let earlier = try earlier.value.get()
        var plan = try planPublication(publication, states, earlier: earlier, in: place.target)
        let wasWhole = try place.wasPublishedAsAWhole
        plan.summary.beginsInPlace = place.isMounted && (earlier.isMissing || wasWhole)
        if place.isMounted { return (try publishInPlace(plan, besides: earlier, after: past), []) }
        let mirror = try clearingStagingOnFailure { () throws(PublishError) in
            let mirror = try mirrorTree(at: place, except: plan.replaced, known: known.value)
            try applyChanges(plan, at: place)
            try takeOverAttributes(mirror, except: plan.replaced, in: place.staging)
            let new = mirror.linked + plan.replaced
            plan.summary.isRemembered = try replace(with: new, after: past) { () throws(PublishError) in
                try replaceFolder(at: place, replacing: true)
            }
            return mirror
        }
        let cleaning = beginToCleanUp(after: mirror, replaced: plan.replaced, at: place)
        // If the earlier tree is removed, the stamps of files that the new one shares change.
        if place.spareList == nil { cleaning.value } else { place.forgetFirstPublication() }
        self.cleaning.withLock { $0 = cleaning }
        return (plan.summary, mirror.linked)
    }

    /// Publishes where nothing is published yet, and also returns the stamps of the outputs. Renaming the staging folder
    /// does not change those of the outputs in it.
    private borrowing func publishFirst(
        _ publication: Publication, _ outputs: [OutputFile], after past: SeenPublications?
    ) throws(PublishError) -> (PublicationSummary, [FileStamp]) {
        let unstaged = publication.made.filter { $0.output.store == nil } + [publication.list]
        let summary = summary(publication, publication.made.map { _ in .absent }, removed: 0)
        var plan = PublicationPlan(written: unstaged.sorted { $0.path < $1.path }, summary: summary)
        let stamps = try clearingStagingOnFailure { () throws(PublishError) in
            if outputs.allSatisfy({ $0.store == nil }) { try place.emptyStaging() }
            try applyChanges(plan, at: place)
            let stamps = try stampStaged(outputs, at: place)
            let new = publication.paths + [WholeList.path]
            plan.summary.isRemembered = try replace(with: new, after: past) { () throws(PublishError) in
                try replaceFolder(at: place, replacing: false)
            }
            place.noteFirstPublication()
            return stamps
        }
        return (plan.summary, stamps)
    }

    /// Publishes to a folder that cannot be replaced as a whole.
    private borrowing func publishInPlace(
        _ plan: PublicationPlan, besides earlier: EarlierList, after past: SeenPublications?
    ) throws(PublishError) -> PublicationSummary {
        var plan = plan
        try clearingStagingOnFailure { () throws(PublishError) in
            try place.claim(plan.written, besides: earlier)
            try applyChanges(plan, at: place)
            plan.summary.isRemembered = try replace(with: plan.written.map(\.path), after: past) {
                () throws(PublishError) in try placeFiles(plan, at: place)
            }
        }
        return plan.summary
    }

    /// Lets what is staged take its place. What it will promise is noted before, so that a build after a killed one knows
    /// what may stand. Returns false if that cannot be written.
    ///
    /// - Parameter new: The files that are new in the staging folder, or gone from it.
    private borrowing func replace(
        with new: [TreePath], after past: SeenPublications?, _ replaceFolder: () throws(PublishError) -> Void
    ) throws(PublishError) -> Bool {
        let memories = past == nil ? nil : memories
        let isPrepared = past.flatMap { memories?.prepare(for: place.staged, after: $0) }
        do {
            try forceStaged(new, at: place)
            try replaceFolder()
        } catch {
            // Some files may have taken their places one by one.
            if !place.isMounted { memories?.forget() }
            throw error
        }
        return isPrepared.map { $0 && memories?.keep() == true } ?? true
    }

    /// Keeps what the folder promises now. Returns false if that cannot be written.
    package borrowing func remember(_ past: SeenPublications) -> Bool {
        guard let memories, let list = readPublished(publishedListPath, in: target).contents,
            memories.last(with: list, { past.repository }) == nil
        else { return true }
        return memories.prepare(for: { [target] in readPublished($0, in: target) }, after: past) && memories.keep()
    }

    private borrowing func clearingStagingOnFailure<Result>(
        _ work: () throws(PublishError) -> Result
    ) throws(PublishError) -> Result {
        do {
            return try work()
        } catch {
            removeStaging()
            throw error
        }
    }

    /// Removes the staging folder. A failure is not reported: the next build removes what is left, or makes its tree
    /// from it.
    private borrowing func removeStaging() { do { try removeTree(place.staging) } catch {} }
}

extension Publisher {
    /// Returns the bytes of a file in the work folder, or nil if it cannot be read.
    package borrowing func readWorkFile(_ name: String) -> [UInt8]? {
        path(inWorkFolder: name).flatMap(workingFolder.readKnownFile)
    }

    /// Writes a file of the work folder as a whole. A failure is not reported, since the next build then only takes
    /// longer.
    package borrowing func writeWorkFile(_ name: String, _ parts: some Sequence<ArraySlice<UInt8>>) {
        if let path = path(inWorkFolder: name) { writeWhole(path, parts) }
    }
}

/// Writes a file so that it replaces the earlier one as a whole. Returns false, and leaves no unfinished file, if that
/// is impossible.
///
/// - Parameter isForced: If this is true, the file is whole even after a power failure. Otherwise its reader must notice
///   that it is not.
@discardableResult
func writeWhole(_ path: String, _ parts: some Sequence<ArraySlice<UInt8>>, isForced: Bool = false) -> Bool {
    let new = nameOfItsOwn(beside: path)
    do {
        try workingFolder.createFile(new).writeAndClose(parts, isForced: isForced)
        try workingFolder.rename(new, to: path)
        return true
    } catch {
        workingFolder.discardFile(new)
        return false
    }
}

/// Returns the name for a file that is renamed once it is whole. Nobody else can have given a file this name.
package func nameOfItsOwn(beside path: String) -> String {
    let number = String(UInt64.random(in: 0 ... .max), radix: 16)
    return path + ownEnding + String(repeating: "0", count: 16 - number.count) + number
}

/// Returns whether a build that was killed may have left a file by this name.
func isNameOfItsOwn(_ name: String) -> Bool {
    let parts = name.utf8.suffix(16)
    return parts.count == 16 && parts.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
        && name.dropLast(16).hasSuffix(ownEnding)
}

private let ownEnding = ".new-"

/// A summary of what one publication did. Output files are counted; the list is not.
package struct PublicationSummary: Equatable, Sendable {
    package var added = 0
    package var changed = 0
    package var removed = 0
    package var unchanged = 0
    /// The files that were listed as Kairan's and are not outputs any more, but stay, as they do not hold what Kairan
    /// wrote.
    package var left: [String] = []
    /// The size of all output files together.
    package var bytes = 0
    /// This is true if the list could not be read and a new one took its place.
    package var hadDamagedList = false
    /// This is false if nothing else told what was in the list, so that stale outputs may have stayed.
    package var isListKnown = true
    /// This is true if these are the first files that were placed one by one in a folder that cannot be replaced.
    package var beginsInPlace = false
    /// This is false if the work folder could not keep what was published.
    package var isRemembered = true

    /// Returns the summary of a publication that found everything as it is to be.
    package static func unchanged(_ count: Int, bytes: Int) -> Self { Self(unchanged: count, bytes: bytes) }

    /// This is true if the folder already held exactly these files.
    package var isUnchanged: Bool { added == 0 && changed == 0 && removed == 0 && !hadDamagedList }
}
