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
        manifest: try compareFiles([publication.manifest], in: target)[0])
}

private func compareFiles(_ files: [Publication.File], in target: String) throws(PublishError) -> [OutputState] {
    let parts = try forEachPart(of: files) { (part) throws(PublishError) in
        var cursor = try FolderCursor(top: target)
        return try part.map { (file) throws(PublishError) -> OutputState in
            try failingAt("\(target)/\(file.path.text)") { () throws(SystemError) in
                guard let found = try readStamped(file.path, below: &cursor) else { return .absent }
                return areSameBytes(found.bytes.span, file.bytes.span) ? .same : .differs
            }
        }
    }
    return Array(parts.joined())
}
