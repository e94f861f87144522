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
package struct PublicationManifest: Equatable {
    struct File: Equatable {
        var path: TreePath
        /// The hash of what Kairan wrote; nil if an early version of Kairan wrote the list, without hashes.
        var hash: ContentHash?
    }

    package static let path = TreePath(publishedListPath)
    private static let version = 2

    /// The files, sorted by path.
    var files: [File]
    var promises = PublishedHashes()

    package var paths: [TreePath] { files.map(\.path) }

    var bytes: [UInt8] {
        let size = files.reduce(0) { $0 + $1.path.bytes.count }
        var writer = ManifestWriter(version: Self.version, promises, room: size + files.count * 48)
        for file in files { file.path.withSpan { writer.add($0, file.hash ?? ContentHash()) } }
        return writer.finished()
    }
}

/// Writes what `writeJSON` would write, without making a value of every path.
private struct ManifestWriter {
    var bytes: [UInt8]
    private var isEmpty = true

    /// - Parameter room: The number of bytes that the lines of files will take if no path has special characters.
    init(version: Int, _ promises: PublishedHashes, room: Int) {
        let head: [(key: String, value: JSONValue)] = [("kairan", .integer(version))]
        // The closing brace is left out, since the files follow.
        bytes = writeJSON(.object(head + promises.members)).dropLast(3)
        bytes += ",\n  \"files\": {".utf8
        bytes.reserveCapacity(bytes.count + room + 8)
    }

    mutating func add(_ path: Span<UInt8>, _ hash: ContentHash) {
        bytes += (isEmpty ? "\n    " : ",\n    ").utf8
        isEmpty = false
        if path.indices.contains(where: { isSpecial(path[$0]) }) {
            // The quotation mark and the line break at the end are left out.
            bytes += writeJSON(.string(String(decoding: path))).dropLast(2)
        } else {
            bytes.append(UInt8(ascii: "\""))
            bytes.append(copying: path)
        }
        bytes += PublishedListLine.mark
        hash.appendHexadecimal(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    consuming func finished() -> [UInt8] {
        bytes += (isEmpty ? "}\n}\n" : "\n  }\n}\n").utf8
        return bytes
    }

    private func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
}

extension PublicationManifest {
    /// The result is nil unless this is a whole manifest of a known version: somebody may have left a merge conflict in
    /// it, or it may be somebody else's file. Then nothing in the folder counts as ours, so nothing can be removed by
    /// mistake.
    package init?(reading bytes: [UInt8]) {
        let starts = (1...Self.version).map { "{\n  \"kairan\": \($0),\n" }
        guard starts.contains(where: { bytes.starts(with: $0.utf8) }), let promises = PublishedHashes(inList: bytes),
            let read = Self.readFiles(bytes)
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
                    isWhole = line[line.count - 1] == UInt8(ascii: "}") || line[line.count - 1] == UInt8(ascii: "]")
                }
            } else if line.hasBytes("    \"".utf8, at: 0), !isWhole {
                guard let file = File(list, range) else { return nil }
                files?.append(file)
            } else {
                let ends = isWhole ? ["}"] : ["  }", "  ]"]
                guard ends.contains(where: { areSameBytes(line, $0.utf8.span) }) else { return nil }
                isWhole = true
            }
        }
        return isWhole ? files : nil
    }
}

extension PublicationManifest.File {
    /// The result is nil if this is not a line of a list, or its path cannot be published.
    fileprivate init?(_ list: Span<UInt8>, _ line: Range<Int>) {
        guard let listed = PublishedListLine(list, line), !listed.hasDamagedHash(in: list) else { return nil }
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
        hash = listed.hash(in: list)
        guard path.isPublishable, path != PublicationManifest.path else { return nil }
    }
}
