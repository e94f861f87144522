/// Where a publication lists its own files.
package let publishedListPath = ".kairan.json"

/// The paths that Kairan listed as its own when it last published: of what is lost since, too.
///
/// Read line by line, as a merge may have left more in the list than JSON.
///
/// - Parameter isWanted: Of those that are asked for; there can be tens of thousands of others.
func publishedList(
    _ last: LastPublication, where isWanted: (Slice<UnsafeBufferPointer<UInt8>>) -> Bool
) -> [String] {
    var paths: [String] = []
    forEachListedPath(last) { path in
        if isWanted(path) { paths.append(String(decoding: path, as: UTF8.self)) }
    }
    return paths
}

/// Whether that list has the path.
func isListed(_ path: String, in last: LastPublication) -> Bool {
    var isListed = false
    forEachListedPath(last) { if $0.elementsEqual(path.utf8) { isListed = true } }
    return isListed
}

/// Hears of what stands alone in its line between two quotation marks.
private func forEachListedPath(_ last: LastPublication, _ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Void) {
    guard case .bytes(let list) = last(publishedListPath) else { return }
    list.withUnsafeBufferPointer { bytes in
        var index = 0
        while index < bytes.count {
            var (quotes, start, end) = (0, 0, 0)
            while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
                if bytes[index] == UInt8(ascii: "\"") {
                    quotes += 1
                    (start, end) = (quotes == 1 ? index + 1 : start, index)
                }
                index += 1
            }
            if quotes == 2 { body(bytes[start..<end]) }
            index += 1
        }
    }
}
