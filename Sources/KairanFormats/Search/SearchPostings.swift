internal import KairanModel

/// The entries that contain each term. They are stored in one array, so that a million of them are not a million
/// objects.
struct SearchPostings: Sendable {
    /// The terms, in order.
    private(set) var terms: [SearchTerm] = []
    /// The start of each term's postings, and the end of the last one.
    private var starts: [Int] = [0]
    private var postings: [SearchPosting] = []

    subscript(term: Int) -> ArraySlice<SearchPosting> { postings[starts[term]..<starts[term + 1]] }

    var hash: ContentHash {
        var hash = ContentHash()
        for term in terms { hash.combine(term.text) }
        // Neither has padding, which might hold anything.
        unsafe hash.combine(starts.span.bytes)
        unsafe hash.combine(postings.span.bytes)
        return hash
    }

    mutating func append(_ term: SearchTerm, _ added: some Sequence<SearchPosting>) {
        terms.append(term)
        postings.append(contentsOf: added)
        starts.append(postings.count)
    }
}

/// An entry that contains a term, and the weight of the term in it. Both are in one number without padding, because it
/// is hashed by its bytes.
package struct SearchPosting: Sendable, BitwiseCopyable {
    private var bits: UInt32

    init(entry: Int, weight: Int) { bits = UInt32(truncatingIfNeeded: entry << 4 | weight) }

    var entry: Int { Int(bits >> 4) }
    /// The weight, from 1 to `highestWeight`.
    var weight: Int { Int(bits & 15) }

    static let highestWeight = 9
}

/// The terms of consecutive entries, which are numbered from 0.
package struct SearchShare: Sendable {
    private(set) var terms: [SearchTerm] = []
    /// The postings in the order of the entries, each with the position of its term in `terms`.
    private(set) var postings: [(term: Int32, posting: SearchPosting)] = []
    private(set) var entryCount = 0

    package init() {}

    private var positions: [SearchTerm: Int32] = [:]
    /// The weights of the terms in the entry that is being added.
    private var weights: [UInt8] = []
    /// For each term, the last text of the entry that contained it, and how often it did.
    private var counts: [(text: Int32, count: Int32)] = []
    private var touched: [Int32] = []

    /// Adds the next entry.
    ///
    /// - Parameter texts: The texts of the entry, the most important first.
    package mutating func add(_ texts: [[String]]) {
        for (number, parts) in texts.enumerated() {
            let weight = SearchWeight.ofText(number)
            for part in parts {
                let letters = folded(part)
                let runs = searchRuns(letters)
                for term in searchTerms(letters, runs) { count(term, in: number, weight) }
                // Names are looked for by how they sound too.
                if number < 2 { for term in soundTerms(letters, runs) { count(term, in: number, weight) } }
            }
        }
        for term in touched {
            let weight = weights[Int(term)]
            postings.append((term, SearchPosting(entry: entryCount, weight: Int(weight))))
            (weights[Int(term)], counts[Int(term)]) = (0, (-1, 0))
        }
        touched.removeAll(keepingCapacity: true)
        entryCount += 1
    }

    private mutating func count(_ term: SearchTerm, in text: Int, _ weight: Int) {
        let position = position(of: term)
        let index = Int(position)
        if counts[index].text != Int32(text) { counts[index] = (Int32(text), 0) }
        counts[index].count += 1
        // A term counts once for each text that contains it, and a little more if it is repeated.
        guard counts[index].count <= 2 else { return }
        if weights[index] == 0 { touched.append(position) }
        let added = counts[index].count == 1 ? weight : 1
        weights[index] = UInt8(min(Int(weights[index]) + added, SearchPosting.highestWeight))
    }

    private mutating func position(of term: SearchTerm) -> Int32 {
        if let position = positions[term] { return position }
        let position = Int32(terms.count)
        positions[term] = position
        terms.append(term)
        weights.append(0)
        counts.append((-1, 0))
        return position
    }
}

enum SearchWeight {
    /// Returns the weight of a term in the first text, the second one, and so on.
    static func ofText(_ number: Int) -> Int { number < 3 ? [5, 3, 2][number] : 1 }
}

extension SearchPostings {
    /// Joins shares whose entries follow one another.
    init(_ shares: [SearchShare]) {
        var positions: [SearchTerm: Int] = [:]
        var unsorted: [SearchTerm] = []
        let meanings = shares.map { share in
            share.terms.map { term in
                if let position = positions[term] { return position }
                positions[term] = unsorted.count
                unsorted.append(term)
                return unsorted.count - 1
            }
        }
        let order = unsorted.indices.sorted { unsorted[$0] < unsorted[$1] }
        var ranks = Array(repeating: 0, count: order.count)
        for (rank, position) in order.enumerated() { ranks[position] = rank }
        terms = order.map { unsorted[$0] }
        fill(shares, meanings.map { $0.map { ranks[$0] } })
    }

    /// - Parameter ranks: For each share, the positions of its terms among all terms.
    private mutating func fill(_ shares: [SearchShare], _ ranks: [[Int]]) {
        var counts = Array(repeating: 0, count: terms.count)
        for (share, ranks) in zip(shares, ranks) { for row in share.postings { counts[ranks[Int(row.term)]] += 1 } }
        starts = [0]
        for count in counts { starts.append((starts.last ?? 0) + count) }
        var next = starts
        postings = Array(repeating: SearchPosting(entry: 0, weight: 0), count: starts.last ?? 0)
        var first = 0
        for (share, ranks) in zip(shares, ranks) {
            for row in share.postings {
                let rank = ranks[Int(row.term)]
                postings[next[rank]] = SearchPosting(entry: first + row.posting.entry, weight: row.posting.weight)
                next[rank] += 1
            }
            first += share.entryCount
        }
    }
}
