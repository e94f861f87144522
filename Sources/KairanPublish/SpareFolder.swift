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
    /// Tells whether both still have their stamps, as far as somebody has looked.
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
                    target: try FileStamp(reading: &reader), spare: try FileStamp(reading: &reader), isSame: true)
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

extension SpareFolders {
    /// Returns the folders that the last publication listed, after a look at the spare tree. Only this process changes
    /// that tree while it has the lock, so there is no need to look again. The result is empty if it is impossible to
    /// look; the publication then looks into all folders.
    init(checkedAt place: PublicationPlace) {
        do {
            let list = try place.spareList.map { try workingFolder.readFile($0) }
            self = list.flatMap(SpareFolders.init(reading:))?.checked(in: place.staging, place.clock) { $0.spare } ?? []
        } catch {
            self = []
        }
    }

    /// Returns the folders, of which those without their stamp in a tree are not the same any more. The top is never
    /// the same: its path is empty, so it has no status, and each exchange changes it.
    func checked(
        in tree: String, _ clock: FileClock, _ stamp: @escaping @Sendable (SpareFolder) -> FileStamp
    ) -> SpareFolders {
        let now = clock.now()
        do {
            return try forEachPart(of: self) { (part) throws(PublishError) -> SpareFolders in
                let root = try openFolder(tree)
                defer { root.close() }
                return part.map { folder in
                    var folder = folder
                    let status = folder.isSame ? root.knownStatus(of: folder.path) : nil
                    folder.isSame = status.map { FileStamp($0, readAt: now).proves(stamp(folder)) } == true
                    return folder
                }
            }.flatMap(\.self)
        } catch {
            return []
        }
    }
}
