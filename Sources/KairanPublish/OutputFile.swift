package import KairanModel
internal import Synchronization

/// A file of the publication that is about to be made.
///
/// It is a class because several long lists hold it; each copy of a struct would count the references of all its parts.
package final class OutputFile: Sendable {
    /// The path relative to the publication's folder, with `/`, such as `api/v1/ad_items.json`.
    package let path: String
    /// The hash of the bytes as they were made.
    package let hash: ContentHash
    /// The number of bytes.
    package let size: Int
    /// The number in a file that holds only a number; the next build continues from it.
    package let revision: Int?
    private let content: Content

    private enum Content: Sendable {
        case held([UInt8])
        case stored(OutputStore)
    }

    package init(path: String, bytes: [UInt8], revision: Int? = nil) {
        (self.path, self.revision, content) = (path, revision, .held(bytes))
        (hash, size) = (ContentHash(bytes), bytes.count)
    }

    private init(_ file: OutputFile, _ content: Content) {
        (path, hash, size, revision) = (file.path, file.hash, file.size, file.revision)
        self.content = content
    }

    /// The bytes, which are read from the store at each use if they are not in memory. If they cannot be read, they are
    /// empty, and the store notes that (`OutputStore.lost`).
    package var bytes: [UInt8] {
        switch content {
        case .held(let bytes): bytes
        case .stored(let store): store.bytes(of: self)
        }
    }

    /// The place that keeps the bytes; nil if they are in memory.
    package var store: OutputStore? { if case .stored(let store) = content { store } else { nil } }

    /// Returns the file without its bytes, which are read again when somebody needs them.
    package func stored(in store: OutputStore) -> OutputFile { OutputFile(self, .stored(store)) }

    /// The file without much spare room behind its bytes, if they are in memory.
    package var trimmed: OutputFile {
        guard case .held(let bytes) = content, bytes.capacity - bytes.count > bytes.count / 8 else { return self }
        return OutputFile(self, .held(bytes.trimmed))
    }

    /// Returns the file without bytes in memory; nobody needs them any more.
    package var withoutBytes: OutputFile { store == nil ? OutputFile(self, .held([])) : self }
}

/// A place that keeps the bytes of outputs until they are published.
package final class OutputStore: Sendable {
    private let read: @Sendable (_ path: String) -> [UInt8]?
    private let state = Mutex<String?>(nil)

    /// - Parameter read: A function that returns the bytes of an output, or nil if they cannot be read.
    package init(_ read: @escaping @Sendable (_ path: String) -> [UInt8]?) { self.read = read }

    /// The path of an output that was not whole when it was read again. What was made of its bytes is wrong, so nothing
    /// may be published then.
    package var lost: String? { state.withLock(\.self) }

    fileprivate func bytes(of file: OutputFile) -> [UInt8] {
        if let bytes = read(file.path), bytes.count == file.size { return bytes }
        state.withLock { $0 = file.path }
        return []
    }
}
