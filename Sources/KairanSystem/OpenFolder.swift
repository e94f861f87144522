#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The result of opendir(3).
#if canImport(Darwin)
    private typealias FolderStream = UnsafeMutablePointer<DIR>
#else
    private typealias FolderStream = OpaquePointer
#endif

/// A folder that is open for reading what is in it.
///
/// It is marked as safe because it owns the stream, and hands out names for the time of a call only.
@safe
package struct OpenFolder: ~Copyable {
    private let stream: FolderStream
    package let descriptor: FileDescriptor
    package let status: FileStatus

    /// Opens a folder by its path in an open one; `TreePath.root` is that folder itself.
    package init(_ path: TreePath, below root: FileDescriptor) throws(SystemError) {
        try self.init(listing: try path.bytes.isEmpty ? root.openReadableFolder(".") : root.openReadableFolder(path))
    }

    /// Opens a folder by its path, and follows symbolic links.
    package init(_ path: String) throws(SystemError) {
        try self.init(listing: try workingFolder.openReadableFolder(path, followsLink: true))
    }

    private init(listing descriptor: FileDescriptor) throws(SystemError) {
        unsafe (stream, status) = try Self.streamAndStatus(of: descriptor)
        self.descriptor = descriptor
    }

    /// Opens the stream. Closes the descriptor if that fails, since no stream will close it.
    private static func streamAndStatus(
        of descriptor: FileDescriptor
    ) throws(SystemError) -> (FolderStream, FileStatus) {
        do throws(SystemError) {
            let status = try descriptor.status()
            guard let stream = unsafe fdopendir(descriptor.rawValue) else { throw SystemError(code: errno) }
            return unsafe (stream, status)
        } catch {
            descriptor.close()
            throw error
        }
    }

    deinit { unsafe closedir(stream) }

    /// Returns the entries, sorted by name. Call this once.
    package borrowing func entries() throws(SystemError) -> [FolderEntry] {
        var entries: [FolderEntry] = []
        var unknown: [Int] = []
        try forEachEntry { name, kind, inode in
            if kind == nil { unknown.append(entries.count) }
            entries.append(FolderEntry(name: TreePath(name), kind: kind ?? .special, inode: inode))
        }
        // An entry that has gone in the meantime is none.
        for index in unknown.reversed() {
            guard let kind = try descriptor.kind(of: entries[index].name) else {
                entries.remove(at: index)
                continue
            }
            entries[index].kind = kind
        }
        return entries.sorted { $0.name < $1.name }
    }

    /// Calls a body with the name, kind and inode of each entry, as readdir(3) gives them. The kind is nil if the file
    /// system does not say it. Call this once.
    package borrowing func forEachEntry(
        _ body: (_ name: Span<UInt8>, _ kind: EntryKind?, _ inode: UInt64) -> Void
    ) throws(SystemError) {
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                if errno != 0 { throw SystemError(code: errno) }
                return
            }
            // `d_type` holds the type bits of `st_mode` moved right by 12 (DTTOIF in dirent.h).
            let type = unsafe mode_t(entry.pointee.d_type) << 12
            unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                let name = unsafe UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 })
                if unsafe name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { return }
                unsafe name.withMemoryRebound(to: UInt8.self) { name in
                    unsafe body(name.span, type == 0 ? nil : EntryKind(type), UInt64(entry.pointee.d_ino))
                }
            }
        }
    }
}

package struct FolderEntry: Hashable {
    package var name: TreePath
    package var kind: EntryKind
    /// The inode, which tells a file from another one that took its name.
    package var inode: UInt64

    package init(name: TreePath, kind: EntryKind, inode: UInt64) {
        (self.name, self.kind, self.inode) = (name, kind, inode)
    }
}
