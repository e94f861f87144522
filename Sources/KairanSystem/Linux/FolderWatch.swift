internal import CLinux
internal import Glibc

/// Reports what is touched in folders (inotify(7)).
package struct FolderWatch: ~Copyable {
    private let descriptor: FileDescriptor
    /// The names by which the watched folders are known.
    private var folders: [CInt: String] = [:]

    package init() throws(SystemError) {
        descriptor = FileDescriptor(rawValue: try systemCall { inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK)) })
    }

    deinit { descriptor.close() }

    /// Starts to watch a folder. If it is watched already, it gets the new name.
    ///
    /// - Parameter name: The name that events call the folder by.
    package mutating func watch(_ path: String, as name: String) throws(SystemError) {
        let events = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
        let watch = try systemCall { unsafe inotify_add_watch(descriptor.rawValue, path, UInt32(events | IN_ONLYDIR)) }
        folders[watch] = name
    }

    /// Forgets the names of all folders. Events of a folder that is not watched anew have no name.
    package mutating func forgetNames() { folders = [:] }

    /// Waits for events, at most this many milliseconds or, if nil, without end. Returns whether there are any.
    package mutating func hasEvents(within milliseconds: Int?) -> Bool {
        var poll = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        while true {
            let count = unsafe Glibc.poll(&poll, 1, CInt(milliseconds ?? -1))
            if count >= 0 || errno != EINTR { return count > 0 }
        }
    }

    /// Returns the events since the last call; none if nothing happened.
    package mutating func events() -> [WatchEvent] {
        let bytes: [UInt8]
        do {
            var buffer = [UInt8](repeating: 0, count: 64 * 1024)
            bytes = Array(buffer[..<(try descriptor.read(upTo: buffer.count, into: &buffer))])
        } catch {
            return []
        }
        let size = MemoryLayout<inotify_event>.size
        var events: [WatchEvent] = []
        var offset = 0
        while offset + size <= bytes.count {
            let event = unsafe bytes.withUnsafeBytes {
                unsafe $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            }
            let name = bytes[(offset + size)..<min(offset + size + Int(event.len), bytes.count)].prefix { $0 != 0 }
            func has(_ bit: Int) -> Bool { event.mask & UInt32(bit) != 0 }
            events.append(
                WatchEvent(
                    folder: folders[event.wd], name: String(decoding: name, as: UTF8.self),
                    isFolder: has(Int(IN_ISDIR)),
                    isNew: has(Int(IN_CREATE)), isOverflow: has(Int(IN_Q_OVERFLOW)), isEnd: has(Int(IN_IGNORED))))
            offset += size + Int(event.len)
        }
        return events
    }
}

extension SystemError {
    /// An explanation of why a folder cannot be watched (inotify_add_watch(2)); nil if the error speaks for itself.
    package var watchAdvice: String? {
        self == .noSpace ? "no more folders can be watched; raise fs.inotify.max_user_watches with sysctl" : nil
    }
}
