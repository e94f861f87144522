/// Terms that stand together in a file because they start alike.
struct SearchGroup {
    var key: String
    /// The positions of the terms among all postings.
    var terms: [Int]
    var byteCount: Int
}

/// Groups terms: see `SearchIndex`.
struct SearchGroups {
    private(set) var postings: SearchPostings
    private(set) var groups: [SearchGroup] = []
    private(set) var common: [Int] = []
    private(set) var deepKeys: [String] = []
    private let letters: [[Unicode.Scalar]]
    /// The size in bytes of each term's line in a file; 0 for a common term.
    private var byteCounts: [Int]
    /// For each of `deepKeys`, the range of the terms that start with it.
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

    /// Returns the end of the terms that share the first `count` letters with the one at `start`.
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

    /// Adds terms that have the first `count` letters in common.
    private mutating func add(_ range: Range<Int>, _ count: Int) {
        let key = string(letters[range.lowerBound].prefix(count))
        // The largest term is not counted, because it would be as large in a group of its own.
        let size = byteCounts[range].reduce(0, +) - (byteCounts[range].max() ?? 0)
        let isSplit = size > SearchLimits.groupSize && range.contains { letters[$0].count > count }
        guard isSplit else { return addGroup(key, range) }
        deepKeys.append(key)
        deepRanges.append(range)
        // The term that equals the key comes first, and gets its own group.
        let longer = range.lowerBound + (letters[range.lowerBound].count == count ? 1 : 0)
        addGroup(key, range.lowerBound..<longer)
        group(longer..<range.upperBound, by: count + 1)
    }

    private mutating func addGroup(_ key: String, _ range: Range<Int>) {
        let terms = range.filter { byteCounts[$0] > 0 }
        guard !terms.isEmpty else { return }
        groups.append(SearchGroup(key: key, terms: terms, byteCount: byteCounts[range].reduce(0, +)))
    }

    /// For each deep key, adds the term that is the key with a star.
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

    /// Returns all entries that contain one of the terms, each with its highest weight.
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
