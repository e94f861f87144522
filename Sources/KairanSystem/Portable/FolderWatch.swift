#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Reports what is touched in folders. It looks at everything in them now and then, which every system can do.
///
/// A file that is touched twice between two looks is reported once, and one that comes and goes between them not at
/// all.
package struct FolderWatch: ~Copyable {
    /// The facts by which an entry is recognized, and which show that it is still the same.
    private struct Stamp: Equatable {
        var kind: EntryKind
        var inode: UInt64
        /// These three stay 0 for a folder, since its entries have stamps of their own.
        var size = 0
        var modified: Int64 = 0
        var changed: Int64 = 0
    }

    private struct WatchedFolder {
        var path: String
        var entries: [TreePath: Stamp]
    }

    /// The watched folders, by the names that events call them by.
    private var folders: [String: WatchedFolder] = [:]
    private var pending: [WatchEvent] = []
    /// The time to wait until the next look.
    private var pause = Duration.milliseconds(Self.shortestPause)

    /// The shortest pause between two looks, in milliseconds. It is long enough to report the several steps of an
    /// editor together, and too short for anybody to wait.
    private static let shortestPause = 50
    /// The length of a clock tick in nanoseconds. A file that changed within the last tick may change again with the
    /// same time.
    private static let tick: Int64 = 20_000_000

    package init() throws(SystemError) {}

    /// Starts to watch a folder. If it is watched already, it has the new name as well.
    ///
    /// - Parameter name: The name that events call the folder by.
    package mutating func watch(_ path: String, as name: String) throws(SystemError) {
        folders[name] = WatchedFolder(path: path, entries: try Self.stamps(in: path))
    }

    /// Forgets the names of all folders. A folder that is not watched anew causes no more events.
    package mutating func forgetNames() { (folders, pending) = ([:], []) }

    /// Waits for events, at most this many milliseconds or, if nil, without end. Returns whether there are any.
    package mutating func hasEvents(within milliseconds: Int?) -> Bool {
        let clock = ContinuousClock()
        let end = milliseconds.map { clock.now + .milliseconds($0) }
        while pending.isEmpty {
            look()
            guard pending.isEmpty else { break }
            let rest = end.map { $0 - clock.now } ?? pause
            guard rest > .zero else { return false }
            sleep(min(rest, pause))
        }
        return true
    }

    /// Returns the events since the last call; none if nothing happened.
    package mutating func events() -> [WatchEvent] {
        if pending.isEmpty { look() }
        defer { pending = [] }
        return pending
    }

    /// Looks at all folders. If that takes long, the next look comes later, so that a tenth of a processor is enough.
    private mutating func look() {
        let duration = ContinuousClock().measure {
            for name in folders.keys.sorted() { compare(name) }
        }
        pause = max(.milliseconds(Self.shortestPause), duration * 10)
    }

    private mutating func compare(_ name: String) {
        guard let folder = folders[name] else { return }
        let now = FileClock.system.now()
        var stamps: [TreePath: Stamp]
        do {
            stamps = try Self.stamps(in: folder.path)
        } catch {
            // The folder is gone. Its parent reports that too, but the topmost folder has no watched parent.
            if !folder.entries.isEmpty { pending.append(WatchEvent(folder: name, name: "", isFolder: true)) }
            folders[name]?.entries = [:]
            return
        }
        for (entry, old) in folder.entries where stamps[entry] == nil {
            pending.append(WatchEvent(folder: name, name: entry.text, isFolder: old.kind == .folder))
        }
        for (entry, stamp) in stamps where folder.entries[entry] != stamp {
            let old = folder.entries[entry]
            if stamp.kind != .folder, stamp.changed > now - Self.tick, stamp.changed <= now {
                // The file is reported at the next look, which also sees what is written to it until then.
                stamps[entry] = old
                continue
            }
            pending.append(
                WatchEvent(folder: name, name: entry.text, isFolder: stamp.kind == .folder || old?.kind == .folder))
        }
        folders[name]?.entries = stamps
    }

    private static func stamps(in path: String) throws(SystemError) -> [TreePath: Stamp] {
        let folder = try OpenFolder(path)
        var stamps: [TreePath: Stamp] = [:]
        for entry in try folder.entries() {
            // An entry that is already gone again is left out.
            guard let status = folder.descriptor.knownStatus(of: entry.name) else { continue }
            stamps[entry.name] =
                status.isFolder
                ? Stamp(kind: .folder, inode: status.inode)
                : Stamp(
                    kind: status.kind, inode: status.inode, size: status.size, modified: status.modified,
                    changed: status.changed)
        }
        return stamps
    }
}

extension SystemError {
    /// An explanation of why a folder cannot be watched; nil if the error speaks for itself.
    package var watchAdvice: String? { nil }
}
