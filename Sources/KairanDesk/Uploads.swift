internal import KairanReaders

/// The files that were uploaded for forms which are not saved yet. They are nowhere else, so what nobody saves is gone
/// when the server ends.
struct Uploads {
    private var files: [SourceFile] = []
    /// The memory that forms may take which somebody has forgotten about.
    private let limit = 256 << 20

    func bytes(at path: String) -> [UInt8]? { files.first { $0.path == path }?.bytes }

    /// Keeps a file. If there are too many bytes, those that came first are dropped.
    mutating func keep(_ bytes: [UInt8], at path: String) {
        files.append(SourceFile(path: path, bytes: bytes))
        while files.count > 1, files.reduce(0, { $0 + $1.bytes.count }) > limit { files.removeFirst() }
    }

    mutating func remove(_ path: String) { files.removeAll { $0.path == path } }

    /// Returns the files, by path, whose names stand in others of their folders.
    func named(in texts: [String: [UInt8]?]) -> [String: [UInt8]] {
        let named = files.filter { file in
            texts.contains { path, bytes in
                folder(of: path) == folder(of: file.path) && bytes?.firstRange(of: fileName(of: file.path).utf8) != nil
            }
        }
        return Dictionary(named.map { ($0.path, $0.bytes) }) { first, _ in first }
    }
}
