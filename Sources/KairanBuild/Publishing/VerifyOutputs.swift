internal import KairanModel
internal import KairanReaders
internal import KairanSystem

/// For each output the stamp that it has now, nil where the target no longer holds what was published; on another thread
/// from now on.
///
/// Only files that the stamp does not vouch for are read.
func verifyOutputs(
    _ outputs: [StampedFile], in target: String
) -> ConcurrentResults<Result<[FileStamp?], PublishError>> {
    let now = fileClock()
    return beginForEachPart(of: outputs) { (part) throws(PublishError) -> [FileStamp?] in
        guard try exists(target) else { return part.map { _ in nil } }
        let root = try openFolder(target)
        defer { root.close() }
        var walk = StatusWalk(below: root)
        var cursor = try FolderCursor(top: target)
        return try part.map { (output) throws(PublishError) -> FileStamp? in
            if let stamp = FileStamp(of: output.path, on: &walk, readAt: now), stamp.proves(output.stamp) {
                return stamp
            }
            let path = TreePath(output.path)
            return try failingAt("\(target)/\(output.path)") { () throws(SystemError) -> FileStamp? in
                // Stamped before it is read: a change in between shows at the next build.
                guard let stamp = try stamp(path, below: &cursor, readAt: now), stamp.size == output.stamp.size else {
                    return nil
                }
                let bytes = try cursor.folder(of: path).readFile(path.lastName)
                return ContentHash(bytes) == output.hash ? stamp : nil
            }
        }
    }
}
