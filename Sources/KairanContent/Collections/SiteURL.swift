internal import KairanModel

/// Splits `https://host/base/` into origin, host and base path.
///
/// Returns nil if it is not an absolute http(s) address in a form that browsers leave unchanged. They change `//`, `..`
/// and letters outside ASCII, and then the site's own links would no longer lead where they were checked.
package func splitSiteURL(_ url: String) -> (origin: String, host: String, basePath: String)? {
    for scheme in ["https://", "http://"] where url.hasPrefix(scheme) {
        let rest = url.dropFirst(scheme.count)
        let host = rest.prefix { $0 != "/" }
        let segments = rest.dropFirst(host.count).split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard isHostAndPort(host), segments.dropLast().allSatisfy({ !$0.isEmpty }), segments.allSatisfy(isPlainSegment)
        else { return nil }
        let path = segments.filter { !$0.isEmpty }.map { $0 + "/" }.joined()
        return (scheme + host, String(host.prefix { $0 != ":" }), "/" + path)
    }
    return nil
}

private func isHostAndPort(_ text: Substring) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count < 3, let host = parts.first, !host.isEmpty else { return false }
    let hasPort = parts.count == 1 || (!parts[1].isEmpty && parts[1].utf8.allSatisfy(isASCIIDigit))
    return hasPort && host.utf8.allSatisfy { isASCIILetter($0) || isASCIIDigit($0) || "-.".utf8.contains($0) }
}

/// Returns whether a segment consists of the `pchar` of RFC 3986 and is not a step such as `..`.
private func isPlainSegment(_ text: Substring) -> Bool {
    text != "." && text != ".."
        && text.utf8.allSatisfy { isASCIILetter($0) || isASCIIDigit($0) || "-._~%!$&'()*+,;=:@".utf8.contains($0) }
}
