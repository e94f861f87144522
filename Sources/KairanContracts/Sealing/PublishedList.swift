package import KairanModel
internal import KairanTemplates

/// The file in which a publication lists its own files.
package let publishedListPath = ".kairan.json"

/// The list of the files that a publication holds, with the hash of each.
///
/// It is read line by line because a merge may have left lines in it that are not JSON.
package struct PublishedList: Sendable {
    /// The part of the list that Kairan sealed. It is nil if the list was changed by hand or by a merge, or cannot be read,
    /// and empty if there is no list.
    package let promises: PublishedHashes?
    /// The bytes of the whole list; nil if there is no list or it cannot be read.
    package let bytes: [UInt8]?

    package init(_ file: PublishedFile) {
        switch file {
        case .nothing: (promises, bytes) = (PublishedHashes(), nil)
        case .bytes(let list): (promises, bytes) = (PublishedHashes(inList: list), list)
        case .unreadable: (promises, bytes) = (nil, nil)
        }
    }

    /// The files that record what apps and users rely on, including files that were lost since.
    package var promisingPaths: Set<String> {
        versionPaths.union(promises.map { Set($0.files.keys) } ?? []).union([publishedListPath])
    }

    /// The files that describe versions.
    var versionPaths: Set<String> {
        var paths: Set<String> = []
        forEachFile { line in
            if VersionFile.describesVersions(line.path) { paths.insert(String(decoding: line.path, as: UTF8.self)) }
        }
        return paths
    }

    func contains(_ path: String) -> Bool {
        var isListed = false
        forEachFile { if $0.path.elementsEqual(path.utf8) { isListed = true } }
        return isListed
    }

    /// Returns the hash of what was published at a path, or nil if the list has none.
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
    /// The path as it is written, with a backslash before each quotation mark.
    package var path: Slice<UnsafeBufferPointer<UInt8>>
    /// The 32 characters in the place of the hash, as they are written; nil if there are none.
    private var digits: Slice<UnsafeBufferPointer<UInt8>>?

    /// Returns nil if the line names no file.
    package init?(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
        let quote = UInt8(ascii: "\"")
        guard let start = line.firstIndex(of: quote), let end = line.lastIndex(of: quote), start < end else {
            return nil
        }
        // A hash has a fixed length, and neither a hash nor the mark before it can be part of a path.
        let hashStart = end - 32
        let mark = hashStart - Self.mark.count
        if mark > start, line[mark..<hashStart].elementsEqual(Self.mark) {
            (path, digits) = (line[(start + 1)..<mark], line[hashStart..<end])
        } else {
            path = line[(start + 1)..<end]
            // The members before the files, such as `"seal": "…"`, name no file.
            if path.contains(quote) && !path.contains(UInt8(ascii: "\\")) { return nil }
        }
    }

    /// The hash of the file; nil if there are no digits or they are not hexadecimal.
    package var hash: ContentHash? {
        digits.flatMap { ContentHash(hexadecimal: UnsafeBufferPointer(rebasing: $0)) }
    }

    /// This is true if the text in the place of a hash is not a hash.
    package var hasDamagedHash: Bool { digits != nil && hash == nil }

    /// The text between a path and its hash.
    package static let mark = Array("\": \"".utf8)
}
