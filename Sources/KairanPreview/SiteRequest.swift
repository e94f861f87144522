internal import KairanReaders

/// What a request's target asks for.
enum SiteRequest: Equatable {
    /// A path below the site's base path, decoded; `index.html` of a folder ends with a slash or is empty.
    case site(String)
    /// Something of the preview itself.
    case preview(String)
    /// The host's first page, in whose place the site's is shown.
    case home(String)
    /// The base path without the slash at its end.
    case folder
    /// Another site's, were this a host of many.
    case outside
    /// Nothing that a browser would send.
    case malformed

    /// - Parameter path: As it was sent.
    /// - Parameter basePath: Nil while no build succeeded.
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

/// Where the preview's own files are; no site has a folder of this name.
let previewFolder = "/.kairan/"

/// Percent-decoded once. Nil for steps upwards, for slashes and zeros that were hidden, and for what is not UTF-8: no
/// name of a published file has any of these.
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
