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

/// Returns the states of all files of a publication, in order.
func compareOutputs(_ publication: Publication, in target: String) throws(PublishError) -> [OutputState] {
    let parts = try forEachPart(of: publication.files) { (part) throws(PublishError) in
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
