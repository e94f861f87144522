package import KairanModel
internal import KairanReaders
package import KairanSystem

/// The list of what Kairan made, which is kept beside the outputs as `.kairan.json`. A later build may replace or
/// remove only what is in the list.
///
/// Each line names a file, sorted by the bytes of its path, with the hash of what it held. No time is in it, so the
/// same outputs give the same list. Before the files stand the hashes of what later builds rely on.
///
/// It is committed with the site, so that a build in a fresh clone knows which files are Kairan's. An output that is no
/// longer made is removed only if it still has its hash: whoever edits the file, or its line in the list, has made the
/// file their own.
package struct WholeList: Equatable, Sendable {
    package struct File: Equatable, Sendable {
        package var path: TreePath
        /// The hash of what Kairan wrote.
        package var hash: ContentHash

        package init(path: TreePath, hash: ContentHash) { (self.path, self.hash) = (path, hash) }
    }

    package static let path = TreePath(publishedListPath)
    private static let version = 2

    /// The files, sorted by path.
    package var files: [File]
    package var promises: PublishedPromises

    package init(files: [File], promises: PublishedPromises = PublishedPromises()) {
        (self.files, self.promises) = (files, promises)
    }

    package var paths: [TreePath] { files.map(\.path) }

    package var bytes: [UInt8] {
        var writer = JSONWriter(.pretty)
        writer.bytes.reserveCapacity(files.count * 96)
        writer.open(JSONWriter.object)
        writer.write(members: [("kairan", .integer(Self.version))] + promises.members)
        writer.startItem(key: "files")
        writer.open(JSONWriter.object)
        for file in files {
            file.path.withSpan { writer.startItem(key: $0) }
            writer.write(file.hash)
        }
        writer.close(JSONWriter.object)
        writer.close(JSONWriter.object)
        return writer.finish()
    }
}

extension WholeList {
    /// The result is nil unless this is a whole list of a known version: somebody may have left a merge conflict in
    /// it, or it may be somebody else's file. Then nothing in the folder counts as ours, so nothing can be removed by
    /// mistake.
    package init?(reading bytes: [UInt8]) {
        guard bytes.starts(with: "{\n  \"kairan\": \(Self.version),\n".utf8),
            let promises = PublishedPromises(inList: bytes), let read = Self.readFiles(bytes)
        else { return nil }
        (self.promises, files) = (promises, read.sorted { $0.path < $1.path })
    }

    /// Reads the list line by line, as it was written. To read tens of thousands of files as JSON would take longer
    /// than to make a few outputs.
    private static func readFiles(_ bytes: [UInt8]) -> [File]? {
        let (list, newline) = (bytes.span, UInt8(ascii: "\n"))
        let (head, tail) = (Array("\n  \"files\": {".utf8), Array("\n  }\n}".utf8))
        let last = list.count - (bytes.last == newline ? 1 : 0)
        guard let found = list.firstOffset(of: head, in: list.indices) else { return nil }
        var index = found + head.count
        if areSameBytes(list.extracting(index..<last), "}\n}".utf8.span) { return [] }
        let end = last - tail.count
        guard index < end, list[index] == newline, list.hasBytes(tail, at: end) else { return nil }
        var files: [File] = []
        while index < end {
            let line = (index + 1)..<(list.firstOffset(of: newline, in: (index + 1)..<end) ?? end)
            guard list.hasBytes("    \"".utf8.span, at: line.lowerBound), let file = File(list, line) else {
                return nil
            }
            files.append(file)
            index = line.upperBound
        }
        return files
    }
}

extension WholeList.File {
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
        guard path.isPublishable, path != WholeList.path else { return nil }
    }
}
