internal import KairanModel
internal import KairanReaders
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
    var subfolderCount = 0
    var target: FileStamp
    var spare: FileStamp
    /// Tells whether both still have their stamps.
    var isSame = false
}

/// All folders with their spares, level by level from the top; the subfolders of a folder stand together, sorted.
typealias SpareFolders = [SpareFolder]

private let mark = "kairan folders 4\n"

extension SpareFolders {
    /// The result is nil unless this is a whole list of this format.
    init?(reading bytes: [UInt8]) {
        guard var reader = unsealed(mark, bytes)?.first else { return nil }
        do {
            self = try reader.readList { (reader) throws(DamagedBytes) in try SpareFolder(from: &reader) }
        } catch {
            return nil
        }
        guard allSatisfy({ $0.subfolderCount >= 0 && $0.subfolderCount < count }),
            // Every folder but the top is a subfolder.
            reduce(1, { $0 + $1.subfolderCount }) == count
        else { return nil }
    }

    /// The parts of a file that lists the folders as they are once the two trees have changed places.
    var exchangedParts: [ArraySlice<UInt8>] {
        var list = ByteWriter(capacity: count * 96)
        list.write(self) { $1.writeExchanged(to: &$0) }
        return sealed(mark, [list.bytes[...]])
    }

    /// The positions of each folder's subfolders.
    var subfolders: [Range<Int>] {
        var end = 1
        return map { folder in
            end += folder.subfolderCount
            return end - folder.subfolderCount..<end
        }
    }
}

extension SpareFolder {
    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        self.init(
            path: try TreePath(from: &reader), subfolderCount: try reader.readInt(),
            target: try FileStamp(reading: &reader), spare: try FileStamp(reading: &reader))
    }

    fileprivate func writeExchanged(to writer: inout ByteWriter) {
        path.write(to: &writer)
        writer.write(subfolderCount)
        writer.write(spare)
        writer.write(target)
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
                // There is no status by the empty path of the top, which each exchange changes.
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
