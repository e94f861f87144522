internal import KairanContent
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem
internal import Synchronization

/// The largest size of a text, in bytes; a larger one is a mistake, not a page.
private let textLimit = 16 * 1024 * 1024
/// The largest size of pictures and other files that are copied, in bytes.
private let fileLimit = 256 * 1024 * 1024

/// Reads the files of one site.
struct SourceFileReader: Sendable {
    let folder: String
    /// The time before any file was looked at.
    let now: Int64
    var failure = LateFailure()

    /// A file that was looked at. It has no bytes if it is the known one by its stamp. It is no `StampedFile` yet: objects
    /// that stay would lie between the bytes of sources, whose memory could then not be returned.
    typealias Found = (hash: ContentHash, stamp: FileStamp, bytes: [UInt8]?)

    /// Reads a file unless it is the `known` one by its stamp. The value is nil after a mistake.
    ///
    /// - Parameter root: The site's folder, open.
    func read(
        _ path: String, in root: FileDescriptor, known: StampedFile? = nil
    ) -> Result<Diagnosed<Found?>, ReadError> {
        // Symbolic links are followed, as when the known file was read.
        if let known, known.path.isSameName(as: path), let status = root.knownStatus(of: path, followsLink: true),
            FileStamp(status, readAt: now).proves(known.stamp)
        {
            return .success(Diagnosed((known.hash, known.stamp, nil)))
        }
        return readAll(path, in: root).map { read in
            guard let (status, bytes) = read.value else { return Diagnosed(nil, read.diagnostics) }
            let found = (ContentHash(bytes), FileStamp(status, readAt: now), bytes)
            return Diagnosed(found, SourceFile(path: path, bytes: bytes).mergeConflicts())
        }
    }

    /// Reads a file whatever it holds, for callers that do not keep a stamp.
    ///
    /// - Parameter opened: The file's path in `root`; nil if that is the site's folder.
    func readAll(
        _ path: String, in root: FileDescriptor, as opened: String? = nil
    ) -> Result<Diagnosed<(status: FileStatus, bytes: [UInt8])?>, ReadError> {
        do throws(SystemError) {
            let file = try root.openFile(opened ?? path, followsLink: true)
            defer { file.close() }
            let status = try file.status()
            if let error = sizeError(path, status.size) { return .success(Diagnosed(nil, [error])) }
            return .success(Diagnosed((status, try file.read(upTo: status.size))))
        } catch {
            return .failure(ReadError(path: located(path, in: folder), error))
        }
    }

    /// Reads the bytes of a file of which only the hash was known. If the file has changed, notes a failure and returns
    /// no bytes.
    func readLater(_ known: StampedFile) -> [UInt8] {
        let path = located(known.path, in: folder)
        do throws(ReadError) {
            let file = try readAll(known.path, in: workingFolder, as: path).get().value
            if let file, ContentHash(file.bytes) == known.hash { return file.bytes }
            failure.note(ReadError(path: path, reason: "it changed while the site was built"))
        } catch {
            failure.note(error)
        }
        return []
    }
}

/// The first reason why something could not be read when its bytes were needed.
final class LateFailure: Sendable {
    let first = Mutex<ReadError?>(nil)

    func note(_ error: ReadError) {
        var late = error
        late.isLate = true
        first.withLock { $0 = $0 ?? late }
    }
}

private func sizeError(_ path: String, _ size: Int) -> Diagnostic? {
    guard size > textLimit else { return nil }
    let isText = ["md", "markdown", "yml", "yaml", "toml", "json", "csv", "mustache"].contains(fileExtension(of: path))
    let limit = isText ? textLimit : fileLimit
    guard size > limit else { return nil }
    return Diagnostic(
        .error, .fileTooLarge, "this file is \(mebibytes(size)) MiB, more than \(mebibytes(limit))",
        at: SourceSpan(path: path),
        help: "make it smaller; if it is already published, splitting or moving it breaks whatever uses its address")
}

/// Returns a size in MiB, rounded up to a tenth, so that a size beyond the limit also looks larger than the limit.
private func mebibytes(_ bytes: Int) -> DecimalNumber {
    DecimalNumber(significand: (bytes * 10 + 1_048_575) / 1_048_576, scale: 1)
}
