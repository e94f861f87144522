internal import KairanModel
internal import KairanReaders

/// Returns the file or entry source that a link of a text in `folder` may mean, relative to `content/`, and the query
/// and place after the path. Returns nil if the link leads elsewhere by its form.
package func linkedPath(_ destination: String, from folder: Substring) -> (path: String, suffix: String)? {
    if destination.isEmpty || "#?".contains(destination.prefix(1)) { return nil }
    if namesHost(destination) || hasScheme(destination) { return nil }
    let end = destination.firstIndex { $0 == "#" || $0 == "?" } ?? destination.endIndex
    guard let path = contentPath(unescapedPath(String(destination[..<end])), from: folder) else { return nil }
    return (path, String(destination[end...]))
}
