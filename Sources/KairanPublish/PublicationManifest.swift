internal import KairanContent
internal import KairanContracts
internal import KairanFormats
internal import KairanModel
internal import KairanReaders
package import KairanSystem
internal import KairanTemplates

/// The list of what Kairan made, which is kept beside the outputs as `.kairan.json`. A later build may replace or
/// remove only what is in the list.
///
/// Each line names a file, sorted by the bytes of its path, with the hash of what it held. No time is in it, so the
/// same outputs give the same manifest. Before the files stand the hashes of what later builds rely on.
///
/// It is committed with the site, so that a build in a fresh clone knows which files are Kairan's. An output that is no
/// longer made is removed only if it still has its hash: whoever edits the file, or its line in the list, has made the
/// file their own.
package struct PublicationManifest: Equatable, Sendable {
    struct File: Equatable {
        var path: TreePath
        /// The hash of what Kairan wrote.
        var hash: ContentHash
    }

    package static let path = TreePath(publishedListPath)
    private static let version = 2

    /// The files, sorted by path.
    var files: [File]
    var promises = PublishedHashes()

    package var paths: [TreePath] { files.map(\.path) }

    var bytes: [UInt8] {
        let listed = files.map { (key: $0.path.text, value: JSONValue.string($0.hash.text)) }
        return writeJSON(
            .object([("kairan", .integer(Self.version))] + promises.members + [("files", .object(listed))]))
    }
}

extension PublicationManifest {
    /// The result is nil unless this is a whole manifest of a known version: somebody may have left a merge conflict in
    /// it, or it may be somebody else's file. Then nothing in the folder counts as ours, so nothing can be removed by
    /// mistake.
    package init?(reading bytes: [UInt8]) {
        guard bytes.starts(with: "{\n  \"kairan\": \(Self.version),\n".utf8),
            let promises = PublishedHashes(inList: bytes), let read = Self.readFiles(bytes)
        else { return nil }
        (self.promises, files) = (promises, read.sorted { $0.path < $1.path })
    }

    /// Reads the list line by line, as it was written. To read tens of thousands of files as JSON would take longer
    /// than to make a few outputs.
    private static func readFiles(_ bytes: [UInt8]) -> [File]? {
        var files: [File]?
        var isWhole = false
        let list = bytes.span
        var index = 0
        while index < list.count {
            let end = list.firstOffset(of: UInt8(ascii: "\n"), in: index..<list.count) ?? list.count
            let range = index..<end
            let line = list.extracting(range)
            index = end + 1
            if files == nil {
                if line.hasBytes("  \"files\": ".utf8, at: 0) {
                    files = []
                    // A list without files ends in its first line.
                    isWhole = line[line.count - 1] == UInt8(ascii: "}")
                }
            } else if line.hasBytes("    \"".utf8, at: 0), !isWhole {
                guard let file = File(list, range) else { return nil }
                files?.append(file)
            } else {
                guard areSameBytes(line, (isWhole ? "}" : "  }").utf8.span) else { return nil }
                isWhole = true
            }
        }
        return isWhole ? files : nil
    }
}

extension PublicationManifest.File {
    /// The result is nil if this is not a line of a list, or its path cannot be published.
    fileprivate init?(_ list: Span<UInt8>, _ line: Range<Int>) {
        guard let listed = PublishedListLine(list, line), let hash = listed.hash(in: list) else { return nil }
        let written = list.extracting(listed.path)
        if written.firstOffset(of: UInt8(ascii: "\\"), in: written.indices) != nil {
            let quote = UInt8(ascii: "\"")
            let text = [quote] + Array(copying: written) + [quote]
            guard let node = readJSON(SourceFile(path: publishedListPath, bytes: text)).value,
                case .scalar(let path, .string) = node.content
            else { return nil }
            self.path = TreePath(path)
        } else {
            path = TreePath(written)
        }
        self.hash = hash
        guard path.isPublishable, path != PublicationManifest.path else { return nil }
    }
}
