internal import KairanModel
internal import KairanReaders
internal import KairanSystem
internal import Synchronization

/// The folders of a publication and their spares, each with whether both still are as they were.
struct CheckedSpares: Sendable {
    var folders: SpareFolders = []
    var areSame: [Bool] = []
}

/// Makes the spare tree hold what the target holds.
///
/// The spare tree is the tree of the publication before: after the exchange it stays in `.kairan/spare`, its files shared with
/// `public/` by hard links. The next publication changes there what has to change and exchanges the two again, so one
/// changed page costs two system calls for each folder and not a link for every file.
///
/// To look at all folders takes as long as to make a few outputs, so it begins on another thread before they are made.
/// What comes into the target meanwhile, `retireTree` finds; what goes comes back.
final class SpareMirror: Sendable {
    private let place: PublicationPlace
    private let folders: Concurrent<SpareFolders>
    private let look = Mutex<Concurrent<SpareCheck>?>(nil)

    /// - Parameter list: What the last publication wrote of the folders.
    init(at place: PublicationPlace, list: String) {
        self.place = place
        folders = Concurrent {
            do { return SpareFolders(reading: try workingFolder.readFile(list)) ?? [] } catch { return [] }
        }
    }

    /// Looks at the folders from now on, once it is likely that something will be published.
    func start() {
        look.withLock { [place, folders] in
            $0 = $0 ?? Concurrent { SpareCheck(folders.value, at: place) }
        }
    }

    /// The spare tree that holds the same, for one publication: the next one has to look again.
    ///
    /// - Parameter replaced: What the publication writes or removes anyway.
    func mirror(except replaced: Set<TreePath>) throws(PublishError) -> Mirror {
        start()
        let started = look.withLock { look in
            defer { look = nil }
            return look
        }
        return try mirrorTree(at: place, except: replaced, known: started?.value.take() ?? CheckedSpares())
    }
}

/// Looks at folders and their spares beside other work from now on.
struct SpareCheck: Sendable {
    private let folders: SpareFolders
    private let look: ConcurrentResults<Result<[Bool], PublishError>>

    init(_ folders: SpareFolders, at place: PublicationPlace) {
        self.folders = folders
        let now = fileClock()
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

    /// For calling once; helps.
    func take() -> CheckedSpares {
        do {
            return CheckedSpares(folders: folders, areSame: try allValues(of: look.take()))
        } catch {
            // Then all folders are looked into.
            return CheckedSpares()
        }
    }
}
