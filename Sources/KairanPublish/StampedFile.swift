package import KairanModel
internal import KairanSystem

/// A source as a build found it, or an output that stands as a build published it.
///
/// It is an object because several long lists have it, each of which would copy it.
package final class StampedFile: Sendable {
    package let path: String
    package let hash: ContentHash
    /// The stamp, taken before the file was read or after it was written.
    package let stamp: FileStamp

    package init(path: String, hash: ContentHash, stamp: FileStamp) {
        (self.path, self.hash, self.stamp) = (path, hash, stamp)
    }

    package func holdsSame(as other: StampedFile) -> Bool { hash == other.hash && path.isSameName(as: other.path) }
}

extension StampedFile: Equatable {
    package static func == (left: StampedFile, right: StampedFile) -> Bool {
        left.stamp == right.stamp && left.holdsSame(as: right)
    }
}

extension [StampedFile] {
    /// Returns the hash of the file at a path, or nil if there is none. The files are sorted by path.
    package func hash(of path: String) -> ContentHash? { position(of: path).map { self[$0].hash } }

    package func position(of path: String) -> Int? {
        let index = partitioningIndex { $0.path >= path }
        return index < count && self[index].path.isSameName(as: path) ? index : nil
    }
}
