internal import KairanModel

/// The output paths of the pages that entries and values have.
package struct Pages: Sendable {
    /// For each collection, one list for each locale and a last one for all locales: the page of each entry, or nil if
    /// the template leaves the entry out. A list is nil if there are no pages.
    fileprivate(set) var ofEntries: [[[String?]?]]
    /// For each `collection.field` with pages, the page of each value by the value's text. For pages of one locale, the
    /// key ends with the locale's code.
    package fileprivate(set) var ofValues: [String: [String: String]] = [:]

    /// Makes a value without any pages.
    init(collectionCount: Int, localeCount: Int) {
        ofEntries = Array(repeating: Array(repeating: nil, count: localeCount + 1), count: collectionCount)
    }

    /// Adds the pages of a collection's entries in one locale, or in all of them. The pages of the first template
    /// count.
    package mutating func add(_ pages: [String?], ofCollection position: Int, in locale: Int?) {
        let slot = locale ?? ofEntries[position].count - 1
        if ofEntries[position][slot] == nil { ofEntries[position][slot] = pages }
    }

    /// For each key of `ofValues`, a hash of all paths.
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

    package mutating func add(_ pages: [String: String], ofValues key: String) {
        if ofValues[key] == nil { ofValues[key] = pages }
    }
}
