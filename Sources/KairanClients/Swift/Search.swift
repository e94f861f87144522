// The part of a client that searches.
// swift-format-ignore-file

import Foundation

extension Client {
    /// An entry that a search found.
    public struct SearchResult: Decodable, Hashable, Sendable {
        public let title: String
        /// The address to which it leads, or a path on the host of the site.
        public let url: String?
        public let label: String?
        public let summary: String?
        /// The words of the query that it lacks.
        public internal(set) var missing: [String] = []

        enum CodingKeys: String, CodingKey {
            case title, url, label, summary
        }
    }

    /// Returns the entries that have the words of a query or at least a third of them, the best first. An entry that lacks
    /// words counts much less.
    ///
    /// - Parameters:
    ///   - path: The path of the file that tells of the others, which are beside it.
    ///   - load: Returns a file, or nil if it is not published.
    static func find(
        _ query: String, _ limit: Int, _ path: String, _ load: @escaping @Sendable (_ path: String) async throws -> Data?
    ) async throws -> [SearchResult] {
        guard let data = try await load(path) else { return [] }
        let head = try read(SearchHead.self, path) { _ in data }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let words = head.telling(queryWords(query))
        let terms = words.flatMap(\.terms)
        let parts = try await all(terms.flatMap(head.files), folder, load)
        let scores = words.map { word in
            score(word.terms.map { weights(of: $0, in: parts, head) }, head)
        }
        let found = Set(scores.flatMap(\.keys)).map { entry in
            let missing = zip(words, scores).filter { $1[entry] == nil }.map(\.0.text)
            let has = words.count - missing.count
            return (entry: entry, missing: missing, score: scores.reduce(0) { $0 + ($1[entry] ?? 0) } * has * has)
        }
        let best = found.filter { $0.missing.count * 3 <= words.count * 2 }
            .sorted { (-$0.score, $0.entry) < (-$1.score, $1.entry) }
        let places = best.prefix(max(0, limit)).map { (place: head.place(of: $0.entry), missing: $0.missing) }
        let results = try await all(places.map(\.place.file), folder, load).mapValues(\.results)
        return places.compactMap { place, missing in
            guard let file = results[place.file], file.indices.contains(place.row) else { return nil }
            var result = file[place.row]
            result.missing = missing
            return result
        }
    }

    /// Returns the entries that have all terms of a word, each with its score. The fewer entries have a term, the more
    /// it tells.
    private static func score(_ lists: [[Int: Int]], _ head: SearchHead) -> [Int: Int] {
        guard let shortest = lists.min(by: { $0.count < $1.count }) else { return [:] }
        let rarities = lists.map { Int.bitWidth - (head.entries.count / max(1, $0.count)).leadingZeroBitCount }
        var scores: [Int: Int] = [:]
        for entry in shortest.keys {
            let weights = lists.compactMap { $0[entry] }
            guard weights.count == lists.count else { continue }
            scores[entry] = zip(weights, rarities).reduce(0) { $0 + $1.0 * $1.1 }
        }
        return scores
    }

