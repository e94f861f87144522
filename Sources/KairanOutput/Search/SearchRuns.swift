/// A stretch of a text that terms are made of.
struct SearchRun: Equatable {
    /// The positions of its letters.
    var letters: Range<Int>
    /// True for Chinese characters, kana and Hangul, which are written without spaces or with endings: any two letters
    /// beside each other may then be looked for. Other runs are words.
    var isDense: Bool
}

/// Longer words are no words, but addresses or data; what lies beyond is not looked at.
private let longestWord = 40

/// The runs of a folded text, in order.
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
    /// Of a folded letter, whether it stands in dense runs.
    var isDense: Bool { LetterKind(self) == .dense }
}

private enum LetterKind {
    case dense, word
    /// Belongs to the letter before it, as vowels do in Indian scripts.
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
