internal import KairanModel
internal import KairanReaders

/// The last save of each entry, and the removals of pictures, as far as it can be taken back.
///
/// It keeps only the bytes that a save took out of a file, so a changed row of a long table costs no more memory than
/// the row itself.
struct SavedChanges {
    private var saves: [(name: EntryName, save: SavedChange)] = []
    /// The memory that the bytes of all this may take. The saves that came first are dropped beyond it, and beyond a
    /// thousand.
    private let limit: Int

    init(limit: Int = 64 << 20) { self.limit = limit }

    subscript(name: EntryName) -> SavedChange? { saves.first { $0.name == name }?.save }

    mutating func keep(_ save: SavedChange, of name: EntryName) {
        remove(name)
        saves.append((name, save))
        while byteCount > limit || saves.count > 1000 { saves.removeFirst() }
    }

    mutating func remove(_ name: EntryName) { saves.removeAll { $0.name == name } }

    var byteCount: Int { saves.reduce(0) { $0 + $1.save.files.values.reduce(0) { $0 + $1.removed.count } } }
}

/// One save: its files by path, and the mistakes that these had before, which come back with an undo.
struct SavedChange {
    var files: [String: SavedFile]
    var mistakes: Set<String> = []
}

/// A file that was saved, and how it was before.
struct SavedFile {
    /// The hash of the bytes that the save left; nil if it removed the file.
    private let after: ContentHash?
    /// Tells whether the file was there before.
    private let wasThere: Bool
    /// The bytes that were there between those that stayed.
    let removed: [UInt8]
    /// The numbers of bytes that stayed at the start and at the end.
    private let (head, tail): (Int, Int)

    /// - Parameters:
    ///   - before: The bytes before the save; nil for a file that was not there.
    ///   - after: The bytes that the save left; nil for a file that it removed.
    init(before: [UInt8]?, after: [UInt8]?) {
        let (old, new) = (before ?? [], after ?? [])
        let room = min(old.count, new.count)
        let head = (0..<room).first { old[$0] != new[$0] } ?? room
        let tail =
            (0..<(room - head)).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? (room - head)
        (self.after, wasThere, self.head, self.tail) = (after.map { ContentHash($0) }, before != nil, head, tail)
        removed = Array(old[head..<(old.count - tail)])
    }

    /// Tells whether the file is still as the save left it.
    ///
    /// - Parameter bytes: The bytes of the file now; nil if it is not there.
    func isAfter(_ bytes: [UInt8]?) -> Bool { bytes.map { ContentHash($0) } == after }

    /// Returns the bytes before the save, or nil if the file was not there.
    ///
    /// - Parameter after: The bytes that the save left; nil for a file that it removed.
    func before(_ after: [UInt8]?) -> [UInt8]? {
        let after = after ?? []
        return wasThere ? Array(after[..<head]) + removed + after[(after.count - tail)...] : nil
    }
}
