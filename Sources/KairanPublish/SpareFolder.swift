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
    /// Tells whether both still have their stamps.
    var isSame = false
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

/// Looks at the folders that the last publication listed. The result is empty if that is impossible; the publication
/// then looks into all folders.
func checkedSpares(at place: PublicationPlace) -> SpareFolders {
    do {
        guard let list = place.spareList, let folders = SpareFolders(reading: try workingFolder.readFile(list)) else {
            return []
        }
        let now = place.clock.now()
        let parts = try forEachPart(of: folders) { (part) throws(PublishError) -> SpareFolders in
            let (target, staging) = (try openFolder(place.target), try openFolder(place.staging))
            defer {
                target.close()
                staging.close()
            }
            func isStill(_ path: TreePath, _ stamp: FileStamp, below root: FileDescriptor) -> Bool {
                root.knownStatus(of: path).map { FileStamp($0, readAt: now).proves(stamp) } == true
            }
            return part.map { folder in
                var folder = folder
                // The top is never the same: its path is empty, so it has no status, and each exchange changes it.
                folder.isSame =
                    isStill(folder.path, folder.spare, below: staging)
                    && isStill(folder.path, folder.target, below: target)
                return folder
            }
        }
        return Array(parts.joined())
    } catch {
        return []
    }
}
