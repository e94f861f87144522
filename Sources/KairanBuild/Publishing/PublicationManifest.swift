internal import KairanContent
internal import KairanModel
internal import KairanOutput
internal import KairanReaders
internal import KairanSystem

/// The list of what Kairan made, kept beside it as `.kairan.json`: what a later build may replace or remove.
///
/// One file a line, sorted by the bytes of its path, with the hash of what it held, and no clock: the same outputs give
/// the same manifest. Before them stand the hashes of what later builds believe.
///
/// It is committed with the site, so that a fresh clone knows which files are its own. An output that is no longer made
/// is removed only while it has its hash: whoever edits the list or the file has made the file theirs.
struct PublicationManifest: Equatable {
    struct File: Equatable {
        var path: TreePath
        /// Nil where the list is of a Kairan that wrote none.
        var hash: ContentHash?
    }

    static let path = TreePath(publishedListPath)
    private static let version = 2

    /// Sorted by path.
    var files: [File]
    var promises = PublishedHashes()

    var paths: [TreePath] { files.map(\.path) }

    var bytes: [UInt8] {
        let size = files.reduce(0) { $0 + $1.path.bytes.count }
        var writer = ManifestWriter(version: Self.version, promises, room: size + files.count * 48)
        for file in files { file.path.bytes.withUnsafeBytes { writer.add($0, file.hash ?? ContentHash()) } }
        return writer.finished()
    }

    /// Whether these are the bytes of a manifest of these outputs, sorted by path, which can be published.
    static func isList(
        _ bytes: [UInt8], of made: [OutputFile], _ kept: [KeptOutput], _ promises: PublishedHashes
    ) -> Bool {
        // What was compared need not be kept.
        let room = 1 << 14
        var (writer, done) = (ManifestWriter(version: version, promises, room: room), 0)
        // Somebody else may have written it.
        var fence = PathFence()
        for place in inOrder(made, kept) {
            var (path, hash) =
                switch place {
                case .made(let index): (made[index].path, made[index].hash)
                case .kept(let index): (kept[index].path, kept[index].hash)
                }
            let mayStand = path.withUTF8 { bytes in
                writer.add(UnsafeRawBufferPointer(bytes), hash)
                return fence.lets(UnsafeRawBufferPointer(bytes))
            }
            guard mayStand else { return false }
            guard writer.bytes.count >= room else { continue }
            if !bytes.hold(writer.bytes, at: done) { return false }
            done += writer.bytes.count
            writer.bytes.removeAll(keepingCapacity: true)
        }
        let rest = writer.finished()
        return bytes.count - done == rest.count && bytes.hold(rest, at: done)
    }
}

extension [UInt8] {
    fileprivate func hold(_ part: [UInt8], at offset: Int) -> Bool {
        count - offset >= part.count
            && withUnsafeBytes { all in
                part.withUnsafeBytes { areSameBytes(all.baseAddress! + offset, $0.baseAddress!, count: $0.count) }
            }
    }
}

/// Writes what `writeJSON` would, without making a value of every path.
private struct ManifestWriter {
    var bytes: [UInt8]
    private var isEmpty = true

    /// - Parameter room: How many bytes the paths will take, if none is special.
    init(version: Int, _ promises: PublishedHashes, room: Int) {
        let head: [(key: String, value: JSONValue)] = [("kairan", .integer(version))]
        // Up to the brace that closes it.
        bytes = writeJSON(.object(head + promises.members)).dropLast(3)
        bytes += ",\n  \"files\": {".utf8
        bytes.reserveCapacity(bytes.count + room + 8)
    }

    mutating func add(_ path: UnsafeRawBufferPointer, _ hash: ContentHash) {
        bytes += (isEmpty ? "\n    " : ",\n    ").utf8
        isEmpty = false
        if path.contains(where: isSpecial) {
            // Without the quotation mark and the line break at its end.
            bytes += writeJSON(.string(String(decoding: path, as: UTF8.self))).dropLast(2)
        } else {
            bytes.append(UInt8(ascii: "\""))
            bytes += path
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
    /// Nil for anything but a whole manifest of a version that is known: a merge conflict left in it, or a file of someone
    /// else's. Then nothing in the folder counts as ours, so nothing of it can be removed by mistake.
    init?(reading bytes: [UInt8]) {
        let starts = (1...Self.version).map { "{\n  \"kairan\": \($0),\n" }
        guard starts.contains(where: { bytes.starts(with: $0.utf8) }), let promises = PublishedHashes(inList: bytes),
            let read = Self.readFiles(bytes)
        else { return nil }
        (self.promises, files) = (promises, read.sorted { $0.path < $1.path })
    }

    /// Line by line, as it was written: to read tens of thousands of files as JSON takes longer than to make a few.
    private static func readFiles(_ bytes: [UInt8]) -> [File]? {
        var files: [File]?
        var isWhole = false
        let isRead = bytes.withUnsafeBufferPointer { bytes -> Bool in
            var index = 0
            while index < bytes.count {
                let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
                let line = bytes[index..<end]
                index = end + 1
                if files == nil {
                    if line.starts(with: "  \"files\": ".utf8) {
                        files = []
                        // Of no file.
                        isWhole = line.last == UInt8(ascii: "}") || line.last == UInt8(ascii: "]")
                    }
                } else if line.starts(with: "    \"".utf8), !isWhole {
                    guard let file = File(line: line) else { return false }
                    files?.append(file)
                } else {
                    let ends = isWhole ? ["}"] : ["  }", "  ]"]
                    guard ends.contains(where: { line.elementsEqual($0.utf8) }) else { return false }
                    isWhole = true
                }
            }
            return isWhole
        }
        return isRead ? files : nil
    }
}

extension PublicationManifest.File {
    /// Nil for what is no line of a list, and for a path that cannot be published.
    fileprivate init?(line: Slice<UnsafeBufferPointer<UInt8>>) {
        guard let listed = PublishedListLine(line), !listed.hasDamagedHash else { return nil }
        if listed.path.contains(UInt8(ascii: "\\")) {
            let text = [UInt8(ascii: "\"")] + listed.path + [UInt8(ascii: "\"")]
            guard let node = readJSON(SourceFile(path: publishedListPath, bytes: text)).value,
                case .scalar(let path, .string) = node.content
            else { return nil }
            self.path = TreePath(path)
        } else {
            path = TreePath(listed.path)
        }
        hash = listed.hash
        guard path.isPublishable, path != PublicationManifest.path else { return nil }
    }
}
