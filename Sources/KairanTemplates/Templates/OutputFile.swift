package import KairanModel

/// A file of the publication that is about to be made.
package struct OutputFile: Sendable {
    /// The path relative to the publication's folder, with `/`, such as `api/v1/ad_items.json`.
    package let path: String
    /// The hash of the bytes as they were made.
    package let hash: ContentHash
    /// The number of bytes.
    package let size: Int
    /// The number in a file that holds only a number; the next build continues from it.
    package var revision: Int?
    private var content: Content

    private enum Content: Sendable {
        case held([UInt8])
        case stored(@Sendable (_ path: String) -> [UInt8])
    }

    package init(path: String, bytes: [UInt8], revision: Int? = nil) {
        (self.path, self.revision, content) = (path, revision, .held(bytes))
        (hash, size) = (ContentHash(bytes), bytes.count)
    }

    /// The bytes. Those that are stored are read, so whoever needs them more than once keeps them. They are empty if
    /// they cannot be read any more.
    package var bytes: [UInt8] {
        switch content {
        case .held(let bytes): bytes
        case .stored(let read): read(path)
        }
    }

    /// This is true if the bytes are not in memory.
    package var isStored: Bool { if case .stored = content { true } else { false } }

    /// Returns the file without its bytes, which are read again when somebody needs them.
    package func stored(_ read: @escaping @Sendable (_ path: String) -> [UInt8]) -> OutputFile {
        var file = self
        file.content = .stored(read)
        return file
    }

    /// Frees the bytes.
    package mutating func forget() { content = .held([]) }
}
