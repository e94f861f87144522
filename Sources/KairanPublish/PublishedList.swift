package import KairanModel
internal import KairanReaders
internal import KairanSystem

/// The file in which a publication lists its own files.
package let publishedListPath = ".kairan.json"

/// The list of the files that a publication holds, with the hash of each.
///
/// It is read line by line because a merge may have left lines in it that are not JSON.
package struct PublishedList: Sendable {
    /// The part of the list that Kairan sealed. It is nil if the list was changed by hand or by a merge, or cannot be read,
    /// and empty if there is no list.
    package let promises: PublishedPromises?
    /// The bytes of the whole list; nil if there is no list or it cannot be read.
    package let bytes: [UInt8]?

    package init(_ file: PublishedFile) {
        switch file {
        case .nothing: (promises, bytes) = (PublishedPromises(), nil)
        case .bytes(let list): (promises, bytes) = (PublishedPromises(inList: list), list)
        case .unreadable: (promises, bytes) = (nil, nil)
        }
    }

    package func contains(_ path: String) -> Bool {
        var isListed = false
        forEachFile { if areSameBytes($0.extracting($1.path), path.utf8.span) { isListed = true } }
        return isListed
    }

    /// Returns those of some paths that the list has.
    package func listed(among paths: Set<String>) -> Set<String> {
        var listed: Set<String> = []
        forEachFile { list, line in
            let path = String(decoding: Array(copying: list.extracting(line.path)), as: UTF8.self)
            if paths.contains(path) { listed.insert(path) }
        }
        return listed
    }

    /// Returns the hash of what was published at a path, or nil if the list has none.
    package func hash(of path: String) -> ContentHash? {
        var hash: ContentHash?
        forEachFile { if areSameBytes($0.extracting($1.path), path.utf8.span) { hash = $1.hash(in: $0) } }
        return hash
    }

    package func forEachFile(_ body: (Span<UInt8>, PublishedListLine) -> Void) {
        guard let bytes else { return }
        let list = bytes.span
        var index = 0
        while index < list.count {
            let end = list.firstOffset(of: UInt8(ascii: "\n"), in: index..<list.count) ?? list.count
            if let line = PublishedListLine(list, index..<end) { body(list, line) }
            index = end + 1
        }
    }
}

/// A line of the list that names a file: `"ads/cafe.html": "…"` with the hash of what the file held, 32 hexadecimal
/// digits.
package struct PublishedListLine {
    /// The range in the list of the path as it is written, with a backslash before each quotation mark.
    package let path: Range<Int>
    /// The range of the 32 characters in the place of the hash.
    private let digits: Range<Int>

    /// Returns nil if the line names no file.
    package init?(_ list: Span<UInt8>, _ line: Range<Int>) {
        let quote = UInt8(ascii: "\"")
        guard let start = list.firstOffset(of: quote, in: line), let end = line.last(where: { list[$0] == quote }),
            start < end
        else { return nil }
        // A hash has a fixed length, and neither a hash nor the mark before it can be part of a path. Texts before the
        // files can have that length too, but they have spaces.
        let mark = end - 32 - Self.mark.count
        guard mark > start, list.hasBytes(Self.mark, at: mark) else { return nil }
        (path, digits) = ((start + 1)..<mark, (end - 32)..<end)
        // Otherwise these are pieces of several lines, as a merge or a disk may leave them.
        let backslash = UInt8(ascii: "\\")
        if path.contains(where: { list[$0] == quote && list[$0 - 1] != backslash }) { return nil }
        if list.firstOffset(of: UInt8(ascii: " "), in: digits) != nil { return nil }
    }

    /// Returns the hash of the file, or nil if the digits are not hexadecimal.
    package func hash(in list: Span<UInt8>) -> ContentHash? { ContentHash(hexadecimal: list.extracting(digits)) }

    /// The text between a path and its hash.
    private static let mark = Array("\": \"".utf8)
}
