internal import KairanModel
internal import KairanSystem

/// A folder of the target and its spare, as they were after a publication.
///
/// The spare tree is the tree of the publication before. After the exchange it stays in `.kairan/spare`, and shares its
/// files with `public/` by hard links. The next publication makes its changes there and exchanges the two again, so one
/// changed page costs two system calls for each folder and not a link for every file.
///
/// A folder's stamp changes with every entry that comes, goes or is replaced. If both still have their stamps, the
/// spare holds what the target holds, and neither has to be looked into.
struct SpareFolder: Sendable {
    var path: TreePath
    var subfolders: [TreePath] = []
    var target: FileStamp
    var spare: FileStamp
}

private let mark = "kairan folders 5\n"

extension [SpareFolder] {
    /// The result is nil unless this is a whole list of this format.
    init?(reading bytes: [UInt8]) {
        guard var reader = unsealed(mark, bytes)?.first else { return nil }
        do {
            var counts: [Int] = []
            self = try reader.readList { (reader) throws(DamagedBytes) in
                let path = try reader.readPart()
                counts.append(try reader.readInt())
                return SpareFolder(
                    path: TreePath(reader.bytes.span.extracting(path)), target: try FileStamp(reading: &reader),
                    spare: try FileStamp(reading: &reader))
            }
            // The list goes level by level, so the subfolders of each folder follow those of the one before it.
            var rest = map(\.path)[...].dropFirst()
            guard counts.allSatisfy({ $0 >= 0 }), counts.reduce(0, &+) == rest.count else { return nil }
            for index in indices {
                self[index].subfolders = [TreePath](rest.prefix(counts[index]))
                rest = rest.dropFirst(counts[index])
            }
        } catch {
            return nil
        }
    }

    /// The parts of a file that lists the folders as they are once the two trees have changed places.
    var exchangedParts: [ArraySlice<UInt8>] {
        var list = ByteWriter(capacity: count * 160)
        list.write(self) { list, folder in
            folder.path.withSpan { list.write(part: $0) }
            list.write(folder.subfolders.count)
            list.write(folder.spare)
            list.write(folder.target)
        }
        return sealed(mark, [list.bytes[...]])
    }
}

/// The folders that the last publication listed, with what is known of their spares.
struct KnownSpares: Sendable {
    private let folders: [SpareFolder]
    private let areSame: Concurrent<[Bool]>
    private let positions: [TreePath: Int]

    /// Begins to look at the spares beside other work. Nobody but the build that holds the lock should change them.
    init(at place: PublicationPlace) {
        folders = place.spareList.flatMap(workingFolder.readKnownFile).flatMap([SpareFolder].init) ?? []
        areSame = beginToCompare(folders, \.spare, below: place.staging, place.clock)
        positions = Dictionary(zip(folders.map(\.path), folders.indices)) { first, _ in first }
    }

    /// Begins to look at the folders themselves. The result returns the folder at a path if neither it nor its spare has
    /// changed; the publication looks into all others.
    func unchanged(at place: PublicationPlace) -> Concurrent<@Sendable (TreePath) -> SpareFolder?> {
        let areStillSame = beginToCompare(folders, \.target, below: place.target, place.clock)
        return Concurrent(begins: false) { [self] in
            let (same, stillSame) = (areSame.value, areStillSame.value)
            return { path in positions[path].flatMap { same[$0] && stillSame[$0] ? folders[$0] : nil } }
        }
    }
}

/// Begins to find out which folders still have their listed stamps. All count as changed if that is impossible.
private func beginToCompare(
    _ folders: [SpareFolder], _ stamp: @escaping @Sendable (SpareFolder) -> FileStamp, below top: String,
    _ clock: FileClock
) -> Concurrent<[Bool]> {
    let now = clock.now()
    let parts = beginForEachPart(of: folders) { (part) throws(PublishError) in
        let root = try openFolder(top)
        defer { root.close() }
        // The top is never the same: its path is empty, so it has no status, and each exchange changes it.
        return part.map { folder in
            root.knownStatus(of: folder.path).map { FileStamp($0, readAt: now).proves(stamp(folder)) } == true
        }
    }
    return Concurrent(begins: false) {
        do { return try parts.joined() } catch { return folders.map { _ in false } }
    }
}
