/// One of the files of a search.
package enum SearchPart: Sendable, Equatable {
    case head
    case terms(Int), common(Int), entries(Int)

    package var name: String {
        switch self {
        case .head: "index"
        case .terms(let number): "terms-\(number)"
        case .common(let number): "common-\(number)"
        case .entries(let number): "entries-\(number)"
        }
    }
}

/// The number of files of each kind in a search.
package struct SearchSize: Sendable {
    var terms: Int
    var common: Int
    var entries: Int

    package init(_ index: SearchIndex) {
        (terms, common) = (index.files.count, index.common.count)
        entries = (index.entries.count + SearchLimits.entriesInFile - 1) / SearchLimits.entriesInFile
    }

    /// Makes the size of a search that has these parts. Returns nil if it has no head.
    package init?(where isThere: (SearchPart) -> Bool) {
        guard isThere(.head) else { return nil }
        func count(_ part: (Int) -> SearchPart) -> Int {
            var count = 0
            while isThere(part(count)) { count += 1 }
            return count
        }
        (terms, common, entries) = (count(SearchPart.terms), count(SearchPart.common), count(SearchPart.entries))
    }

    /// All parts, the head first.
    package var parts: [SearchPart] {
        [.head] + (0..<terms).map(SearchPart.terms) + (0..<common).map(SearchPart.common)
            + (0..<entries).map(SearchPart.entries)
    }
}
