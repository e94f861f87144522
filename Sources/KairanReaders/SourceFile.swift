internal import KairanSystem
internal import Synchronization

/// One file of the site.
package struct SourceFile: Sendable {
    /// The path relative to the site's folder, with `/`, such as `content/ads/autumn.md`.
    package let path: String
    private let content: Content

    private enum Content {
        case given([UInt8])
        case stored(SourceBytes, Int)
    }

    package init(path: String, bytes: [UInt8]) { (self.path, content) = (path, .given(bytes)) }

    package init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }

    /// Makes one of many files whose bytes are kept together.
    package init(path: String, bytes: SourceBytes, at position: Int = 0) {
        (self.path, content) = (path, .stored(bytes, position))
    }

    package var bytes: [UInt8] {
        switch content {
        case .given(let bytes): bytes
        case .stored(let stored, let position): stored[position]
        }
    }

    /// Frees the memory of the bytes. If somebody asks for them again, they are read again.
    package func forgetBytes() {
        if case .stored(let stored, let position) = content { stored.forget(position) }
    }
}

/// The bytes of files, which are read when somebody asks for them, and again after they were forgotten.
package final class SourceBytes: Sendable {
    private enum Bytes {
        case known([UInt8])
        case unread
        case forgotten
    }

    private let read: @Sendable (Int) -> [UInt8]
    private let all: Mutex<[Bytes]>

    /// - Parameter bytes: The bytes of each file; nil for a file that was not read yet.
    package init(_ bytes: [[UInt8]?], read: @escaping @Sendable (_ position: Int) -> [UInt8]) {
        self.read = read
        all = Mutex(bytes.map { $0.map(Bytes.known) ?? .unread })
    }

    fileprivate subscript(position: Int) -> [UInt8] {
        let found = all.withLock { $0[position] }
        if case .known(let bytes) = found { return bytes }
        // The lock is not held while reading, so that other threads can read other files.
        let bytes = read(position)
        if case .unread = found {
            all.withLock { if case .unread = $0[position] { $0[position] = .known(bytes) } }
        }
        return bytes
    }

    fileprivate func forget(_ position: Int) { all.withLock { $0[position] = .forgotten } }
}

extension SourceFile {
    /// The part after the last dot of the name, in lower case; empty if there is none.
    package var fileExtension: String { KairanReaders.fileExtension(of: path) }
}

extension SourceFile {
    package var isMarkdown: Bool { KairanReaders.isMarkdown(path) }
}

/// Returns whether a file is Markdown by its name.
package func isMarkdown(_ path: String) -> Bool { ["md", "markdown"].contains(fileExtension(of: path)) }

/// Returns the part after the last dot of the last name in `path`, in lower case; empty if there is none.
package func fileExtension(of path: String) -> String {
    let (bytes, start) = (path.utf8.span, startOfName(in: path))
    guard let dot = lastOffset(of: UInt8(ascii: "."), in: bytes), dot > start else { return "" }
    return String(decoding: bytes.extracting((dot + 1)...)).lowercased()
}

/// Returns the last name in `path`.
package func fileName(of path: String) -> Substring {
    path[path.utf8.index(path.startIndex, offsetBy: startOfName(in: path))...]
}

/// Returns the offset of the last name in `path`.
private func startOfName(in path: String) -> Int {
    lastOffset(of: UInt8(ascii: "/"), in: path.utf8.span).map { $0 + 1 } ?? 0
}

/// Returns the folder that holds `path`, without a final slash; empty for a file at the top.
package func folder(of path: String) -> Substring {
    path[..<path.utf8.index(path.startIndex, offsetBy: max(0, startOfName(in: path) - 1))]
}
