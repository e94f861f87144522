internal import KairanModel

/// The output paths of the pages that entries and values have.
package struct Pages: Sendable {
    /// For each collection and each locale, and behind these for all locales, nil if there are no pages, or each entry's
    /// page; nil where the template leaves it out.
    fileprivate(set) var ofEntries: [[[String?]?]]
    /// For each `collection.field` with pages, each value's page by the value's text; for pages of one locale the key ends
    /// with its code.
    package fileprivate(set) var ofValues: [String: [String: String]] = [:]

    /// No pages at all.
    init(collectionCount: Int, localeCount: Int) {
        ofEntries = Array(repeating: Array(repeating: nil, count: localeCount + 1), count: collectionCount)
    }

    /// Adds the pages of a collection's entries in one locale, or in all of them. The first template that makes them counts.
    mutating func add(_ pages: [String?], ofCollection position: Int, in locale: Int?) {
        let slot = locale ?? ofEntries[position].count - 1
        if ofEntries[position][slot] == nil { ofEntries[position][slot] = pages }
    }

    /// For each key of `ofValues` a hash of all paths.
    var hashesOfValues: [String: ContentHash] {
        ofValues.mapValues { pages in
            var hash = ContentHash()
            for (value, path) in pages.sorted(by: { $0.key < $1.key }) {
                hash.combine(value)
                hash.combine(path)
            }
            return hash
        }
    }

    /// Adds the pages of a field's values.
    mutating func add(_ pages: [String: String], ofValues key: String) {
        if ofValues[key] == nil { ofValues[key] = pages }
    }
}
