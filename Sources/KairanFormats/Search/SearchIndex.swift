internal import KairanModel

/// The terms of a search, divided into files so that a query needs few of them.
///
/// A query of one letter, or for the start of a word, asks for every term that starts with it. Such terms stand
/// together in a group whose key determines its file. Such a query therefore needs one file, and only pairs of letters
/// have to be indexed. The key is the first letter of a dense term, or the first two letters of a word. If a group
/// grows too large, its key is *deep*: its terms are grouped by one more letter, and so on. A deep key with a star is
/// then a term of its own, which has all entries of the terms that start with the key.
///
/// Kairan has its own index because no other one fits. Pagefind 1.5.2 keeps one index for each page language, so a
/// search from a Japanese page found neither Korean nor English texts. It splits Japanese with a dictionary and Korean
/// not at all. It reads finished pages, so it knows no fields, windows or entries without pages. Its binary files need
/// 70 KB of WebAssembly and 45 KB of script, which no app could share, and a program of 57 MB for every maintainer.
/// Lunr and Stork load the whole index, and Tantivy needs a server. These files are plain JSON, which a client reads in
/// about sixty lines.
package struct SearchIndex: Sendable {
    let entries: [SearchEntry]
    private(set) var postings: SearchPostings
    /// For each file, the positions of its terms, in order.
    private(set) var files: [[Int]] = []
    /// The terms that are in so many entries that each has a file of its own.
    private(set) var common: [Int] = []
    private(set) var deepKeys: [String] = []

    package init(_ entries: [SearchEntry], _ shares: [SearchShare]) {
        self.entries = entries
        postings = SearchPostings(shares)
        var groups = SearchGroups(
            postings,
            isCommon: { [entryCount = entries.count] in
                SearchLimits.isCommon($0, entryCount)
            })
        groups.addStars(entryCount: entries.count)
        (postings, common, deepKeys) = (groups.postings, groups.common, groups.deepKeys)
        let size = groups.groups.reduce(0) { $0 + $1.byteCount }
        var count = 1
        while size > count * SearchLimits.meanFileSize { count *= 2 }
        files = Array(repeating: [], count: count)
        for group in groups.groups { files[searchPart(of: group.key, among: count)] += group.terms }
        for index in files.indices { files[index].sort { postings.terms[$0] < postings.terms[$1] } }
    }
}

/// The contents of a result.
package struct SearchEntry: Sendable {
    package let title: String
    package let url: String?
    var label: String?
    var summary: String?

    package init(title: String, url: String? = nil, label: String? = nil, summary: String? = nil) {
        self.title = title
        self.url = url
        self.label = label
        self.summary = summary
    }
}

enum SearchLimits {
    /// The mean file size in bytes. On average, files are between half of it and all of it.
    static let meanFileSize = 12_000
    /// The size of a group in bytes. Files are made of groups, so much larger groups would make the files' sizes
    /// uneven.
    static let groupSize = 6_000
    static let entriesInFile = 16

    /// Returns whether a term is common. It narrows a search so little that a query with other terms need not load its
    /// postings.
    static func isCommon(_ postings: ArraySlice<SearchPosting>, _ entryCount: Int) -> Bool {
        postings.count * 4 > entryCount && searchByteCount(of: postings) > 4_000
    }
}

/// Returns the file for a group's key. It is the 32-bit FNV-1a hash of the key's UTF-8, including the upper half.
func searchPart(of key: String, among count: Int) -> Int {
    var hash: UInt32 = 0x811C_9DC5
    for byte in key.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return Int(hash ^ (hash >> 16)) & (count - 1)
}
