internal import KairanModel

/// The longest id. Names of files have at most 255 bytes, and the names of outputs and of their temporary files need
/// some more.
let longestID = 120

/// Returns whether an id is safe as a file's name and unchanged in a URL (RFC 3986, 2.3).
package func isSafeID(_ id: String) -> Bool {
    guard let first = id.utf8.first, first != UInt8(ascii: "."), id.utf8.count <= longestID else { return false }
    return id.utf8.allSatisfy { isASCIILetter($0) || isASCIIDigit($0) || "-_.".utf8.contains($0) }
}

/// Returns the name of which a download or a file manager made a copy, such as `fair` for `fair (1)`.
func original(ofCopy name: String) -> Substring? {
    let copy = name.wholeMatch(
        of: /(.+?)(?: ?\([0-9]+\)|(?: - | )?(?:[Cc]opy|Kopie|[Cc]opie|[Cc]opia|コピー|のコピー|복사본|副本)(?: ?\(?[0-9]+\)?)?)/)
    return copy?.output.1
}
