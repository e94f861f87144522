package import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

extension SourceTree {
    /// Returns the hash of a file, or nil if there is none at the path.
    package func hash(of path: String) -> ContentHash? { known.hash(of: path) }

    /// Returns the tree with other bytes in some of its files, with new files, or without some of its files.
    ///
    /// - Parameter wished: The bytes by path; nil for a file that is to go.
    package func replacing(_ wished: [String: [UInt8]?]) -> SourceTree {
        let kept = zip(files, known).filter { wished[$0.0.path] == nil }
        let added = wished.compactMap { path, bytes in
            bytes.map {
                (
                    SourceFile(path: path, bytes: $0),
                    StampedFile(path: path, hash: ContentHash($0), stamp: .unknown)
                )
            }
        }
        let all = (kept + added).sorted { $0.0.path < $1.0.path }
        return SourceTree(files: all.map(\.0), known: all.map(\.1), failure: failure, hasLinks: hasLinks)
    }
}
