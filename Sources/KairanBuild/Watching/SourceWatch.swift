internal import KairanReaders
internal import KairanSystem

/// Tells when the sources of a site change.
package struct SourceWatch: ~Copyable {
    /// What was touched, as far as that is known.
    package enum Changes: Sendable, Equatable {
        case files(Set<String>)
        case everything
    }

    private let folder: String
    /// Knows the folders by their paths in the site, the site's own as an empty one.
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

    /// Waits for a change, and then until nothing more changes for a moment: to save is often to write, to rename and to
    /// remove, and to check out a branch is to save a hundred times.
    ///
    /// - Parameter end: When nobody waits any longer, in seconds since 1970.
    package mutating func next(until end: Int? = nil) throws(ReadError) -> Changes {
        var changes = Changes.files([])
        while changes == .files([]) {
            if watch.hasEvents(within: milliseconds(until: end)) {
                try read(into: &changes)
            } else if let end, end <= secondsSince1970() {
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

    /// At most a minute: clocks are set, and computers sleep.
    private func milliseconds(until end: Int?) -> Int? {
        end.map { min(max($0 - secondsSince1970(), 0), 60) * 1000 }
    }

    /// Of a folder that was removed while a process stands in it nothing is ever heard again.
    private func checkFolder() throws(ReadError) {
        guard let status = workingFolder.knownStatus(of: folder, followsLink: true), status.linkCount > 0 else {
            throw ReadError(path: folder, reason: "the folder is gone")
        }
    }

    /// Whether something was touched, at the latest after so many milliseconds.
    package mutating func hasChanges(within milliseconds: Int) -> Bool { watch.hasEvents(within: milliseconds) }

    private mutating func read(into changes: inout Changes) throws(ReadError) {
        var hasNewFolders = false
        for event in watch.events() {
            guard !event.isOverflow, !event.isFolder, let parent = event.folder else {
                // The site's own folder holds much that is none of its sources.
                let isElsewhere = event.folder == "" && !sourceFolders.contains(event.name)
                if !event.isEnd, !isElsewhere { hasNewFolders = true }
                continue
            }
            guard !parent.isEmpty, !event.name.isEmpty, !isIgnored(event.name, in: parent) else { continue }
            let path = "\(parent)/\(event.name)"
            // What is being written is told of again at its end.
            if event.isNew, isBeingWritten(path) { continue }
            if case .files(let paths) = changes { changes = .files(paths.union([path])) }
        }
        guard hasNewFolders else { return }
        // Before anything is read, so that nothing happens in between.
        try watch.watchSources(in: folder)
        changes = .everything
    }

    /// A symbolic or another hard link is there at once.
    private func isBeingWritten(_ path: String) -> Bool {
        guard let status = workingFolder.knownStatus(of: onDisk(path, in: folder)) else { return false }
        return status.isFile && status.linkCount == 1
    }
}

extension FolderWatch {
    /// Watches the folders of a site's sources, and no others any more; as far as they are there.
    fileprivate mutating func watchSources(in site: String) throws(ReadError) {
        var finder = SourceFileFinder(root: site)
        forgetNames()
        do { try watch(site, as: "") } catch { throw unwatchable(site, error) }
        for name in sourceFolders where finder.isFolder(name) {
            do { try finder.findFiles(in: name) } catch { continue }
        }
        for name in finder.folders.map(\.path) {
            do {
                try watch(onDisk(name, in: site), as: name)
            } catch {
                // One that is gone again is told of by its parent.
                if error.watchAdvice != nil { throw unwatchable(onDisk(name, in: site), error) }
            }
        }
    }

    private func unwatchable(_ path: String, _ error: SystemError) -> ReadError {
        ReadError(path: path, reason: error.watchAdvice ?? error.description)
    }
}

/// In milliseconds: an editor's next step comes sooner.
private let pause = 5
