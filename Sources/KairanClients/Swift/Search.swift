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
    }

    /// Returns the entries that have everything a query asks for, the best first.
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
        let wanted = head.terms(of: query).map { (term: $0, files: head.files(of: $0)) }
        let parts = try await all(wanted.flatMap(\.files), folder, load)
        let lists = wanted.map { weights(of: $0.term, in: $0.files.compactMap { parts[$0] }) }
        guard let shortest = lists.min(by: { $0.count < $1.count }) else { return [] }
        let found = shortest.keys.compactMap { entry in
            let weights = lists.compactMap { $0[entry] }
            return weights.count == lists.count ? (entry: entry, weight: weights.reduce(0, +)) : nil
        }
        let best = found.sorted { ($1.weight, $0.entry) < ($0.weight, $1.entry) }.prefix(max(0, limit))
        let places = best.map { head.place(of: $0.entry) }
        let results = try await all(places.map(\.file), folder, load).mapValues(\.results)
        return places.compactMap { place in
            guard let file = results[place.file], file.indices.contains(place.row) else { return nil }
            return file[place.row]
        }
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

    /// Returns the entries that have a term, each with its weight. The last digit of a number in the files is the weight,
    /// and the others say how many entries to go on from the one before.
    private static func weights(of term: SearchTerm, in parts: [SearchPart]) -> [Int: Int] {
        var weights: [Int: Int] = [:]
        for part in parts {
            for numbers in [part.numbers] + part.terms.filter({ term.fits($0.key) }).values {
                var entry = 0
                for number in numbers {
                    entry += Int(number / 10)
                    weights[entry] = max(weights[entry] ?? 0, Int(number % 10))
                }
            }
        }
        return weights
    }
}

/// The head of a search tells which files have its terms and entries.
struct SearchHead: Decodable, Sendable {
    struct Entries: Decodable, Sendable {
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

    /// Returns the terms that tell entries apart.
    fileprivate func terms(of query: String) -> [SearchTerm] {
        let all = queryTerms(query).map { text, isStart in
            // A start that very many terms share is a term itself.
            isStart && deep.contains(text)
                ? SearchTerm(text: text + "*", isStart: false) : SearchTerm(text: text, isStart: isStart)
        }
        let telling = all.filter { $0.isStart || !common.terms.contains($0.text) }
        return telling.isEmpty ? all : telling
    }

    /// Returns the names of the files that have a term.
    fileprivate func files(of term: SearchTerm) -> [String] {
        let own = common.terms.indices.filter { term.fits(common.terms[$0]) }.map { common.file.numbered($0) }
        return term.isStart || own.isEmpty ? own + [file(of: Array(term.text.unicodeScalars))] : own
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

private struct SearchTerm: Sendable {
    let text: String
    /// This is true if terms only have to start with it.
    let isStart: Bool

    func fits(_ term: String) -> Bool { isStart ? term.utf8.starts(with: text.utf8) : term == text }
}

/// Returns the terms of a query, and which of them are only the starts of terms. An entry must have all of them.
private func queryTerms(_ query: String) -> [String: Bool] {
    let letters = folded(query)
    var (terms, index): ([String: Bool], Int) = ([:], 0)
    while index < letters.count {
        let start = index
        index += 1
        if isDense(letters[start]) {
            while index < letters.count, isDense(letters[index]) { index += 1 }
            // A single letter may stand before any other.
            if index == start + 1 { terms[text(letters[start..<index])] = true }
            for second in start + 1..<index { terms[text(letters[second - 1...second])] = false }
        } else if isWordLetter(letters[start]) {
            while index < letters.count, isWordLetter(letters[index], orMark: true) { index += 1 }
            // The last word may not be complete yet.
            let isStart = index == letters.count && index > start + 1
            terms[text(letters[start..<min(index, start + 40)])] = isStart
        }
    }
    return terms
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
    fileprivate func numbered(_ number: Int) -> String { replacingOccurrences(of: "#", with: String(number)) }
}
