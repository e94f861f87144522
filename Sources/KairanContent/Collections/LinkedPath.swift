internal import KairanModel
internal import KairanReaders

/// The file or entry source that a link of a text in `folder` may mean, relative to `content/`, and what follows the
/// path: a query and a place. Nil for what leads elsewhere by its form.
package func linkedPath(_ destination: String, from folder: Substring) -> (path: String, suffix: String)? {
    if destination.isEmpty || "#?".contains(destination.prefix(1)) { return nil }
    if namesHost(destination) || hasScheme(destination) { return nil }
    let end = destination.firstIndex { $0 == "#" || $0 == "?" } ?? destination.endIndex
    guard let path = contentPath(unescapedPath(String(destination[..<end])), from: folder) else { return nil }
    return (path, String(destination[end...]))
}

/// True for `//example.org/`. A host without a dot is nobody's: `//clubs/` is a path with a slash too many.
package func namesHost(_ text: String) -> Bool {
    guard text.hasPrefix("//") else { return false }
    let host = text.dropFirst(2).prefix { !"/?#".contains($0) }
    return host.contains(".") || host.contains(":") || host == "localhost"
}

/// True for `mailto:x` and `https://…` (RFC 3986, 3.1).
package func hasScheme(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let first = text.utf8.first else { return false }
    return isASCIILetter(first)
        && text.utf8[..<colon].allSatisfy { isASCIILetter($0) || isASCIIDigit($0) || "+-.".utf8.contains($0) }
}
