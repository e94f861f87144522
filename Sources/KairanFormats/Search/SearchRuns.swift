/// A stretch of a text from which terms are made.
struct SearchRun: Equatable {
    /// The positions of its letters.
    var letters: Range<Int>
    /// This is true for Chinese characters, kana and Hangul, which are written without spaces or with endings. Any two
    /// adjacent letters can then be searched for. Other runs are words.
    var isDense: Bool
}

/// The most letters of a word that are used. Longer runs are addresses or data, and the rest of them is ignored.
private let longestWord = 40

/// Returns the runs of a folded text, in order.
func searchRuns(_ letters: [Unicode.Scalar]) -> [SearchRun] {
    var runs: [SearchRun] = []
    var index = 0
    while index < letters.count {
        let start = index
        let kind = LetterKind(letters[index])
        index += 1
        switch kind {
        case .dense:
            while index < letters.count, LetterKind(letters[index]) == .dense { index += 1 }
            runs.append(SearchRun(letters: start..<index, isDense: true))
        case .word:
            while index < letters.count, LetterKind(letters[index]).continuesWord { index += 1 }
            runs.append(SearchRun(letters: start..<min(index, start + longestWord), isDense: false))
        case .mark, .other: break
        }
    }
    return runs
}

extension Unicode.Scalar {
    /// This is true if the folded letter belongs to dense runs.
    var isDense: Bool { LetterKind(self) == .dense }
}

private enum LetterKind {
    case dense, word
    /// A mark that belongs to the letter before it, like vowels in Indian scripts.
    case mark
    case other

    var continuesWord: Bool { self == .word || self == .mark }

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x30...0x39, 0x61...0x7A: self = .word
        case 0x00...0x7F: self = .other
        case 0x3005...0x3007, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x3105...0x312F,
            0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            self = .dense
        default:
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber:
                self = .word
            case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
            default: self = .other
            }
        }
    }
}
