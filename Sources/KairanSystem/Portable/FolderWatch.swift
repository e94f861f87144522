internal import Glibc

/// Tells what is touched in folders, by looking at all that stands in them now and then: every system can do that.
///
/// What is touched twice between two looks is told once, and what comes and goes between them is not told.
package struct FolderWatch: ~Copyable {
    /// By what an entry is known to be the same.
    private struct Stamp: Equatable {
        var kind: EntryKind
        var inode: UInt64
        /// Those of a folder say nothing of it as an entry: what is in it has stamps of its own.
        var size = 0
        var modified: Int64 = 0
        var changed: Int64 = 0
    }

    private struct WatchedFolder {
        var path: String
        var entries: [TreePath: Stamp]
    }

    /// By the names that events call them.
    private var folders: [String: WatchedFolder] = [:]
    private var pending: [WatchEvent] = []
    /// How long to wait until the next look.
    private var pause = Duration.milliseconds(Self.shortestPause)

    /// In milliseconds: what an editor does in several steps should be told at once, and nobody should wait.
    private static let shortestPause = 50
    /// In nanoseconds: what is younger may still be written to within the same tick of the clock of files' times.
    private static let tick: Int64 = 20_000_000

    package init() throws(SystemError) {}

    /// Tells of this folder too from now on. One that is watched already is known by the new name as well.
    ///
    /// - Parameter name: What events call it.
    package mutating func watch(_ path: String, as name: String) throws(SystemError) {
        folders[name] = WatchedFolder(path: path, entries: try Self.stamps(in: path))
    }

    /// Forgets by what names events call their folders; those that are not watched anew are told of no more.
    package mutating func forgetNames() { (folders, pending) = ([:], []) }

    /// Whether there are events, at the latest after so many milliseconds; nil waits for one.
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

    /// What happened since it was last asked; none where nothing did.
    package mutating func events() -> [WatchEvent] {
        if pending.isEmpty { look() }
        defer { pending = [] }
        return pending
    }

    /// A look at many files takes long: then they are looked at less often, so that a tenth of a processor is enough.
    private mutating func look() {
        let duration = ContinuousClock().measure {
            for name in folders.keys.sorted() { compare(name) }
        }
        pause = max(.milliseconds(Self.shortestPause), duration * 10)
    }

    private mutating func compare(_ name: String) {
        guard let folder = folders[name] else { return }
        let now = fileClock()
        var stamps: [TreePath: Stamp]
        do {
            stamps = try Self.stamps(in: folder.path)
        } catch {
            // It is gone, and its parent tells that; the topmost has none that is watched.
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
                // Told at the next look: whatever is written to it until then shows.
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
            // One that is gone again is none.
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

private func sleep(_ duration: Duration) {
    let milliseconds = duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    poll(nil, 0, CInt(clamping: milliseconds + 1))
}

extension SystemError {
    /// What it means that a folder cannot be watched; nil for what it says itself.
    package var watchAdvice: String? { nil }
}
