import Glibc
internal import KairanModel

/// For each output the stamp that it has now, nil where the target no longer holds what was published.
///
/// Only files that the stamp does not vouch for are read.
func verifyOutputs(
    _ outputs: [KnownFile], in target: String, onOneThread: Bool
) throws(PublishError) -> [FileStamp?] {
    let root = try openFolder(target)
    defer { close(root) }
    let now = fileClock()
    let parts = try forEachPart(of: outputs, onOneThread: onOneThread) { (part) throws(PublishError) -> [FileStamp?] in
        var cursor = try FolderCursor(top: target)
        return try part.map { (output) throws(PublishError) -> FileStamp? in
            if let stamp = FileStamp(of: output.path, below: root, readAt: now), stamp.proves(output.stamp) {
                return stamp
            }
            let path = TreePath(output.path)
            return try failingAt("\(target)/\(output.path)") { () throws(SystemError) -> FileStamp? in
                // Stamped before it is read: a change in between shows at the next build.
                guard let stamp = try stamp(path, below: &cursor, readAt: now), stamp.size == output.stamp.size else {
                    return nil
                }
                let bytes = try readFile(path, in: try cursor.folder(of: path))
                return ContentHash(bytes) == output.hash ? stamp : nil
            }
        }
    }
    return Array(parts.joined())
}

private func readFile(_ path: TreePath, in folder: Int32) throws(SystemError) -> [UInt8] {
    let descriptor = try systemCall {
        path.withName { openat(folder, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    }
    defer { close(descriptor) }
    return try readToEnd(descriptor)
}
