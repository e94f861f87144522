internal import KairanModel
internal import KairanReaders
internal import KairanSystem

/// Starts on other threads to find the present stamp of each output; nil if the target no longer holds what was
/// published.
///
/// A file is read only if its stamp does not prove that it is the same.
func verifyOutputs(
    _ outputs: [StampedFile], at place: PublicationPlace
) -> ConcurrentResults<Result<[FileStamp?], PublishError>> {
    let (target, now) = (place.target, place.clock.now())
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
                let found = try readStamped(path, below: &cursor, readAt: now)
                return found.flatMap { ContentHash($0.bytes) == output.hash ? $0.stamp : nil }
            }
        }
    }
}