    /// Loads files of a search, all at the same time.
    private static func all(
        _ names: [String], _ folder: String, _ load: @escaping @Sendable (_ path: String) async throws -> Data?
    ) async throws -> [String: SearchPart] {
        try await withThrowingTaskGroup(of: (String, SearchPart).self) { group in
            for name in Set(names) {
                group.addTask {
                    let path = folder + name
                    guard let data = try await load(path) else { throw Failure.missing(path) }
                    return (name, try read(SearchPart.self, path) { _ in data })
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// Returns the entries that have a term, each with its weight. The last digit of a number in the files is half the
    /// weight, and the others say how many entries to go on from the one before. Another form of a word weighs one
    /// less.
    private static func weights(of term: SearchTerm, in parts: [String: SearchPart], _ head: SearchHead) -> [Int: Int] {
        var weights: [Int: Int] = [:]
        func add(_ text: String, _ numbers: [Int32]) {
            var entry = 0
            for number in numbers {
                entry += Int(number / 10)
                weights[entry] = max(weights[entry] ?? 0, Int(number % 10) * 2 - (text == term.text ? 0 : 1))
            }
        }
        for (text, file) in head.commonFiles(of: term) { add(text, parts[file]?.numbers ?? []) }
        for file in head.rareFiles(of: term) {
            for (text, numbers) in parts[file]?.terms ?? [:] where term.fits(text) { add(text, numbers) }
        }
        return weights
    }
}

/// The head of a search tells which files have its terms and entries.
struct SearchHead: Decodable, Sendable {
    struct Entries: Decodable, Sendable {
        let count: Int
        let perFile: Int
        let file: String
    }

    struct Terms: Decodable, Sendable {
        let files: Int
        let file: String
    }

    struct Common: Decodable, Sendable {
        let file: String
        let terms: [String]
    }

    let entries: Entries
    let terms: Terms
    /// The terms that so many entries have that each has a file of its own.
    let common: Common
    /// The keys that so many terms start with that the keys of these terms are longer.
    let deep: [String]

    /// Returns the words with the terms that tell entries apart, or with all terms if none does.
    fileprivate func telling(_ words: [SearchWord]) -> [SearchWord] {
        let telling = words.map { word in
            SearchWord(text: word.text, terms: word.terms.filter { $0.isStart || !common.terms.contains($0.text) })
        }.filter { !$0.terms.isEmpty }
        return (telling.isEmpty ? words : telling).map { word in
            var word = word
            // A start that very many terms share is a term itself.
            for index in word.terms.indices where word.terms[index].isStart && deep.contains(word.terms[index].text) {
                word.terms[index].text += "*"
                word.terms[index].isStart = false
            }
            return word
        }
    }

    fileprivate func files(of term: SearchTerm) -> [String] { commonFiles(of: term).map(\.file) + rareFiles(of: term) }

    /// Returns the files of the common terms that fit.
    fileprivate func commonFiles(of term: SearchTerm) -> [(text: String, file: String)] {
        common.terms.indices.filter { term.fits(common.terms[$0]) }.map { (common.terms[$0], common.file.numbered($0)) }
    }

    /// Returns the files in which a term and its other forms stand if they are not common.
    fileprivate func rareFiles(of term: SearchTerm) -> Set<String> {
        Set(([term.text] + term.forms).filter { !common.terms.contains($0) }.map { file(of: Array($0.unicodeScalars)) })
    }

    /// The first letter of a term decides on its file, or two of a word, or more while these are deep.
    private func file(of letters: [Unicode.Scalar]) -> String {
        var count = isDense(letters[0]) ? 1 : 2
        while count < letters.count, deep.contains(text(letters.prefix(count))) { count += 1 }
        var hash: UInt32 = 0x811C_9DC5
        for byte in text(letters.prefix(count)).utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return terms.file.numbered(Int((hash ^ hash >> 16) & UInt32(truncatingIfNeeded: terms.files - 1)))
    }

    fileprivate func place(of entry: Int) -> (file: String, row: Int) {
        let size = max(1, entries.perFile)
        return (entries.file.numbered(entry / size), entry % size)
    }
}

/// A file of a search: entries, or the numbers of one term or of several.
struct SearchPart: Decodable, Sendable {
    var results: [Client.SearchResult] = []
    var numbers: [Int32] = []
    var terms: [String: [Int32]] = [:]

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        do { results = try value.decode([Client.SearchResult].self); return } catch {}
        do { numbers = try value.decode([Int32].self); return } catch {}
        terms = try value.decode([String: [Int32]].self)
    }
}

/// A word of a query. A run of Chinese characters, kana or Hangul is one, and an entry must have all of its terms.
private struct SearchWord: Sendable {
    let text: String
    var terms: [SearchTerm]
}

private struct SearchTerm: Sendable {
    var text: String
    /// This is true if terms only have to start with it.
    var isStart: Bool
    let forms: Set<String>

    init(_ text: String, isStart: Bool = false) {
        (self.text, self.isStart, forms) = (text, isStart, otherForms(of: text))
    }

    func fits(_ term: String) -> Bool {
        (isStart ? term.utf8.starts(with: text.utf8) : term == text) || forms.contains(term)
    }
}

private func queryWords(_ query: String) -> [SearchWord] {
    let letters = folded(query)
    var (words, index): ([SearchWord], Int) = ([], 0)
    func add(_ word: SearchWord) {
        // A word that comes again at the end is a start.
        let place = words.firstIndex { $0.text == word.text } ?? words.count
        words[place..<min(place + 1, words.count)] = [word]
    }
    while index < letters.count {
        let start = index
        index += 1
        if isDense(letters[start]) {
            while index < letters.count, isDense(letters[index]) { index += 1 }
            let run = letters[start..<index]
            // A single letter may stand before any other.
            let pairs = (start + 1..<index).map { SearchTerm(text(letters[$0 - 1...$0])) }
            add(SearchWord(text: text(run), terms: pairs.isEmpty ? [SearchTerm(text(run), isStart: true)] : pairs))
        } else if isWordLetter(letters[start]) {
            while index < letters.count, isWordLetter(letters[index], orMark: true) { index += 1 }
            // The last word may not be complete yet.
            let isStart = index == letters.count && index > start + 1
            let word = text(letters[start..<min(index, start + 40)])
            add(SearchWord(text: word, terms: [SearchTerm(word, isStart: isStart)]))
        }
    }
    return words
}

/// Returns the words that may be other forms of an English word, such as `city` of `cities` and `running` of `run`. It
/// does not matter if some of them are no words.
private func otherForms(of word: String) -> Set<String> {
    guard word.utf8.count >= 3, word.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else { return [] }
    let endings = ["", "s", "es", "ed", "ing"]
    var forms: Set<String> = []
    for ending in endings where word.hasSuffix(ending) {
        let stem = String(word.dropLast(ending.count))
        let single = stem.dropLast().last == stem.last ? String(stem.dropLast()) : stem
        for base in [stem, stem + "e", stem.ending("i", as: "y"), single] where base.count >= 3 {
            for beginning in [base, base.ending("e", as: ""), base.ending("y", as: "i"), base + base.suffix(1)] {
                for ending in endings { forms.insert(beginning + ending) }
            }
        }
    }
    forms.remove(word)
    return forms
}

/// Returns the same letters however they are written. The texts of the index were folded by the same steps.
private func folded(_ text: String) -> [Unicode.Scalar] {
    var plain = String.UnicodeScalarView()
    for letter in text.decomposedStringWithCompatibilityMapping.unicodeScalars where !isDropped(letter) {
        // Foundation takes what follows the parts of Hangul syllables for parts too, so joiners keep it apart from them.
        let isBesideParts = [0x1113, 0x1176, 0x11A7, 0x11C3].contains(letter.value)
        plain += isBesideParts ? ["\u{2060}", letter, "\u{2060}"] : [letter]
    }
    let small = String(plain).precomposedStringWithCanonicalMapping.lowercased().unicodeScalars
    return small.filter { !isDropped($0) }.flatMap { letter in
        if let others = alike[letter] { return Array(others.unicodeScalars) }
        let isKatakana = (0x30A1...0x30F6).contains(letter.value) || (0x30FD...0x30FE).contains(letter.value)
        return [isKatakana ? Unicode.Scalar(letter.value - 0x60) ?? letter : letter]
    }
}

private let alike: [Unicode.Scalar: String] = [
    "ß": "ss", "ς": "σ", "ı": "i", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d",
]

/// Accents, and what has no shape of its own.
private func isDropped(_ letter: Unicode.Scalar) -> Bool {
    switch letter.value {
    case 0x300...0x36F, 0xAD, 0x200B...0x200F, 0x2060, 0xFE00...0xFE0F, 0xFEFF, 0xE0100...0xE01EF: true
    default: false
    }
}

/// Every two adjacent characters are a term if they are Chinese characters, kana or Hangul.
private func isDense(_ letter: Unicode.Scalar) -> Bool {
    switch letter.value {
    case 0x3005...0x3007, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x3105...0x312F,
        0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0x20000...0x3FFFF:
        true
    default: false
    }
}

private func isWordLetter(_ letter: Unicode.Scalar, orMark: Bool = false) -> Bool {
    switch letter.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber, .otherNumber:
        !isDense(letter)
    case .nonspacingMark, .spacingMark, .enclosingMark: orMark
    default: false
    }
}

private func text(_ letters: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(letters)) }

extension String {
    /// Returns the text with another ending in the place of one.
    fileprivate func ending(_ ending: String, as other: String) -> String {
        hasSuffix(ending) ? dropLast(ending.count) + other : self
    }

    fileprivate func numbered(_ number: Int) -> String { replacingOccurrences(of: "#", with: String(number)) }
}
