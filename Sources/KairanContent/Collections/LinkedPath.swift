internal import KairanModel
internal import KairanReaders

/// Returns the file or entry source that a link of a text in `folder` may mean, relative to `content/`, and the query
/// and place after the path. Returns nil if the link leads elsewhere by its form.
package func linkedPath(_ destination: String, from folder: Substring) -> (path: String, suffix: String)? {
    if namesHost(destination) || hasScheme(destination) { return nil }
    let end =
        destination.utf8.firstIndex { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "?") } ?? destination.endIndex
    let written = destination[..<end]
    guard !written.isEmpty, let path = contentPath(unescapedPath(String(written)), from: folder) else { return nil }
    return (path, String(destination[end...]))
}
