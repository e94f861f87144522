internal import KairanReaders
internal import KairanSystem

/// The result of comparing an output with what is on disk at its path.
enum OutputState: Sendable {
    case same
    /// A regular file with other bytes is there.
    case differs
    /// No regular file is there; perhaps something else is.
    case absent
}

/// The states of the outputs that were made for a publication, in order, and of its manifest.
struct OutputStates: Sendable {
    var made: [OutputState]
    var manifest: OutputState

    var allSame: Bool { manifest == .same && made.allSatisfy { $0 == .same } }

    /// Returns the files that are not the same, the manifest last.
    func changed(of publication: Publication) -> [(file: Publication.File, state: OutputState)] {
        var changed = made.indices.filter { made[$0] != .same }.map { (publication.made[$0], made[$0]) }
        if manifest != .same { changed.append((publication.manifest, manifest)) }
        return changed
    }
}

func compareOutputs(_ publication: Publication, in target: String) throws(PublishError) -> OutputStates {
    OutputStates(
        made: try compareFiles(publication.made, in: target),
        manifest: publication.hasSameManifest ? .same : try compareFiles([publication.manifest], in: target)[0])
}

/// Compares every file with the one on disk.
///
/// Sizes are not looked at separately: opening and reading a small file costs no more than asking for its size, and
/// reading one byte more than expected tells the size as well.
private func compareFiles(_ files: [Publication.File], in target: String) throws(PublishError) -> [OutputState] {
    let parts = try forEachPart(of: files) { (part) throws(PublishError) in
        var cursor = try FolderCursor(top: target)
        var reader = FileComparer()
        return try part.map { (file) throws(PublishError) in
            try failingAt("\(target)/\(file.path.text)") { () throws(SystemError) in
                try reader.compare(file.bytes, with: file.path, below: &cursor)
            }
        }
    }
    return Array(parts.joined())
}

private struct FileComparer {
    private var buffer = [UInt8](repeating: 0, count: 1 << 18)

    mutating func compare(
        _ bytes: [UInt8], with path: TreePath, below cursor: inout FolderCursor
    ) throws(SystemError) -> OutputState {
        let file: FileDescriptor
        do {
            file = try cursor.folder(of: path).openFile(path.lastName)
        } catch {
            switch error {
            case .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels, .noSuchAddressOrDevice:
                return .absent
            default: throw error
            }
        }
        defer { file.close() }
        do {
            return try holds(bytes, file) ? .same : file.status().isFile ? .differs : .absent
        } catch .isDirectory {
            return .absent
        }
    }

    private mutating func holds(_ bytes: [UInt8], _ file: FileDescriptor) throws(SystemError) -> Bool {
        var offset = 0
        while true {
            let wanted = min(buffer.count, bytes.count - offset + 1)
            let count = try file.read(upTo: wanted, into: &buffer)
            if count > bytes.count - offset { return false }
            let expected = bytes.span.extracting(offset..<(offset + count))
            if !areSameBytes(buffer.span.extracting(..<count), expected) { return false }
            offset += count
            // A short read of a regular file is its end (read(2)).
            if count < wanted { return offset == bytes.count }
        }
    }
}
