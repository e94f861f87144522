import Glibc
internal import KairanContent
internal import KairanOutput

/// The list of what Kairan made, kept beside it as `.kairan.json`: what a later build may replace or remove.
///
/// One path a line, sorted by bytes, and no clock: the same outputs give the same manifest. Before them stand the hashes
/// of what later builds believe.
struct PublicationManifest: Equatable {
    static let path = TreePath(publishedListPath)
    private static let version = 1

    /// Sorted.
    var paths: [TreePath]
    var promises = SealedPromises()

    var bytes: [UInt8] {
        let size = paths.reduce(0) { $0 + $1.bytes.count }
        var writer = ManifestWriter(version: Self.version, promises, room: size + paths.count * 8)
        for path in paths { path.withUnsafeBytes { writer.add($0) } }
        return writer.finished()
    }

    /// Whether these are the bytes of a manifest with these paths, by path, which can be published.
    static func isList(
        _ bytes: [UInt8], of made: [OutputFile], _ kept: [KeptOutput], _ promises: SealedPromises
    ) -> Bool {
        // What was compared need not be kept.
        let room = 1 << 14
        var (writer, done) = (ManifestWriter(version: version, promises, room: room), 0)
        // Somebody else may have written it.
        var fence = PathFence()
        for place in inOrder(made, kept) {
            var path =
                switch place {
                case .made(let index): made[index].path
                case .kept(let index): kept[index].path
                }
            let mayStand = path.withUTF8 { bytes in
                writer.add(UnsafeRawBufferPointer(bytes))
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
                part.withUnsafeBytes { memcmp(all.baseAddress! + offset, $0.baseAddress!, $0.count) == 0 }
            }
    }
}

/// Writes what `writeJSON` would, without making a value of every path.
private struct ManifestWriter {
    var bytes: [UInt8]
    private var isEmpty = true

    /// - Parameter room: How many bytes the paths will take, if none is special.
    init(version: Int, _ promises: SealedPromises, room: Int) {
        let head: [(key: String, value: JSONValue)] = [("kairan", .integer(version))]
        // Up to the brace that closes it.
        bytes = writeJSON(.object(head + promises.members)).dropLast(3)
        bytes += ",\n  \"files\": [".utf8
        bytes.reserveCapacity(bytes.count + room + 8)
    }

    mutating func add(_ path: UnsafeRawBufferPointer) {
        bytes += (isEmpty ? "\n    " : ",\n    ").utf8
        isEmpty = false
        if path.contains(where: isSpecial) {
            bytes += writeJSON(.string(String(decoding: path, as: UTF8.self))).dropLast()
        } else {
            bytes.append(UInt8(ascii: "\""))
            bytes += path
            bytes.append(UInt8(ascii: "\""))
        }
    }

    consuming func finished() -> [UInt8] {
        bytes += (isEmpty ? "]\n}\n" : "\n  ]\n}\n").utf8
        return bytes
    }

    private func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
}

extension PublicationManifest {
    /// Nil for anything but a whole manifest of this version: a merge conflict left in it, or a file of someone else's.
    /// Then nothing in the folder counts as ours, so nothing of it can be removed by mistake.
    init?(reading bytes: [UInt8]) {
        let read = readJSON(SourceFile(path: Self.path.text, bytes: bytes))
        guard !read.diagnostics.hasErrors, let root = read.value,
            let promises = SealedPromises(reading: root), root.members?.count == 4
        else { return nil }
        self.promises = promises
        guard case .scalar(String(Self.version), .number)? = root["kairan"]?.content else { return nil }
        guard let files = root["files"]?.elements else { return nil }
        paths = []
        for file in files {
            guard case .scalar(let text, .string) = file.content else { return nil }
            let path = TreePath(text)
            guard path.isPublishable, path != Self.path else { return nil }
            paths.append(path)
        }
        paths.sort()
    }
}
