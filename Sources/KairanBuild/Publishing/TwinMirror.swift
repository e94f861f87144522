import Glibc
internal import KairanModel
internal import Synchronization

/// The folders of a publication and their twins, each with whether both still are as they were.
struct CheckedTwins: Sendable {
    var folders: TwinFolders = []
    var areSame: [Bool] = []
}

/// Makes the twin hold what the target holds.
///
/// On another thread while outputs are made, since to look at all folders takes as long, and where few of them are not
/// the same also to make those so. What comes into the target meanwhile, `retireTree` finds; what goes comes back.
final class TwinMirror: Sendable {
    private struct Look {
        var known = CheckedTwins()
        /// Nil where much is to be done, of which the publication may replace most.
        var mirror: Mirror?
    }

    private let place: PublicationPlace
    /// What the last publication wrote of them.
    private let list: String
    private let permit: WorkPermit
    private let look = Mutex<Concurrent<Look>?>(nil)

    init(at place: PublicationPlace, list: String, _ permit: WorkPermit) {
        (self.place, self.list, self.permit) = (place, list, permit)
    }

    /// Looks at the folders from now on, once it is likely that something will be published.
    ///
    /// - Parameter ready: Comes first, on the other thread.
    func start(after ready: @escaping @Sendable () -> Void = {}) {
        look.withLock {
            $0 =
                $0
                ?? Concurrent { [place, list, permit] in
                    ready()
                    return Self.look(at: place, list, permit)
                }
        }
    }

    /// Until nothing is done there any more.
    func wait() { _ = look.withLock { $0 }?.value }

    /// The twin that holds the same, for one publication: the next one has to look again.
    ///
    /// - Parameter replaced: What the publication writes or removes anyway.
    func mirror(except replaced: Set<TreePath>) throws(PublishError) -> Mirror {
        start()
        let started = look.withLock { look in
            defer { look = nil }
            return look
        }
        let look = started?.value ?? Look()
        if let mirror = look.mirror { return mirror }
        return try mirrorTree(at: place, except: replaced, known: look.known)
    }

    private static func look(at place: PublicationPlace, _ list: String, _ permit: WorkPermit) -> Look {
        do {
            let bytes = try failingAt(list) { () throws(SystemError) in try readFile(list) }
            let known = try CheckedTwins(TwinFolders(reading: bytes) ?? [], at: place)
            let areFew = !known.folders.isEmpty && known.areSame.count { !$0 } <= 64
            // The build may have ended in a mistake meanwhile, and another one begun.
            let mirror =
                areFew
                ? try permit.whileValid { () throws(PublishError) in
                    try mirrorTree(at: place, known: known)
                } : nil
            return Look(known: known, mirror: mirror)
        } catch {
            // Then all folders are looked into.
            return Look()
        }
    }
}

extension CheckedTwins {
    /// On one thread, as others have more urgent work.
    init(_ folders: TwinFolders, at place: PublicationPlace) throws(PublishError) {
        self.folders = folders
        let target = try openFolder(place.target)
        defer { close(target) }
        guard try exists(place.staging) else {
            areSame = folders.map { _ in false }
            return
        }
        let staging = try openFolder(place.staging)
        defer { close(staging) }
        let now = fileClock()
        areSame = folders.map { folder in
            // The twin first: whoever lost it need not look at all of the target.
            folder.twin != .unknown && FolderStamp(of: folder.path, below: staging, readAt: now).proves(folder.twin)
                && FolderStamp(of: folder.path, below: target, readAt: now).proves(folder.target)
        }
    }
}
