package import KairanModel
internal import KairanSystem

/// A source or an output as a build found it or left it.
package struct StampedFile: Sendable {
    package var path: String
    package var hash: ContentHash
    /// Taken before the file was read, or after it was written.
    package var stamp: FileStamp

    package init(path: String, hash: ContentHash, stamp: FileStamp) {
        (self.path, self.hash, self.stamp) = (path, hash, stamp)
    }

    func holdsSame(as other: StampedFile) -> Bool { hash == other.hash && path.isSameName(as: other.path) }
}

extension StampedFile: Equatable {
    package static func == (left: StampedFile, right: StampedFile) -> Bool {
        left.stamp == right.stamp && left.holdsSame(as: right)
    }
}

/// A folder of sources, as it was before what is in it was listed.
package struct StampedFolder: Sendable, Equatable {
    /// Relative to the site's folder.
    var path: String
    var stamp: FolderStamp
}

extension [StampedFile] {
    /// True where two of them are called the same but for the Unicode normal form; all are sorted by path.
    var hasEqualNames: Bool { indices.dropFirst().contains { self[$0 - 1].path == self[$0].path } }

    /// Of the file at a path, where all are sorted by path.
    func hash(of path: String) -> ContentHash? { position(of: path).map { self[$0].hash } }

    func position(of path: String) -> Int? {
        let index = partitioningIndex { $0.path >= path }
        return index < count && self[index].path.isSameName(as: path) ? index : nil
    }
}

extension String {
    /// Byte for byte: as texts, two normal forms are equal; as names of files they are not.
    func isSameName(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isSame = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable {
                areSameBytes(bytes.baseAddress!, $0.baseAddress!, count: bytes.count)
            }
        }
        return isSame.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
    }
}
