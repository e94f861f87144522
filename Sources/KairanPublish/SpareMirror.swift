internal import KairanModel
internal import KairanReaders
internal import KairanSystem
internal import Synchronization

/// The folders of a publication with their spares, and for each whether both are still as they were.
struct CheckedSpares: Sendable {
    var folders: SpareFolders = []
    var areSame: [Bool] = []
}

/// Makes the spare tree hold what the target holds.
///
/// The spare tree is the tree of the publication before. After the exchange it stays in `.kairan/spare`, and shares its
/// files with `public/` by hard links. The next publication makes its changes there and exchanges the two again, so one
/// changed page costs two system calls for each folder and not a link for every file.
///
/// Looking at all folders takes as long as making a few outputs, so it starts on another thread before they are made.
/// `SwapCleanup` finds files that others add to the target meanwhile; files that others remove meanwhile come back.
package final class SpareMirror: Sendable {
    private let place: PublicationPlace
    private let folders: Concurrent<SpareFolders>
    private let look = Mutex<Concurrent<SpareCheck>?>(nil)

    /// - Parameter list: The path of the list of folders that the last publication wrote.
    init(at place: PublicationPlace, list: String) {
        self.place = place
        folders = Concurrent {
            do { return SpareFolders(reading: try workingFolder.readFile(list)) ?? [] } catch { return [] }
        }
    }

    /// Starts to look at the folders; called once it is likely that something will be published.
    package func start() {
        look.withLock { [place, folders] in
            $0 = $0 ?? Concurrent { SpareCheck(folders.value, at: place) }
        }
    }

    /// Makes the spare tree hold the same, for one publication; the next one has to look again.
    ///
    /// - Parameter replaced: The paths that the publication writes or removes anyway.
    func mirror(except replaced: Set<TreePath>) throws(PublishError) -> Mirror {
        start()
        let started = look.withLock { look in
            defer { look = nil }
            return look
        }
        return try mirrorTree(at: place, except: replaced, known: started?.value.take() ?? CheckedSpares())
    }
}

/// A look at folders and their spares, which other threads take.
struct SpareCheck: Sendable {
    private let folders: SpareFolders
    private let look: ConcurrentResults<Result<[Bool], PublishError>>

    init(_ folders: SpareFolders, at place: PublicationPlace) {
        self.folders = folders
        let now = place.clock.now()
        look = beginForEachPart(of: folders) { (part) throws(PublishError) -> [Bool] in
            let target = try openFolder(place.target)
            defer { target.close() }
            let staging = try openFolder(place.staging)
            defer { staging.close() }
            var spares = StatusWalk(below: staging)
            var targets = StatusWalk(below: target)
            return part.map { folder in
                FolderStamp(of: folder.path, on: &spares, readAt: now).proves(folder.spare)
                    && FolderStamp(of: folder.path, on: &targets, readAt: now).proves(folder.target)
            }
        }
    }

    /// Helps with what is left of the look, and returns the result. Call this once.
    func take() -> CheckedSpares {
        do {
            return CheckedSpares(folders: folders, areSame: try allValues(of: look.take()))
        } catch {
            // The publication then looks into all folders.
            return CheckedSpares()
        }
    }
}
