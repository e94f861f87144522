internal import KairanModel
package import KairanPublish
internal import KairanSystem
internal import KairanTemplates

/// The name of the file of the work folder that holds the store of the last build.
let storeName = "store"

private let storeMark = "kairan store 9\n"

extension ReadError {
    /// An error that says that the store is whole, but is wrong about what it tells.
    static let damagedStore = ReadError(path: ".kairan/store", reason: "it cannot be read")
}

extension BuildStore {
    /// The result is nil if the bytes are not those of a whole store.
    convenience init?(stored bytes: [UInt8]) {
        guard let parts = unsealed(storeMark, bytes) else { return nil }
        self.init(parts)
    }
}

extension Publisher {
    /// Returns the build that made the folder's publication, or nil if nothing is known about it.
    package borrowing func earlierBuild() -> EarlierBuild? {
        guard let store = readWorkFile(storeName).flatMap(BuildStore.init(stored:)) else { return nil }
        return EarlierBuild(store, verifiedOutputs(store.outputs))
    }

    /// Returns whether there is a store, which may be damaged, or of another version of Kairan.
    borrowing func hasStore() -> Bool {
        path(inWorkFolder: storeName).map { workingFolder.knownStatus(of: $0) != nil } == true
    }

    /// Leaves a record for the next build.
    ///
    /// - Parameter stamps: The stamps of the outputs that were published since the draft was made.
    borrowing func write(_ store: StoreDraft, _ list: StoredList, _ stamps: PublishedStamps = ([], [])) {
        writeWorkFile(storeName, sealed(storeMark, store.parts(stamps, list).map { $0[...] }, ending: store.details))
    }

    /// Publishes what a build made, and leaves a record for the next one. The notes and, if most files were made anew,
    /// their bytes are dropped from the result, since the store is put together in the memory that they took.
    package borrowing func publish(
        _ result: inout BuildResult, after earlier: EarlierBuild?, seen past: SeenPublications = SeenPublications()
    ) throws(PublishError) -> PublicationSummary {
        var summary = PublicationSummary.unchanged(result.kept.count, bytes: result.byteCount)
        if result.isRepeated, let earlier {
            // Nothing is written if the store that is there already says the same.
            if let store = result.store?(), !store.isSame(as: earlier.store) { write(store, earlier.store.list) }
        } else {
            forgetNextChange()
            let promises = try PublishedPromises(
                of: result.files, keeping: result.kept, in: target, notes: result.notes, after: past)
            let (made, stamps, list) = try publish(
                result.files, keeping: result.kept, of: earlier?.standing, promises: promises, after: past)
            (summary, result.notes) = (made, nil)
            if result.files.count > result.kept.count {
                for index in result.files.indices { result.files[index] = result.files[index].withoutBytes }
                returnFreedMemory()
            }
            if path(inWorkFolder: storeName) != nil, let draft = result.store?() {
                write(draft, list, stamps)
                // To free the draft takes time, and the program mostly ends now.
                result.store = { draft }
            }
            finishCleaning()
        }
        if let names = result.plan?.pictureNames { keepPictures(names) }
        if summary.isUnchanged || !summary.isRemembered { summary.isRemembered = remember(past) }
        return summary
    }
}
