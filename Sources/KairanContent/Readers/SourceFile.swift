internal import Synchronization

/// One file of the site.
package struct SourceFile: Sendable {
    /// Relative to the site's folder, with `/`: `content/ads/autumn.md`.
    package let path: String
    private let content: Content

    private enum Content {
        case given([UInt8])
        case stored(StoredBytes)
    }

    package init(path: String, bytes: [UInt8]) { (self.path, content) = (path, .given(bytes)) }

    package init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }

    /// A file whose bytes `read` reads when somebody asks for them and they are not known.
    package init(path: String, bytes: [UInt8]?, read: @escaping @Sendable () -> [UInt8]) {
        (self.path, content) = (path, .stored(StoredBytes(bytes, read)))
    }

    package var bytes: [UInt8] {
        switch content {
        case .given(let bytes): bytes
        case .stored(let stored): stored.bytes
        }
    }

    /// Frees memory: whoever asks for the bytes from now on has them read anew.
    package func forgetBytes() {
        if case .stored(let stored) = content { stored.forget() }
    }
}

private final class StoredBytes: Sendable {
    private let read: @Sendable () -> [UInt8]
    private let state: Mutex<(bytes: [UInt8]?, isForgotten: Bool)>

    init(_ bytes: [UInt8]?, _ read: @escaping @Sendable () -> [UInt8]) {
        self.read = read
        state = Mutex((bytes, false))
    }

    var bytes: [UInt8] {
        state.withLock { state in
            if let bytes = state.bytes { return bytes }
            let bytes = read()
            if !state.isForgotten { state.bytes = bytes }
            return bytes
        }
    }

    func forget() { state.withLock { $0 = (nil, true) } }
}

extension SourceFile {
    /// The part after the last dot of the name, in lower case; empty when there is none.
    package var fileExtension: String { KairanContent.fileExtension(of: path) }
}

/// The part after the last dot of the last name in `path`, in lower case; empty when there is none.
package func fileExtension(of path: String) -> String {
    let name = fileName(of: path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return "" }
    return name[name.utf8.index(after: dot)...].lowercased()
}

/// The last name in `path`.
package func fileName(of path: String) -> Substring {
    path[(path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.startIndex)...]
}

/// The folder that holds `path`, without a final slash; empty for a file at the top.
package func folder(of path: String) -> Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[..<$0] } ?? ""
}
