internal import KairanReaders

/// The thing that a request's target asks for.
enum SiteRequest: Equatable {
    /// A path below the site's base path, decoded; `index.html` of a folder ends with a slash or is empty.
    case site(String)
    /// A file of the preview itself.
    case preview(String)
    /// The host's first page. The browser is sent to the site's first page instead.
    case home(String)
    /// The base path without the slash at its end.
    case folder
    /// A path outside the base path, which would belong to another site on a real host.
    case outside
    /// A target that no browser would send.
    case malformed

    /// - Parameter path: The path as it was sent.
    /// - Parameter basePath: The site's base path; nil until a build succeeds.
    init(path: String, basePath: String?) {
        guard path.hasPrefix("/"), let decoded = decodedPath(path) else {
            self = .malformed
            return
        }
        if decoded.hasPrefix(previewFolder) {
            self = .preview(String(decoded.dropFirst(previewFolder.count)))
        } else if let basePath, decoded.hasPrefix(basePath) {
            self = .site(String(decoded.dropFirst(basePath.count)))
        } else if let basePath, decoded == "/" {
            self = .home(basePath)
        } else if let basePath, decoded + "/" == basePath {
            self = .folder
        } else {
            self = .outside
        }
    }
}

/// The path of the preview's own files. No site has a folder of this name.
let previewFolder = "/.kairan/"

/// Decodes percent escapes once. Returns nil for steps upwards, escaped slashes and zeros, and bytes that are not
/// UTF-8: no name of a published file has any of these.
private func decodedPath(_ path: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        guard rest.count >= 2, let digits = String(bytes: rest.prefix(2), encoding: .ascii),
            digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16), value != UInt8(ascii: "/")
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
    }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }),
        let text = String(validating: bytes, as: UTF8.self),
        !text.split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
    else { return nil }
    return text
}
