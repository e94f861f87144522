internal import KairanContracts
internal import KairanModel
internal import KairanPublish

extension PublicationMemories {
    /// The words by which messages name the tree before the last publication.
    static let spareOrigin = "the tree before the last publication"

    /// The publications of the target that the store of the last build and the spare tree tell of. They are asked only
    /// if the target's own list is lost, since it takes a while, and the work folder has one of each for all targets.
    ///
    /// - Parameter read: Reads what the target holds.
    func left(beside read: @escaping ReadPublished) -> [KnownPublication] {
        guard areAlone else { return [] }
        let spare = spare
        let old = spare(publishedListPath).contents.flatMap { list in
            WholeList(reading: list).flatMap { _ in
                KnownPublication(files(of: list, in: [spare]), of: Self.spareOrigin)
            }
        }
        let recorded = readWorkFile(storeName).flatMap(BuildStore.init(stored:))
        let last = recorded.flatMap { $0.list.bytes(naming: $0.outputs) }.flatMap { list in
            KnownPublication(files(of: list, in: [read, spare]), of: "the store of the last build")
        }
        return [last, old].compactMap(\.self)
    }
}

/// Reads the files of a list from the first place that holds what the list says.
private func files(of list: [UInt8], in places: [ReadPublished]) -> ReadPublished {
    let hashes = PublishedList(.bytes(list))
    return { path in
        if path == publishedListPath { return .bytes(list) }
        guard let hash = hashes.hash(of: path) else { return .nothing }
        let found = places.lazy.compactMap { $0(path).contents }.first { ContentHash($0) == hash }
        return found.map(PublishedFile.bytes) ?? .nothing
    }
}
