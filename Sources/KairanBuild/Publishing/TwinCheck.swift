import Glibc
internal import KairanModel
internal import Synchronization

/// The folders of a publication and their twins, each with whether both still are as they were.
struct CheckedTwins: Sendable {
    var folders: TwinFolders = []
    var areSame: [Bool] = []
}

/// Looks at these folders on another thread while outputs are made, since that takes as long, and makes the twins of a
/// few hold the same.
///
/// What changes after the look, `retireTree` finds.
final class TwinCheck: Sendable {
    private struct Look {
        var known = CheckedTwins()
        /// Nil where much is to be done, of which the publication may replace most.
        var mirror: Mirror?
    }

    private let place: PublicationPlace
    /// What the last publication wrote of them.
    private let list: String
    private let look = Mutex<Concurrent<Look>?>(nil)

    init(at place: PublicationPlace, list: String) { (self.place, self.list) = (place, list) }

    /// Once it is likely that something will be published.
    func start() {
        look.withLock { $0 = $0 ?? Concurrent { [place, list] in Self.look(at: place, list) } }
    }

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

    private static func look(at place: PublicationPlace, _ list: String) -> Look {
        do {
            let bytes = try failingAt(list) { () throws(SystemError) in try readFile(list) }
            var look = Look(known: try CheckedTwins(TwinFolders(reading: bytes) ?? [], at: place))
            let fewFolders = 64
            if look.known.areSame.count(where: { !$0 }) <= fewFolders, !look.known.areSame.isEmpty {
                look.mirror = try mirrorTree(at: place, known: look.known)
            }
            return look
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
