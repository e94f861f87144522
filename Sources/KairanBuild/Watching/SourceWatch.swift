internal import CLinux
internal import Glibc

/// Tells when the sources of a site change (inotify(7)).
package struct SourceWatch: ~Copyable {
    /// What was touched, as far as that is known.
    package enum Changes: Sendable, Equatable {
        case files(Set<String>)
        case everything
    }

    private let folder: String
    private let descriptor: CInt
    /// The paths of the folders that are watched, the site's own empty.
    private var folders: [CInt: String] = [:]

    package init(_ folder: String) throws(ReadError) {
        self.folder = folder
        descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        guard descriptor >= 0 else { throw ReadError(path: "inotify", reason: String(cString: strerror(errno))) }
        try watchFolders()
    }

    deinit { close(descriptor) }

    /// Waits for a change, and then until nothing more changes for a moment: to save is often to write, to rename and to
    /// remove, and to check out a branch is to save a hundred times.
    ///
    /// - Parameter end: When nobody waits any longer, in seconds since 1970.
    package mutating func next(until end: Int? = nil) throws(ReadError) -> Changes {
        var changes = Changes.files([])
        while changes == .files([]) {
            if isReadable(within: milliseconds(until: end)) {
                try read(into: &changes)
            } else if let end, end <= time(nil) {
                return changes
            }
        }
        var rest: CInt = 200
        while rest > 0, isReadable(within: pause) {
            try read(into: &changes)
            rest -= pause
        }
        try checkFolder()
        return changes
    }

    /// At most a minute: clocks are set, and computers sleep.
    private func milliseconds(until end: Int?) -> CInt {
        guard let end else { return forever }
        return CInt(min(max(end - time(nil), 0), 60)) * 1000
    }

    /// Of a folder that was removed while a process stands in it nothing is ever heard again.
    private func checkFolder() throws(ReadError) {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_nlink > 0 else {
            throw ReadError(path: folder, reason: "the folder is gone")
        }
    }

    /// Whether something was touched, at the latest after so many milliseconds.
    package func hasChanges(within milliseconds: Int) -> Bool { isReadable(within: CInt(milliseconds)) }

    private func isReadable(within milliseconds: CInt) -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let count = Glibc.poll(&poll, 1, milliseconds)
            if count >= 0 || errno != EINTR { return count > 0 }
        }
    }

    private mutating func read(into changes: inout Changes) throws(ReadError) {
        let bytes = [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
        var hasNewFolders = false
        forEachEvent(bytes) { event, name in
            guard event.mask & UInt32(IN_Q_OVERFLOW | IN_ISDIR) == 0, let parent = folders[event.wd] else {
                // The site's own folder holds much that is none of its sources.
                let isElsewhere = folders[event.wd] == "" && !sourceFolders.contains(name)
                if event.mask & UInt32(IN_IGNORED) == 0, !isElsewhere { hasNewFolders = true }
                return
            }
            guard !parent.isEmpty, !name.isEmpty, !isIgnored(name, in: parent) else { return }
            let path = "\(parent)/\(name)"
            // What is being written is told of again at its end.
            if event.mask & UInt32(IN_CREATE) != 0, isBeingWritten(path) { return }
            if case .files(let paths) = changes { changes = .files(paths.union([path])) }
        }
        guard hasNewFolders else { return }
        // Before anything is read, so that nothing happens in between.
        try watchFolders()
        changes = .everything
    }

    /// A symbolic or another hard link is there at once.
    private func isBeingWritten(_ path: String) -> Bool {
        var status = stat()
        return lstat(onDisk(path, in: folder), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_nlink == 1
    }

    private mutating func watchFolders() throws(ReadError) {
        var finder = SourceFileFinder(root: folder)
        folders = [try watch(""): ""]
        for name in sourceFolders where finder.isFolder(name) {
            do { try finder.findFiles(in: name) } catch { continue }
        }
        for name in finder.folders.map(\.path) {
            // One that is gone again is told of by its parent.
            do { folders[try watch(name)] = name } catch { if error.reason == noRoom { throw error } }
        }
    }

    private func watch(_ path: String) throws(ReadError) -> CInt {
        let real = path.isEmpty ? folder : onDisk(path, in: folder)
        let events = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
        let watch = inotify_add_watch(descriptor, real, UInt32(events | IN_ONLYDIR))
        guard watch >= 0 else {
            throw ReadError(path: real, reason: errno == ENOSPC ? noRoom : String(cString: strerror(errno)))
        }
        return watch
    }
}

private let noRoom = "no more folders can be watched; raise fs.inotify.max_user_watches with sysctl"
private let forever: CInt = -1
/// In milliseconds: an editor's next step comes sooner.
private let pause: CInt = 5

private func forEachEvent(_ bytes: [UInt8], _ body: (inotify_event, String) -> Void) {
    let size = MemoryLayout<inotify_event>.size
    bytes.withUnsafeBytes { bytes in
        var offset = 0
        while offset + size <= bytes.count {
            let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let name = bytes[(offset + size)..<min(offset + size + Int(event.len), bytes.count)].prefix { $0 != 0 }
            body(event, String(decoding: name, as: UTF8.self))
            offset += size + Int(event.len)
        }
    }
}
