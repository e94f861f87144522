/// Terms that stand together in a file, because they start alike.
struct SearchGroup {
    var key: String
    /// The positions of its terms among all postings.
    var terms: [Int]
    var byteCount: Int
}

/// Puts terms into groups, see `SearchIndex`.
struct SearchGroups {
    private(set) var postings: SearchPostings
    private(set) var groups: [SearchGroup] = []
    private(set) var common: [Int] = []
    private(set) var deepKeys: [String] = []
    private let letters: [[Unicode.Scalar]]
    /// Of the lines that terms take in a file; none for common terms.
    private var byteCounts: [Int]
    /// Where the terms stand that start with each of `deepKeys`.
    private var deepRanges: [Range<Int>] = []
    private let isCommon: (ArraySlice<SearchPosting>) -> Bool

    init(_ postings: SearchPostings, isCommon: @escaping (ArraySlice<SearchPosting>) -> Bool) {
        (self.postings, self.isCommon) = (postings, isCommon)
        letters = postings.terms.map { Array($0.text.unicodeScalars) }
        byteCounts = Array(repeating: 0, count: letters.count)
        for term in letters.indices {
            if isCommon(postings[term]) {
                common.append(term)
            } else {
                byteCounts[term] = lineByteCount(of: term)
            }
        }
        var start = 0
        while start < letters.count {
            let end = self.end(from: start, to: letters.count, alikeIn: 1)
            group(start..<end, by: letters[start][0].isDense ? 1 : 2)
            start = end
        }
    }

    private func lineByteCount(of term: Int) -> Int {
        postings.terms[term].bytes.count + searchByteCount(of: postings[term]) + "\"\":,\n".utf8.count
    }

    /// The end of the terms that have the first `count` letters of the one at `start`.
    private func end(from start: Int, to limit: Int, alikeIn count: Int) -> Int {
        let key = letters[start].prefix(count)
        return letters[start..<limit].firstIndex { $0.prefix(count) != key } ?? limit
    }

    private mutating func group(_ range: Range<Int>, by count: Int) {
        var start = range.lowerBound
        while start < range.upperBound {
            let end = self.end(from: start, to: range.upperBound, alikeIn: count)
            add(start..<end, count)
            start = end
        }
    }

    /// Terms that have the first `count` letters in common.
    private mutating func add(_ range: Range<Int>, _ count: Int) {
        let key = string(letters[range.lowerBound].prefix(count))
        // One large term would be as large in a group of its own.
        let size = byteCounts[range].reduce(0, +) - (byteCounts[range].max() ?? 0)
        let isSplit = size > SearchLimits.groupSize && range.contains { letters[$0].count > count }
        guard isSplit else { return addGroup(key, range) }
        deepKeys.append(key)
        deepRanges.append(range)
        // What is as long as the key stands first, and alone.
        let longer = range.lowerBound + (letters[range.lowerBound].count == count ? 1 : 0)
        addGroup(key, range.lowerBound..<longer)
        group(longer..<range.upperBound, by: count + 1)
    }

    private mutating func addGroup(_ key: String, _ range: Range<Int>) {
        let terms = range.filter { byteCounts[$0] > 0 }
        guard !terms.isEmpty else { return }
        groups.append(SearchGroup(key: key, terms: terms, byteCount: byteCounts[range].reduce(0, +)))
    }

    /// Adds the term that each deep key is with a star.
    mutating func addStars(entryCount: Int) {
        for (key, range) in zip(deepKeys, deepRanges) {
            let term = postings.terms.count
            postings.append(SearchTerm(Array((key + "*").unicodeScalars)[...]), united(range, entryCount))
            if isCommon(postings[term]) {
                common.append(term)
            } else {
                groups.append(SearchGroup(key: key + "*", terms: [term], byteCount: lineByteCount(of: term)))
            }
        }
    }

    /// All entries that one of the terms is in, each with the highest weight.
    private func united(_ terms: Range<Int>, _ entryCount: Int) -> [SearchPosting] {
        var weights = Array(repeating: 0, count: entryCount)
        for term in terms {
            for posting in postings[term] { weights[posting.entry] = max(weights[posting.entry], posting.weight) }
        }
        return weights.indices.filter { weights[$0] > 0 }.map { SearchPosting(entry: $0, weight: weights[$0]) }
    }

    private func string(_ letters: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(letters))
    }
}
