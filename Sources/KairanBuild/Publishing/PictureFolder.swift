internal import KairanModel
internal import KairanOutput
internal import KairanReaders
internal import KairanSystem

extension Publisher {
    /// Nil without a work folder.
    borrowing func pictureFolder() -> PictureFolder? { path(inWorkFolder: "pictures").map(PictureFolder.init) }

    /// Removes what was made of pictures that are not those any more, and nothing that is of another hand.
    borrowing func keepPictures(_ names: Set<String>) {
        guard let folder = pictureFolder() else { return }
        for name in folder.names where !names.contains(name) && folder.isOurs(name) {
            workingFolder.discardFile("\(folder.path)/\(name)")
        }
    }

    borrowing func pictureCache() -> PictureCache {
        pictureFolder().map { PictureCache(read: $0.read, write: $0.write) } ?? .none
    }
}

extension PictureCache {
    /// Of builds that publish nothing, and so write nothing.
    init(reading options: BuildOptions) { self.init(in: options.folder + "/.kairan", writes: false) }

    /// Of builds that publish nothing beside the work folder of those that do. Where somebody else has put something into
    /// it, there is none; a build that publishes says why.
    init(in workFolder: String, writes: Bool = true) {
        do {
            try refuseLinks(inWorkFolder: workFolder)
            let folder = PictureFolder(path: "\(workFolder)/pictures")
            self.init(read: folder.read, write: { if writes { folder.write($0, $1) } })
        } catch {
            self = .none
        }
    }
}

/// The files of `.kairan/pictures/`. Each starts with the hash of what follows, so one that was not written to its end
/// is as good as none. A publication removes the files that belong to none of its pictures (`keepPictures`).
struct PictureFolder: Sendable {
    let path: String

    @Sendable func read(_ name: String) -> [UInt8]? {
        do {
            let bytes = try workingFolder.readFile("\(path)/\(name)")
            var reader = ByteReader(bytes)
            let hash = undamaged { () throws(DamagedBytes) in try reader.readHash() }
            let content = bytes[reader.index...]
            return hash == ContentHash(content) ? Array(content) : nil
        } catch {
            return nil
        }
    }

    /// Without it the next build only takes longer, so nothing is said of a failure.
    @Sendable func write(_ name: String, _ bytes: [UInt8]) {
        var writer = ByteWriter(capacity: bytes.count + 16)
        writer.write(ContentHash(bytes))
        writer.write(raw: bytes)
        let new = "\(path)/\(name)\(Self.halfEnding)"
        do throws(SystemError) {
            try workingFolder.makeFolderIfMissing(path)
            // Another thread may be writing the same.
            try workingFolder.createFile(new).writeAndClose([writer.bytes[...]])
            try workingFolder.rename(new, to: "\(path)/\(name)")
        } catch {
            if error != .fileExists { workingFolder.discardFile(new) }
        }
    }

    /// Whether it was written here, whole or by a build that was killed: by the form of its name, and by the hash that
    /// stands before what it holds.
    fileprivate func isOurs(_ name: String) -> Bool {
        let isHalf = name.hasSuffix(Self.halfEnding)
        let key = isHalf ? String(name.dropLast(Self.halfEnding.utf8.count)) : name
        return Array(key.utf8).withUnsafeBufferPointer { ContentHash(hexadecimal: $0) } != nil
            && (isHalf || read(name) != nil)
    }

    /// Of a file that is not written to its end yet.
    private static let halfEnding = ".new"

    fileprivate var names: [String] {
        do { return try OpenFolder(path).entries().map(\.name.text) } catch { return [] }
    }
}
