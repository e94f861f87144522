package import KairanModel
package import KairanSystem

/// The facts by which a file is recognized without reading it, as one fstatat(2) gives them.
///
/// A stamp proves something only once its times are so old that any later change would have given the file other times
/// (`isSettled`).
package struct FileStamp: Hashable, Sendable {
    package var size: Int64
    package var inode: UInt64
    package var device: UInt64
    /// The time of the last write, in nanoseconds since 1970.
    package var modified: Int64
    /// The time of the last change of anything but the name, in nanoseconds since 1970; `unsettled` if that was just
    /// now.
    package var changed: Int64

    /// The stamp of a file that is still to be written.
    package static let unknown = FileStamp(size: -1, inode: 0, device: 0, modified: 0, changed: unsettled)

    /// The value of `changed` in a stamp that proves nothing: a file that changes twice within a tick of the clock has
    /// the same times after both changes.
    package static let unsettled: Int64 = -1

    /// Returns whether a change from now on would get another time. The clock that gives files their times ticks every
    /// 10 ms at 100 Hz, and some file systems keep only tens of milliseconds, whole seconds, or every second second.
    static func isSettled(_ time: Int64, at now: Int64) -> Bool {
        time <= now - (time % 10_000_000 == 0 ? 2_100_000_000 : 20_000_000)
    }

    /// Returns this stamp for a file that was linked after the earlier stamp was taken. The result is unsettled if the
    /// file may have changed, so that it is read again.
    func relinked(from earlier: FileStamp) -> FileStamp {
        var stamp = self
        if (size, inode, modified) != (earlier.size, earlier.inode, earlier.modified)
            || earlier.changed == Self.unsettled
        {
            stamp.changed = Self.unsettled
        }
        return stamp
    }

    /// Returns whether this stamp, taken now, proves that the file has not been written to since an earlier stamp.
    package func proves(_ earlier: FileStamp) -> Bool { self == earlier && changed != Self.unsettled }
}

/// Returns the stamps that files of a folder have now, in the order of the paths. A path without a regular file has the
/// stamp `unknown`.
func stampFiles(_ paths: [String], in folder: String, _ clock: FileClock) throws(PublishError) -> [FileStamp] {
    if paths.isEmpty { return [] }
    let root = try openFolder(folder)
    defer { root.close() }
    let now = clock.now()
    return try forEachPart(of: paths) { (part) throws(PublishError) in
        part.map { FileStamp(of: $0, below: root, readAt: now) ?? .unknown }
    }.flatMap(\.self)
}

/// The stamps that outputs got by a publication: of those that were made, and of kept ones that were linked, both in the
/// order of the outputs.
package typealias PublishedStamps = (made: [FileStamp], relinked: [(file: StampedFile, stamp: FileStamp)])

extension FileStamp {
    package init(_ status: FileStatus, readAt now: Int64) {
        self.init(
            size: Int64(status.size), inode: status.inode, device: status.device, modified: status.modified,
            changed: Self.isSettled(status.changed, at: now) ? status.changed : Self.unsettled)
    }

    /// The result is nil if there is no regular file, or it cannot be looked at.
    ///
    /// Symbolic links on the way are followed, since the stamp itself says which file it is and whether it changed.
    init?(of path: String, below root: FileDescriptor, readAt now: Int64) {
        guard let status = root.knownStatus(of: path), status.isFile else { return nil }
        self.init(status, readAt: now)
    }

    package init(reading reader: inout ByteReader) throws(DamagedBytes) {
        self.init(
            size: Int64(try reader.readInt()), inode: try reader.readUnsigned(), device: try reader.readUnsigned(),
            modified: Int64(bitPattern: try reader.readFixed()), changed: Int64(bitPattern: try reader.readFixed()))
    }
}

extension ByteWriter {
    // Times are never small, so they take eight bytes each.
    package mutating func write(_ stamp: FileStamp) {
        write(Int(stamp.size))
        write(stamp.inode)
        write(stamp.device)
        writeFixed(UInt64(bitPattern: stamp.modified))
        writeFixed(UInt64(bitPattern: stamp.changed))
    }
}

/// Reads a file, and stamps it before, so that a change in between shows. The result is nil if there is no regular file,
/// or a symbolic link is on the way.
package func readStamped(
    _ path: TreePath, below cursor: inout FolderCursor, readAt now: Int64 = 0
) throws(SystemError) -> (stamp: FileStamp, bytes: [UInt8])? {
    do {
        let file = try cursor.folder(of: path).openFile(path.lastName)
        defer { file.close() }
        let status = try file.status()
        // One byte more shows that the file has grown.
        return status.isFile ? (FileStamp(status, readAt: now), try file.read(upTo: status.size + 1)) : nil
    } catch {
        switch error {
        case .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels, .noSuchAddressOrDevice, .nameTooLong:
            return nil
        default: throw error
        }
    }
}
