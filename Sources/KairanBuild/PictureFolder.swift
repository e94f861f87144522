internal import KairanModel
internal import KairanPublish
internal import KairanQueries
internal import KairanReaders
internal import KairanSystem
internal import KairanTemplates

extension Publisher {
    /// Returns the folder that keeps shrunk pictures, or nil if there is no work folder.
    borrowing func pictureFolder() -> PictureFolder? { path(inWorkFolder: "pictures").map(PictureFolder.init) }

    /// Removes the kept pictures that no output uses any more. Files that Kairan did not write stay.
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
    /// The cache for builds that publish nothing, and so only read it.
    init(reading options: BuildOptions) { self.init(in: options.folder + "/.kairan", writes: false) }

    /// The cache in a work folder, for builds that publish nothing. It is `none` if somebody put a symbolic link into
    /// the folder; a build that publishes says why.
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

/// The files of `.kairan/pictures/`. Each starts with the hash of what follows, so a file that was not written to its
/// end counts as missing. A publication removes the files that belong to none of its pictures (`keepPictures`).
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

    /// Keeps a picture. A failure is not reported, since the next build then only takes longer.
    @Sendable func write(_ name: String, _ bytes: [UInt8]) {
        var writer = ByteWriter(capacity: bytes.count + 16)
        writer.write(ContentHash(bytes))
        writer.write(raw: bytes)
        let new = "\(path)/\(name)\(Self.halfEnding)"
        do throws(SystemError) {
            try workingFolder.makeFolderIfMissing(path)
            // Another thread may be writing the same picture; creating the file then fails.
            try workingFolder.createFile(new).writeAndClose([writer.bytes[...]])
            try workingFolder.rename(new, to: "\(path)/\(name)")
        } catch {
            if error != .fileExists { workingFolder.discardFile(new) }
        }
    }

    /// Returns whether Kairan wrote the file, whole or in a build that was killed. The form of its name and the hash
    /// before its content tell.
    fileprivate func isOurs(_ name: String) -> Bool {
        let isHalf = name.hasSuffix(Self.halfEnding)
        let key = isHalf ? String(name.dropLast(Self.halfEnding.utf8.count)) : name
        return ContentHash(hexadecimal: key.utf8.span) != nil
            && (isHalf || read(name) != nil)
    }

    /// The ending of a file's name while it is being written.
    private static let halfEnding = ".new"

    fileprivate var names: [String] {
        do { return try OpenFolder(path).entries().map(\.name.text) } catch { return [] }
    }
}
