internal import Glibc
internal import KairanContent
internal import KairanModel
internal import Synchronization

/// Text larger than this is a mistake, not a page.
private let textLimit = 16 * 1024 * 1024
/// Pictures and other files that are copied.
private let fileLimit = 256 * 1024 * 1024

/// Reads the files of one site.
struct SourceFileReader: Sendable {
    let folder: String
    /// Before any file was looked at.
    let now: Int64
    var failure = LateFailure()

    typealias Found = (known: KnownFile, bytes: [UInt8])

    /// - Parameter root: The site's folder, open.
    func read(_ path: String, in root: CInt) -> Result<Diagnosed<Found?>, ReadError> {
        read(path, openedAs: openat(root, path, openFlags))
    }

    /// Whether the file at a path is the known one. Symbolic links are followed, as they were when that was read.
    func isSame(_ known: KnownFile, at path: String, on walk: inout StatusWalk) -> Bool {
        guard known.path.isSameName(as: path), let status = path.withCString({ walk.status(of: $0, 0) }) else {
            return false
        }
        return FileStamp(status, readAt: now).proves(known.stamp)
    }

    /// The bytes alone, for who will not ask again; nil after a mistake.
    func readAll(_ path: String, in root: CInt) -> Result<Diagnosed<[UInt8]?>, ReadError> {
        readAll(path, openedAs: openat(root, path, openFlags)).map { Diagnosed($0.value?.bytes, $0.diagnostics) }
    }

    private func read(_ path: String, openedAs descriptor: CInt) -> Result<Diagnosed<Found?>, ReadError> {
        readAll(path, openedAs: descriptor).map { read in
            guard let (status, bytes) = read.value else { return Diagnosed(nil, read.diagnostics) }
            let known = KnownFile(path: path, hash: ContentHash(bytes), stamp: FileStamp(status, readAt: now))
            return Diagnosed((known, bytes), SourceFile(path: path, bytes: bytes).mergeConflicts())
        }
    }

    private func readAll(
        _ path: String, openedAs descriptor: CInt
    ) -> Result<Diagnosed<(status: stat, bytes: [UInt8])?>, ReadError> {
        guard descriptor >= 0 else { return .failure(ReadError(path, in: folder)) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .failure(ReadError(path, in: folder)) }
        if let error = sizeError(path, Int(status.st_size)) { return .success(Diagnosed(nil, [error])) }
        guard let bytes = bytes(of: descriptor, size: Int(status.st_size)) else {
            return .failure(ReadError(path, in: folder))
        }
        return .success(Diagnosed((status, bytes)))
    }

    /// Nil when the last system call failed.
    private func bytes(of descriptor: CInt, size: Int) -> [UInt8]? {
        var isWhole = true
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = Glibc.read(descriptor, buffer.baseAddress! + count, size - count)
                if got < 0 { isWhole = false }
                guard got > 0 else { break }
                count += got
            }
        }
        return isWhole ? bytes : nil
    }

    /// The bytes of a file that was known without them; empty, and a failure is noted, if it is not that one.
    func readLater(_ known: KnownFile) -> [UInt8] {
        let path = onDisk(known.path, in: folder)
        var late = ReadError(path: path, reason: "it changed while the site was built")
        switch read(known.path, openedAs: open(path, openFlags)) {
        case .failure(let error): late = error
        case .success(let file):
            if case (let found, let bytes?)? = file.value, found.hash == known.hash { return bytes }
        }
        late.isLate = true
        failure.first.withLock { $0 = $0 ?? late }
        return []
    }
}

/// Why a file could not be read when it was needed: the first of such reasons.
final class LateFailure: Sendable {
    let first = Mutex<ReadError?>(nil)
}

/// A pipe that someone puts in the place of a file must not hold the build up.
private let openFlags = O_RDONLY | O_NONBLOCK | O_CLOEXEC

private func sizeError(_ path: String, _ size: Int) -> Diagnostic? {
    guard size > textLimit else { return nil }
    let isText = ["md", "yml", "yaml", "toml", "json", "csv", "mustache"].contains(fileExtension(of: path))
    let limit = isText ? textLimit : fileLimit
    guard size > limit else { return nil }
    return Diagnostic(
        .error, "file.tooLarge", "this file is \(mebibytes(size)) MiB, more than \(mebibytes(limit))",
        at: SourceSpan(path: path),
        help: "make it smaller; if it is already published, splitting or moving it breaks whatever uses its address")
}

/// Rounded up to a tenth, so that what is too large also looks larger than the limit.
private func mebibytes(_ bytes: Int) -> DecimalNumber {
    DecimalNumber(significand: (bytes * 10 + 1_048_575) / 1_048_576, scale: 1)
}
