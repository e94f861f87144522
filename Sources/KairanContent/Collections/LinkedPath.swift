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

/// Returns whether an address such as `//example.org/` names a host. A host needs a dot, so `//clubs/` is a path with
/// one slash too many.
package func namesHost(_ text: String) -> Bool {
    guard text.hasPrefix("//") else { return false }
    let host = text.dropFirst(2).prefix { !"/?#".contains($0) }
    return host.contains(".") || host.contains(":") || host == "localhost"
}

/// Returns whether an address has a scheme, like `mailto:x` and `https://…` (RFC 3986, 3.1).
package func hasScheme(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let first = text.utf8.first else { return false }
    return isASCIILetter(first)
        && text.utf8[..<colon].allSatisfy { isASCIILetter($0) || isASCIIDigit($0) || "+-.".utf8.contains($0) }
}
