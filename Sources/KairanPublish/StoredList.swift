package import KairanModel
internal import KairanSystem

/// The part of a publication's list that the store of its build keeps. With the outputs, of which the store has the
/// hashes too, the list can be written again.
package struct StoredList: Equatable, Sendable {
    /// The hash of the list.
    package var hash = ContentHash()
    /// The list without its files.
    package var promises: [UInt8] = []

    package init() {}

    package init(hash: ContentHash, promises: [UInt8]) { (self.hash, self.promises) = (hash, promises) }

    init(_ publication: Publication) {
        hash = publication.list.output.hash
        promises = WholeList(files: [], promises: publication.promises).bytes
    }

    /// Returns the list of these outputs, or nil if it is not the one that was recorded.
    package func bytes(naming outputs: [StampedFile]) -> [UInt8]? {
        guard var list = WholeList(reading: promises) else { return nil }
        list.files = outputs.map { WholeList.File(path: TreePath($0.path), hash: $0.hash) }
        list.files.sort { $0.path < $1.path }
        let bytes = list.bytes
        return ContentHash(bytes) == hash ? bytes : nil
    }
}
