internal import KairanModel

/// The target of an address on a page.
package enum ResolvedAddress: Equatable {
    case external
    /// The outputs that may answer, the likeliest first and percent-decoded, and the place there: see `fragment(of:)`.
    case `internal`([String], fragment: String?)
    case invalid
}

/// Follows an address as a browser does (RFC 3986, 5) and any static host answers. `clubs/` is `clubs/index.html`, and
/// so is `clubs` if there is no such file, because hosts redirect to the folder. Only some hosts answer with
/// `clubs.html`, so that does not count.
///
/// - Parameters:
///   - page: The path of an output.
///   - basePath: The base path, which starts and ends with a slash.
///   - siteURL: The address of the site, which ends with the base path.
func resolveAddress(_ address: String, onPage page: String, basePath: String, siteURL: String) -> ResolvedAddress {
    guard !address.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return .invalid }
    let fragment = fragment(of: address)
    var path = String(address.prefix { $0 != "#" && $0 != "?" })
    let isOwn = (path + "/").hasPrefix(siteURL)
    if isOwn {
        path = basePath + path.dropFirst(siteURL.count)
    } else if namesHost(path) || hasScheme(path) {
        // An invisible character leads elsewhere on another host, where nothing tells of it.
        return hasWebScheme(path) && InvisibleCharacter.firstStray(in: path) != nil ? .invalid : .external
    }
    if path.isEmpty { return .internal([page], fragment: fragment) }
    // Browsers send such a sign as it is, and hosts such as nginx refuse it.
    if path.contains(/%(?![0-9A-Fa-f]{2})/) { return .invalid }
    let isRooted = path.hasPrefix("/")
    // Outside the base path there is another site or none, and a page of this site cannot mean that.
    guard !isRooted || (path + "/").hasPrefix(basePath) else { return .internal([], fragment: fragment) }
    var parts = isRooted ? [] : page.split(separator: "/").dropLast().map(String.init)
    let steps = isRooted ? path.dropFirst(basePath.count)[...] : path[...]
    for part in (steps.hasSuffix("/") ? steps.dropLast() : steps).split(
        separator: "/", omittingEmptySubsequences: false)
    {
        switch part {
        // `{{site.path}}/clubs/` has one slash too many, which few hosts accept.
        case "" where !steps.isEmpty: return .internal([], fragment: fragment)
        case "": continue
        case ".": continue
        case "..":
            guard !parts.isEmpty else { return .internal([], fragment: fragment) }
            parts.removeLast()
        default: parts.append(unescapedPath(String(part)))
        }
    }
    let joined = parts.joined(separator: "/")
    if joined.isEmpty { return .internal(["index.html"], fragment: fragment) }
    let isFolder = steps.hasSuffix("/") || steps.hasSuffix("/.") || steps.hasSuffix("..")
    return .internal(
        isFolder ? [joined + "/index.html"] : [joined, joined + "/index.html"], fragment: fragment)
}

/// Returns whether an address depends on the page it stands on, except for a place of that page.
func isRelative(_ address: String) -> Bool {
    !address.isEmpty && !address.hasPrefix("/") && !address.hasPrefix("#") && !hasScheme(address)
}

/// Returns the place that an address asks for, percent-decoded, or nil if it asks for the whole page. The part after
/// `:~:` is for the browser (URL Fragment Text Directives, 3.3), and so is the part of a picture (SVG 2, 16.4).
package func fragment(of address: String) -> String? {
    guard let hash = address.utf8.firstIndex(of: UInt8(ascii: "#")) else { return nil }
    let written = address[address.index(after: hash)...]
    let anchor = unescapedPath(String(written[..<(written.firstRange(of: ":~:")?.lowerBound ?? written.endIndex)]))
    return anchor.isEmpty || anchor.lowercased() == "top" || anchor.hasPrefix("svgView(") ? nil : anchor
}
