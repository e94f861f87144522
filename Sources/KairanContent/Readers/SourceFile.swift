/// One file of the site, read once at the top of the pipeline.
package struct SourceFile: Sendable {
    /// Relative to the site's folder, with `/`: `content/ads/autumn.md`.
    package var path: String
    package var bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }

    package init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }

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
