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

/// All folders with their spares.
typealias SpareFolders = [SpareFolder]

private let mark = "kairan folders 4\n"

extension SpareFolders {
    /// The result is nil unless this is a whole list of this format.
    init?(reading bytes: [UInt8]) {
        guard var reader = unsealed(mark, bytes)?.first else { return nil }
        do {
            self = try reader.readList { (reader) throws(DamagedBytes) in
                SpareFolder(
                    path: try TreePath(from: &reader),
                    subfolders: try reader.readList { (reader) throws(DamagedBytes) in try TreePath(from: &reader) },
                    target: try FileStamp(reading: &reader), spare: try FileStamp(reading: &reader))
            }
        } catch {
            return nil
        }
    }

    /// The parts of a file that lists the folders as they are once the two trees have changed places.
    var exchangedParts: [ArraySlice<UInt8>] {
        var list = ByteWriter(capacity: count * 160)
        list.write(self) { list, folder in
            folder.path.write(to: &list)
            list.write(folder.subfolders) { $1.write(to: &$0) }
            list.write(folder.spare)
            list.write(folder.target)
        }
        return sealed(mark, [list.bytes[...]])
    }
}

extension TreePath {
    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        let path = try reader.readPart()
        self.init(reader.bytes[path])
    }

    fileprivate func write(to writer: inout ByteWriter) { withSpan { writer.write(part: $0) } }
}

/// What is known of the spare tree: the folders that the last publication listed, and which of them are the same. The
/// trees are looked at beside other work.
struct KnownSpares: Sendable {
    private var folders: SpareFolders = []
    private var positions: [TreePath: Int] = [:]
    private var look: ConcurrentResults<Result<[Bool], PublishError>>?

    init(at place: PublicationPlace) {
        do {
            guard let list = place.spareList, let listed = SpareFolders(reading: try workingFolder.readFile(list))
            else {
                return
            }
            look = beginForEachPart(of: listed) { [now = place.clock.now()] (part) throws(PublishError) in
                let (target, staging) = (try openFolder(place.target), try openFolder(place.staging))
                defer {
                    target.close()
                    staging.close()
                }
                func isStill(_ path: TreePath, _ stamp: FileStamp, below root: FileDescriptor) -> Bool {
                    root.knownStatus(of: path).map { FileStamp($0, readAt: now).proves(stamp) } == true
                }
                // The top is never the same: its path is empty, so it has no status, and each exchange changes it.
                return part.map {
                    isStill($0.path, $0.spare, below: staging) && isStill($0.path, $0.target, below: target)
                }
            }
            (folders, positions) = (listed, Dictionary(zip(listed.map(\.path), listed.indices)) { first, _ in first })
        } catch {}
    }

    /// Returns a function that tells the folder at a path if both it and its spare still have their stamps. It tells
    /// nothing if that is impossible; the publication then looks into all folders. Call this once.
    func unchanged() -> @Sendable (TreePath) -> SpareFolder? {
        do {
            let isSame = try look?.joined() ?? []
            return { [self] path in positions[path].flatMap { isSame[$0] ? folders[$0] : nil } }
        } catch {
            return { _ in nil }
        }
    }
}
