package import KairanModel

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
    forEachListedFile(last) { line in
        if isWanted(line.path) { paths.append(String(decoding: line.path, as: UTF8.self)) }
    }
    return paths
}

/// Those of them that tell of versions.
package func publishedVersionPaths(_ last: LastPublication) -> [String] {
    publishedList(last, where: OutputPlan.isOfVersion)
}

/// Whether that list has the path.
func isListed(_ path: String, in last: LastPublication) -> Bool {
    var isListed = false
    forEachListedFile(last) { if $0.path.elementsEqual(path.utf8) { isListed = true } }
    return isListed
}

/// What the list says that was published at the path; nil where it does not say.
func listedHash(of path: String, in last: LastPublication) -> ContentHash? {
    var hash: ContentHash?
    forEachListedFile(last) { if $0.path.elementsEqual(path.utf8) { hash = $0.hash } }
    return hash
}

private func forEachListedFile(_ last: LastPublication, _ body: (PublishedListLine) -> Void) {
    guard case .bytes(let list) = last(publishedListPath) else { return }
    list.withUnsafeBufferPointer { bytes in
        var index = 0
        while index < bytes.count {
            let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            if let line = PublishedListLine(bytes[index..<end]) { body(line) }
            index = end + 1
        }
    }
}

/// A line of the list that names a file: `"ads/cafe.html": "…"` with the hash of what the file held, 32 hexadecimal
/// digits, or `"ads/cafe.html"` alone, as Kairan wrote it before there were hashes.
package struct PublishedListLine {
    /// As it is written, so that a quotation mark in it stands behind a backslash.
    package var path: Slice<UnsafeBufferPointer<UInt8>>
    /// As it is written, of any 32 characters; nil without one.
    private var digits: Slice<UnsafeBufferPointer<UInt8>>?

    /// Nil for a line of anything else.
    package init?(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
        let quote = UInt8(ascii: "\"")
        guard let start = line.firstIndex(of: quote), let end = line.lastIndex(of: quote), start < end else {
            return nil
        }
        // The hash has a length of its own, and neither it nor what stands before it can be part of a path.
        let hashStart = end - 32
        let mark = hashStart - Self.mark.count
        if mark > start, line[mark..<hashStart].elementsEqual(Self.mark) {
            (path, digits) = (line[(start + 1)..<mark], line[hashStart..<end])
        } else {
            path = line[(start + 1)..<end]
            // The members before the files, as `"seal": "…"`.
            if path.contains(quote) && !path.contains(UInt8(ascii: "\\")) { return nil }
        }
    }

    /// Nil without digits, or with others than hexadecimal ones.
    package var hash: ContentHash? {
        digits.flatMap { ContentHash(hexadecimal: UnsafeBufferPointer(rebasing: $0)) }
    }

    /// Whether what stands in the place of a hash is none.
    package var hasDamagedHash: Bool { digits != nil && hash == nil }

    /// What stands between a path and its hash.
    package static let mark = Array("\": \"".utf8)
}
