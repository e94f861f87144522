import Glibc
internal import KairanModel

extension Publisher {
    /// What an earlier build left in the work folder; nil without one, and for whatever else stands there.
    borrowing func readRecord() -> BuildRecord? {
        guard let path = recordPath, let descriptor = try? systemCall({ open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) })
        else { return nil }
        defer { close(descriptor) }
        return (try? readToEnd(descriptor)).flatMap(BuildRecord.init(reading:))
    }

    /// Leaves a record for the next build. Without one that build only takes longer, so nothing is said of a failure.
    borrowing func write(_ record: [UInt8]) {
        guard let path = recordPath else { return }
        let new = path + ".new"
        do {
            let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
            try writeAndClose(try systemCall { open(new, flags, 0o666) }, record)
            try systemCall { rename(new, path) }
        } catch {
            unlink(new)
        }
    }
}
