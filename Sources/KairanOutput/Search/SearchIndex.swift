internal import KairanModel

/// A search's terms, put into files of which a query needs few.
///
/// A query of one letter, or for the start of a word, asks for every term that starts so. Such terms stand together in
/// a group, and the group's key tells its file, so that such a query needs one file and only pairs of letters have to
/// be indexed. The key is the first letter of a dense term, or the first two of a word. Where a group grows too large,
/// its key is *deep*: its terms are grouped by one letter more, and so on. What starts with a deep key is then a term
/// of its own, the key with a star: all entries that any of these terms is in.
///
/// Kairan has an index of its own because none of the others fits. Pagefind 1.5.2 keeps one index for each page
/// language, so from a Japanese page neither Korean nor English texts were found; it cuts Japanese by a dictionary and
/// Korean not at all; it reads finished pages, so it knows no fields, windows or entries without pages; and its binary
/// files need 70 KB of WebAssembly and 45 KB of script, which no app could share, and a program of 57 MB for every
/// maintainer. Lunr and Stork load the whole index, and Tantivy needs a server. These files are plain JSON, which a
/// client reads in about sixty lines.
struct SearchIndex: Sendable {
    let entries: [SearchEntry]
    let reads: Reads
    let diagnostics: [Diagnostic]
    private(set) var postings: SearchPostings
    /// For each file, the positions of its terms, in order.
    private(set) var files: [[Int]] = []
    /// Terms that are in so many entries that each has a file of its own.
    private(set) var common: [Int] = []
    private(set) var deepKeys: [String] = []

    init(_ contents: SearchContents) {
        (entries, reads, diagnostics) = (contents.entries, contents.reads, contents.diagnostics)
        postings = SearchPostings(contents.shares)
        var groups = SearchGroups(
            postings,
            isCommon: { [entryCount = contents.entries.count] in
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

enum SearchLimits {
    /// In bytes; files are between half of it and the whole, on the average.
    static let meanFileSize = 12_000
    /// In bytes. Groups are what files are made of, so much larger ones would make files of very different sizes.
    static let groupSize = 6_000
    static let entriesInFile = 16

    /// Such a term tells entries apart so little that a query with others too need not load its postings.
    static func isCommon(_ postings: ArraySlice<SearchPosting>, _ entryCount: Int) -> Bool {
        postings.count * 4 > entryCount && searchByteCount(of: postings) > 4_000
    }
}

/// The file of a group's key: FNV-1a of its UTF-8, in 32 bits, of which the upper half counts too.
func searchPart(of key: String, among count: Int) -> Int {
    var hash: UInt32 = 0x811C_9DC5
    for byte in key.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return Int(hash ^ (hash >> 16)) & (count - 1)
}
