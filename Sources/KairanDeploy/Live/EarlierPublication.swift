internal import KairanModel
package import KairanPublish
internal import KairanSystem

/// The files of a publication before this one, as its list had them.
package struct EarlierPublication: Sendable {
    /// The words for people, such as `2026-04-01 (1a2b3c4)`.
    package let name: String
    let hashes: [TreePath: ContentHash]

    package init(_ name: String, _ list: WholeList) {
        self.name = name
        hashes = Dictionary(list.files.map { ($0.path, $0.hash) }) { first, _ in first }
    }
}

/// A file that is not published any more, with what it held.
struct LeftFile {
    var path: TreePath
    var hash: ContentHash
}

/// Returns the files that were taken away since, those of the newest publications first.
func leftFiles(_ earlier: [EarlierPublication], besides present: Set<TreePath>, atMost count: Int) -> [LeftFile] {
    var seen = present
    var left: [LeftFile] = []
    for publication in earlier where left.count < count {
        let gone = publication.hashes.keys.filter { !seen.contains($0) && isShownPath($0) }.sorted()
        seen.formUnion(gone)
        left += gone.compactMap { path in publication.hashes[path].map { LeftFile(path: path, hash: $0) } }
    }
    return Array(left.prefix(count))
}

private func isShownPath(_ path: TreePath) -> Bool {
    path.text.split(separator: "/").allSatisfy { !$0.hasPrefix(".") || $0 == ".well-known" }
}
