package import KairanModel

/// Where a publication lists its own files.
package let publishedListPath = ".kairan.json"

/// The list of the files that a publication holds, with the hash of each.
///
/// It is read line by line, as a merge may have left more in it than JSON.
package struct PublishedList: Sendable {
    /// The part of the list that Kairan sealed. It is nil if the list was changed by hand or by a merge, or cannot be read,
    /// and empty if there is no list.
    package let promises: PublishedHashes?
    /// The whole list as it is written; nil if there is none, or none that can be read.
    package let bytes: [UInt8]?

    package init(_ file: PublishedFile) {
        switch file {
        case .nothing: (promises, bytes) = (PublishedHashes(), nil)
        case .bytes(let list): (promises, bytes) = (PublishedHashes(inList: list), list)
        case .unreadable: (promises, bytes) = (nil, nil)
        }
    }

    /// The files that tell what apps and users rely on, also those that were lost since.
    package var promisingPaths: Set<String> {
        versionPaths.union(promises.map { Set($0.files.keys) } ?? []).union([publishedListPath])
    }

    /// The files that tell of versions.
    var versionPaths: Set<String> {
        var paths: Set<String> = []
        forEachFile { line in
            if OutputPlan.isOfVersion(line.path) { paths.insert(String(decoding: line.path, as: UTF8.self)) }
        }
        return paths
    }

    func contains(_ path: String) -> Bool {
        var isListed = false
        forEachFile { if $0.path.elementsEqual(path.utf8) { isListed = true } }
        return isListed
    }

    /// The hash of what was published at a path; nil where the list does not tell.
    func hash(of path: String) -> ContentHash? {
        var hash: ContentHash?
        forEachFile { if $0.path.elementsEqual(path.utf8) { hash = $0.hash } }
        return hash
    }

    private func forEachFile(_ body: (PublishedListLine) -> Void) {
        bytes?.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
                if let line = PublishedListLine(bytes[index..<end]) { body(line) }
                index = end + 1
            }
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
