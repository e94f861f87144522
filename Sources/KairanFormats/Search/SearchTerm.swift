internal import KairanModel

/// A term by which an entry is found: a folded word, or one or two letters of a dense run.
///
/// Its UTF-8 is stored in two numbers, which is enough for most terms. They are compared and hashed many times as fast
/// as a string.
package struct SearchTerm: Sendable {
    private var first: UInt64 = 0
    private var second: UInt64 = 0
    /// The bytes that do not fit into the numbers; nil for nearly all terms, which are then copied without reference
    /// counting.
    private var rest: [UInt8]?

    init(_ letters: ArraySlice<Unicode.Scalar>) {
        var count = 0
        for letter in letters {
            for byte in UTF8.encode(letter) ?? UTF8.encodedReplacementCharacter {
                switch count {
                case 0..<8: first |= UInt64(byte) << UInt64(56 - count * 8)
                case 8..<16: second |= UInt64(byte) << UInt64(120 - count * 8)
                default: rest = (rest ?? []) + [byte]
                }
                count += 1
            }
        }
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for word in [first, second] {
            for shift in stride(from: 56, through: 0, by: -8) {
                let byte = UInt8(truncatingIfNeeded: word >> UInt64(shift))
                // No byte of a term is 0.
                if byte != 0 { bytes.append(byte) }
            }
        }
        return bytes + (rest ?? [])
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension SearchTerm: Hashable {
    /// Hashes one number instead of all parts, because indexing spends most of its time on finding terms again.
    package func hash(into hasher: inout Hasher) { hasher.combine(first ^ (second &* 0x9E37_79B9_7F4A_7C15)) }
}

/// Terms are ordered by code point.
extension SearchTerm: Comparable {
    package static func < (left: SearchTerm, right: SearchTerm) -> Bool {
        if left.first != right.first { return left.first < right.first }
        if left.second != right.second { return left.second < right.second }
        return (left.rest ?? []).lexicographicallyPrecedes(right.rest ?? [])
    }
}

/// Returns the terms of a folded text in order, with repetitions.
func searchTerms(_ letters: [Unicode.Scalar], _ runs: [SearchRun]) -> [SearchTerm] {
    var terms: [SearchTerm] = []
    terms.reserveCapacity(letters.count)
    for run in runs {
        guard run.isDense else {
            terms.append(SearchTerm(letters[run.letters]))
            continue
        }
        // The last letter is a term by itself, so that each letter of the run starts a term. A search for one letter
        // finds all terms that start with it.
        for index in run.letters {
            terms.append(SearchTerm(letters[index..<min(index + 2, run.letters.upperBound)]))
        }
    }
    return terms
}

/// Returns the terms for how the kana and the Hangul of a folded text sound: each stretch in Latin letters, and the
/// initial consonants of Hangul, which people type for the whole word.
func soundTerms(_ letters: [Unicode.Scalar], _ runs: [SearchRun]) -> [SearchTerm] {
    var terms: [SearchTerm] = []
    for run in runs where run.isDense {
        var start = run.letters.lowerBound
        while start < run.letters.upperBound {
            let script = SoundScript(letters[start])
            let end =
                letters[start..<run.letters.upperBound].firstIndex { SoundScript($0) != script }
                ?? run.letters.upperBound
            let stretch = letters[start..<end]
            start = end
            guard let script, stretch.count > 1 else { continue }
            let sound = folded(romanized(String(String.UnicodeScalarView(stretch))))
            // Marks of long vowels alone have no sound.
            if !sound.isEmpty { terms.append(SearchTerm(sound[...])) }
            if script == .hangul { terms.append(SearchTerm(stretch.map(\.initialConsonant)[...])) }
        }
    }
    return terms
}

/// A script whose letters tell how they sound.
private enum SoundScript {
    case kana, hangul

    init?(_ letter: Unicode.Scalar) {
        switch letter.value {
        case 0x3041...0x3096, 0x30FC: self = .kana
        case 0xAC00...0xD7A3: self = .hangul
        default: return nil
        }
    }
}

extension Unicode.Scalar {
    /// The first consonant of a syllable of Hangul, as it stands in a folded text (Unicode 15, 3.12).
    fileprivate var initialConsonant: Unicode.Scalar {
        Unicode.Scalar(0x1100 + (value - 0xAC00) / (21 * 28)) ?? self
    }
}
