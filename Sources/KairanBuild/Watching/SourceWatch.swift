internal import KairanReaders
internal import KairanSystem

/// Reports when the sources of a site change.
package struct SourceWatch: ~Copyable {
    /// The files that were touched, as far as that is known.
    package enum Changes: Sendable, Equatable {
        case files(Set<String>)
        case everything
    }

    private let folder: String
    /// The watch, which knows folders by their paths in the site; the path of the site's own folder is empty.
    private var watch: FolderWatch

    package init(_ folder: String) throws(ReadError) {
        self.folder = folder
        watch = try Self.watch(folder)
    }

    private static func watch(_ folder: String) throws(ReadError) -> FolderWatch {
        var watch = try unusedWatch()
        try watch.watchSources(in: folder)
        return watch
    }

    private static func unusedWatch() throws(ReadError) -> FolderWatch {
        do { return try FolderWatch() } catch { throw ReadError(path: "inotify", error) }
    }

    /// Waits for a change, and then until nothing more changes for a moment: an editor that saves often writes, renames
    /// and removes files, and checking out a branch saves a hundred files.
    ///
    /// - Parameter end: The time when waiting ends, in seconds since 1970.
    /// - Parameter clock: The clock that tells when it is that time, in seconds since 1970.
    package mutating func next(until end: Int?, by clock: () -> Int) throws(ReadError) -> Changes {
        var changes = Changes.files([])
        while changes == .files([]) {
            if watch.hasEvents(within: milliseconds(until: end, by: clock)) {
                try read(into: &changes)
            } else if let end, end <= clock() {
                return changes
            }
        }
        var rest = 200
        while rest > 0, watch.hasEvents(within: pause) {
            try read(into: &changes)
            rest -= pause
        }
        try checkFolder()
        return changes
    }

    /// Returns the time to wait in milliseconds. It is at most a minute, since clocks are set and computers sleep.
    private func milliseconds(until end: Int?, by clock: () -> Int) -> Int? {
        end.map { min(max($0 - clock(), 0), 60) * 1000 }
    }

    /// Throws if the folder is gone: no events ever come from a folder that was removed while a process has it open.
    private func checkFolder() throws(ReadError) {
        guard let status = workingFolder.knownStatus(of: folder, followsLink: true), status.linkCount > 0 else {
            throw ReadError(path: folder, reason: "the folder is gone")
        }
    }

    /// Waits until something is touched, at most this many milliseconds, and returns whether something was.
    package mutating func hasChanges(within milliseconds: Int) -> Bool { watch.hasEvents(within: milliseconds) }

    private mutating func read(into changes: inout Changes) throws(ReadError) {
        var hasNewFolders = false
        for event in watch.events() {
            guard !event.isOverflow, !event.isFolder, let parent = event.folder else {
                // The site's own folder holds many things that are not sources.
                let isElsewhere = event.folder == "" && !sourceFolders.contains(event.name)
                if !event.isEnd, !isElsewhere { hasNewFolders = true }
                continue
            }
            guard !parent.isEmpty, !event.name.isEmpty, !isIgnored(event.name, in: parent) else { continue }
            let path = "\(parent)/\(event.name)"
            // A file that is still being written causes another event when it is closed.
            if event.isNew, isBeingWritten(path) { continue }
            if case .files(let paths) = changes { changes = .files(paths.union([path])) }
        }
        guard hasNewFolders else { return }
        // The new folders are watched before anything is read, so that no change in between is missed.
        try watch.watchSources(in: folder)
        changes = .everything
    }

    /// Returns whether a new file may still be written to. A symbolic link, or another hard link, is complete at once.
    private func isBeingWritten(_ path: String) -> Bool {
        guard let status = workingFolder.knownStatus(of: located(path, in: folder)) else { return false }
        return status.isFile && status.linkCount == 1
    }
}

extension FolderWatch {
    /// Watches the folders of a site's sources that exist, and stops watching all others.
    fileprivate mutating func watchSources(in site: String) throws(ReadError) {
        var finder = SourceFileFinder(root: site)
        forgetNames()
        do { try watch(site, as: "") } catch { throw unwatchable(site, error) }
        for name in sourceFolders where finder.isFolder(name) {
            do { try finder.findFiles(in: name) } catch { continue }
        }
        for name in finder.folders {
            do {
                try watch(located(name, in: site), as: name)
            } catch {
                // The watch on its parent reports a folder that is gone again.
                if error.watchAdvice != nil { throw unwatchable(located(name, in: site), error) }
            }
        }
    }

    private func unwatchable(_ path: String, _ error: SystemError) -> ReadError {
        ReadError(path: path, reason: error.watchAdvice ?? error.description)
    }
}

/// The pause that ends a series of changes, in milliseconds: the next step of an editor comes sooner.
private let pause = 5
