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
    /// The symbolic links that read what has a name, by the absolute path of that.
    private var links: [String: Set<String>]

    package init(_ folder: String) throws(ReadError) {
        self.folder = folder
        var watch = try Self.unusedWatch()
        links = try watch.watchSources(in: folder)
        self.watch = watch
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
            if parent.hasPrefix("/"), event.isEnd { hasNewFolders = true }
            guard !event.name.isEmpty else { continue }
            let touched = paths(of: event.name, in: parent)
            // A file that is still being written causes another event when it is closed.
            let path = "\(place(of: parent))/\(event.name)"
            if touched.isEmpty || event.isNew && isBeingWritten(path) { continue }
            // A new link leads elsewhere, and so does one that was made anew.
            if workingFolder.knownStatus(of: path)?.kind == .symbolicLink { hasNewFolders = true }
            if case .files(let paths) = changes { changes = .files(paths.union(touched)) }
        }
        guard hasNewFolders else { return }
        // The new folders are watched before anything is read, so that no change in between is missed.
        links = try watch.watchSources(in: folder)
        changes = .everything
    }

    /// Returns the paths of the sources that a name in a watched folder is read as: its own, and those of links to it.
    private func paths(of name: String, in folder: String) -> Set<String> {
        let isSource = !folder.isEmpty && !folder.hasPrefix("/") && !isIgnored(name, in: folder)
        let own: Set = isSource ? ["\(folder)/\(name)"] : []
        if links.isEmpty { return own }
        guard let place = realPath(of: place(of: folder)) else { return own }
        return own.union(links["\(place)/\(name)"] ?? [])
    }

    /// Returns where a watched folder is.
    private func place(of name: String) -> String {
        name.hasPrefix("/") ? name : name.isEmpty ? folder : located(name, in: folder)
    }

    /// Returns whether a new file may still be written to. A symbolic link, or another hard link, is complete at once.
    private func isBeingWritten(_ path: String) -> Bool {
        guard let status = workingFolder.knownStatus(of: path) else { return false }
        return status.isFile && status.linkCount == 1
    }
}

extension FolderWatch {
    /// Watches the folders of a site's sources that exist, and those that symbolic links lead through, which are known by
    /// their absolute paths. It stops watching all others.
    ///
    /// - Returns: The links by the absolute path of each name on their ways.
    fileprivate mutating func watchSources(in site: String) throws(ReadError) -> [String: Set<String>] {
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
        var links: [String: Set<String>] = [:]
        for link in finder.links {
            for place in link.way { links[place.text, default: []].insert(link.path) }
        }
        let known = Set(([site] + finder.folders.map { located($0, in: site) }).compactMap(realPath))
        for folder in Set(finder.links.flatMap(\.way).compactMap { $0.folder?.text }).subtracting(known).sorted() {
            do {
                try watch(folder, as: folder)
            } catch {
                if error.watchAdvice != nil { throw unwatchable(folder, error) }
            }
        }
        return links
    }

    private func unwatchable(_ path: String, _ error: SystemError) -> ReadError {
        ReadError(path: path, reason: error.watchAdvice ?? error.description)
    }
}

/// The pause that ends a series of changes, in milliseconds: the next step of an editor comes sooner.
private let pause = 5
